"""Numbers with an interval: estimates, and the gaps between two results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from ._errors import QuestionError

__all__ = ["Estimate", "Gap", "no_truth_value"]


def no_truth_value(one: object, hint: str) -> NoReturn:
    """Refuse the truth value of an object, which Python would take for true."""
    kind = type(one).__name__
    raise TypeError(f"`{kind}` objects are neither true nor false\nhint: {hint}")


class _Number:
    __slots__ = ()
    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.value

    def __format__(self, spec: str, /) -> str:
        return format(self.value, spec)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, type(self)):
            return (self.value, self.low, self.high) == (other.value, other.low, other.high)
        return self.value == other

    def __hash__(self) -> int:
        return hash(self.value)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Estimate(_Number):
    """A number, exact or simulated with its 95 % interval.

    `value` is the number, exact where it can be; `low` and `high` are the ends of the interval, or
    the number itself where it is `exact`; `fraction` is the exact number as a text, if it has one.

    An estimate is neither true nor false: `if`, `and`, `max` and `sorted` raise a `TypeError`. It is
    equal to a number of the same value.

    >>> import oddsmith
    >>> chance = oddsmith.odds("melodrama.opposed", active=10, passive=5).estimate()
    >>> chance, chance.value > 0.5
    (Estimate(0.821673525377229 = 599/729), True)
    """

    value: float
    low: float
    high: float
    exact: bool
    fraction: str | None = None

    def __bool__(self) -> NoReturn:
        hint = "compare its number, as in `(a > b).value > 0.5`"
        no_truth_value(self, f"{hint}; the higher of two rolls is `a.max(b)`, the lower `a.min(b)`")

    def __repr__(self) -> str:
        if self.fraction is not None:
            return f"Estimate({self.value} = {self.fraction})"
        return f"Estimate({self.value})" if self.exact else f"Estimate({self.value}, {self.low} to {self.high})"


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Gap(_Number):
    """The difference of a number between two cases: neither true nor false, as an `Estimate`.

    `value` is the difference; `low` and `high` are the ends of its 95 % interval, or the difference
    itself where it is exact.
    """

    value: float
    low: float
    high: float
    _sides: tuple[float, float]
    _at: dict[str, Any]
    _place: str
    _tied: str | None
    """The error for what only one gap of this size would have."""

    @property
    def one(self) -> float:
        """The number in the first case."""
        return self._alone()._sides[0]

    @property
    def other(self) -> float:
        """The number in the other."""
        return self._alone()._sides[1]

    @property
    def at(self) -> dict[str, Any]:
        """The case: the fields with several values, and their values."""
        return dict(self._alone()._at)

    def _alone(self) -> Gap:
        if self._tied is not None:
            raise QuestionError(self._tied)
        return self

    def __bool__(self) -> NoReturn:
        no_truth_value(self, "compare its number, as in `gap.value > 0`")

    def __repr__(self) -> str:
        return f"Gap({self.value:+.4f} at {self._place})"
