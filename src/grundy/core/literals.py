"""Positions of any rule as text: integers, words, tuples and sets, written as Python writes them.

The reader is our own: nothing that a user types is evaluated. Positions are what may be a key for
ever: int, str, bytes, tuple and frozenset of these. Booleans, floats and lists are refused.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .errors import RuleError
from .scanner import Scanner

MAX_NESTING = 64
"""How deep tuples and sets may stand in each other."""

_WORD = r"'[^'\\\n]*'"


def read_literals(text: str) -> list[Any]:
    """Read one or more positions separated by blanks or commas.

    >>> read_literals("3 (1, 'a') {2, 5}")
    [3, (1, 'a'), frozenset({2, 5})]
    """
    scanner = Scanner(text)
    found = [_read(scanner, 0)]
    while not scanner.done():
        scanner.take(",")
        found.append(_read(scanner, 0))
    return found


def _read(scanner: Scanner, depth: int) -> Any:  # noqa: ANN401  # a position may be anything hashable
    """literal = integer | "-" integer | 'word' | ( literals ) | { literals }."""
    if depth > MAX_NESTING:
        raise scanner.error(f"at most {MAX_NESTING} brackets in each other")
    if scanner.take("("):
        return tuple(_read_items(scanner, ")", depth))
    if scanner.take("{"):
        return frozenset(_read_items(scanner, "}", depth))
    if (word := scanner.match(_WORD)) is not None:
        return word[1:-1]
    sign = -1 if scanner.take("-") else 1
    return sign * scanner.integer("a position (a number, 'word', (tuple) or {set})")


def _read_items(scanner: Scanner, closing: str, depth: int) -> list[Any]:
    """Items = [ literal { "," literal } [ "," ] ] closing."""
    items: list[Any] = []
    while not scanner.take(closing):
        if items:
            scanner.expect(",", f'"," or "{closing}"')
            if scanner.take(closing):
                break
        items.append(_read(scanner, depth + 1))
    return items


def show_literal(position: Hashable) -> str:
    """Write a position so that `read_literals` gives it back; sets come out sorted.

    >>> show_literal((3, "a", frozenset({2, 1})))
    "(3, 'a', {1, 2})"
    """
    if isinstance(position, tuple):
        items = ", ".join(map(show_literal, position))
        return f"({items},)" if len(position) == 1 else f"({items})"
    if isinstance(position, frozenset):
        return "{" + ", ".join(sorted(map(show_literal, position), key=lambda item: (len(item), item))) + "}"
    return repr(position)


def check_position(position: object, where: str) -> None:
    """Refuse a position that is not made of int, str, bytes, tuple and frozenset only.

    Raises `RuleError` whose message names the offender and `where` it came from.
    """
    kind = type(position)
    if kind is int or kind is str or kind is bytes:
        return
    if kind is tuple or kind is frozenset:
        for item in position:  # type: ignore[attr-defined]  # a tuple or frozenset
            check_position(item, where)
        return
    raise RuleError(
        f"{where} gives {position!r}: a position is made of int, str, bytes, tuple and frozenset, not {kind.__name__}"
    )
