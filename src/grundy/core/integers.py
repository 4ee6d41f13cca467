"""The one strict reader of integers: ASCII digits, no sign, no leading zero, at most 4000 digits.

Python's own `int` accepts Arabic digits, underscores, signs and blanks; a typing mistake must not become a game.
"""

from __future__ import annotations

import re
from itertools import islice
from operator import index
from typing import Any

from .errors import NotationError

MAX_DIGITS = 4000
"""The longest number that is read; Python itself stops at 4300 digits."""

INTEGER = rf"(?:0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}})"
"""The pattern of an integer, to be used with `fullmatch` or before a character that is not a word's."""

_DIGITS = frozenset("0123456789")
_LONG = 10_000
"""Longer texts are checked by one regular expression; compiling it would cost a short one more than it saves."""


def as_integer(value: Any) -> Any:  # noqa: ANN401  # anything
    """Return the int that a number of another library is, for instance of numpy, and anything else unchanged."""
    if isinstance(value, int) or not hasattr(value, "__index__"):
        return value
    try:
        return index(value)
    except TypeError:
        return value


def read_integer(text: str, what: str = "a whole number") -> int:
    """Read one integer, or raise `NotationError` that says what was expected.

    >>> read_integer("1205")
    1205
    """
    if _is_strict(text):
        return int(text)
    raise NotationError(f"expected {what}, found {complaint(text)}", text=text, at=0, expected=what)


def _is_strict(text: str) -> bool:
    return _DIGITS.issuperset(text) and 0 < len(text) <= MAX_DIGITS and (text[0] != "0" or len(text) == 1)


def complaint(text: str) -> str:
    """Describe a text that is no integer, naming the trap it fell into."""
    shown = repr(text if len(text) <= 24 else text[:21] + "...")
    if not text:
        return "nothing"
    if not text.isascii():
        return f"{shown} (only the digits 0 to 9 count)"
    if _DIGITS.issuperset(text):
        if len(text) > MAX_DIGITS:
            return f"a number of {len(text)} digits (at most {MAX_DIGITS})"
        return f"{shown} (no leading zero)" if text[0] == "0" and len(text) > 1 else text
    if text[0] == "-" and text[1:] and _DIGITS.issuperset(text[1:]):
        return f"{shown} (negative)"
    return shown


def read_integers(text: str, what: str = "a heap size") -> list[int]:
    """Read integers separated by spaces or commas; a million of them in about a third of a second.

    >>> read_integers("10 12, 5")
    [10, 12, 5]
    """
    if len(text) > _LONG and re.fullmatch(rf" *+{INTEGER}(?:(?: ++(?:, *+)?|, *+){INTEGER})*+ *+", text):
        return list(map(int, text.replace(",", " ").split()))
    tokens = [token for token in text.replace(",", " ").split(" ") if token]
    wrong = next((i for i, token in enumerate(tokens) if not _is_strict(token)), None)
    if tokens and wrong is None and not ("," in text and "" in (piece.strip(" ") for piece in text.split(","))):
        return list(map(int, tokens))
    raise _refuse(text, tokens, wrong, what)


def _refuse(text: str, tokens: list[str], wrong: int | None, what: str) -> NotationError:
    hint = None
    if wrong is not None:
        at = next(islice(re.finditer("[^ ,]+", text), wrong, None)).start()
        found = complaint(tokens[wrong])
        hint = '" + " joins games in front of a "ruleset: position"' if tokens[wrong] == "+" else None
    elif "," in text:
        at, found = _idle_comma(text), "a comma"
    else:
        at, found = len(text), "nothing"
    return NotationError(f"expected {what}, found {found}", text=text, at=at, expected=what, hint=hint)


def _idle_comma(text: str) -> int:
    """Return the place of the first comma with no number in front of it, or of the last comma."""
    at = 0
    for piece in text.split(","):
        at += len(piece)
        if not piece.strip(" "):
            return min(at, text.rindex(","))
        at += 1
    return text.rindex(",")
