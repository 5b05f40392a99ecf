"""Questions as Python asks them: fields, errors, interrupts, pages."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import oddsmith


def test_a_text_is_one_value_and_what_python_goes_over_sweeps():
    one = oddsmith.odds("house.roll", luck="3d6kh2", exact_only=True)
    assert isinstance(one, oddsmith.Answer)
    several = oddsmith.odds("house.roll", luck=["3d6kh2", "2d6"], exact_only=True)
    assert isinstance(several, oddsmith.Answers) and several.mean[1] == 7.0
    alone = oddsmith.odds("house.roll", luck=["2d6"], exact_only=True)
    assert isinstance(alone, oddsmith.Answers) and len(alone) == 1
    with pytest.raises(oddsmith.QuestionError):
        oddsmith.odds("mutants.check", bonus="0..5", dc=10)
    with pytest.raises(oddsmith.QuestionError):
        oddsmith.odds("mutants.check", bonus=[], dc=10)
    with pytest.raises(TypeError):
        oddsmith.odds("mutants.check", bonus=object(), dc=10)


def test_numbers_of_numpy_are_numbers():
    import numpy as np

    swept = oddsmith.odds("mutants.check", bonus=np.arange(3), dc=np.int64(10), exact_only=True)
    assert swept.success == [0.55, 0.6, 0.65]


def test_options_and_fields_are_told_apart():
    dots = oddsmith.odds("house.opposed mine.luck=2d10 theirs.luck=2d10", **{"mine.add": 3}, exact_only=True)
    assert dots.fields["mine.add"] == 3
    assert oddsmith.odds("3d6", trials=1e4, seed=3).trials == 10_000
    assert oddsmith.odds("3d6", exact_only=True).trials == 0


def test_an_error_says_what_where_and_what_to_do():
    with pytest.raises(oddsmith.QuestionError) as caught:
        oddsmith.odds("melodrama.opposed", activ=10)
    error = caught.value
    assert (error.message, error.hint, error.place) == (
        "unknown field `activ` of melodrama.opposed",
        "did you mean `active`?",
        None,
    )
    assert isinstance(error, ValueError) and "hint: did you mean" in str(error)
    with pytest.raises(oddsmith.Error) as caught:
        oddsmith.rules('[[house]]\nname = "x"\nrule = "ask d6 +"\n')
    assert "line 3" in caught.value.place and "^" in caught.value.excerpt
    with pytest.raises(oddsmith.TooLargeError):
        oddsmith.odds("100d6kh50", exact_only=True, budget=10)
    with pytest.raises(oddsmith.FileError) as caught:
        oddsmith.run("/nowhere/at_all.toml")
    assert isinstance(caught.value, OSError)


def test_a_hint_calls_options_as_python_does():
    with pytest.raises(oddsmith.Error) as caught:
        oddsmith.odds("3d6", trials=0, sampled_only=True)
    assert caught.value.hint == "give `trials` a number above 0"


def test_a_hint_lists_the_rungs_of_an_indexed_column_once():
    evening = oddsmith.odds("melodrama.adventure", scenes=1, checks=3, trials=100, sampled_only=True)
    with pytest.raises(oddsmith.Error) as caught:
        evening.share("crown")
    assert caught.value.hint == "known: lose, tie, win"


def test_answers_are_a_sequence():
    answers = oddsmith.odds("mutants.check", bonus=range(5), dc=10, exact_only=True)
    assert [answer.success for answer in answers] == answers.success
    assert answers[-1].at == {"bonus": 4}
    with pytest.raises(IndexError):
        answers[5]


def test_a_gap_of_two_answers():
    cards = oddsmith.odds("melodrama.opposed", active=10, passive=5, exact_only=True)
    d20 = oddsmith.odds("mutants.check", bonus=5, dc=10, exact_only=True)
    gap = cards.gap(d20)
    assert gap.exact and abs(gap.value - (599 / 729 - 0.8)) < 1e-12


def test_a_cell_of_a_notebook():
    answers = oddsmith.odds("melodrama.opposed", active=range(0, 21, 5), passive=5, exact_only=True)
    shown = [answers, answers[1], oddsmith.odds("3d6", exact_only=True), answers.chart()]
    shown.append(oddsmith.compare("melodrama.opposed", "mutants.check", edge=[0, 5], exact_only=True))
    shown.append(oddsmith.dc("mutants.check", target=0.5, bonus=range(4)))
    for cell in shown:
        html = cell._repr_html_()
        assert html.startswith('<div class="oddsmith">') and "<svg" in html, cell
        assert "prefers-color-scheme:dark" in html
    assert "<table>" in answers._repr_html_()
    solved = oddsmith.duel(attribute=4, skill=4, rival_attribute=4, rival_skill=4)
    assert "<table>" in solved._repr_html_()


# What is no answer: what is asked with, and tables for others.
ASKED = {"Rules", "Frame"}


def test_a_cell_that_ends_in_any_answer_shows_it(tmp_path):
    """Each class of the module, with what a cell must show of it."""
    scenario = tmp_path / "checks.toml"
    check = '[[check]]\nlabel = "d20"\nuse = "mutants.check"\nset = { bonus = 5, dc = 10 }\n'
    scenario.write_text(f'title = "Checks"\ntrials = 1000\n{check}')
    answers = oddsmith.odds("mutants.check", bonus=[5, 6], dc=10, exact_only=True)
    cards = oddsmith.odds("melodrama.opposed", active=[10, 11], passive=5, exact_only=True)
    shown = [
        (answers, "85.0"),
        (answers[0], "80.00 %"),
        (answers.chart(), "<svg"),
        (answers.gap(cards), "Gap(-0.0"),
        (answers.gap(cards)[0], "Gap(-0.0217"),
        (answers[0].estimate(), "4/5"),
        (oddsmith.compare("3d6", "2d10"), "12.50"),
        (oddsmith.dice("3d6"), "12.50"),
        (oddsmith.dc("mutants.check", target=0.8, bonus=5), "10"),
        (oddsmith.merge([oddsmith.play_shard(scenario.read_text(), "1/1")]), "80.0"),
        (oddsmith.run(scenario), "README.md"),
        (oddsmith.play("mutants.check", bonus=5, dc=10, luck="face 9"), "margin 4"),
    ]
    for answer, said in shown:
        cell = answer._repr_html_() if hasattr(answer, "_repr_html_") else repr(answer)
        assert said in cell, cell
    classes = {name for name in oddsmith.__all__ if isinstance(getattr(oddsmith, name), type)}
    errors = {name for name in classes if name.endswith("Error")}
    assert {type(answer).__name__ for answer, _ in shown} == classes - errors - ASKED


def test_a_chart_is_saved(tmp_path):
    chart = oddsmith.odds("mutants.check", bonus=range(11), dc=10, exact_only=True).chart(
        title="Mine", size=(640, 400), theme="dark"
    )
    chart.save(tmp_path / "mine.svg")
    chart.save(tmp_path / "mine.png")
    assert "Mine" in (tmp_path / "mine.svg").read_text()
    assert (tmp_path / "mine.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(oddsmith.QuestionError):
        chart.save(tmp_path / "mine.pdf")


def test_a_chart_is_shown_in_the_browser(monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda page: opened.append(page) or True)
    chart = oddsmith.odds("3d6", exact_only=True).chart()
    chart.show()
    [page] = opened
    assert Path(page.removeprefix("file://")).read_text() == chart.svg
    monkeypatch.setattr("webbrowser.open", lambda page: False)
    with pytest.raises(oddsmith.QuestionError, match="no browser"):
        chart.show()


def test_an_answer_is_a_dictionary():
    answers = oddsmith.odds("mutants.check", bonus=[5, 6], dc=10, exact_only=True)
    assert answers.to_dict() == answers.json() == [answer.to_dict() for answer in answers]
    compared = oddsmith.compare("3d6", "2d10", exact_only=True)
    assert compared.to_dict()["cases"][0]["label"] == "3d6"
    assert compared.table("csv").startswith("total,3d6,2d10\n2,,1.00\n")


def test_a_chart_is_of_the_kind_that_is_asked():
    blows = oddsmith.odds("melodrama.knockout", toughness=8, damage=12, exact_only=True)
    assert repr(blows.chart("survival")) == "<oddsmith.Chart survival>"
    with pytest.raises(oddsmith.QuestionError) as caught:
        blows.chart("curve")
    assert "nothing sweeps" in caught.value.message


def test_others_run_meanwhile():
    """The lock of Python is free while an answer is played."""
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    oddsmith.odds("20d6kh5", trials=2_000_000, sampled_only=True, no_kernel=True)
    took = time.monotonic() - start
    done.set()
    thread.join()
    assert ticks > took / 0.1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_it():
    program = """
import oddsmith, sys, time
print("begun", flush=True)
try:
    oddsmith.odds("house.roll", luck="40d6!", trials=int(1e12), sampled_only=True)
except KeyboardInterrupt:
    assert oddsmith.odds("d6", trials=1000).mean == 3.5
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=20)
    assert out == "interrupted\n" and child.returncode == 0
    assert time.monotonic() - start < 5


def test_it_is_there_at_once():
    """`import oddsmith` takes under 50 ms."""
    program = "import time; start = time.perf_counter(); import oddsmith; print(time.perf_counter() - start)"
    run = [sys.executable, "-c", program]
    took = [float(subprocess.run(run, capture_output=True, text=True).stdout) for _ in range(5)]
    assert min(took) < 0.05
