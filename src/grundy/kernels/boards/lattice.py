"""Every position of a rule in increasing order, where options are smaller numbers: no hashing, no search.

A position is its own place in the table. Outcomes take one bit each (set: P), values one or two bytes. The game enters
as the address of its compiled `options`. A piece is as many positions as a power of two says. Plain twins:
`search.layers`.
"""

from __future__ import annotations

from typing import Any

from ..typed import door, njit
from .pointers import bytes_at, pairs_at, words_at, write_words
from .turns import give_up, past, take, tell, told
from .turns_shape import END, GRAIN, STOPPED

REFUSED = -2
"""An option is not a smaller number."""


@njit(inline="always")
def _before(out: Any, count: int, position: int, own: int) -> int:
    """Return the largest of some options that is below `own`, -1 without any, or `REFUSED`."""
    least, most, before = 0, -1, -1
    for i in range(count):
        option = out[i]
        least, most = min(least, option), max(most, option)
        before = max(before, option if option < own else -1)
    return REFUSED if least < 0 or most >= position else before


@door(8)
def outcomes(table: int, start: int, stop: int, options: int, state: int, room: int, turned: int, thread: int) -> int:
    """Set the bit of every P-position from `start` to `stop` - 1, all smaller ones being done; return `stop`.

    -1 - s says that position s has an option that is not a smaller number. `room` is enough for all options. A piece
    has at least eight positions.
    """
    lost, word, out, turns = bytes_at(table), words_at(state), words_at(room), words_at(turned)
    begin, safe, behind, own = start >> turns[GRAIN], 0, -1, 0
    while True:
        piece = begin + take(turns)
        first, last = max(start, piece << turns[GRAIN]), min(stop, (piece + 1) << turns[GRAIN])
        if first >= last:
            break
        own = own if piece == behind else first
        behind = piece + 1
        tell(turns, thread, first)
        for position in range(first, last):
            word[0] = position
            count = write_words(options, word, out)
            before = _before(out, count, position, own)
            if before == REFUSED:
                return give_up(turns, -1 - position)
            if before >= safe:
                safe = past(turns, thread, before, own)
                if safe == STOPPED:
                    return STOPPED
            won = False
            for i in range(count):
                won |= lost[out[i] >> 3] >> (out[i] & 7) & 1 != 0
            if not won:
                lost[position >> 3] |= 1 << (position & 7)
            told(turns, thread, position)
    tell(turns, thread, END)
    return stop


@njit(inline="always")
def _values(
    table: Any, start: int, stop: int, options: int, word: Any, out: Any, marks: Any, fit: int, turns: Any, thread: int
) -> int:
    begin, safe, behind, own = start >> turns[GRAIN], 0, -1, 0
    while True:
        piece = begin + take(turns)
        first, last = max(start, piece << turns[GRAIN]), min(stop, (piece + 1) << turns[GRAIN])
        if first >= last:
            break
        own = own if piece == behind else first
        behind = piece + 1
        tell(turns, thread, first)
        for position in range(first, last):
            word[0] = position
            count = write_words(options, word, out)
            before = _before(out, count, position, own)
            if before == REFUSED:
                return give_up(turns, -1 - position)
            if before >= safe:
                safe = past(turns, thread, before, own)
                if safe == STOPPED:
                    return STOPPED
            for i in range(count):
                marks[table[out[i]]] = position
            value = 0
            while value < fit and marks[value] == position:
                value += 1
            if value == fit:
                return give_up(turns, position)
            table[position] = value
            told(turns, thread, position)
    tell(turns, thread, END)
    return stop


@door(10)
def values(
    table: int,
    start: int,
    stop: int,
    options: int,
    state: int,
    room: int,
    marked: int,
    fit: int,
    turned: int,
    thread: int,
) -> int:
    """Write the Grundy values from `start` to `stop` - 1 as bytes, all smaller ones being done; return `stop`.

    A smaller number is the position whose value is `fit`, the length of `marks`, -1 - s a position s with an option
    that is not smaller. `marks[v]` is the last position that had an option of value v, so all begin at -1.
    """
    word, out, marks, turns = words_at(state), words_at(room), words_at(marked), words_at(turned)
    return _values(bytes_at(table), start, stop, options, word, out, marks, fit, turns, thread)


@door(10)
def wide_values(
    table: int,
    start: int,
    stop: int,
    options: int,
    state: int,
    room: int,
    marked: int,
    fit: int,
    turned: int,
    thread: int,
) -> int:
    """Write the Grundy values as words of two bytes, else as `values` does."""
    word, out, marks, turns = words_at(state), words_at(room), words_at(marked), words_at(turned)
    return _values(pairs_at(table), start, stop, options, word, out, marks, fit, turns, thread)
