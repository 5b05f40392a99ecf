"""Executes the notebooks from top to bottom and holds their numbers to those that are saved.

    pip install --requirement notebooks/requirements.txt
    python notebooks/run.py                     # all, compared; exit code 1 where a number differs
    python notebooks/run.py --write             # all, saved with what comes out
    python notebooks/run.py bidding_for_keeps   # one of them

What is compared are the numbers of each cell's output, not its bytes: figures may be drawn
otherwise.
"""

from __future__ import annotations

import math
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).resolve().parent
NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?")
SECONDS = 60


class Words(HTMLParser):
    """The words of a page and of its figures, without their style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.within = "", 0
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.within += tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self.within -= tag == "style"

    def handle_data(self, data: str) -> None:
        self.text += "" if self.within else data + " "


def numbers(cell: nbformat.NotebookNode) -> list[str]:
    """All numbers that a cell shows."""
    shown = ""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        words = [output.get("text", ""), data.get("text/plain", ""), data.get("text/markdown", "")]
        shown += " ".join([*words, Words(data.get("text/html", "")).text, ""])
    # Where an object lives in memory is no number.
    return NUMBER.findall(re.sub(r"0x[0-9a-f]+", "", shown))


def same(one: str, other: str) -> bool:
    """Whether two numbers are, but for the last digits that floats differ by between machines."""
    try:
        return one == other or math.isclose(float(one), float(other), rel_tol=1e-9)
    except ValueError:
        return False


def differences(name: str, saved: nbformat.NotebookNode, now: nbformat.NotebookNode) -> list[str]:
    """Where a notebook says other numbers than it did."""
    found = []
    for place, (old, new) in enumerate(zip(saved.cells, now.cells), 1):
        if old.cell_type != "code":
            continue
        said, says = numbers(old), numbers(new)
        other = [pair for pair in zip(said, says) if not same(*pair)]
        where = f"{name}, cell {place}"
        if len(old.outputs) != len(new.outputs) or len(said) != len(says):
            found.append(f"{where}: {len(said)} numbers are saved, {len(says)} came out")
        elif other:
            found.append(f"{where}: {other[0][0]} is saved, {other[0][1]} came out")
    return found


def executed(notebook: nbformat.NotebookNode) -> None:
    """Executes a notebook; what it says on the way, such as a bar of progress, is left out."""
    client = NotebookClient(notebook, timeout=4 * SECONDS, resources={"metadata": {"path": FOLDER}})
    client.extra_arguments = ["--log-level=ERROR"]
    client.execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [shown for shown in cell.outputs if shown.get("name") != "stderr"]


def processor_time() -> float:
    """Seconds of processors that notebooks have taken, however busy the machine is with others."""
    times = os.times()
    return times.children_user + times.children_system


def main(words: list[str]) -> int:
    write = "--write" in words
    names = [word for word in words if not word.startswith("-")]
    files = [FOLDER / f"{name}.ipynb" for name in names] or sorted(FOLDER.glob("*.ipynb"))
    wrong = []
    for file in files:
        notebook, saved = (nbformat.read(file, as_version=4) for _ in range(2))
        start = processor_time()
        try:
            executed(notebook)
        except CellExecutionError as error:
            wrong.append(f"{file.stem}: {error}")
            continue
        took = processor_time() - start
        print(f"{file.stem:24} {took:5.1f} s", flush=True)
        if took > SECONDS:
            wrong.append(f"{file.stem} takes more than a minute of one processor")
        if write:
            nbformat.write(notebook, file)
        else:
            wrong += differences(file.stem, saved, notebook)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
