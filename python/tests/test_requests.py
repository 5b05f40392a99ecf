"""Calls that requests render as: each gives the request again, and the JSON of the command.

`.ci/python` writes the requests: `ODDSMITH_REQUESTS` names their file.
"""

import json
import os
import pathlib
from types import SimpleNamespace

import oddsmith
from oddsmith import _oddsmith

LINES = [json.loads(line) for line in open(os.environ["ODDSMITH_REQUESTS"], encoding="utf8")]
ACTIONS = ["odds", "compare", "dc", "best", "duel", "play"]


def parsed(call):
    """The request of a call, whose functions return their arguments."""

    def function(action):
        def request(*texts, rules=None, **named):
            found = json.loads(_oddsmith._request(action, *texts, **named))
            return found if rules is None else found | {"rules": rules}

        return request

    functions = {action: function(action) for action in ACTIONS}
    module = SimpleNamespace(rules=lambda text: text, **functions)
    return eval(call, {"oddsmith": module, "pathlib": pathlib})


def test_calls_parse_back_to_their_requests():
    assert len(LINES) == 1000
    for line in LINES:
        assert parsed(line["call"]) == json.loads(line["request"]), line["call"]


def reply(call):
    """The JSON of a call's results, or None if it raises an error."""
    try:
        result = eval(call, {"oddsmith": oddsmith, "pathlib": pathlib})
    except oddsmith.Error:
        return None
    if isinstance(result, oddsmith.Difficulties):
        return result.rows
    return result if isinstance(result, dict) else result.json()


def test_calls_give_the_json_of_the_command():
    answered = [line for line in LINES if "reply" in line]
    assert len(answered) == 500
    found = 0
    for line in answered:
        expected = line["reply"] and json.loads(line["reply"])
        mine = reply(line["call"])
        if expected is None or mine is None:
            assert mine == expected, line["call"]
            continue
        found += 1
        # A question gives one case, or a list of them; a search gives rows.
        cases = expected.get("cases") if "differences" not in expected else None
        cases = cases or expected.get("duels") or expected.get("rows")
        if cases and len(cases) == 1 and "rows" not in expected:
            cases = cases[0]
        expected = cases or expected
        assert mine == expected, line["call"]
    assert found > 250, found
