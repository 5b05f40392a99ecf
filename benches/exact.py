"""CPU time from the start of a process to its exact answer: the command, and icepool where it can say the same.

    python benches/exact.py target/release/oddsmith

Processes with a goal are medians of 31 runs, the others of eleven. icepool is timed where `pip install icepool` has put
it; its time has Python's start and its import.
"""

import importlib.util
import resource
import statistics
import subprocess
import sys
from pathlib import Path

RULES = Path(__file__).resolve().parent.parent / "examples" / "rules"
RUNS = 11


def everything(check):
    return ["odds", check, *(f"{field}=10" for field in ("attack", "defense", "toughness", "damage")), "--exact-only"]


def opposed(active, passive, *flags):
    return ["odds", "melodrama.opposed", f"active={active}", f"passive={passive}", "--exact-only", *flags]


# Each process, the milliseconds of CPU that it may take, and how often it is run.
PROCESSES = [
    ("one opposed check", opposed(0, 0), 3, 31),
    ("an exchange of mutants, all at 10", everything("mutants.exchange"), 30, 31),
    ("an exchange of melodrama, all at 10", everything("melodrama.exchange"), 30, 31),
    ("4,010 laws as CSV", opposed("-200..200", "0..9", "--format", "csv"), 120, 31),
    ("a million laws as CSV", opposed("-500..499", "0..999", "--format", "csv"), 15_000, 1),
]


def rule(name, *fields):
    return ["odds", f"house.{name}", *fields, "--rules", str(RULES / f"{name}.toml")]


# What is asked, and the same for icepool where it has words for it.
QUESTIONS = [
    ("thirds of ten dice", ["(10d10)/2 + (10d10)/3 + (10d10)/5"],
     "a = 10 @ d10; p(a // 2 + a // 3 + a // 5)"),
    ("better sums, twice", ["max(5d6, 5d6) + max(5d6, 5d6)"],
     "m = icepool.highest(5 @ d6, 5 @ d6); p(m + m)"),
    ("method II", rule("method_two"), "p((3 @ d6).highest(12, 6))"),
    ("200d100", ["200d100"], "p(200 @ d100)"),
    ("sets and runs of ten", rule("best_set_or_run", "dice=10"), None),
    ("three lands, 60 against 45", rule("three_lands", "army=60", "first=15", "second=15", "third=15"), None),
    ("a battle, 50 against 33", rule("long_battle", "attackers=50", "defenders=33"), None),
    ("snakes and ladders", rule("snakes_and_ladders"), None),
    ("better in each score", rule("better_in_each"), None),
    ("dice above theirs, 8 and 8", rule("sorcerer", "mine=8", "theirs=8"), None),
    ("hands of seven cards", rule("straight_flush_of_seven"), None),
    ("zombie dice, solved", ["best", "house.zombie_dice", "--mean", "brains", "--rules", str(RULES / "zombie_dice.toml")], None),
]


def cpu(words):
    """The CPU time of a process, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, close_fds=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def median(words, runs=RUNS):
    """The median of some runs; what is refused has none."""
    try:
        return f"{statistics.median(cpu(words) for _ in range(runs)):8.1f}"
    except subprocess.CalledProcessError:
        return " refused"


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "target/release/oddsmith"
    other = importlib.util.find_spec("icepool") is not None
    print(f"{'ms of CPU':36} {'here':>8} {'goal':>8}")
    print(f"{'an empty process':36} {median(['true'], 31)}")
    for name, words, goal, runs in PROCESSES:
        print(f"{name:36} {median([command, *words], runs)} {goal:8}")
    print(f"\n{'ms of CPU':36} {'here':>8} {'icepool':>8}")
    for name, words, said in QUESTIONS:
        exact = [] if words[0] == "best" else ["--exact-only"]
        ours = median([command, *words, *exact])
        theirs = ""
        if said and other:
            code = f"import icepool; from icepool import d6, d10, d; d100 = d(100); p = lambda x: print(x.mean()); {said}"
            theirs = median([sys.executable, "-c", code])
        print(f"{name:36} {ours} {theirs}")


if __name__ == "__main__":
    main()
