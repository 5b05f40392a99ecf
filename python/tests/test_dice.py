"""Dice as values, against every face counted."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import oddsmith


def totals(dice: int, keep: int) -> dict[int, int]:
    counted: dict[int, int] = {}
    for faces in itertools.product(range(1, 7), repeat=dice):
        total = sum(sorted(faces)[dice - keep :])
        counted[total] = counted.get(total, 0) + 1
    return counted


def test_dice_are_compared() -> None:
    four, three = oddsmith.dice("4d6kh3"), oddsmith.dice("3d6")
    pairs = [
        (x, y, m * n) for x, m in totals(4, 3).items() for y, n in totals(3, 3).items()
    ]
    for estimate, holds in [
        (four > three, lambda x, y: x > y),
        (four >= three, lambda x, y: x >= y),
        (four < three, lambda x, y: x < y),
        (four <= three, lambda x, y: x <= y),
        (four.equals(three), lambda x, y: x == y),
    ]:
        wanted = Fraction(sum(n for x, y, n in pairs if holds(x, y)), 6**7)
        assert Fraction(estimate.fraction) == wanted


def test_dice_are_added_and_each_use_is_a_roll_of_its_own() -> None:
    die = oddsmith.dice("d6")
    assert (die + die).law() == oddsmith.dice("2d6").law()
    assert (die - die).mean == 0 and (die - die).law()[5] == 1 / 36
    assert (2 * die + 1).law() == {face * 2 + 1: 1 / 6 for face in range(1, 7)}
    assert (10 - die).law() == {face: 1 / 6 for face in range(4, 10)}
    assert (-die).mean == -3.5
    assert ((die + 1) * (die + 1)).law()[49] == 1 / 36
    assert (die // 2).law() == {0: 1 / 6, 1: 1 / 3, 2: 1 / 3, 3: 1 / 6}
    assert repr(die + 1) == "oddsmith.dice('d6 + 1')"


def test_dice_are_rolled() -> None:
    die = oddsmith.dice("3d6")
    counted, law = die.sample(trials=100_000, seed=7), die.law()
    assert counted == die.sample(trials=100_000, seed=7) != die.sample(trials=100_000, seed=8)
    assert counted.keys() == law.keys()
    assert all(abs(counted[total] - law[total]) < 0.01 for total in law)


def test_a_cell_that_ends_in_dice_shows_them() -> None:
    assert "<svg" in oddsmith.dice("3d6")._repr_html_()


def test_max_and_min_are_those_of_the_language() -> None:
    d20, wild = oddsmith.dice("d20"), oddsmith.dice("d8!!").max(oddsmith.dice("d6!!"))
    assert wild.law() == oddsmith.dice("max(d8!!, d6!!)").law()
    assert (wild >= 4).fraction == "13/16"
    assert d20.max("d20").law() == d20.max(d20).law() == oddsmith.dice("2d20kh1").law()
    assert d20.min("d20").law() == d20.min(d20).law() == oddsmith.dice("2d20kl1").law()
    assert d20.max(d20, d20).law() == oddsmith.dice("3d20kh1").law()
    assert d20.min(np.int64(5), -3).law() == {-3: 1.0}
    counted = {total: 0 for total in range(3, 19)}
    for one, other in itertools.product(totals(3, 3).items(), totals(3, 3).items()):
        counted[min(one[0], other[0])] += one[1] * other[1]
    law = oddsmith.dice("3d6").min("3d6").law()
    assert law == {total: pytest.approx(hits / 6**6, rel=1e-14) for total, hits in counted.items()}


def test_max_refuses_other_operands() -> None:
    die = oddsmith.dice("d6")
    for wrong in (1.5, None, [die], {}):
        with pytest.raises(TypeError, match="dice take dice and whole numbers, not"):
            die.max(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        die.max()  # type: ignore[call-arg]
    for text in ("d6, d8", "d6) + (d8", "x"):
        with pytest.raises(oddsmith.QuestionError):
            die.max(text)


def test_fractional_operands_raise() -> None:
    die = oddsmith.dice("d20")
    for ask in (lambda: die >= 10.5, lambda: die + 1.5, lambda: 2.5 * die, lambda: die == 10.5, lambda: 0.5 < die):
        with pytest.raises(TypeError, match="dice take dice and whole numbers, not float"):
            ask()


def test_arithmetic_brackets_its_operands() -> None:
    hit, either = oddsmith.dice("d20 >= 11"), oddsmith.dice("if d6 > 3 then 1 else 2")
    assert (hit + 1).law() == {1: 0.5, 2: 0.5} == (1 + hit).law()
    assert (hit - 1).law() == {-1: 0.5, 0: 0.5}
    assert (either + 10).law() == {11: 0.5, 12: 0.5} == (10 + either).law()
    assert (3 * oddsmith.dice("2d6")).law() == (oddsmith.dice("2d6") * 3).law()
    assert (oddsmith.dice("2d6") * 3).law()[36] == 1 / 36
    assert (oddsmith.dice("d6") + -3).law() == (oddsmith.dice("d6") - 3).law()


def test_equality_is_a_chance() -> None:
    die = oddsmith.dice("d6")
    assert (die == 6).fraction == (6 == die).fraction == "1/6" and (die != 6).fraction == "5/6"
    assert (die == die).fraction == (die == oddsmith.dice("d6")).fraction == "1/6"
    assert (die == "d6") is False and (die != None) is True  # noqa: E711
    assert {die: "itself"}[die] == "itself"


A, B = oddsmith.dice("d8!!"), oddsmith.dice("d6!!")
ANSWER = oddsmith.odds("d4 > d20", exact_only=True)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: max(A, B),
        lambda: min(A, B),
        lambda: max([A, B, 3]),
        lambda: sorted([A, B]),
        lambda: [A, B].sort(),
        lambda: 1 if A > B else 0,
        lambda: next(iter(() for _ in range(1) if A >= 4)),
        lambda: A > B and B > 3,
        lambda: A > B or B > 3,
        lambda: not A > B,
        lambda: 3 <= A <= 5,
        lambda: 3 < A == 5,
        lambda: any([A > B]),
        lambda: all([A < 3, B < 3]),
        lambda: A in [B],
        lambda: 3 in [A, B],
        lambda: A in {"a": B}.values(),
        lambda: [B].index(A),
        lambda: [A, 3].count(3),
        lambda: [A, 3].remove(3),
        lambda: (A, 1) == (B, 1),
        lambda: list(filter(lambda die: die > 3, [A])),
        lambda: bool(A),
        lambda: A or B,
        lambda: not A,
        lambda: bool(A == A),
        lambda: bool(A != 3),
        lambda: bool(A.equals(3)),
        lambda: ANSWER or 0,
        lambda: not ANSWER,
        lambda: max(ANSWER, ANSWER),
        lambda: bool(ANSWER.estimate()),
        lambda: bool(ANSWER.gap(ANSWER)),
        lambda: bool(oddsmith.play("3d6")),
        lambda: np.maximum(np.array([A]), np.array([B])),
        lambda: np.sort(np.array([A, B])),
    ],
)
def test_truth_value_raises(ask: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        ask()


def test_while_and_match_raise() -> None:
    with pytest.raises(TypeError, match=r"hint: compare its number, .*`a.max\(b\)`"):
        while A > 3:
            pass
    with pytest.raises(TypeError):
        match A:
            case 3:
                pass


def test_the_error_says_what_to_compare(tmp_path: Path) -> None:
    scenario = tmp_path / "checks.toml"
    scenario.write_text('title = "A"\ntrials = 100\n[[check]]\nuse = "mutants.check"\nset = { bonus = 5, dc = 10 }\n')
    sweep = oddsmith.odds("mutants.check", bonus=[0, 5], dc=10, exact_only=True)
    for one, hint in [
        (A, "value > 0.5"),
        (A > B, "value > 0.5"),
        (ANSWER, "answer.success > 0.5"),
        (sweep.gap(sweep)[0], "gap.value > 0"),
        (oddsmith.play("3d6"), "tale.scores"),
        (oddsmith.run(scenario), "run.failures == []"),
    ]:
        with pytest.raises(TypeError, match="neither true nor false\nhint: ") as caught:
            bool(one)
        assert hint in str(caught.value)
    # Containers are true if they have items.
    assert sweep and sweep.gap(sweep) and sweep.frame() and sweep.chart()


def test_estimates_equal_their_numbers() -> None:
    half = oddsmith.dice("d6") > 3
    assert half == 0.5 and 0.5 == half and half != 0.6 and half in [0.5] and hash(half) == hash(0.5)
    assert half == (oddsmith.dice("d20") > 10) and half != (oddsmith.dice("d6") > 4)
    assert half != "1/2" and half is not None and half != None  # noqa: E711
    roughly = oddsmith.odds("mutants.check", bonus=1, dc=12, trials=100, sampled_only=True).estimate()
    assert roughly == roughly.value and roughly != half
    assert float(half) + 1 == 1.5
    sweep = oddsmith.odds("mutants.check", bonus=[0, 5], dc=10, exact_only=True)
    assert sweep.gap(sweep)[0] == 0 and sweep.gap(sweep)[0] == sweep.gap(sweep)[1]
