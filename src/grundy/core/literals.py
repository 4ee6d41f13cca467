"""Positions of any ruleset as text: integers, words, tuples and sets, as Python writes them.

The text is parsed here and never evaluated by Python. Positions consist of int, str, bytes, tuple and frozenset only,
so that they are hashable and immutable. Booleans, floats and lists are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from operator import is_
from typing import Any

from .errors import RuleError
from .integers import as_integer, shown
from .scanner import Scanner
from .sums import Sum

MAX_NESTING = 64
"""The deepest nesting of tuples and sets."""

_MAKERS: dict[type, Callable[[list[Hashable]], Hashable]] = {tuple: tuple, frozenset: frozenset, Sum: Sum.of}
"""The function that rebuilds a container from its items; named tuples have `_make` instead."""
_ESCAPE = r"\\(?:['\\]|x[0-9a-f]{2}|u[0-9a-f]{4}|U00(?:0[0-9a-f]|10)[0-9a-f]{4})"
_WORD = rf"'(?:[^'\\\n]|{_ESCAPE})*+'"
_PLAIN = re.compile(r"[ !-&(-*,-\[\]-~]*")
_BYTES = r"b'(?:[ !-&(-\[\]-~]|\\(?:['\\]|x[0-9a-f]{2}))*+'"


def read_literals(text: str) -> list[Any]:
    """Read one or more positions separated by blanks or commas.

    >>> read_literals("3 (1, 'a') {2, 5}")
    [3, (1, 'a'), frozenset({2, 5})]
    """
    return Scanner(text).several(lambda scanner: _read(scanner, 0))


def _read(scanner: Scanner, depth: int) -> Any:  # noqa: ANN401  # a position may be anything hashable
    """Read one position: integer | "-" integer | 'word' | b'bytes' | ( literals ) | { literals }."""
    if depth > MAX_NESTING:
        raise scanner.error(f"at most {MAX_NESTING} brackets in each other")
    if scanner.take("("):
        return tuple(_read_items(scanner, ")", depth))
    if scanner.take("{"):
        return frozenset(_read_items(scanner, "}", depth))
    if (word := scanner.match(_WORD)) is not None:
        return _unescaped(word[1:-1])
    if (word := scanner.match(_BYTES)) is not None:
        return _unescaped(word[2:-1]).encode("latin-1")
    sign = -1 if scanner.take("-") else 1
    return sign * scanner.integer("a position (a number, 'word', (tuple) or {set})")


def _read_items(scanner: Scanner, closing: str, depth: int) -> list[Any]:
    items: list[Any] = []
    while not scanner.take(closing):
        if items:
            scanner.expect(",", f'"," or "{closing}"')
            if scanner.take(closing):
                break
        items.append(_read(scanner, depth + 1))
    return items


def show_literal(position: Hashable) -> str:
    """Write a position so that `read_literals` reads it; sets are sorted.

    >>> show_literal((3, "a", frozenset({2, 1})))
    "(3, 'a', {1, 2})"
    """
    if isinstance(position, tuple):
        items = ", ".join(map(show_literal, position))
        return f"({items},)" if len(position) == 1 else f"({items})"
    if isinstance(position, frozenset):
        return "{" + ", ".join(sorted(map(show_literal, position), key=lambda item: (len(item), item))) + "}"
    if isinstance(position, str):
        return _escaped(position)
    if isinstance(position, bytes):
        return "b" + _escaped(position.decode("latin-1"), most=0x7E)
    return repr(position)


def _escaped(word: str, most: int = 0x10FFFF) -> str:
    """Write a word in quotes, with escapes for quotes and unprintable characters.

    The text " + " is escaped too, because it joins games in notation. Characters above the code point `most` are
    escaped as well.
    """
    if _PLAIN.fullmatch(word):
        return f"'{word}'"
    special = "'\\+" if " + " in word else "'\\"
    kept = (c if c.isprintable() and ord(c) <= most and c not in special else _escape(c) for c in word)
    return "'" + "".join(kept) + "'"


def _escape(character: str) -> str:
    if character in "'\\":
        return "\\" + character
    code = ord(character)
    return f"\\x{code:02x}" if code < 1 << 8 else (f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}")


def _unescaped(text: str) -> str:
    return re.sub(_ESCAPE, lambda found: chr(int(f"0x{found[0][2:]}", 0)) if found[0][2:] else found[0][1], text)


def plain_position(position: Hashable, depth: int = 0) -> Hashable:
    """Return a position with the integers of other libraries, such as numpy, as ints.

    Args:
        position: Any value.
        depth: The number of tuples and sets around this value. Values deeper than `MAX_NESTING` are not converted, so
            that the recursion ends; `check_position` rejects them.

    Returns:
        An equal position with ints; values of other types are unchanged, and so is a bool, as the example shows.

    Example:
        >>> plain_position((3, Sum(True, 4)))
        (3, Sum(True, 4))
    """
    if type(position) is int or type(position) is str:
        return position
    if not isinstance(position, (tuple, frozenset)) or depth > MAX_NESTING:
        number: Hashable = as_integer(position)
        return number
    items = [plain_position(item, depth + 1) for item in position]
    make = _MAKERS.get(type(position), getattr(position, "_make", None))
    return position if make is None or all(map(is_, items, position)) else make(items)


def check_position(position: object, where: str, depth: int = 0) -> None:
    """Check that a position consists of int, str, bytes, tuple and frozenset only.

    Args:
        position: The value to check.
        where: A description of its origin for the error message, such as the name of the ruleset.
        depth: The nesting depth of this value in the whole position.

    Raises:
        RuleError: If a part has another type, or if the nesting is too deep.
    """
    kind = type(position)
    if kind is int or kind is str or kind is bytes:
        return
    if kind is tuple or kind is frozenset:
        if depth > MAX_NESTING:
            raise RuleError(f"{where} gives a position of more than {MAX_NESTING} brackets in each other")
        for item in position:  # type: ignore[attr-defined]  # a tuple or frozenset
            check_position(item, where, depth + 1)
        return
    made_of = f"a position is made of int, str, bytes, tuple and frozenset, not {kind.__name__}"
    raise RuleError(f"{where} gives {shown(position)}: {made_of}")
