"""A reader of a text with a cursor; its errors state what was expected and where."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from .errors import InputError, NotationError
from .integers import INTEGER, complaint, read_integer, read_integers

T = TypeVar("T")
MAX_TEXT = 2000
"""The largest length of the text of a rule or of a claim, in characters."""

_WORD_END = re.compile(r"[^\s,(){}\[\]=/:@]*")
_INTEGER_HERE = re.compile(INTEGER + r"(?![0-9A-Za-z_])")
_POWER_HERE = re.compile(rf"{INTEGER}\^{INTEGER}(?![0-9A-Za-z_])")


@lru_cache(maxsize=64)  # several times as fast as the cache of `re`
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


class Scanner:
    """Reads a text from left to right; spaces and tabs between tokens are ignored.

    Args:
        text: The text to read.
        at: The index where to begin.
    """

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at

    def blanks(self) -> None:
        """Skip spaces and tabs."""
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1

    def done(self) -> bool:
        """Return whether nothing but spaces and tabs is left of the text."""
        self.blanks()
        return self.at >= len(self.text)

    def match(self, pattern: str) -> str | None:
        """Match a regular expression at the cursor and move the cursor after it; return the text matched, or None."""
        self.blanks()
        found = _compiled(pattern).match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def needed(self, pattern: str, expected: str) -> str:
        """Match a regular expression at the cursor, move the cursor after it, and return the text matched.

        Args:
            pattern: The regular expression.
            expected: The description of the pattern, for errors.

        Returns:
            The text that matched.

        Raises:
            NotationError: If the pattern does not match.
        """
        found = self.match(pattern)
        if found is None:
            raise self.error(expected)
        return found

    def take(self, literal: str) -> bool:
        """Move the cursor after a literal if it is next, and return whether it is.

        A literal that ends in a letter or digit must be a whole word.
        """
        self.blanks()
        if not self.text.startswith(literal, self.at):
            return False
        end = self.at + len(literal)
        if literal[-1].isalnum() and end < len(self.text) and (self.text[end].isalnum() or self.text[end] in "_-"):
            return False
        self.at = end
        return True

    def expect(self, literal: str, what: str | None = None) -> None:
        """Move the cursor after a literal, which must be next.

        Args:
            literal: The literal.
            what: A description of the expected text, used in the message; by default the literal.

        Raises:
            NotationError: If the literal is not at the cursor.
        """
        if not self.take(literal):
            raise self.error(what or f'"{literal}"')

    def integer(self, what: str = "a whole number") -> int:
        """Read the integer at the cursor and return it; raise `NotationError` if there is none.

        `what` is the expected thing in words, as the message of an error names it.
        """
        self.blanks()
        found = _INTEGER_HERE.match(self.text, self.at)
        if found is None:
            raise self.error(what, number=True)
        self.at = found.end()
        return read_integer(found[0], what)

    def number(self, what: str = "a whole number") -> int:
        """Return the integer, or the power such as 10^100, at the cursor; raise `NotationError` if there is none.

        `what` is the expected thing in words, as the message of an error names it.
        """
        self.blanks()
        found = _POWER_HERE.match(self.text, self.at)
        if found is None:
            return self.integer(what)
        (value,) = read_integers(found[0], what)
        self.at = found.end()
        return value

    def several(self, read: Callable[[Scanner], T]) -> list[T]:
        """Read one or more items, separated by blanks or single commas, up to the end of the text.

        `read` reads one item. Return the list of the items.
        """
        found = [read(self)]
        while not self.done():
            self.take(",")
            found.append(read(self))
        return found

    def end(self, what: str = "the end of the text") -> None:
        """Raise `NotationError`, with `what` as the expected text, if more than blanks is left of the text."""
        if not self.done():
            raise self.error(what)

    def error(
        self,
        expected: str,
        *,
        at: int | None = None,
        number: bool = False,
        kind: type[InputError] = NotationError,
        hint: str | None = None,
    ) -> InputError:
        """Return an error about the text at the cursor, with a message such as "expected a number, found 'x'".

        Args:
            expected: A description of the expected text.
            at: The index of the mistake in the text, to which the cursor is moved; by default the cursor.
            number: Whether a number was expected, so that the message explains typical mistakes.
            kind: The class of the error.
            hint: A text that the user can write instead.

        Returns:
            The error, with text and place.
        """
        if at is not None:
            self.at = at
        self.blanks()
        rest = self.text[self.at :]
        word = _WORD_END.match(rest)
        token = (word[0] if word else "") or rest[:1]
        found = complaint(token) if number else (repr(token[:24]) if token else "nothing")
        message = f"expected {expected}, found {found}"
        return kind(message, text=self.text, at=self.at, expected=expected, hint=hint)
