"""Compute the odds of tabletop rules: dice, cards, hidden bids, damage ladders.

>>> import oddsmith
>>> answer = oddsmith.odds("melodrama.opposed", active=10, passive=5)
>>> answer.fraction, round(answer.success, 4)
('599/729', 0.8217)

Fields are named arguments. Give one several values for a case with each:

>>> answers = oddsmith.odds("mutants.check", bonus=range(0, 6), dc=10)
>>> [round(chance, 2) for chance in answers.success]
[0.55, 0.6, 0.65, 0.7, 0.75, 0.8]

Dice need no check, and your own rules are a text:

>>> oddsmith.odds("3d6").mean
10.5
>>> mine = oddsmith.rules('''
... [[house]]
... name = "push"
... fields = { dice = 3 }
... rule = "hits = count($dice d6, >=5)\\\\nask hits"
... success = "hits >= 1"
... ''')
>>> oddsmith.odds("house.push", dice=2, rules=mine).fraction
'5/9'
"""

from ._dice import Dice, dice
from ._errors import Error, FileError, MissingError, QuestionError, TooLargeError
from ._numbers import Estimate, Gap
from ._oddsmith import (
    Answer,
    Answers,
    Chart,
    Comparison,
    Difficulties,
    Frame,
    Gaps,
    Results,
    Rules,
    Run,
    Tale,
    __version__,
    anydice,
    audit,
    best,
    compare,
    dc,
    duel,
    list,
    merge,
    odds,
    play,
    play_shard,
    report,
    rules,
    run,
    tune,
    verify,
)

# Not `list`: `from oddsmith import *` leaves Python its own.
__all__ = [
    "Answer",
    "Answers",
    "Chart",
    "Comparison",
    "Dice",
    "Difficulties",
    "Error",
    "Estimate",
    "FileError",
    "Frame",
    "Gap",
    "Gaps",
    "MissingError",
    "QuestionError",
    "Results",
    "Rules",
    "Run",
    "Tale",
    "TooLargeError",
    "__version__",
    "anydice",
    "audit",
    "best",
    "compare",
    "dc",
    "dice",
    "duel",
    "merge",
    "odds",
    "play",
    "play_shard",
    "report",
    "rules",
    "run",
    "tune",
    "verify",
]
