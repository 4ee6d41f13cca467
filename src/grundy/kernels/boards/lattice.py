"""Every position of a rule in increasing order, where options are smaller numbers: no hashing, no search.

A position is its own place in the table. Outcomes take one bit each (set: P), values one or two bytes. The game enters
as the address of its compiled `options`. Plain twins: `search.layers`.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ..typed import njit, types
from .pointers import WORDS, pointer, write_words

BITS = types.uint8[::1]
_PLACES = (types.int64, types.int64, types.int64, WORDS, WORDS)


@njit(types.int64(BITS, *_PLACES), cache=True)
def outcomes(lost: NDArray[Any], start: int, stop: int, options: int, word: NDArray[Any], out: NDArray[Any]) -> int:
    """Set the bit of every P-position from `start` to `stop` - 1, all smaller ones being done; return `stop`.

    -1 - s says that position s has an option that is not a smaller number. `out` has room for all options.
    """
    for state in range(start, stop):
        word[0] = state
        count = write_words(options, pointer(word), pointer(out))
        won = False
        for i in range(count):
            option = out[i]
            if option < 0 or option >= state:
                return -1 - state
            won |= lost[option >> 3] >> (option & 7) & 1 != 0
        if not won:
            lost[state >> 3] |= 1 << (state & 7)
    return stop


@njit([types.int64(table, *_PLACES, WORDS) for table in (types.uint8[::1], types.uint16[::1])], cache=True)
def values(table: Any, start: int, stop: int, options: int, word: Any, out: Any, marks: Any) -> int:
    """Write the Grundy values from `start` to `stop` - 1, all smaller ones being done; return `stop`.

    A smaller number is the position whose value is as large as `marks` is long, -1 - s a position s with an option
    that is not smaller. `marks[v]` is the last position that had an option of value v, so all begin at -1.
    """
    for state in range(start, stop):
        word[0] = state
        count = write_words(options, pointer(word), pointer(out))
        for i in range(count):
            option = out[i]
            if option < 0 or option >= state:
                return -1 - state
            marks[table[option]] = state
        value = 0
        while value < len(marks) and marks[value] == state:
            value += 1
        if value == len(marks):
            return state
        table[state] = value
    return stop
