"""The module says what the command says: the same numbers, to the last hit."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import oddsmith

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("ODDSMITH_COMMAND", str(ROOT / "target/release/oddsmith"))
TRIALS = 1_000
EFFORT = ["--trials", str(TRIALS), "--seed", "7", "--budget", "200000", "--format", "json"]
SAME = {"trials": TRIALS, "seed": 7, "budget": 200_000}


def command(*words):
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def required(check):
    """The fields of a check's example, as `oddsmith list` asks it."""
    listed = subprocess.run([COMMAND, "list", check["id"]], capture_output=True, text=True).stdout
    ask = next(line for line in listed.splitlines() if line.startswith("    oddsmith odds "))
    pairs = [word.split("=", 1) for word in ask.split()[3:] if "=" in word]
    return {name: value for name, value in pairs}


# What answers nothing: it starts a file, reads one, or is about the command itself.
SILENT = {"new", "check", "man", "completions", "help"}
# What only Python has: values for its own language, and parts of a run for its clusters.
OWN = {"rules", "dice", "play_shard"}


def test_each_command_that_answers_has_its_function():
    text = subprocess.run([COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
    listed = text.split("\nCommands:\n")[1].split("\n\n")[0].splitlines()
    commands = {line.split()[0] for line in listed if re.match(r"  \S", line)}
    assert len(commands) > 15
    public = [*oddsmith.__all__, "list"]
    functions = {name for name in public if callable(getattr(oddsmith, name)) and name.islower()}
    assert functions - OWN == commands - SILENT


CHECKS = oddsmith.list()
RULES = sorted((ROOT / "examples/rules").glob("*.toml"))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check["id"])
def test_every_check_of_the_registry(check):
    fields = required(check)
    words = [f"{name}={value}" for name, value in fields.items()]
    said = command("odds", check["id"], *words, *EFFORT)
    mine = oddsmith.odds(check["id"], **fields, **SAME)
    assert mine.json() == said["cases"][0]
    assert mine.trials == TRIALS


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_every_rule_of_the_examples(file):
    rules = oddsmith.rules(file)
    for check in rules.checks:
        said = command("odds", check, "--rules", str(file), *EFFORT)
        mine = oddsmith.odds(check, rules=rules, **SAME)
        assert mine.json() == said["cases"][0]


def test_a_sweep():
    words = ["melodrama.toughness", "toughness=8,10", "damage=6..14/4"]
    said = command("odds", *words, "--trials", "3000", "--format", "json", "--of", "stunned")
    mine = oddsmith.odds(
        "melodrama.toughness", toughness=[8, 10], damage=range(6, 15, 4), trials=3000, of="stunned"
    )
    assert mine.json() == said["cases"]


def test_a_comparison():
    words = ["cards: melodrama.opposed", "d20: mutants.check"]
    said = command("compare", *words, "--edge", "-6..8/2", "--exact-only", "--format", "json")
    mine = oddsmith.compare(*words, edge=range(-6, 9, 2), exact_only=True)
    assert mine.json() == said


def test_difficulties():
    words = ["mutants.check", "--target", "0.65", "--for", "bonus=0..12/4"]
    said = command("dc", *words, "--format", "json")
    mine = oddsmith.dc("mutants.check", target=0.65, each={"bonus": range(0, 13, 4)})
    assert mine.rows == said["rows"]
    said = command("dc", "mutants.check", "bonus=8", "--like", "melodrama.unopposed", "--format", "json")
    assert oddsmith.dc("mutants.check", bonus=8, like="melodrama.unopposed").rows == said["rows"]


def test_a_duel():
    fields = {"score": 11, "cap": 8, "pool": 16, "rival_score": 12, "rival_cap": 8, "rival_pool": 18}
    words = [f"{name}={value}" for name, value in fields.items()]
    said = command("duel", *words, "rounds=2", "--format", "json")
    assert oddsmith.duel(**fields, rounds=2).json() == said["duels"][0]


def test_a_run_and_its_parts(tmp_path):
    text = """
title = "Checks"
trials = 100_000
seed = 3
[sweep]
bonus = { from = 0, to = 3 }
[[check]]
use = "mutants.check"
set = { bonus = "$bonus", dc = 10 }
"""
    file = tmp_path / "checks.toml"
    file.write_text(text)
    parts = [oddsmith.play_shard(text, f"{number}/3") for number in (3, 1, 2)]
    for number, part in enumerate(parts):
        (tmp_path / f"{number}.json").write_text(part)
    whole = tmp_path / "whole.csv"
    names = [str(tmp_path / f"{number}.json") for number in range(3)]
    subprocess.run([COMMAND, "merge", *names, "--save", str(whole)], check=True, capture_output=True)
    assert oddsmith.merge(parts).csv() == whole.read_text()
    run = oddsmith.run(file)
    assert {path.name for path in run.files} >= {"outcomes.csv", "README.md"}
    subprocess.run([COMMAND, "run", str(file), "--out", str(tmp_path / "other")], check=True, capture_output=True)
    mine = (tmp_path / "checks/outcomes.csv").read_text()
    assert mine == (tmp_path / "other/outcomes.csv").read_text()
