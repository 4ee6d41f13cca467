"""The one strict reader of integers: ASCII digits, no sign, no leading zero, at most 4000 digits.

Python's own `int` accepts Arabic digits, underscores, signs and blanks; a typing mistake must not become a game.
"""

from __future__ import annotations

import re

from .errors import NotationError

MAX_DIGITS = 4000
"""The longest number that is read; Python itself stops at 4300 digits."""

INTEGER = rf"(?:0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}})"
"""The pattern of an integer, to be used with `fullmatch` or before a character that is not a word's."""

_INTEGER = re.compile(INTEGER)
_HEAPS = re.compile(rf" *+{INTEGER}(?:[ ,]++{INTEGER})*+ *+")
_TOKEN = re.compile(r"[^ ,]+")


def is_integer(value: object) -> bool:
    """Return whether `value` is an int and nothing that merely looks like one (a boolean, a float)."""
    return type(value) is int


def read_integer(text: str, what: str = "a whole number") -> int:
    """Read one integer, or raise `NotationError` that says what was expected.

    >>> read_integer("1205")
    1205
    """
    if _INTEGER.fullmatch(text):
        return int(text)
    raise NotationError(f"expected {what}, found {complaint(text)}", text=text, at=0, expected=what)


def complaint(text: str) -> str:
    """Describe a text that is no integer, naming the trap it fell into."""
    shown = repr(text if len(text) <= 24 else text[:21] + "...")
    if not text:
        return "nothing"
    if not text.isascii():
        return f"{shown} (only the digits 0 to 9 count)"
    if re.fullmatch("[0-9]+", text):
        if len(text) > MAX_DIGITS:
            return f"a number of {len(text)} digits (at most {MAX_DIGITS})"
        return f"{shown} (no leading zero)" if text[0] == "0" and len(text) > 1 else text
    if re.fullmatch("-[0-9]+", text):
        return f"{shown} (negative)"
    return shown


def read_integers(text: str, what: str = "a heap size") -> list[int]:
    """Read integers separated by spaces or commas; a million of them in about a third of a second.

    >>> read_integers("10 12, 5")
    [10, 12, 5]
    """
    if _HEAPS.fullmatch(text):
        return list(map(int, text.replace(",", " ").split()))
    tokens = list(_TOKEN.finditer(text))
    for token in tokens:
        if not _INTEGER.fullmatch(token[0]):
            raise NotationError(
                f"expected {what}, found {complaint(token[0])}", text=text, at=token.start(), expected=what
            )
    at = 0 if tokens else len(text)
    raise NotationError(f"expected {what}, found {'a comma' if tokens else 'nothing'}", text=text, at=at, expected=what)
