from builtins import list as _list
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NoReturn, Protocol, TypeAlias, TypedDict, final, overload

from ._numbers import Estimate, Gap

__version__: str

class _Number(Protocol):
    """A number of a library, as numpy's are."""

    def __float__(self) -> float: ...
    def is_integer(self) -> bool: ...

Value: TypeAlias = int | float | bool | str | None | _Number
"""The value of a field. A text is one value, as you would type it: "easy", "3d6kh2"."""

Sweep: TypeAlias = (
    Iterable[int] | Iterable[float] | _list[Any] | tuple[Any, ...] | AbstractSet[Any]
)
"""Several values of a field: any iterable except a text, at most a million."""

Form: TypeAlias = Literal["table", "markdown", "html", "bbcode", "csv"]
Kind: TypeAlias = Literal[
    "curve", "margin", "stack", "heat", "difference", "survival", "bars", "fan", "scatter", "laws"
]
Theme: TypeAlias = Literal["light", "dark"]

class Outcome(TypedDict):
    score: int | None
    name: str | None
    share: float

@final
class Gaps:
    """The differences between two results, one for each case.

    >>> import oddsmith
    >>> cards = oddsmith.odds("melodrama.opposed", active=range(0, 11, 5), passive=0)
    >>> d20 = oddsmith.odds("mutants.check", bonus=range(0, 11, 5), dc=10)
    >>> gaps = cards.gap(d20)
    >>> len(gaps), gaps.widest.at, round(gaps.widest.value, 4)
    (3, {'active': 10}, -0.0274)
    """

    @property
    def widest(self) -> Gap: ...
    @property
    def highest(self) -> Gap: ...
    @property
    def lowest(self) -> Gap: ...
    @property
    def values(self) -> _list[float]: ...
    def crossings(self) -> _list[float]: ...
    def at(self, **axes: Value) -> Gap: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Gap: ...
    def __iter__(self) -> Iterator[Gap]: ...

@final
class Frame:
    """Outcomes as an Arrow stream: one row a case, column and score.

    `polars.DataFrame(frame)`, `pandas.DataFrame.from_arrow(frame)`, `pyarrow.table(frame)` and
    DuckDB's `from_arrow` take it without a copy. Fields are columns named `set.FIELD`.

    >>> import oddsmith
    >>> oddsmith.odds("mutants.check", bonus=[0, 5], dc=10).frame()
    <oddsmith.Frame of 40 rows and 15 columns>
    """

    @property
    def columns(self) -> _list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Chart:
    """A chart. In a notebook it follows the light or dark theme.

    >>> import oddsmith
    >>> chart = oddsmith.odds("mutants.check", bonus=range(11), dc=15).chart()
    >>> chart.svg[:4], chart.png[1:4]
    ('<svg', b'PNG')
    """

    @property
    def svg(self) -> str: ...
    @property
    def png(self) -> bytes: ...
    def save(self, path: str | PathLike[str], /) -> None: ...
    def show(self) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Answer:
    """The result of one case: exact, simulated, or both.

    A number is exact where it can be, else simulated; `estimate` says which, with its interval. The
    result itself is neither true nor false: compare a number of it.

    >>> import oddsmith
    >>> answer = oddsmith.odds("melodrama.toughness", toughness=8, damage=10)
    >>> round(answer.share("unhurt"), 4), round(answer.share(at_least="bruised"), 4)
    (0.1372, 0.3978)
    >>> answer.columns, answer.likeliest
    (['rung'], ['stunned'])
    """

    @property
    def check(self) -> str: ...
    @property
    def fields(self) -> dict[str, Any]: ...
    @property
    def at(self) -> dict[str, Any]: ...
    @property
    def columns(self) -> _list[str]: ...
    @property
    def why(self) -> str: ...
    @property
    def trials(self) -> int: ...
    @property
    def success(self) -> float: ...
    @property
    def fraction(self) -> str | None: ...
    @property
    def mean(self) -> float: ...
    @property
    def sd(self) -> float: ...
    @property
    def median(self) -> int: ...
    @property
    def likeliest(self) -> _list[Any]: ...
    @property
    def value(self) -> float: ...
    @property
    def lo(self) -> float: ...
    @property
    def hi(self) -> float: ...
    @property
    def win(self) -> float: ...
    @property
    def tie(self) -> float: ...
    @property
    def loss(self) -> float: ...
    @property
    def spend(self) -> float: ...
    @property
    def rival_spend(self) -> float: ...
    def strategy(self, side: Literal["own", "rival"] = "own") -> _list[dict[str, Any]]: ...
    def gives_away(self, policy: str, /) -> float: ...
    def share(
        self,
        event: str | int | None = None,
        /,
        *,
        at_least: str | int | None = None,
        at_most: int | None = None,
        column: str | None = None,
        at: int | None = None,
    ) -> float: ...
    def quantile(self, level: float, /) -> int: ...
    def law(self, column: str | None = None, /, *, at: int | None = None) -> _list[Outcome]: ...
    def column(self, name: str, /, *, at: int | None = None) -> Answer: ...
    def each(self, column: str, /) -> _list[Answer]: ...
    def estimate(self, figure: str = "success", /) -> Estimate: ...
    def gap(self, other: Answer, /) -> Estimate: ...
    def __bool__(self) -> NoReturn: ...
    def frame(self) -> Frame: ...
    def table(self, form: Form = "table", /) -> str: ...
    def chart(
        self,
        kind: Kind | None = None,
        *,
        title: str | None = None,
        size: tuple[int, int] | None = None,
        theme: Theme = "light",
    ) -> Chart: ...
    def json(self) -> dict[str, Any]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def _repr_html_(self) -> str: ...

@final
class Answers:
    """The results of one check: a case for each combination of values, the last field fastest.

    A measure is a list with a number for each case. docs/documents.md describes the expressions.

    >>> import oddsmith
    >>> answers = oddsmith.odds("mutants.check", bonus=range(0, 21, 5), dc=15)
    >>> answers.axes, answers.success
    ({'bonus': [0, 5, 10, 15, 20]}, [0.3, 0.55, 0.8, 1.0, 1.0])
    >>> answers.at(bonus=5).fraction
    '11/20'
    >>> [answer.at["bonus"] for answer in answers.where("success > 0.5 and success < 1")]
    [5, 10]
    >>> answers.interpolate("bonus", over="success", at=0.675)
    7.5
    """

    @property
    def label(self) -> str: ...
    @property
    def check(self) -> str: ...
    @property
    def axes(self) -> dict[str, _list[Any]]: ...
    @property
    def success(self) -> _list[float]: ...
    @property
    def mean(self) -> _list[float]: ...
    @property
    def sd(self) -> _list[float]: ...
    @property
    def median(self) -> _list[int]: ...
    @property
    def value(self) -> _list[float]: ...
    def share(
        self,
        event: str | int | None = None,
        /,
        *,
        at_least: str | int | None = None,
        at_most: int | None = None,
        column: str | None = None,
        at: int | None = None,
    ) -> _list[float]: ...
    def law(
        self, column: str | None = None, /, *, at: int | None = None
    ) -> _list[_list[Outcome]]: ...
    def values(self, expression: str, /) -> _list[Any]: ...
    def at(self, **axes: Value) -> Answer: ...
    def where(self, expression: str, /) -> _list[Answer]: ...
    def best(self, expression: str, /) -> Answer: ...
    def worst(self, expression: str, /) -> Answer: ...
    def interpolate(self, expression: str, /, over: str, at: float) -> float | None: ...
    def gap(self, other: Answers, expression: str = "success", /) -> Gaps: ...
    def crossings(self, other: Answers, expression: str = "success", /) -> _list[float]: ...
    def frame(self) -> Frame: ...
    def csv(self) -> str: ...
    def table(self, form: Form = "table", /) -> str: ...
    def chart(
        self,
        kind: Kind | None = None,
        *,
        title: str | None = None,
        size: tuple[int, int] | None = None,
        theme: Theme = "light",
    ) -> Chart: ...
    def json(self) -> _list[dict[str, Any]]: ...
    def to_dict(self) -> _list[dict[str, Any]]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int, /) -> Answer: ...
    @overload
    def __getitem__(self, at: slice, /) -> _list[Answer]: ...
    def __iter__(self) -> Iterator[Answer]: ...
    def _repr_html_(self) -> str: ...

@final
class Comparison:
    """A comparison: the results of each check by its label, and the differences."""

    @property
    def labels(self) -> _list[str]: ...
    def __getitem__(self, label: str, /) -> Answers: ...
    def __len__(self) -> int: ...
    def frame(self) -> Frame: ...
    def csv(self) -> str: ...
    def json(self) -> dict[str, Any]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def table(self, form: Form = "table", /) -> str: ...
    def chart(
        self,
        kind: Kind | None = None,
        *,
        title: str | None = None,
        size: tuple[int, int] | None = None,
        theme: Theme = "light",
    ) -> Chart: ...
    def _repr_html_(self) -> str: ...

@final
class Difficulties:
    """The difficulties found, a row each."""

    @property
    def rows(self) -> _list[dict[str, Any]]: ...
    @property
    def solved(self) -> _list[int | None]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> dict[str, Any]: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def table(self, form: Form = "table", /) -> str: ...
    def chart(
        self,
        kind: Kind | None = None,
        *,
        title: str | None = None,
        size: tuple[int, int] | None = None,
        theme: Theme = "light",
    ) -> Chart: ...
    def _repr_html_(self) -> str: ...

@final
class Results:
    """The results of a scenario's checks, by label."""

    @property
    def title(self) -> str: ...
    @property
    def labels(self) -> _list[str]: ...
    @property
    def trials(self) -> int: ...
    def __getitem__(self, label: str, /) -> Answers: ...
    def __len__(self) -> int: ...
    def frame(self) -> Frame: ...
    def csv(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Run:
    """A scenario run: the files written, and the expectations that fail.

    It is neither true nor false: `run.failures == []` says whether all expectations hold.
    """

    @property
    def files(self) -> _list[Path]: ...
    @property
    def answer(self) -> str: ...
    @property
    def failures(self) -> _list[str]: ...
    @property
    def trials(self) -> int: ...
    def __bool__(self) -> NoReturn: ...
    def _repr_html_(self) -> str: ...

@final
class Rules:
    """House rules, for `rules=`."""

    @property
    def checks(self) -> _list[str]: ...

@final
class Tale:
    """One roll: its steps, its result, and the luck that repeats it."""

    @property
    def title(self) -> str: ...
    @property
    def lines(self) -> _list[str]: ...
    @property
    def luck(self) -> str: ...
    @property
    def scores(self) -> dict[str, int | str | None]: ...
    def __bool__(self) -> NoReturn: ...
    def _repr_html_(self) -> str: ...

@overload
def odds(  # type: ignore[overload-overlap]
    check: str,
    /,
    *,
    rules: Rules | None = None,
    of: str | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    column: str | None = None,
    trials: float | None = None,
    precision: float | None = None,
    seed: int | None = None,
    exact_only: bool = False,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
    **fields: Value,
) -> Answer:
    """Compute the odds of a check, and simulate it.

    `check` is a name from `list`, dice ("3d6kh2"), or a check with fields in one text
    ("house.opposed mine.luck=2d10 theirs.luck=d20"). Use the text for fields whose names have dots,
    or are also names of options; it takes no ranges. Give a field an iterable for a case with each
    value: the result is then `Answers`.

    `of`, `at_least` and `at_most` set what a success is, in `column`; the other options are those
    of `oddsmith odds`. By default a check is simulated a million times with seed 1. The same seed
    gives the same counts as the command.

    >>> import oddsmith
    >>> oddsmith.odds("melodrama.opposed", active=10, passive=5)
    <oddsmith.Answer melodrama.opposed active=10 passive=5: 0.821673525377229>
    >>> oddsmith.odds("3d6", at_least=11).success
    0.5
    >>> oddsmith.odds("melodrama.opposed", active=[5, 10], passive=5).share("critical")[1]
    0.1111111111111111
    """

@overload
def odds(
    check: str,
    /,
    *,
    rules: Rules | None = None,
    of: str | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    column: str | None = None,
    trials: float | None = None,
    precision: float | None = None,
    seed: int | None = None,
    exact_only: bool = False,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
    **fields: Value | Sweep,
) -> Answers: ...
@overload
def duel(  # type: ignore[overload-overlap]
    check: str | None = None, /, **fields: Value
) -> Answer:
    """Solve a duel of hidden choices: its value, both strategies, what simple ones lose.

    >>> import oddsmith
    >>> duel = oddsmith.duel(attribute=4, skill=4, rival_attribute=4, rival_skill=4, price=0.05)
    >>> round(duel.value, 6), round(duel.win - duel.loss, 6)
    (0.0, 0.0)
    """

@overload
def duel(check: str | None = None, /, **fields: Value | Sweep) -> Answers: ...
def anydice(text: str, /, *, seconds: float = 5.0) -> Results:
    """Run an AnyDice program, given as text: every output, exact, by its name.

    A warning says what was cut off, and where AnyDice itself gives another result. A program that
    takes longer than `seconds` is refused.

    >>> import oddsmith
    >>> outputs = oddsmith.anydice('output [highest 3 of 4d6] named "ability" output 2d6')
    >>> outputs.labels
    ['ability', 'output 2']
    >>> outputs["output 2"].mean
    [7.0]
    >>> outputs["ability"][0].share(18)
    0.016203703703703703
    """

def compare(
    *questions: str,
    edge: str | Iterable[int] | None = None,
    match: float | None = None,
    rules: Rules | None = None,
    of: str | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    column: str | None = None,
    trials: float | None = None,
    precision: float | None = None,
    seed: int | None = None,
    exact_only: bool = False,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
) -> Comparison:
    """Compare checks, each with the same advantage added in its own way.

    Each question is a text, "CHECK field=value" or "label: CHECK field=value". Give a field a range
    as on the command line: "dc=5..25/5". `match` shifts each check so that its chance of success at
    advantage 0 is as close to this as possible.

    >>> import oddsmith
    >>> both = oddsmith.compare("cards: melodrama.opposed", "d20: mutants.check", edge=range(-6, 9, 2))
    >>> both["cards"].gap(both["d20"]).widest
    Gap(-0.0729 at edge -4)
    >>> [round(place, 2) for place in both["cards"].crossings(both["d20"])]
    [0.94, 6.75]
    """

def dc(
    check: str,
    /,
    *,
    target: float | None = None,
    each: Mapping[str, Value | Sweep] | None = None,
    solve: str | None = None,
    never_below: bool = False,
    like: str | None = None,
    rules: Rules | None = None,
    of: str | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    column: str | None = None,
    trials: float | None = None,
    precision: float | None = None,
    seed: int | None = None,
    exact_only: bool = False,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
    **fields: Value | Sweep,
) -> Difficulties:
    """Find the difficulty that gives a chance, or translate another check's difficulties.

    There is a row for each value of a field with several. `solve` names another field to find;
    `never_below` allows no chance below the target; `like` is a check with its fields in one text.

    >>> import oddsmith
    >>> oddsmith.dc("mutants.check", target=0.65, bonus=[0, 4, 8]).solved
    [8, 12, 16]
    """

def play(
    check: str,
    /,
    *,
    luck: str | None = None,
    seed: int | None = None,
    rules: Rules | None = None,
    **fields: Value,
) -> Tale:
    """Roll once and show each step, with a seed or with the luck you give.

    >>> import oddsmith
    >>> tale = oddsmith.play("melodrama.opposed", active=10, passive=5, luck="card 6, card 9")
    >>> print(tale)
    10 + 6 = 16 against 5 + 9 = 14
    >>> tale.scores
    {'margin': 2, 'result': 'success'}
    """

def rules(text: str | PathLike[str], /) -> Rules:
    """Read the `[[house]]` tables of a TOML text, or of a file if you give a path.

    >>> import oddsmith
    >>> mine = oddsmith.rules('''
    ... [[house]]
    ... name = "push"
    ... fields = { dice = 3 }
    ... rule = "hits = count($dice d6, >=5)\\\\nask hits"
    ... success = "hits >= 1"
    ... ''')
    >>> mine.checks, oddsmith.odds("house.push", dice=2, rules=mine).fraction
    (['house.push'], '5/9')
    """

def list(what: str | None = None, /, *, rules: Rules | None = None) -> _list[dict[str, Any]]:
    """List checks: all, those of a system, or one, with fields and columns.

    >>> import oddsmith
    >>> [field["name"] for field in oddsmith.list("mutants.check")[0]["fields"]][:2]
    ['bonus', 'dc']
    """

def run(
    path: str | PathLike[str],
    /,
    *,
    out: str | PathLike[str] | None = None,
    trials: float | None = None,
    precision: float | None = None,
    seed: int | None = None,
    exact_only: bool = False,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
) -> Run:
    """Run a scenario file and write CSV, charts and text into a folder."""

def best(
    check: str,
    /,
    *,
    mean: str | None = None,
    least: bool = False,
    rules: Rules | None = None,
    budget: float | None = None,
    **fields: Value | Sweep,
) -> dict[str, Any]:
    """Find a player's best decisions in a house rule: their value, and the choice in each state.

    They are best for the chance of success, if the rule has one. `mean` names a column whose mean
    is made as large as possible, or with `least` as small as possible.

    >>> import oddsmith
    >>> mine = oddsmith.rules('''
    ... [[house]]
    ... name = "twice"
    ... rule = "first = d6\\\\nagain = decide no, yes\\\\ntotal = if again = yes then d6 else first\\\\nask total"
    ... ''')
    >>> oddsmith.best("house.twice", mean="total", rules=mine)["mean"]
    4.25
    """

def verify(
    path: str | PathLike[str],
    /,
    *,
    trials: float | None = None,
    precision: float | None = None,
    seed: int | None = None,
    exact_only: bool = False,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
) -> _list[dict[str, Any]]:
    """Check the `[[expect]]` rows of a scenario file: a row for each, with its verdict."""

def audit(*names: str) -> _list[dict[str, Any]]:
    """Test what the rulebooks claim in numbers: a row for each claim, with its verdict.

    >>> import oddsmith
    >>> [(row["id"], row["whose"]) for row in oddsmith.audit("M1")]
    [('M1', 'text')]
    """

def tune(
    path: str | PathLike[str],
    /,
    *,
    trials: float | None = None,
    precision: float | None = None,
    seed: int | None = None,
    exact_only: bool = False,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
) -> _list[dict[str, Any]]:
    """Find values for the `[vary]` numbers of a file that meet its expectations, best first."""

def report(folder: str | PathLike[str], /) -> Run:
    """Build the report of a folder with a scenario.toml and a report.md."""

def play_shard(
    text: str,
    shard: str,
    /,
    *,
    trials: float | None = None,
    seed: int | None = None,
    sampled_only: bool = False,
    no_kernel: bool = False,
    budget: float | None = None,
) -> str:
    """Simulate one part of a scenario, "3/16", and return its counts, for `merge`.

    The same arguments give the same part, so you can simulate a lost one again.
    """

def merge(parts: Iterable[str], /) -> Results:
    """Merge the parts of one run, each shard once.

    >>> import oddsmith
    >>> scenario = '''
    ... title = "A check"
    ... trials = 40_000
    ... [[check]]
    ... use = "mutants.check"
    ... set = { bonus = 5, dc = 10 }
    ... '''
    >>> parts = [oddsmith.play_shard(scenario, f"{number}/2") for number in (1, 2)]
    >>> oddsmith.merge(parts).trials
    40000
    """
