"""Pickles and copies of every public class, also in another process."""

import copy
import json
import multiprocessing
import pickle
import re
from pathlib import Path

import polars as pl
import pytest

import oddsmith as o

SCENARIO = """
title = "Checks"
trials = 1_000
seed = 3
[sweep]
bonus = { from = 0, to = 3 }
[[check]]
use = "mutants.check"
set = { bonus = "$bonus", dc = 10 }
[[check]]
label = "push"
use = "house.push"
[[house]]
name = "push"
fields = { dice = 3 }
rule = "hits = count($dice d6, >=5)\\nask hits"
success = "hits >= 1"
"""
HOUSE = SCENARIO[SCENARIO.index("[[house]]") :]


def raised(ask):
    """The exception that a call raises."""
    with pytest.raises(Exception) as caught:
        ask()
    return caught.value


def objects():
    """Objects of every public class except `Run`, by name; several if their states differ."""
    rules = o.rules(HOUSE)
    sampled = o.odds("mutants.check", bonus=range(4), dc=(5, 10), trials=1e4, seed=5)
    cards = o.odds("melodrama.opposed", active=[0, 5, 10], passive=5, exact_only=True)
    d20 = o.odds("mutants.check", bonus=[0, 5, 10], dc=10, exact_only=True)
    both = o.compare("cards: melodrama.opposed", "d20: mutants.check", edge=[0, 5], match=0.6, trials=1000)
    duels = o.duel(attribute=4, skill=4, rival_attribute=4, rival_skill=4, price=[0, 0.05])
    steps = o.odds("melodrama.adventure", scenes=1, checks=3, trials=100, sampled_only=True)
    merged = o.merge([o.play_shard(SCENARIO, "1/1")])
    program = o.anydice('output [highest 3 of 4d6] named "ability" output 2d6 output 1d{} named "none"')
    never = o.dc("mutants.check", target=0.999, bonus=0, solve="dc", dc=range(20, 30))
    found = o.dc("mutants.check", target=0.65, bonus=[0, 4, 8])
    return {
        "sweep": sampled,
        "axis of one value": o.odds("mutants.check", bonus=[5], dc=10, trials=1000),
        "case of a sweep": sampled[3],
        "case": o.odds("3d6", at_least=11, trials=1000),
        "column": cards[1].column("result"),
        "steps": steps,
        "precise": o.odds("mutants.check", bonus=5, dc=10, precision=0.01),
        "floats": o.odds("40d6!", exact_only=True),
        "large": o.odds("60d20", exact_only=True),
        "rules": o.odds("house.push", dice=[1, 2], rules=rules, exact_only=True),
        "decisions": o.odds("moma.duel", attribute=4, skill=4, rival_attribute=4, rival_skill=4, trials=100),
        "duels": duels,
        "duel": duels[1],
        "comparison": both,
        "check of a comparison": both["d20"],
        "case of a comparison": both["d20"][1],
        "merged": merged,
        "check of merged": merged["push"],
        "case of merged": merged["mutants.check"][2],
        "program": program,
        "output": program["output 2"][0],
        "found": found,
        "sampled": o.dc("mutants.check", target=0.65, bonus=2, trials=1000, sampled_only=True),
        "translated": o.dc("mutants.check", bonus=8, like="melodrama.unopposed"),
        "never": never,
        "chart": sampled.chart("heat", title="{{ answers.max('success') }}", size=(640, 400), theme="dark"),
        "chart of a case": sampled[2].chart(),
        "chart of a case of several checks": both["cards"][1].chart(),
        "chart of a comparison": both.chart(),
        "chart of difficulties": found.chart(),
        "chart of dice": o.dice("3d6").chart(),
        "frame": sampled.frame(),
        "frame of a case": sampled[3].frame(),
        "frame of a comparison": both.frame(),
        "frame of merged": merged.frame(),
        "gaps": cards.gap(d20, "success * 2"),
        "gap": cards.gap(d20).widest,
        "tied": d20.gap(d20).widest,
        "estimate": sampled[3].estimate(),
        "chance": o.dice("d8") > o.dice("d6"),
        "dice": o.dice("d8!!").max("d6!!"),
        "rules alone": rules,
        "roll": o.play("melodrama.opposed", active=10, passive=5, luck="card 6, card 9"),
        "question": raised(lambda: o.rules('[[house]]\nname = "x"\nrule = "ask d6 +"\n')),
        "missing": raised(lambda: o.odds("3d6", exact_only=True).success),
        "too large": raised(lambda: o.odds("100d6kh50", exact_only=True, budget=10)),
        "file": raised(lambda: o.run("/nowhere/at_all.toml")),
        "error": o.Error("a message", "a hint", "a place", "an excerpt"),
    }


@pytest.fixture(scope="module")
def all_objects(tmp_path_factory):
    scenario = tmp_path_factory.mktemp("run") / "checks.toml"
    scenario.write_text(SCENARIO)
    return {**objects(), "run": o.run(scenario)}


def tried(ask):
    try:
        return ask()
    except o.Error as error:
        return str(error)


# Methods with arguments, and those that return other objects or open a browser.
PASSED = {"answer", "at", "best", "column", "crossings", "each", "equals", "gap", "gives_away", "interpolate", "max"}
PASSED |= {"min", "quantile", "sample", "save", "share", "show", "to_dict", "values", "where", "worst"}
# Of exceptions, Python's own.
PASSED |= {"add_note", "characters_written", "name", "obj", "with_traceback"}
# Drawn once for each object, not for each of its cases, because it is slow.
DRAWN = {"_repr_html_", "chart", "png", "svg"}


def views(one, passed=PASSED):
    """Every property and argumentless method of an object, as text, so that NaN equals NaN."""
    said = {"class": type(one).__name__, "repr": repr(one), "str": repr(tried(lambda: str(one)))}
    for name in dir(one):
        if name.startswith("_") and name != "_repr_html_" or name in passed:
            continue
        found = tried(lambda: getattr(one, name))
        found = tried(found) if callable(found) else found
        said[name] = views(found) if isinstance(found, (o.Frame, o.Gap)) else repr(found)
    if isinstance(one, (o.Answers, o.Gaps)):
        said["cases"] = [views(case, PASSED | DRAWN) for case in one]
    if isinstance(one, (o.Comparison, o.Results)):
        said["checks"] = [views(one[label], PASSED | DRAWN) for label in one.labels]
    if isinstance(one, o.Frame):
        said["rows"] = repr(pl.DataFrame(one).to_dicts())
    if isinstance(one, o.Rules):
        said["asked"] = repr(o.odds(one.checks[0], rules=one, exact_only=True).fraction)
    return said


def test_list_has_every_public_class(all_objects):
    public = {getattr(o, name) for name in o.__all__ if isinstance(getattr(o, name), type)}
    assert {type(one) for one in all_objects.values()} == public


def test_round_trip_keeps_all_views(all_objects):
    for name, one in all_objects.items():
        old, new = (pickle.loads(pickle.dumps(one, protocol)) for protocol in (2, pickle.HIGHEST_PROTOCOL))
        assert views(old) == views(one), name
        assert pickle.dumps(new) == pickle.dumps(pickle.loads(pickle.dumps(new))), name


def test_copies_equal_the_object(all_objects):
    for name, one in all_objects.items():
        for other in (copy.copy(one), copy.deepcopy(one)):
            assert type(other) is type(one) and repr(other) == repr(one), name


def test_spawned_processes_see_the_same(all_objects):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        for name, said in zip(all_objects, pool.map(views, all_objects.values())):
            assert said == views(all_objects[name]), name
        asked = [("mutants.check", bonus) for bonus in range(4)]
        answers = pool.starmap(odds, asked)
    assert [answer.json() for answer in answers] == [odds(*one).json() for one in asked]


def odds(check, bonus):
    return o.odds(check, bonus=bonus, dc=10, trials=1000)


def state(one):
    """The saved numbers of an object, and a function that restores it from others."""
    restore, parts = one.__reduce__()
    *call, saved = parts[0]
    return lambda text: restore((*call, text), *parts[1:]), saved


def test_unpickling_uses_the_saved_numbers():
    one = o.odds("mutants.check", bonus=5, dc=10, trials=1000, seed=1)
    restore, saved = state(one)
    numbers = json.loads(saved)
    [tally], [law] = numbers["answers"][0]["tallies"], numbers["answers"][0]["laws"]["columns"]
    tally["hits"]["numbers"].reverse()
    law["exactly"]["Whole"][0]["numbers"][0] -= 1
    law["exactly"]["Whole"][0]["numbers"][-1] += 1
    other = restore(json.dumps(numbers))
    counted = lambda answer: [row["hits"] for row in answer.json()["columns"][0]["sampled"]["outcomes"]]
    assert counted(other) == counted(one)[::-1] != counted(one)
    assert one.fraction == "4/5" and other.fraction == "17/20"
    restore, saved = state(o.duel(attribute=4, skill=4, rival_attribute=4, rival_skill=4))
    assert restore(saved.replace('"value":0.0,', '"value":0.25,')).value == 0.25
    restore, saved = state(o.dc("mutants.check", target=0.65, bonus=[0, 4]))
    assert restore(saved.replace('"solution":{"value":8,', '"solution":{"value":9,')).solved == [9, 12]


def test_case_of_a_sweep_pickles_its_own_numbers_only():
    many = o.odds("mutants.check", bonus=range(500), dc=10, exact_only=True)
    one = many[499]
    assert len(pickle.dumps(one)) < len(pickle.dumps(many)) / 100
    other = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(one))))
    assert other.at == {"bonus": 499} and "[499]" in other.chart().svg


def test_other_versions_and_changed_files_are_refused(tmp_path, monkeypatch):
    restore, saved = state(o.odds("mutants.check", bonus=5, dc=10, trials=100))
    with pytest.raises(o.QuestionError, match="saved by version 0.0.9 of oddsmith") as caught:
        restore(re.sub('"version":"[^"]*"', '"version":"0.0.9"', saved))
    assert "compute them again" in caught.value.hint
    for damaged in (saved[:-9], "", saved.replace("bonus=5", "bonus=6")):
        with pytest.raises(o.QuestionError, match="do not fit"):
            restore(damaged)
    monkeypatch.chdir(tmp_path)
    Path("program.txt").write_text("output 3d6")
    pickled = pickle.dumps(o.odds("anydice", program="program.txt", exact_only=True))
    assert pickle.loads(pickled).mean == 10.5
    Path("program.txt").write_text("output 2d6")
    with pytest.raises(o.QuestionError, match="do not fit"):
        pickle.loads(pickled)
    Path("program.txt").unlink()
    with pytest.raises(o.FileError):
        pickle.loads(pickled)


def test_changed_rows_leave_the_object_unchanged():
    found = o.dc("mutants.check", target=0.65, bonus=[0, 4])
    found.rows[0]["solved"] = found[0]["solved"] = -1
    assert found.solved == copy.deepcopy(found).solved == [8, 12]
