"""What can go wrong, as exceptions: what is wrong, where, and what to do about it."""

from __future__ import annotations


class Error(Exception):
    """A question that could not be answered, or a file that could not be used.

    An argument of the wrong kind is a `TypeError`, as everywhere.

    >>> import oddsmith
    >>> try:
    ...     oddsmith.odds("melodrama.opposed", activ=10)
    ... except oddsmith.Error as error:
    ...     print(error.message)
    ...     print(error.hint)
    unknown field `activ` of melodrama.opposed
    did you mean `active`?
    """

    message: str
    hint: str | None
    place: str | None
    excerpt: str | None

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        place: str | None = None,
        excerpt: str | None = None,
    ) -> None:
        super().__init__(message, hint, place, excerpt)
        self.message = message
        self.hint = hint
        self.place = place
        self.excerpt = excerpt

    def __str__(self) -> str:
        lines = [self.message if self.place is None else f"{self.message} ({self.place})"]
        if self.excerpt is not None:
            lines += ["  " + line for line in self.excerpt.splitlines()]
        if self.hint is not None:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)


class QuestionError(Error, ValueError):
    """The question is wrong, or a text."""


class MissingError(QuestionError, AttributeError):
    """A result has no such number: `hasattr` is False."""


class TooLargeError(QuestionError):
    """An exact result is too large for the budget."""


class FileError(Error, OSError):
    """A file could not be read or written."""

    def __str__(self) -> str:
        return Error.__str__(self)
