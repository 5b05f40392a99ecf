"""What is refused: options that exclude each other or that a function has not, and what nobody can answer."""

import itertools
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import oddsmith as o


def refused(call, *words, kind=o.Error):
    """What an error says; all these words are in it."""
    with pytest.raises(kind) as caught:
        call()
    said = str(caught.value)
    assert all(word in said for word in words), said
    assert "--" not in said and "``" not in said, said
    return said


@pytest.mark.parametrize(
    "options",
    [
        {"at_least": 3, "at_most": 5},
        {"of": "x", "at_least": 3},
        {"of": "x", "at_most": 3},
        {"trials": 10, "precision": 0.1},
        {"exact_only": True, "sampled_only": True},
        {"precision": 0.1, "exact_only": True},
    ],
)
def test_options_that_exclude_each_other(options):
    one, other = options
    for ask in (lambda: o.odds("3d6", **options), lambda: o.compare("3d6", "2d6", **options)):
        refused(ask, f"`{one}` and `{other}` exclude each other", "leave one out")


SCENARIO = 'title = "A"\n[[check]]\nuse = "mutants.check"\nset = { bonus = 5, dc = 10 }\n'


@pytest.mark.parametrize("name", ["trials", "seed", "at_least", "column", "exact_only"])
def test_a_duel_takes_only_fields(name):
    refused(lambda: o.duel(**{name: 1}), f"unknown field `{name}` of moma.duel")


@pytest.mark.parametrize("name", ["trials", "column", "exact_only"])
def test_a_resolution_takes_luck_or_a_seed(name):
    refused(lambda: o.play("mutants.check", bonus=1, dc=5, **{name: 1}), f"`{name}`", "luck", "seed")


@pytest.mark.parametrize("name", ["at_least", "column", "precision", "out"])
def test_a_part_takes_its_options(name):
    refused(lambda: o.play_shard(SCENARIO, "1/2", **{name: 1}), f"`{name}` of play_shard", "sampled_only")


def test_a_slip_is_answered_with_what_was_meant(tmp_path):
    refused(lambda: o.odds("3d6", trails=10), "did you mean `trials`?")
    refused(lambda: o.dc("mutants.check", tarjet=0.5), "did you mean `target`?")
    refused(lambda: o.run(tmp_path / "a.toml", outt="x"), "did you mean `out`?")
    refused(lambda: o.compare("3d6", "2d6", edges=[1]), "did you mean `edge`?")
    refused(lambda: o.rules("mine.toml"), "pathlib.Path")


@pytest.mark.parametrize("nothing", [[], (), {}, set(), range(0), np.array([]), iter(())], ids=repr)
def test_nothing_is_no_sweep(nothing):
    swept = "`edge` is an empty range"
    if not isinstance(nothing, dict):
        refused(lambda: o.compare("melodrama.opposed", "mutants.check", edge=nothing), swept)
        refused(lambda: o.odds("mutants.check", bonus=nothing, dc=10), "`bonus` is an empty range")
        refused(lambda: o.dc("mutants.check", target=0.5, each={"bonus": nothing}), "`bonus` is an empty range")


def test_what_has_no_end_is_read_to_the_bound():
    for endless in (range(10**8), itertools.count(), itertools.repeat(1)):
        refused(lambda: o.odds("mutants.check", bonus=endless, dc=10), "1000000 cases")
        refused(lambda: o.compare("melodrama.opposed", "mutants.check", edge=endless), "1000000 cases")


@pytest.mark.parametrize(
    "name, value",
    [
        ("trials", -1), ("trials", 0.5), ("trials", float("nan")), ("trials", "1e5"), ("trials", 1e20),
        ("trials", True), ("seed", -1), ("budget", -1), ("at_least", 2**31), ("at_least", "x"),
        ("at_most", 10**400), ("precision", float("nan")), ("precision", 10**400), ("exact_only", "no"),
        ("sampled_only", 2), ("of", 3), ("column", 3), ("rules", "x"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_with_its_name(name, value):
    refused(lambda: o.odds("3d6", **{name: value}), f"{name}", kind=(o.QuestionError, TypeError))


def test_a_wrong_field_is_told_with_its_name():
    for value in (object(), 1 + 2j, [[1]], {"a": 1}):
        refused(lambda: o.odds("mutants.check", bonus=value, dc=10), "bonus", kind=TypeError)
    refused(lambda: o.odds("mutants.check", bonus=b"12", dc=10), "bonus", kind=TypeError)
    refused(lambda: o.odds("mutants.check", bonus=10**400, dc=10), "bonus")
    chart = o.odds("mutants.check", bonus=1, dc=10).chart
    refused(lambda: chart(size=(-1, 5)), "not a size")


def test_luck_is_written_or_drawn():
    luck = {"luck": "card 6, card 9", "seed": 2}
    refused(lambda: o.play("melodrama.opposed", active=1, passive=1, **luck), "`luck` and `seed` exclude")


def test_hints_are_words_of_python():
    refused(lambda: o.odds("nonesuch"), "oddsmith.list()")
    refused(lambda: o.compare("mutants.check", "melodrama.opposed", edge=""), "nothing is not a range", "(in `edge`)")
    refused(lambda: o.dc("mutants.check", target=0.5, bonus=1, each={"bonus": [1]}), 'each={"bonus": …}')
    refused(lambda: o.odds("mutants.check bonus=1", bonus=2, dc=10), "range(1, 6)")
    refused(lambda: o.odds("3d6", precision=9.0), "precision=9")
    refused(lambda: o.compare("mutants.check bonus=1", "mutants.check", edge=[1]), "edge=range(-5, 6)")


def test_a_message_names_the_check():
    answers = o.odds("mutants.check", bonus=[1, 2], dc=10)
    refused(lambda: answers.at(bonus=7), "no case of `mutants.check` is at bonus=7")
    refused(lambda: answers[0].column("x"), "mutants.check")
    refused(lambda: answers[0].column("margin", at=3), "mutants.check")


def test_what_has_no_such_figure_has_no_such_attribute():
    rolled = o.odds("3d6")
    assert not hasattr(rolled, "success") and not hasattr(rolled, "value") and rolled.mean == 10.5
    with pytest.raises(o.QuestionError) as caught:
        rolled.success
    assert isinstance(caught.value, AttributeError)


@pytest.mark.parametrize(
    "expression",
    [
        '"not " * 30000 + "success"',
        '"-" * 10**6 + "success"',
        '"success" + "|abs" * 10**6',
        '"+".join(["success"] * 10**6)',
        '"(" * 140 + "not " * 5000 + "success" + ")" * 140',
        '"(" * 145 + "-" * 850 + "success" + ")" * 145',
        '"not " * 998 + "success"',
        '"1" + "+1" * 499',
        '"1" + "**1" * 330',
        '"success" + "|abs" * 499',
        '"[" * 149 + "1" + "]" * 149',
        '"{% if 1 %}" * 140 + "{% endif %}" * 140',
        '"{% if 0 %}" + "{% elif 0 %}" * 1600 + "{% endif %}"',
        '"{{ " + "not " * 2000 + " 1 }}"',
        '"{{ " + "(" * 140 + "1" + ")" * 140 + " }}"',
    ],
)
def test_no_expression_takes_the_stack(expression):
    """Whoever asks may have half a megabyte of it."""
    program = f"""
        import threading, oddsmith as o
        answers, other = o.odds("mutants.check", bonus=[1, 2], dc=10), o.odds("mutants.check", bonus=[3, 4], dc=10)
        text = {expression}
        def ask():
            for what in (answers.values, answers.where, answers.best, answers.worst,
                         lambda text: answers.interpolate(text, "success", 0.5),
                         lambda text: answers.gap(other, text), lambda text: answers.crossings(other, text),
                         lambda text: answers.chart(title=text).svg, lambda text: answers.chart(title="{{{{ " + text + " }}}}").svg):
                try:
                    what(text)
                except o.Error:
                    pass
            print("well")
        threading.stack_size(512 << 10)
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True)
    assert done.stdout == "well\n", (done.returncode, done.stderr)
