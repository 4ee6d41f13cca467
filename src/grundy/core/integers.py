"""The strict reader of integers: ASCII digits, no sign, no leading zero, at most 4000 digits.

Python's `int` also accepts digits of other scripts, underscores, signs and blanks, so a typing mistake could become a
different game.
"""

from __future__ import annotations

import re
from itertools import islice
from operator import index
from typing import Any

from .errors import InputError, NotationError

MAX_DIGITS = 4000
"""The largest number of digits that is read; Python itself stops at 4300 digits."""

INTEGER = rf"(?:0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}})"
"""A regular expression for an integer; use it with `fullmatch` or before a character that cannot continue a word."""

_DIGITS = frozenset("0123456789")
_LONG = 10_000
"""Longer texts are checked by one regular expression; for short texts its compilation costs more than it saves."""


def as_integer(value: Any) -> Any:  # noqa: ANN401  # anything
    """Return an integer of another library, such as numpy, as an int; return any other value unchanged.

    A bool is unchanged too, because a truth value in place of a number is a mistake.
    """
    if type(value) is int or type(value) is bool or not hasattr(value, "__index__"):
        return value
    try:
        return index(value)
    except TypeError:  # a class, or an array of several numbers
        return value


def whole(
    value: Any,  # noqa: ANN401  # anything
    expected: str = "a non-negative whole number",
    least: int | None = 0,
    most: int | None = None,
) -> int:
    """Return a number from a caller as an int; all public functions check integers by this function.

    Args:
        value: An int, or an integer of another library (anything with `__index__`).
        expected: A description of the allowed numbers, used in the message.
        least: The smallest number allowed, or None.
        most: The largest number allowed, or None.

    Returns:
        The number as an int.

    Raises:
        InputError: If `value` is a bool or not an integer, or if it is out of range.

    Example:
        >>> whole(5)
        5
    """
    number = value if type(value) is int else as_integer(value)
    if type(number) is not int or (least is not None and number < least) or (most is not None and number > most):
        raise InputError(f"expected {expected}, found {shown(number)}")
    return number


def shown(value: object) -> str:
    """Return `repr(value)`, shortened if it is long; a `__repr__` that fails raises no error here.

    >>> shown("abc"), shown(10**5000)
    ("'abc'", 'a number of too many digits')
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # a user's own __repr__, or more digits than Python writes
        return "a number of too many digits" if isinstance(value, int) else "something"
    return text if len(text) <= 80 else text[:77] + "..."


def read_integer(text: str, what: str = "a whole number") -> int:
    """Read one integer.

    Args:
        text: The digits.
        what: A description of the expected number, used in the message.

    Returns:
        The integer.

    Raises:
        NotationError: If the text is not an integer.

    Example:
        >>> read_integer("1205")
        1205
    """
    if _is_strict(text):
        return int(text)
    raise NotationError(f"expected {what}, found {complaint(text)}", text=text, at=0, expected=what)


def _is_strict(text: str) -> bool:
    return _DIGITS.issuperset(text) and 0 < len(text) <= MAX_DIGITS and (text[0] != "0" or len(text) == 1)


def complaint(text: str) -> str:
    """Describe a text that is not an integer, with the mistake if it is a typical one: "'007' (no leading zero)"."""
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
    """Read integers separated by spaces or commas, also powers; a million of them take about a third of a second.

    Args:
        text: The integers.
        what: A description of each number, used in the message.

    Returns:
        The integers in order.

    Raises:
        NotationError: If an item is not an integer, or if there is none.

    Example:
        >>> read_integers("10 12, 5"), read_integers("2^10 3")
        ([10, 12, 5], [1024, 3])
    """
    if len(text) > _LONG and re.fullmatch(rf" *+{INTEGER}(?:(?: ++(?:, *+)?|, *+){INTEGER})*+ *+", text):
        return list(map(int, text.replace(",", " ").split()))
    tokens = [token for token in text.replace(",", " ").split(" ") if token]
    if "^" in text:
        tokens = list(map(_without_power, tokens))
    wrong = next((i for i, token in enumerate(tokens) if not _is_strict(token)), None)
    if tokens and wrong is None and not ("," in text and "" in (piece.strip(" ") for piece in text.split(","))):
        return list(map(int, tokens))
    raise _refuse(text, tokens, wrong, what)


def _without_power(token: str) -> str:
    """Return a power such as "2^10" as digits, here "1024"; other tokens and too large powers are unchanged."""
    base, _, exponent = token.partition("^")
    if not (_is_strict(base) and _is_strict(exponent) and len(exponent) <= len(str(4 * MAX_DIGITS))):
        return token
    found = int(base) ** int(exponent) if len(base) * int(exponent) <= 4 * MAX_DIGITS else 10**MAX_DIGITS
    return str(found) if found < 10**MAX_DIGITS else token


def _refuse(text: str, tokens: list[str], wrong: int | None, what: str) -> NotationError:
    hint = None
    if wrong is not None:
        at = next(islice(re.finditer("[^ ,]+", text), wrong, None)).start()
        found = complaint(tokens[wrong])
        hint = "name both games, as in nim: 3 + kayles: 7" if tokens[wrong] == "+" else None
    elif "," in text:
        at, found = _idle_comma(text), "a comma"
    else:
        at, found = len(text), "nothing"
    return NotationError(f"expected {what}, found {found}", text=text, at=at, expected=what, hint=hint)


def _idle_comma(text: str) -> int:
    """Return the index in `text` of the first comma that has no number before it.

    If every comma has a number before it, the last comma is wrong, and its index is returned.
    """
    at = 0
    for piece in text.split(","):
        at += len(piece)
        if not piece.strip(" "):
            return min(at, text.rindex(","))
        at += 1
    return text.rindex(",")
