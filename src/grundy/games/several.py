"""Texts of several positions with ";" between them: read one after the other, each checked where it stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from ..core import InputError, Scanner, Sum

P = TypeVar("P", bound=Hashable)


def read_several(text: str, read: Callable[[Scanner], P], check: Callable[[P], object], inside: str = "") -> Sum[P]:
    """Return the positions of a text; `read` takes one, `check` refuses it, `inside` is what may go on within one.

    >>> read_several("3; 4", lambda scanner: scanner.integer("a heap"), lambda heap: None)
    Sum(3, 4)
    """
    scanner = Scanner(text)
    found: list[P] = []
    while not found or scanner.take(";"):
        scanner.blanks()
        at = scanner.at
        found.append(read(scanner))
        try:
            check(found[-1])
        except InputError as error:
            raise error.within(text, at) from None
    scanner.end(f'{inside}";" or the end of the text')
    return Sum.of(found)
