"""Times of AnyDice programs: this command, the engine of Eurydice, and what anydyce computes.

    python benches/anydice.py target/release/oddsmith [--eurydice COMMAND] [--times 5]

Every public program (crates/anydice/tests/public.json) is run as a process of its own, from its start
to its end, and its answers are held against the exact ones. COMMAND is any command that takes a file
and prints a line an output, `name<TAB>[([outcome], share), …]`, or `ERROR …`; for Eurydice it is a
main of a few lines around `eurydice_engine::Engine::run_source`. Where `dyce` is installed, which
anydyce draws with, sums and kept dice of it are timed within one Python beside the same programs.
"""

import argparse
import ast
import json
import statistics
import subprocess
import tempfile
import time
from fractions import Fraction
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parents[1] / "crates/anydice/tests/public.json"


def ours(command, path):
    done = subprocess.run([command, "anydice", path, "--format", "json"], capture_output=True, text=True)
    if done.returncode:
        return None
    outputs = json.loads(done.stdout)["outputs"]
    return [(o["name"], {c["value"]: c["share"] for c in o["outcomes"]}) for o in outputs]


def lines(command, path):
    done = subprocess.run([command, path], capture_output=True, text=True)
    if done.returncode or done.stdout.startswith("ERROR"):
        return None
    found = [line.split("\t", 1) for line in done.stdout.splitlines() if "\t" in line]
    cells = [(name, ast.literal_eval(cells)) for name, cells in found]
    return [(name, {at[0]: share for at, share in cells if share > 0}) for name, cells in cells]


def right(found, known):
    if "outputs" not in known:
        return found is None
    if found is None or len(found) != len(known["outputs"]):
        return False
    for (name, shares), output in zip(found, known["outputs"]):
        wanted = {int(at): float(Fraction(share)) for at, share in output["outcomes"].items()}
        if name != output["name"] or shares.keys() != wanted.keys():
            return False
        if any(abs(shares[at] - share) > 1e-12 for at, share in wanted.items()):
            return False
    return True


def timed(run, command, programs, times):
    took, wrong = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "program.txt")
        for known in programs:
            Path(path).write_text(known["program"])
            each = []
            for _ in range(times):
                start = time.perf_counter()
                found = run(command, path)
                each.append(time.perf_counter() - start)
            took.append(1000 * min(each))
            if not right(found, known):
                wrong.append(known["id"])
    return took, wrong


def told(name, took, wrong, programs):
    print(
        f"{name:10} right {len(programs) - len(wrong)} of {len(programs)}; a program takes "
        f"{statistics.median(took):.1f} ms (median), {max(took):.1f} ms (most)"
        + (f"; not right: {' '.join(wrong)}" if wrong else "")
    )


def dyce():
    """What anydyce computes with, for the few programs that both can say; it has no reader of programs."""
    try:
        from dyce import H, P
    except ImportError:
        return print("dyce       is not installed")
    rows = [
        ("30d6", lambda: 30 @ H(6)),
        ("[highest 2 of 5d8]", lambda: (5 @ P(8)).h(-1, -2)),
        ("{1..3}@4d6", lambda: (4 @ P(6)).h(slice(1, None))),
        ("[highest 3 of 10d10]", lambda: (10 @ P(10)).h(slice(-3, None))),
    ]
    for name, run in rows:
        start = time.perf_counter()
        run()
        print(f"dyce       {name:22} {1000 * (time.perf_counter() - start):.1f} ms, without its start")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oddsmith")
    parser.add_argument("--eurydice")
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    programs = json.loads(PROGRAMS.read_text())
    told("oddsmith", *timed(ours, given.oddsmith, programs, given.times), programs)
    if given.eurydice:
        told("eurydice", *timed(lines, given.eurydice, programs, given.times), programs)
    dyce()


if __name__ == "__main__":
    main()
