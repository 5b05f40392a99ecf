"""Dice as values: add, compare and chart them."""

from __future__ import annotations

from numbers import Real
from operator import index
from typing import NoReturn, SupportsIndex

from ._numbers import Estimate, no_truth_value
from ._oddsmith import Answer, Chart
from ._oddsmith import odds as _odds

__all__ = ["Dice", "dice"]


class Dice:
    """The exact outcomes of dice; each use is a new roll.

    Dice and whole numbers are added, subtracted, multiplied and divided (``//`` rounds down).
    ``==``, ``!=``, ``<``, ``<=``, ``>`` and ``>=`` are the chance of it, which is neither true nor
    false: ``if``, ``max`` and ``sorted`` raise a `TypeError`. ``max`` and ``min`` of Python are the
    methods `max` and `min` here.

    >>> import oddsmith
    >>> four, three = oddsmith.dice("4d6kh3"), oddsmith.dice("3d6")
    >>> round(four.mean, 4), (three + 2).mean
    (12.2446, 12.5)
    >>> four > three
    Estimate(0.6221922153635117 = 29029/46656)
    >>> (three >= 11).fraction, (three == 10).fraction
    ('1/2', '1/8')
    >>> (oddsmith.dice("d8!!").max("d6!!") >= 4).fraction
    '13/16'
    """

    __slots__ = ("_answer", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._answer: Answer | None = None

    @property
    def text(self) -> str:
        """The dice in the language of dice."""
        return self._text

    @property
    def answer(self) -> Answer:
        """The whole result, computed when you first ask for it."""
        if self._answer is None:
            self._answer = _odds("house.roll", luck=self._text, exact_only=True)
        return self._answer

    @property
    def mean(self) -> float:
        """The mean total."""
        return self.answer.mean

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return self.answer.sd

    def law(self) -> dict[int, float]:
        """The chance of each total."""
        rows = self.answer.law()
        return {row["score"]: row["share"] for row in rows if row["score"] is not None}

    def sample(self, *, trials: float = 1_000_000, seed: int = 1) -> dict[int, float]:
        """How often each total came up in `trials` rolls; the same seed gives the same rolls.

        >>> import oddsmith
        >>> counted = oddsmith.dice("3d6").sample(trials=1e5, seed=7)
        >>> abs(counted[10] - 1 / 8) < 0.01
        True
        """
        rows = _odds("house.roll", luck=self._text, trials=trials, seed=seed, sampled_only=True).law()
        return {row["score"]: row["share"] for row in rows if row["score"] is not None}

    def chart(self, **options: object) -> Chart:
        """A chart of the chances; the options are those of ``Answer.chart``."""
        return self.answer.chart(**options)  # type: ignore[arg-type]

    def max(self, other: Dice | SupportsIndex | str, /, *others: Dice | SupportsIndex | str) -> Dice:
        """The highest of several rolls: ``max(…)`` of the language of dice.

        Every operand is a roll of its own, also the same dice twice. A text is dice, as for `dice`.

        >>> import oddsmith
        >>> d20 = oddsmith.dice("d20")
        >>> d20.max(d20).mean == oddsmith.dice("2d20kh1").mean
        True
        >>> oddsmith.dice("d8").max("d6", 2).text
        'max(d8, d6, 2)'
        """
        return self._of("max", other, *others)

    def min(self, other: Dice | SupportsIndex | str, /, *others: Dice | SupportsIndex | str) -> Dice:
        """The lowest of several rolls: ``min(…)`` of the language of dice.

        Every operand is a roll of its own, also the same dice twice. A text is dice, as for `dice`.

        >>> import oddsmith
        >>> d20 = oddsmith.dice("d20")
        >>> d20.min(d20).mean
        7.175
        """
        return self._of("min", other, *others)

    def _of(self, function: str, *others: Dice | SupportsIndex | str) -> Dice:
        rolls = (dice(other) if isinstance(other, str) else other for other in others)
        return Dice(f"{function}({', '.join(map(_text, (self, *rolls)))})")

    def equals(self, other: Dice | SupportsIndex) -> Estimate:
        """The chance of the same total; the same as ``==``."""
        return _chance(self, "=", other)

    def __add__(self, other: Dice | SupportsIndex) -> Dice:
        return _joined(self, "+", other)

    def __radd__(self, other: SupportsIndex) -> Dice:
        return _joined(other, "+", self)

    def __sub__(self, other: Dice | SupportsIndex) -> Dice:
        return _joined(self, "-", other)

    def __rsub__(self, other: SupportsIndex) -> Dice:
        return _joined(other, "-", self)

    def __mul__(self, other: Dice | SupportsIndex) -> Dice:
        return _joined(self, "*", other)

    def __rmul__(self, other: SupportsIndex) -> Dice:
        return _joined(other, "*", self)

    def __floordiv__(self, other: Dice | SupportsIndex) -> Dice:
        return _joined(self, "/", other)

    def __neg__(self) -> Dice:
        return _joined(0, "-", self)

    def __lt__(self, other: Dice | SupportsIndex) -> Estimate:
        return _chance(self, "<", other)

    def __le__(self, other: Dice | SupportsIndex) -> Estimate:
        return _chance(self, "<=", other)

    def __gt__(self, other: Dice | SupportsIndex) -> Estimate:
        return _chance(self, ">", other)

    def __ge__(self, other: Dice | SupportsIndex) -> Estimate:
        return _chance(self, ">=", other)

    def __eq__(self, other: object) -> Estimate:  # type: ignore[override]
        return _chance(self, "=", other) if isinstance(other, (Dice, Real)) else NotImplemented

    def __ne__(self, other: object) -> Estimate:  # type: ignore[override]
        return _chance(self, "!=", other) if isinstance(other, (Dice, Real)) else NotImplemented

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        no_truth_value(self, "compare a chance, as in `(dice > 3).value > 0.5`")

    def __repr__(self) -> str:
        return f"oddsmith.dice({self._text!r})"

    def _repr_html_(self) -> str:
        return self.answer._repr_html_()


def _text(value: object) -> str:
    if isinstance(value, Dice):
        return value.text
    try:
        return str(index(value))  # type: ignore[arg-type]
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"dice take dice and whole numbers, not {kind}") from None


def _bracketed(value: object) -> str:
    text = _text(value)
    return text if text.isalnum() else f"({text})"


def _joined(one: object, sign: str, other: object) -> Dice:
    return Dice(f"{_bracketed(one)} {sign} {_bracketed(other)}")


def _chance(one: Dice, sign: str, other: object) -> Estimate:
    # In brackets: a comparison of a pool would count its dice.
    comparison = f"({_text(one)}) {sign} ({_text(other)})"
    return _odds("house.roll", luck=comparison, exact_only=True).estimate()


def dice(text: str, /) -> Dice:
    """Dice as a value, from a text in the language of dice.

    >>> import oddsmith
    >>> (oddsmith.dice("d20") + 5 >= 15).fraction
    '11/20'
    """
    made = Dice(text)
    made.answer
    return made
