"""Codes as digits: those with digits 0-7, and the takes after which two heaps may be left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core import Code

SEED = 1 << 14
"""Heaps computed by definition before the sparse space of a code is looked for."""


class Octal(NamedTuple):
    """A code with digits 0-7; with `distinct` the two heaps of a split must differ."""

    digits: tuple[int, ...]
    distinct: bool = False


def octal(rule: Code) -> Octal | None:
    """Return a code as its digits when these are 0-7, perhaps with "!" behind every digit that splits.

    >>> from grundy.core import read_code
    >>> octal(read_code("0.77")), octal(read_code("4!.0")), octal(read_code("0.8"))
    (Octal(digits=(0, 7, 7), distinct=False), Octal(digits=(4,), distinct=True), None)
    """
    items = [item for digit in rule.digits for item in digit.items]
    limits = {item.limit for item in items if item.heaps == 2}
    if rule.tail or any(item.more or item.heaps > 2 for item in items) or limits not in ({""}, {"!"}, set()):
        return None
    return Octal(tuple(sum(1 << item.heaps for item in digit.items) for digit in rule.digits), limits == {"!"})


def splits_of(digits: Sequence[int]) -> list[int]:
    """Return the takes after which two heaps may be left."""
    return [taken for taken, digit in enumerate(digits) if digit & 4]


def split_takes(code: Code) -> list[int]:
    """Return the takes after which a code may leave two heaps, or nothing when it can leave more or has no end.

    >>> from grundy.core import read_code
    >>> split_takes(read_code("0.137")), split_takes(read_code("4!.0")), split_takes(read_code("0.8"))
    ([3], [0], [])
    """
    if code.tail or any(item.heaps > 2 or item.more for digit in code.digits for item in digit.items):
        return []
    return [taken for taken, digit in enumerate(code.digits) if any(item.heaps == 2 for item in digit.items)]
