"""What answers are asked, large and small; and what a chart says of the call that made it."""

import copy
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import oddsmith as o


def test_many_answers_are_gone_through_in_linear_time():
    answers = o.odds("mutants.check", bonus=range(-50, 50), dc=range(-100, 100), exact_only=True)
    other = o.odds("mutants.check", bonus=range(-50, 50), dc=range(-99, 101), exact_only=True)
    start = time.monotonic()
    assert sum(1 for _ in answers) == 20_000
    gaps = answers.gap(answers)
    assert sum(1 for _ in gaps) == 20_000 and set(gaps.values) == {0.0}
    shifted = answers.at(bonus=0, dc=5).gap(other.at(bonus=0, dc=6))
    assert abs(shifted.value - 0.05) < 1e-9
    assert time.monotonic() - start < 5


def test_some_of_the_answers():
    answers = o.odds("mutants.check", bonus=range(6), dc=10, exact_only=True)
    assert [answer.at["bonus"] for answer in answers[1:5:2]] == [1, 3]
    assert [answer.at["bonus"] for answer in answers[::-1]] == [5, 4, 3, 2, 1, 0]
    assert answers[6:] == []


def test_a_chart_of_one_case_of_many():
    saves = o.odds("melodrama.toughness", toughness=8, damage=9, joker_saves=[False, True], trials=1000)
    alone = o.odds("melodrama.toughness", toughness=8, damage=9, joker_saves=False, trials=1000)
    own, same = (re.findall('aria-label="(.*?)"|<title>(.*?)</title>', one.chart().svg) for one in (saves[0], alone))
    assert own == same and own
    assert "joker_saves=[False, True], trials=1000)[0]" in saves[0].chart().svg
    dots = o.odds("house.opposed mine.luck=2d10 theirs.luck=2d10", **{"mine.add": [1, 2]}, exact_only=True)
    assert "<svg" in dots[0].chart().svg
    both = o.compare("a: mutants.check", "b: melodrama.opposed", edge=[0, 5], exact_only=True)
    assert "<svg" in both["b"][1].chart().svg
    assert "<svg" in saves[1]._repr_html_()


def test_a_duel_has_no_chart():
    duels = o.duel(attribute=4, skill=4, rival_attribute=4, rival_skill=4, price=[0, 0.05])
    for one in (duels, duels[0]):
        with pytest.raises(o.QuestionError, match="nothing to draw"):
            one.chart()


def test_a_call_is_written_with_the_values_that_were_read():
    def svg(values):
        return o.odds("mutants.check", bonus=values, dc=np.int64(10), exact_only=True).chart().svg

    one = svg([0, 5])
    assert one == svg(np.array([0, 5])) == svg(bonus for bonus in (0, 5)) == svg((0, 5))
    assert "bonus=[0, 5], dc=10" in one
    assert "bonus=range(0, 6, 5)" in svg(range(0, 6, 5))
    dots = o.odds("house.opposed mine.luck=2d10 theirs.luck=2d10", **{"mine.add": [1, 2]}, exact_only=True)
    assert "mine.add" in dots.chart().svg and "mine.add=" not in dots.chart().svg
    found = o.dc("mutants.check", target=0.65, each={"bonus": (n for n in range(3))})
    assert "target=0.65" in found.chart().svg and "[0, 1, 2]" in found.chart().svg


def test_flags_and_numbers_of_others():
    saves = {"toughness": 8, "damage": 9, "exact_only": np.True_}
    swept = o.odds("melodrama.toughness", joker_saves=np.array([True, False]), **saves)
    assert swept.axes == {"joker_saves": [True, False]}
    one = o.odds("melodrama.toughness", joker_saves=np.True_, **saves)
    assert one.mean == swept[0].mean
    with pytest.raises(o.QuestionError):
        o.odds("mutants.check", bonus=np.True_, dc=10)
    assert o.odds("mutants.check", bonus=np.float32(5), dc=np.array(10), exact_only=True).success == 0.8
    assert swept.at(joker_saves=np.bool_(True)).mean == one.mean


def test_parts_and_rows_of_any_kind():
    from types import MappingProxyType

    scenario = 'title = "Mine"\ntrials = 1000\n[[check]]\nuse = "mutants.check"\nset = { bonus = 5, dc = 10 }\n'
    parts = [o.play_shard(scenario, f"{number}/2") for number in (1, 2)]
    whole = o.merge(parts)
    assert o.merge(set(parts)).csv() == o.merge(part for part in parts).csv() == whole.csv()
    import polars as pl

    assert pl.DataFrame(whole.frame())["scenario"].unique().to_list() == ["Mine"]
    assert whole.csv().splitlines()[1].startswith("Mine,")
    rows = MappingProxyType({"bonus": range(3)})
    assert o.dc("mutants.check", target=0.65, each=rows).solved == [8, 9, 10]


def test_rules_go_to_other_processes():
    mine = o.rules('[[house]]\nname = "x"\nrule = "sum = 2d6\\nask sum"\n')
    for other in (pickle.loads(pickle.dumps(mine)), copy.deepcopy(mine)):
        assert o.odds("house.x", rules=other, exact_only=True).mean == 7


def test_an_estimate_is_written_as_a_number_is():
    answer = o.odds("mutants.check", bonus=5, dc=10, exact_only=True)
    assert f"{answer.estimate():.1%}" == "80.0%"


def test_a_star_leaves_python_its_own():
    names: dict[str, object] = {}
    exec("from oddsmith import *", names)
    assert "list" not in names and names["odds"] is o.odds


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_the_most_trials_that_there_are():
    program = """
        import time, oddsmith as o
        print("begun", flush=True)
        try:
            o.odds("melodrama.opposed", active=10, passive=5, trials=1e15, sampled_only=True)
        except KeyboardInterrupt:
            begun = time.process_time()
            time.sleep(2)
            spent = time.process_time() - begun
            print("idle" if spent < 1 else f"at work for {spent}", flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=20)[0] == "idle\n"


def test_what_a_bar_raises_ends_the_work(monkeypatch):
    import oddsmith._progress

    class Bar:
        closed = False

        def update(self, done):
            raise KeyboardInterrupt

        def close(self):
            Bar.closed = True

    monkeypatch.setattr(oddsmith._progress, "bar", lambda total, unit: Bar())
    with pytest.raises(KeyboardInterrupt):
        o.odds("house.roll", luck="40d6!", trials=1e12, sampled_only=True)
    assert Bar.closed
    time.sleep(0.5)
    begun = time.process_time()
    time.sleep(1)
    assert time.process_time() - begun < 0.5
