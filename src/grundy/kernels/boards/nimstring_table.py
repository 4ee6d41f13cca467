"""Values, loony ones too, of every set of strings: plain twin `plain_coin_values` in the tests.

A position is the set of strings that are not cut; a coin is the mask of its strings. Let H be the values after moves
that free no coin. A position with two moves that free one, to different g, a loony g or a g in H is loony
(`search.entailed`); with one such g it has that value; without any it has the mex of H.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ..typed import njit, types
from .pointers import WORDS, pointer

LOONY = 255
"""The byte of a loony position; its last six bits are no value, for there are at most 62 strings."""


@njit(inline="always")
def _mask(table: Any, state: int, strings: int) -> int:
    """Return the set of values left by cutting one of some strings; loony ones are bit 63."""
    found = 0
    while strings:
        string = strings & -strings
        strings ^= string
        found |= 1 << (table[state ^ string] & 63)
    return found


@njit(types.int64(types.uint8[::1], types.int64, types.int64, WORDS), cache=True)
def coin_values(owned: NDArray[Any], start: int, stop: int, coins: NDArray[Any]) -> int:
    """Write the values from `start` to `stop` - 1, all smaller sets being done; return `stop`."""
    table, masks, count = pointer(owned), pointer(coins), len(coins)
    for state in range(start, stop):
        last = 0
        for i in range(count):
            held = state & masks[i]
            if held & (held - 1) == 0:
                last |= held
        again = _mask(table, state, last)
        if again < 0 or again & (again - 1):
            table[state] = LOONY
            continue
        found = _mask(table, state, state ^ last)
        if again & found:
            table[state] = LOONY
            continue
        left = again or ~found
        value = 0
        while left >> value & 1 == 0:
            value += 1
        table[state] = value
    return stop
