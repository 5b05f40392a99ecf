"""The examples of docstrings and stubs run, and say what they say."""

import ast
import doctest
import re
from pathlib import Path

import pytest

import oddsmith

STUBS = Path(oddsmith.__file__).parent / "_oddsmith.pyi"
ROOT = Path(__file__).resolve().parents[2]
# Classes for readers of stubs, which are nowhere at run time.
TYPES = {"Outcome", "_Number"}
PAGES = [STUBS, *sorted(STUBS.parent.glob("*.py"))]


def examples():
    for page in PAGES:
        for node in ast.walk(ast.parse(page.read_text())):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.Module)):
                text = ast.get_docstring(node)
                name = getattr(node, "name", page.stem)
                if text and ">>>" in text:
                    yield pytest.param(text, id=f"{page.stem}.{name}")


@pytest.mark.parametrize("text", list(examples()))
def test_an_example_runs(text):
    test = doctest.DocTestParser().get_doctest(text, {}, "example", None, 0)
    assert test.examples
    out = []
    doctest.DocTestRunner(verbose=False).run(test, out=out.append)
    assert not out, "".join(out)


@pytest.mark.parametrize("page", ["README.md", "python/README.md", "docs/bloggers.md", "docs/programmers.md"])
def test_the_lines_of_a_readme_run(page, tmp_path, monkeypatch):
    """Line by line; what stands behind one is its value where it looks like one."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        names: dict[str, object] = {}
        for line in filter(None, block.splitlines()):
            code, _, said = (part.strip() for part in line.partition("  # "))
            if re.match(r"[\d'\[]|Gap", said):
                value = repr(eval(code, names))
                assert value.startswith(said.removesuffix("…")), code
                assert value == said or said.endswith("…"), code
            else:
                exec(code, names)


def test_every_name_is_documented_and_exported():
    stubs = ast.parse(STUBS.read_text())
    named = {node.name for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    named -= TYPES
    # Written in Python itself.
    named |= {"Dice", "Estimate", "Gap", "dice"}
    # A star leaves Python its own `list`.
    exported = {name for name in oddsmith.__all__ if not name.startswith("__")} | {"list"}
    assert named == {name for name in exported if not name.endswith("Error")}
    for name in named:
        assert getattr(oddsmith, name).__doc__, name


def test_what_a_class_has_is_in_the_stubs():
    for node in ast.parse(STUBS.read_text()).body:
        if isinstance(node, ast.ClassDef) and node.name not in TYPES:
            there = {name for name in vars(getattr(oddsmith, node.name)) if not name.startswith("_")}
            said = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            assert there == {name for name in said if not name.startswith("_")}, node.name
