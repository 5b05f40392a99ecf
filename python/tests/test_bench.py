"""The designer's bench: each answer is that of the command."""

import json
import os
import subprocess
from pathlib import Path

import oddsmith
import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("ODDSMITH_COMMAND", str(ROOT / "target/release/oddsmith"))

SCENARIO = """
title = "A duel"
[vary]
skill = { from = 0, to = 10 }
[[check]]
label = "hero"
use = "mutants.check"
set = { bonus = "$skill", dc = 15 }
[[expect]]
label = "hero"
measure = "success"
between = [0.5, 0.6]
"""

# The same where nothing varies.
FIXED = SCENARIO.replace("[vary]\nskill = { from = 0, to = 10 }\n", "").replace('"$skill"', "5")


def said(*words: str) -> dict:
    done = subprocess.run([COMMAND, *words, "--format", "json"], capture_output=True, check=False)
    return json.loads(done.stdout)


def test_best_is_that_of_the_command() -> None:
    path = ROOT / "examples/rules/push_at_best.toml"
    rules = oddsmith.rules(path)
    check = rules.checks[0]
    assert oddsmith.best(check, rules=rules) == said("best", check, "--rules", str(path))


def test_verify_and_tune_are_those_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(SCENARIO)
    settings = oddsmith.tune(path)
    told = said("tune", str(path))["rows"]
    keys = ("vary", "met", "of", "missed")
    assert settings == [{key: row[key] for key in keys} for row in told]
    assert settings[0]["vary"] == {"skill": 5} and settings[0]["met"] == 1

    path.write_text(FIXED)
    rows, told = oddsmith.verify(path), said("verify", str(path))["rows"]
    for row in [*rows, *told]:
        row.pop("command")
    assert rows == told
    assert [row["verdict"] for row in rows] == ["holds"]


def test_audit_is_that_of_the_command() -> None:
    assert oddsmith.audit("M1") == said("audit", "M1")["rows"]
    with pytest.raises(oddsmith.QuestionError, match="unknown row"):
        oddsmith.audit("M1000")


def test_a_report_is_written_and_a_slip_is_told_first(tmp_path: Path) -> None:
    folder = tmp_path / "two-ways"
    folder.mkdir()
    (folder / "scenario.toml").write_text(FIXED)
    (folder / "report.md").write_text("# A duel\n\n> How likely?\n\n{{ answers['hero'].max('success') | percent }}.\n")
    run = oddsmith.report(folder)
    assert run.failures == [] and "55" in run.answer
    assert (folder / "README.md").is_file()
    (folder / "report.md").write_text("# A duel\n\n> How likely?\n\n{{ answers['hero'].max('succes') }}.\n")
    with pytest.raises(oddsmith.QuestionError, match="succes"):
        oddsmith.report(folder)
