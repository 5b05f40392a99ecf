"""AnyDice programs in Python: the public programs, warnings, errors, interrupts."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import oddsmith

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = json.loads((ROOT / "crates/anydice/tests/public.json").read_text())


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program["id"])
def test_public_programs(program):
    if "outputs" not in program:
        with pytest.raises(oddsmith.QuestionError):
            oddsmith.anydice(program["program"])
        return
    answers = oddsmith.anydice(program["program"])
    assert len(answers) == len(program["outputs"])
    for label, output in zip(answers.labels, program["outputs"]):
        assert label == output["name"]
        for outcome, share in output["outcomes"].items():
            known = answers[label][0].share(int(outcome))
            assert known == pytest.approx(float(Fraction(share)), rel=1e-14)


def test_what_is_to_be_known_is_a_warning():
    endless = "function: f N:n { if N = 6 { result: 6 + [f d6] } result: N } output [f d6]"
    with pytest.warns(UserWarning, match="depth 10"):
        oddsmith.anydice(endless)


def test_what_is_wrong_has_its_place():
    with pytest.raises(oddsmith.QuestionError, match="line 2, column 8"):
        oddsmith.anydice("X: 3\noutput [hit Xd6]")
    with pytest.raises(oddsmith.QuestionError, match="longer than 0.2 seconds"):
        oddsmith.anydice("loop A over {1..100000} { loop B over {1..100000} { X: A } }", seconds=0.2)
    with pytest.raises(oddsmith.QuestionError):
        oddsmith.anydice("output 3d6", seconds=-1)
