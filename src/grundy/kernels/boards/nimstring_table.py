"""Values, loony ones too, of every set of strings: reference implementation `plain_coin_values` in the tests.

A position is the set of strings that are not cut; a coin is the mask of its strings. Let H be the values after moves
that free no coin. A position with two moves that free one, to different g, a loony g or a g in H is loony
(`search.entailed`); with one such g it has that value; without any it has the mex of H.
"""

from __future__ import annotations

from typing import Any

from ..typed import native, njit
from .ordered_threads import past, take_positions, tell, told
from .ordered_threads_shape import END, GRAIN, STOPPED
from .pointers import bytes_at, words_at

LOONY = 255
"""The byte of a loony position; its last six bits are not values, because there are at most 62 strings."""


@njit(inline="always")
def _mask(table: Any, state: int, strings: int) -> int:
    """Return the set of values left by cutting one of some strings; loony ones are bit 63."""
    found = 0
    while strings:
        string = strings & -strings
        strings ^= string
        found |= 1 << (table[state ^ string] & 63)
    return found


@njit(inline="always")
def _value(table: Any, state: int, masks: Any, count: int) -> int:
    last = 0
    for i in range(count):
        held = state & masks[i]
        if held & (held - 1) == 0:
            last |= held
    again = _mask(table, state, last)
    if again < 0 or again & (again - 1):
        return LOONY
    found = _mask(table, state, state ^ last)
    if again & found:
        return LOONY
    left = again or ~found
    value = 0
    while left >> value & 1 == 0:
        value += 1
    return value


@native(7)
def coin_values(owned: int, start: int, stop: int, coins: int, count: int, turned: int, thread: int) -> int:
    """Write the values of sets of strings in a range. All smaller sets must be done.

    A piece has a power of two of sets. Among the options in pieces before, the largest lacks the lowest string that
    all sets of the piece have. If that option is done, all are.

    Args:
        owned: The address of the values.
        start: The first set.
        stop: The end of the sets.
        coins: The address of the coins of the strings.
        count: The length of that array.
        turned: The address of the words that all threads share.
        thread: The number of this thread.

    Returns:
        `stop`, or `STOPPED` if another thread stopped all threads.
    """
    table, masks, turns = bytes_at(owned), words_at(coins), words_at(turned)
    safe, piece = 0, (-1, -1, -1)
    while True:
        piece = take_positions(turns, thread, (start, stop), piece)
        first, last, own = piece
        if first >= last:
            break
        high = first >> turns[GRAIN] << turns[GRAIN]
        least, others = 0, high  # without the least string that leads below `own` the largest option there is left
        while others and least == 0:
            string = others & -others
            others ^= string
            least = string if high ^ string < own else 0
        for state in range(first, last):
            if least and safe <= state ^ least:
                safe = past(turns, thread, state ^ least, own)
                if safe == STOPPED:
                    return STOPPED
            table[state] = _value(table, state, masks, count)
            told(turns, thread, state)
    tell(turns, thread, END)
    return stop
