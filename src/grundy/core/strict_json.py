"""The strict reader of JSON, which rejects texts that Python's own reader accepts.

`NotationError` is raised for duplicate keys, NaN and Infinity, numbers with a point or an exponent, -0, integers of
2^53 and more (write them as decimal strings), lone surrogates and deep nesting.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from .errors import NotationError

MAX_NESTING = 64
"""The deepest nesting of arrays and objects."""
MAX_NUMBER = 2**53 - 1
"""The largest integer that every reader of JSON represents exactly."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)


def read_json(text: str) -> Any:  # noqa: ANN401  # any JSON value
    """Parse JSON, but raise `NotationError` for duplicate keys, fractions, and integers of 2^53 and more.

    >>> read_json('{"arcs": [[1, 2]]}')
    {'arcs': [[1, 2]]}
    """
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_NESTING:
            raise NotationError(f"expected at most {MAX_NESTING} brackets in each other")
    try:
        found = json.loads(
            text, object_pairs_hook=_object, parse_constant=_refuse, parse_float=_refuse, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        raise NotationError(f"expected JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    try:
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotationError("expected text, found half of a surrogate pair") from None
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotationError(f"expected every key once, found {twice[:40]!r} twice")
    return found


def _integer(digits: str) -> int:
    if digits == "-0" or len(digits) > 17 or abs(int(digits)) > MAX_NUMBER:
        raise NotationError(f"expected a whole number below 2^53 (larger ones as text), found {digits[:40]}")
    return int(digits)


def _refuse(number: str) -> NoReturn:
    raise NotationError(f"expected a whole number, found {number[:40]}")
