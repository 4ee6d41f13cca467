"""Every position of a rule in increasing order, where options are smaller numbers: no hashing, no search.

A position is its own place in the table. Outcomes take one bit each (set: P), values one or two bytes. The game enters
as the address of its compiled `options`. A piece is as many positions as a power of two says. Reference
implementations: `search.layers`.
"""

from __future__ import annotations

from typing import Any

from ..typed import native, njit
from .ordered_threads import give_up, past, take_positions, tell, told
from .ordered_threads_shape import END, STOPPED, THREADS
from .pointers import bytes_at, pairs_at, words_at, write_words

REFUSED = -2
"""An option is not a smaller number."""


@njit(inline="always")
def _options(
    options: int, word: Any, out: Any, position: int, own: int, safe: int, turns: Any, thread: int
) -> tuple[int, int]:
    """Write the options of a position, and wait until all are done; how many, and how far all are.

    The first is `REFUSED` or `STOPPED` where it says so. Only the largest option below `own` may be waited for.
    """
    word[0] = position
    count = write_words(options, word, out)
    for i in range(count):
        if out[i] < 0 or out[i] >= position:
            return REFUSED, safe
    if safe < END:  # else all others are through, as they are where there are none
        before = -1
        for i in range(count):
            before = max(before, out[i] if out[i] < own else -1)
        if before >= safe:
            safe = past(turns, thread, before, own)
    return STOPPED if safe == STOPPED else max(count, 0), safe


@native(8)
def outcomes(table: int, start: int, stop: int, options: int, state: int, room: int, turned: int, thread: int) -> int:
    """Set the bit of every P-position in a range. All positions of smaller numbers must be done.

    `-1 - s` in the result means that position s has an option that is not a smaller number. A piece has at least
    eight positions, so that two threads never write the same byte.

    Args:
        table: The address of one bit per position.
        start: The first position.
        stop: The end of the positions.
        options: The address of the rule's function that writes options.
        state: The address of one word, which receives the position.
        room: The address of enough words for all options of a position.
        turned: The address of the words that all threads share.
        thread: The number of this thread.

    Returns:
        `stop`, or a negative number if the table cannot be filled.
    """
    lost, word, out, turns = bytes_at(table), words_at(state), words_at(room), words_at(turned)
    safe, piece = END if turns[THREADS] == 1 else 0, (-1, -1, -1)
    while True:
        piece = take_positions(turns, thread, (start, stop), piece)
        if piece[0] >= piece[1]:
            break
        for position in range(piece[0], piece[1]):
            count, safe = _options(options, word, out, position, piece[2], safe, turns, thread)
            if count < 0:
                return give_up(turns, -1 - position) if count == REFUSED else STOPPED
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
    safe, piece = END if turns[THREADS] == 1 else 0, (-1, -1, -1)
    while True:
        piece = take_positions(turns, thread, (start, stop), piece)
        if piece[0] >= piece[1]:
            break
        for position in range(piece[0], piece[1]):
            count, safe = _options(options, word, out, position, piece[2], safe, turns, thread)
            if count < 0:
                return give_up(turns, -1 - position) if count == REFUSED else STOPPED
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


@native(10)
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
    """Write the Grundy values of a range as bytes. All positions of smaller numbers must be done.

    `-1 - s` in the result means that position s has an option that is not a smaller number. `marks[v]` is the last
    position that had an option of value v.

    Args:
        table: The address of one byte per position.
        start: The first position.
        stop: The end of the positions.
        options: The address of the rule's function that writes options.
        state: The address of one word, which receives the position.
        room: The address of enough words for all options of a position.
        marked: The address of `marks`, `fit` words, at first -1.
        fit: The number of values that can be written.
        turned: The address of the words that all threads share.
        thread: The number of this thread.

    Returns:
        `stop`, the position whose value is `fit`, or a negative number if the table cannot be filled.
    """
    word, out, marks, turns = words_at(state), words_at(room), words_at(marked), words_at(turned)
    return _values(bytes_at(table), start, stop, options, word, out, marks, fit, turns, thread)


@native(10)
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
    """Write the Grundy values of a range as words of two bytes; otherwise the same as `values`.

    Args:
        table: The address of two bytes per position.
        start: The first position.
        stop: The end of the positions.
        options: The address of the rule's function that writes options.
        state: The address of one word, which receives the position.
        room: The address of enough words for all options of a position.
        marked: The address of `marks`, `fit` words, at first -1.
        fit: The number of values that can be written.
        turned: The address of the words that all threads share.
        thread: The number of this thread.

    Returns:
        The same number as for `values`.
    """
    word, out, marks, turns = words_at(state), words_at(room), words_at(marked), words_at(turned)
    return _values(pairs_at(table), start, stop, options, word, out, marks, fit, turns, thread)
