"""Dice as values: add, compare and chart them."""

from __future__ import annotations

from ._oddsmith import Answer, Estimate
from ._oddsmith import odds as _odds

__all__ = ["Dice", "dice"]


class Dice:
    """The exact outcomes of dice; each use is a new roll.

    Numbers and dice are added, subtracted, multiplied and divided (``//`` rounds down); ``<``,
    ``<=``, ``>`` and ``>=`` are the chance of it, ``equals`` that of the same total.

    >>> import oddsmith
    >>> four, three = oddsmith.dice("4d6kh3"), oddsmith.dice("3d6")
    >>> round(four.mean, 4), (three + 2).mean
    (12.2446, 12.5)
    >>> four > three
    Estimate(0.6221922153635117 = 29029/46656)
    >>> (three >= 11).fraction, three.equals(10).fraction
    ('1/2', '1/8')
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

    def chart(self, **options: object) -> object:
        """A chart of the chances; the options are those of ``Answer.chart``."""
        return self.answer.chart(**options)  # type: ignore[arg-type]

    def equals(self, other: Dice | int) -> Estimate:
        """The chance of the same total."""
        return _chance(f"({self._text}) = ({_text(other)})")

    def __add__(self, other: Dice | int) -> Dice:
        return Dice(f"{self._text} + {_bracketed(other)}")

    def __radd__(self, other: int) -> Dice:
        return Dice(f"{other} + {self._text}")

    def __sub__(self, other: Dice | int) -> Dice:
        return Dice(f"{self._text} - {_bracketed(other)}")

    def __rsub__(self, other: int) -> Dice:
        return Dice(f"{other} - {_bracketed(self)}")

    def __mul__(self, other: Dice | int) -> Dice:
        return Dice(f"({self._text}) * {_bracketed(other)}")

    def __rmul__(self, other: int) -> Dice:
        return self * other

    def __floordiv__(self, other: Dice | int) -> Dice:
        return Dice(f"({self._text}) / {_bracketed(other)}")

    def __neg__(self) -> Dice:
        return Dice(f"0 - {_bracketed(self)}")

    def __lt__(self, other: Dice | int) -> Estimate:
        return _chance(f"({self._text}) < ({_text(other)})")

    def __le__(self, other: Dice | int) -> Estimate:
        return _chance(f"({self._text}) <= ({_text(other)})")

    def __gt__(self, other: Dice | int) -> Estimate:
        return _chance(f"({self._text}) > ({_text(other)})")

    def __ge__(self, other: Dice | int) -> Estimate:
        return _chance(f"({self._text}) >= ({_text(other)})")

    def __repr__(self) -> str:
        return f"oddsmith.dice({self._text!r})"

    def _repr_html_(self) -> str:
        return self.answer._repr_html_()


def _text(value: Dice | int) -> str:
    return value.text if isinstance(value, Dice) else str(int(value))


def _bracketed(value: Dice | int) -> str:
    text = _text(value)
    return text if text.isalnum() else f"({text})"


def _chance(comparison: str) -> Estimate:
    answer = _odds("house.roll", luck=comparison, exact_only=True)
    return answer.estimate()


def dice(text: str, /) -> Dice:
    """Dice as a value, from a text in the language of dice.

    >>> import oddsmith
    >>> (oddsmith.dice("d20") + 5 >= 15).fraction
    '11/20'
    """
    made = Dice(text)
    made.answer
    return made
