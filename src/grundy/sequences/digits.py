"""Codes with digits 0-7 as tuples of digits, and the moves of a code that leave two heaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core import Code

SEED = 1 << 14
"""The number of heaps computed by definition before a sparse space is searched."""
WORTH_KERNELS = 1 << 17
"""Fewer heaps are not worth kernels of their own."""
LEAST_KNOWN = 1 << 16
"""The number of known heaps that the method for many rare heaps needs: twice `rare_plan.REACH`."""
LEARNT = 1 << 17
"""The number of values from which the method for few rare heaps derives mask, rare heaps and kernels."""


class Octal(NamedTuple):
    """An octal code as digits 0-7, or a variant that splits a heap only into different heaps, such as Grundy's game.

    Attributes:
        digits: The digits.
        distinct: Whether the two heaps of a split must differ.
    """

    digits: tuple[int, ...]
    distinct: bool = False


def octal(rule: Code) -> Octal | None:
    """Return the digits of an octal code, and whether its splits must leave different heaps.

    They must leave different heaps if every digit that allows splits is followed by "!". The result is None for a code
    that is not octal, and if only some of these digits are followed by "!".

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
    """Return the numbers of tokens that a move may take and leave two heaps: the indices of digits with the bit 4."""
    return [taken for taken, digit in enumerate(digits) if digit & 4]


def split_takes(code: Code) -> list[int]:
    """Return the numbers of tokens that a move of a code may take when it leaves two heaps.

    The result is empty if the code can leave three heaps or more, or repeats digits forever.

    >>> from grundy.core import read_code
    >>> split_takes(read_code("0.137")), split_takes(read_code("4!.0")), split_takes(read_code("0.8"))
    ([3], [0], [])
    """
    if code.tail or any(item.heaps > 2 or item.more for digit in code.digits for item in digit.items):
        return []
    return [taken for taken, digit in enumerate(code.digits) if any(item.heaps == 2 for item in digit.items)]
