"""Dice as values, against every face counted."""

import itertools
from fractions import Fraction

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
