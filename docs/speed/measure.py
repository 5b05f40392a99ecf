#!/usr/bin/env python3
"""How fast oddsmith is, beside what one would write first, numpy, icepool and others.

    pip install -r docs/speed/requirements.txt
    python docs/speed/measure.py

It runs `cargo bench --no-default-features --bench speed` and, in turn with nothing else, the same
questions in numpy and icepool, all by CPU time on one thread, and writes README.md beside itself.
`--bench FILE` takes the saved output of that command in place of running it. `--fat-lto FILE` adds a
column from its output with `CARGO_PROFILE_BENCH_LTO=fat CARGO_PROFILE_BENCH_CODEGEN_UNITS=1`, which
shows what the profile that ships gives away.
"""

import argparse
import os
import platform
import re
import statistics
import subprocess
import time
from pathlib import Path

import icepool
import numpy

HERE = Path(__file__).resolve().parent
ROUNDS = 7
DECK = numpy.array([value for value in range(1, 14) for _ in range(4)] + [15, 15])
KERNEL = re.compile(r"^  (?P<what>.+?)\s+(?P<ratio>[\d.]+) x naive \(goal +(?P<goal>[\d.]+)\) +(?P<rate>[\d.]+) M (?P<unit>\S+)/s(?: +(?P<cards>[\d.]+) M cards/s)?$")
COST = re.compile(r"^  (?P<what>.+?)\s+(?P<cost>[\d.]+ (?:ns|us|ms|s)) \(goal (?P<goal>.+)\)$")


def median(run, units=1):
    """CPU seconds a unit: the median of some rounds, behind one that does not count."""

    def seconds(run):
        start = time.process_time()
        run()
        return time.process_time() - start

    run()
    return statistics.median(seconds(run) for _ in range(ROUNDS)) / units


def numpy_checks(trials=1 << 20):
    """Both cards from one number, one look in a table, one count of all margins."""
    margins = (DECK[:, None] - DECK[None, :] + 14).ravel().astype(numpy.uint8)
    random = numpy.random.Generator(numpy.random.SFC64(1))
    return median(
        lambda: numpy.bincount(margins[random.integers(0, 54 * 54, trials, dtype=numpy.uint16)], minlength=29),
        trials,
    )


def numpy_ladders(trials=1 << 16):
    """All fights side by side, blow after blow, those that are over left out."""
    random = numpy.random.Generator(numpy.random.SFC64(1))

    def fights():
        bruises = numpy.zeros(trials, dtype=numpy.int64)
        staggered = numpy.zeros(trials, dtype=bool)
        tally, blow = numpy.zeros(200, dtype=numpy.int64), 0
        while bruises.size:
            blow += 1
            cards = DECK[random.integers(0, 54, (2, bruises.size), dtype=numpy.uint8)]
            margin = cards[0] - cards[1] - bruises
            stagger = (margin <= -5) & (margin > -10)
            out = (margin <= -10) | (stagger & staggered)
            staggered |= stagger
            bruises += margin < 5
            tally[min(blow, 199)] += out.sum()
            bruises, staggered = bruises[~out], staggered[~out]
        return tally

    return median(fights, trials)


def first_call(run):
    """CPU seconds of a call, the median of some, each in a process of its own: icepool keeps what it has computed."""

    def once():
        reader, writer = os.pipe()
        if os.fork() == 0:
            start = time.process_time()
            run()
            os.write(writer, repr(time.process_time() - start).encode())
            os._exit(0)
        os.wait()
        os.close(writer)
        with os.fdopen(reader) as told:
            return float(told.read())

    first = once()
    return first if first > 5 else statistics.median([first, *(once() for _ in range(ROUNDS - 1))])


def laws_of_icepool():
    """Exact answers, each from nothing, by the question that the benchmark asks."""
    d6, d10 = icepool.d6, icepool.d10
    card = icepool.Die({**{value: 4 for value in range(1, 14)}, 15: 2})
    thirds = lambda sum: sum // 2 + sum // 3 + sum // 5  # noqa: E731
    twice = lambda die: die + die  # noqa: E731
    return {
        "x = card54 - card54; ask x": lambda: card - card,
        "x = 40d6; ask x": lambda: 40 @ d6,
        "x = 200d100; ask x": lambda: 200 @ icepool.d(100),
        "x = (10d10)/2 + (10d10)/3 + (10d10)/5; ask x": lambda: thirds(10 @ d10),
        "x = max(5d6, 5d6) + max(5d6, 5d6); ask x": lambda: twice(icepool.highest(5 @ d6, 5 @ d6)),
        "r = repeat(12, 3d6); x = [r]kh6; ask x": lambda: (3 @ d6).highest(12, 6),
        "x = 10d10kh5; ask x": lambda: d10.highest(10, 5),
        "x = 6d10!!kh3; ask x": lambda: d10.explode(depth=10).highest(6, 3),
        "x = 20d10c>=8; ask x": lambda: 20 @ (d10 >= 8),
        "x = matches(10d10); ask x": lambda: d10.pool(10).largest_count(),
        "x = run(8d6); ask x": lambda: d6.pool(8).largest_straight(),
        "x = sets(10d10, 2); ask x": lambda: d10.pool(10).keep_counts(">=", 2).unique().size(),
        "melodrama.best_of hand=5 opposing_hand=8": lambda: icepool.Deck(
            {**{value: 4 for value in range(1, 14)}, 15: 2}
        ).deal(5).highest(1).sum(),
    }


def laws_of_others():
    """The same by dyce and by dice-calc, where they can say it."""
    from dice_calc import highest_X_of_X, roll
    from dyce import H

    thirds = lambda sum: sum // 2 + sum // 3 + sum // 5  # noqa: E731
    return {
        "x = 40d6; ask x": {"dyce": lambda: 40 @ H(6), "dice-calc": lambda: roll(40, 6)},
        "x = (10d10)/2 + (10d10)/3 + (10d10)/5; ask x": {
            "dyce": lambda: thirds(10 @ H(10)),
            "dice-calc": lambda: thirds(roll(10, 10)),
        },
        "x = 10d10kh5; ask x": {"dice-calc": lambda: highest_X_of_X(5, roll(10, 10))},
        "x = 20d10c>=8; ask x": {"dyce": lambda: 20 @ H(10).ge(8), "dice-calc": lambda: 20 @ (roll(10) >= 8)},
    }


def games_of_one_round(every):
    """Each so-manieth of the duels of one round that the benchmark solves, as matrices."""
    games = [
        numpy.sign(edge + numpy.arange(own + 1)[:, None] - numpy.arange(rival + 1)[None, :]) / 2
        - price * 0.025 * (numpy.arange(own + 1)[:, None] - numpy.arange(rival + 1)[None, :])
        for edge in range(-16, 17)
        for own in range(9)
        for rival in range(9)
        for price in range(9)
    ]
    return games[::every]


def solvers_of_duels():
    """CPU seconds a duel of one round, by QuantEcon's pivots and by OpenSpiel's linear program."""
    import pyspiel
    import quantecon.game_theory as economics
    from open_spiel.python.algorithms import lp_solver

    def pivots(payoffs):
        players = economics.Player(payoffs), economics.Player(-payoffs.T)
        return economics.lemke_howson(economics.NormalFormGame(players))

    def program(payoffs):
        return lp_solver.solve_zero_sum_matrix_game(pyspiel.create_matrix_game(payoffs.tolist(), (-payoffs).tolist()))

    many, few = games_of_one_round(7), games_of_one_round(401)
    return {
        "QuantEcon, `lemke_howson`": median(lambda: [pivots(game) for game in many], len(many)),
        "OpenSpiel, `solve_zero_sum_matrix_game`": median(lambda: [program(game) for game in few], len(few)),
    }


def shown(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def times(ratio):
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"


def seconds(text):
    number, unit = text.split()
    return float(number) * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[unit]


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    told = dict(line.split(":", 1) for line in lines if ":" in line)
    told = {key.strip(): value.strip() for key, value in told.items()}
    if "model name" not in told:
        return platform.machine()
    return f"{told['model name']} (family {told.get('cpu family')}, model {told.get('model')})"


def loops_of(said):
    """The loops of a saved output by group and way, and the lines of its other groups."""
    groups, group = {}, None
    for line in said.splitlines():
        if line and not line.startswith(" "):
            group = groups.setdefault(line.strip(), [])
        elif group is not None:
            group.append(line)
    return groups, [(name, found) for name, lines in groups.items() for line in lines if (found := KERNEL.match(line))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, help="the saved output of the benchmark")
    parser.add_argument("--fat-lto", type=Path, help="the saved output of the benchmark with fat LTO")
    arguments = parser.parse_args()
    if arguments.bench:
        said = arguments.bench.read_text()
    else:
        command = ["cargo", "bench", "--no-default-features", "--bench", "speed"]
        said = subprocess.run(command, cwd=HERE.parent.parent, check=True, capture_output=True, text=True).stdout
    groups, loops = loops_of(said)
    fat = loops_of(arguments.fat_lto.read_text())[1] if arguments.fat_lto else []
    fat = {(name, found["what"]): found["ratio"] for name, found in fat}
    costs = [found for line in groups.get("exact", []) if (found := COST.match(line))]
    rate = {"checks": numpy_checks(), "ladders": numpy_ladders()}
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()

    page = ["# Speed", "", "> How fast are the hot loops, compared with a naive version, with numpy and with icepool?", ""]
    page += [
        "Independent checks of one step need no sampling at all: their exact law takes microseconds. Sampling is for what has",
        "no exact law at hand, and to hold the exact one against.",
        "",
        f"Measured on `{processor()}` with {rustc}, numpy {numpy.__version__} and icepool {icepool.__version__}: CPU time",
        "of one thread, medians of rounds in turn, each loop beside its naive version in the same run. Ratios are facts of one",
        "family of processors. `python docs/speed/measure.py` writes this page.",
        "A loop by hand has the draws of the plain path and counts what it counts, for one question: it shows what that path",
        "could be at most. What is measured is the profile that ships" + (", beside one with fat LTO." if fat else "."),
        "",
        "## Trials",
        "",
        f"| loop | way | million a second | million cards | x naive |{' with fat LTO |' if fat else ''} goal | x numpy |",
        f"|---|---|---:|---:|---:|{'---:|' if fat else ''}---:|---:|",
    ]
    for name, found in loops:
        goal = found["goal"] if float(found["goal"]) else ""
        beside = f" {fat.get((name, found['what']), '')} |" if fat else ""
        numpy_ratio = f"{float(found['rate']) * 1e6 * rate[name]:.1f}" if name in rate else ""
        page.append(f"| {name} | {found['what']} | {found['rate']} {found['unit']} | {found['cards'] or ''} | {found['ratio']} |{beside} {goal} | {numpy_ratio} |")
    page += ["", "numpy plays checks by one look in a table for both cards, and ladders side by side, blow after blow.", ""]
    page += ["## Exact answers", "", "| question | takes | goal |", "|---|---:|---:|"]
    page += [f"| `{found['what'].strip()}` | {found['cost']} | {found['goal']} |" for found in costs]
    ours = {found["what"].strip(): seconds(found["cost"]) for found in costs}
    page += ["", "Rules from their text to the law, beside icepool's answer to the same, both within one process. icepool keeps what it"]
    page += ["has computed, so each of its answers is the first of its process.", ""]
    page += ["| the same by icepool | here | icepool | times ours |", "|---|---:|---:|---:|"]
    ratios = []
    for question, run in laws_of_icepool().items():
        if question in ours:
            theirs = first_call(run)
            ratios.append(theirs / ours[question])
            page.append(f"| `{question}` | {shown(ours[question])} | {shown(theirs)} | {times(ratios[-1])} |")
    if ratios:
        page += ["", f"icepool takes {times(min(ratios))} times as long at least, {times(statistics.median(ratios))} times in the median."]
    page += ["", "Others, where they can say the same:", "", "| question | by | takes | times ours |", "|---|---|---:|---:|"]
    for question, runs in laws_of_others().items():
        for library, run in runs.items():
            theirs = first_call(run)
            page.append(f"| `{question}` | {library} | {shown(theirs)} | {times(theirs / ours[question])} |")
    duels = [line for line in groups.get("solvers", []) if (found := COST.match(line)) and "one round" in found["what"]]
    if duels:
        each = seconds(COST.match(duels[0])["cost"]) / 24_057
        page += ["", "Duels of one round, each solved by itself, with a proof of its value here:", ""]
        page += ["| by | a duel takes | times ours |", "|---|---:|---:|", f"| oddsmith | {shown(each)} | |"]
        page += [f"| {by} | {shown(theirs)} | {times(theirs / each)} |" for by, theirs in solvers_of_duels().items()]
    if lines := groups.get("growth"):
        page += ["", "## How cost grows", "", "Each size doubles; the factor is that of the time. Two is linear. Laws of pools are large fractions as long as"]
        page += ["these take a tenth of a second, and floats beyond, which are quicker. The pool of the duel binds from", "six rounds on: before that it is one state.", ""]
        page += ["```", *(line.strip() for line in lines if line.strip()), "```"]
    if lines := groups.get("threads"):
        page += ["", "## Two threads", "", "```", *(line.strip() for line in lines if line.strip()), "```"]
    (HERE / "README.md").write_text("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
