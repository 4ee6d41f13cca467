"""Tables of all Young diagrams in a rectangle, in the order of their ranks; the reference is `search.ranked`.

A diagram is its rows a_0 >= a_1 >= ..., all at most `columns`. A move truncates the rows from some row i on to some
length c < a_i. The rank of a diagram in colexicographic order is the sum of C(a_j + q - 1, q), q = rows - j, so options
have smaller ranks. With U[q][c] = C(c + q, q) - 1, the sum of C(c + p - 1, p) over p = 1..q, a move leads to the rank

    (terms of the rows above i) + U[rows - i][c] + G[c],   G[c] = (terms of the rows from e on) - U[rows - e][c]

if the first e rows are longer than c: two additions for each move.

The diagrams of a piece have the same first rows, all but `GRAIN` of them: C(c + q, q) diagrams if the last of these
rows has length c, and q rows follow. Their options in the piece before have about the same places there, so two threads
with two pieces seldom wait for each other.
"""

from __future__ import annotations

from typing import Any

from ..typed import native, njit
from .ordered_threads import past, take, tell, told
from .ordered_threads_shape import END, GRAIN
from .pointers import bytes_at, moved, words_at

Shape = tuple[int, int, int]
"""Rows, columns, and how many rows at most differ within a piece."""
VALUES = 257
"""The number of marks for values."""


@njit(inline="always")
def _sum(sums: Any, shape: Shape, q: int, c: int) -> Any:
    """Return the table entry U[q][c], a sum of binomial coefficients that the module defines."""
    return sums[q * (shape[1] + 1) + c]


@njit(inline="always")
def _term(sums: Any, shape: Shape, q: int, c: int) -> Any:
    """Return the amount that a row of length c, the q-th from below, adds to the rank."""
    return _sum(sums, shape, q, c) - _sum(sums, shape, q - 1, c)


@njit(inline="always")
def _piece(row: Any, shape: Shape, sums: Any) -> Any:
    """Return the number of diagrams in the piece of the table whose first diagram is `row`."""
    return 1 + _sum(sums, shape, shape[2], row[shape[0] - shape[2] - 1]) if shape[0] else 1


@njit
def _unrank(number: int, row: Any, shape: Shape, sums: Any) -> Any:
    """Write the rows of the diagram of rank `number` to `row`; return the rank of the first diagram after its piece."""
    end = 0
    for j in range(shape[0]):
        q, length = shape[0] - j, shape[1]
        while _term(sums, shape, q, length) > number:
            length -= 1
        row[j] = length
        number -= _term(sums, shape, q, length)
        end += _term(sums, shape, q, length) if q > shape[2] else 0
    return end + _piece(row, shape, sums)


@njit(inline="always")
def _advance(row: Any, shape: Shape, i: int) -> None:
    """Change `row` to the next diagram in the order of ranks in which row i, or a row above it, is longer."""
    while i > 0 and row[i] == row[i - 1]:
        i -= 1
    if i >= 0:
        row[i] += 1
        for j in range(i + 1, shape[0]):
            row[j] = 0


@njit(inline="always")
def _rest(
    table: Any, own: int, safe: int, row: Any, shape: Shape, sums: Any, rest: Any, turns: Any, thread: int, whole: bool
) -> tuple[bool, int]:
    """Write the terms G[c] of the module's formula to `rest`; if `whole`, stop at the first c that gives a P-position.

    Return whether there is such a c, and the rank up to which all threads are done.
    """
    rows, first = shape[0], moved(sums, shape[0] * (shape[1] + 1))
    tail, c = 0, 0
    for e in range(rows, 0, -1):
        length, some = row[e - 1], moved(sums, (rows - e) * (shape[1] + 1))
        while c < length:
            rest[c] = tail - some[c]
            at = first[c] + rest[c]
            if whole and safe <= at < own:
                safe = past(turns, thread, at, own)
            if whole and table[at] == c:
                return True, safe
            c += 1
        tail += _term(sums, shape, rows - e + 1, length)
    return False, safe


@njit(inline="always")
def _above(own: int, safe: int, row: Any, shape: Shape, sums: Any, work: Any, turns: Any, thread: int) -> Any:
    """Write to `work`, for each row, the sum of the terms of the rows above it; wait for the options of other threads.

    Only the largest option of rank below `own` is waited for: a lower row leaves a larger rank, so it is found first.
    Return the rank up to which all threads are done.
    """
    (above, rest), total, before = work, 0, -1
    for j in range(shape[0]):
        above[j] = total
        total += _term(sums, shape, shape[0] - j, row[j])
    for i in range(shape[0] - shape[2] - 1, -1, -1):
        some = moved(sums, (shape[0] - i) * (shape[1] + 1))
        c = row[i] - 1
        while c >= 0 and above[i] + some[c] + rest[c] >= own:
            c -= 1
        if c >= 0:
            before = above[i] + some[c] + rest[c]
            break
    return past(turns, thread, before, own) if before >= safe else safe


@njit(forceinline=True)
def _first_row(
    table: Any, own: int, safe: int, row: Any, shape: Shape, sums: Any, work: Any, turns: Any, thread: int
) -> tuple[int, int]:
    """Return the length of the first row that makes a P-position with the lower rows in `row`, or 0 if there is none.

    The second result is the rank up to which all threads are done.
    """
    decided, safe = _rest(table, own, safe, row, shape, sums, work[1], turns, thread, whole=True)
    if decided:
        return 0, safe
    safe = _above(own, safe, row, shape, sums, work, turns, thread)
    taken = 0
    for i in range(shape[0]):
        some, start = moved(sums, (shape[0] - i) * (shape[1] + 1)), work[0][i]
        for c in range(row[i]):
            taken |= 1 << table[start + some[c] + work[1][c]]
    length = max(1, row[0]) if shape[0] else 1
    while taken >> length & 1:
        length += 1
    return length if length <= shape[1] else 0, safe


@njit(forceinline=True)
def _value(
    table: Any, own: int, safe: int, row: Any, shape: Shape, sums: Any, work: Any, marks: Any, turns: Any, thread: int
) -> tuple[int, int]:
    """Return the Grundy value of a diagram if its first square must not be taken.

    The second result is the rank up to which all threads are done.
    """
    _, safe = _rest(table, own, safe, row, shape, sums, work[1], turns, thread, whole=False)
    safe = _above(own, safe, row, shape, sums, work, turns, thread)
    stamp = marks[VALUES] + 1
    marks[VALUES] = stamp
    for i in range(shape[0]):
        some, start = moved(sums, (shape[0] - i) * (shape[1] + 1)), work[0][i]
        for c in range(1 if i == 0 else 0, row[i]):
            marks[table[start + some[c] + work[1][c]]] = stamp
    value = 0
    while marks[value] == stamp:
        value += 1
    return value, safe


@njit(inline="always")
def _fill(
    table: Any,
    start: int,
    stop: int,
    size: tuple[int, int],
    sums: Any,
    room: Any,
    turns: Any,
    thread: int,
    all_of: bool,
) -> int:
    rows, columns = size
    shape = (rows, columns, min(turns[GRAIN], max(0, rows - 1)))
    row, work, marks = room, (moved(room, rows), moved(room, 2 * rows)), moved(room, 2 * rows + columns + 1)
    piece, first, own, safe = 0, start, start, 0
    last = _unrank(start, row, shape, sums)
    while True:
        taken = take(turns)
        while piece < taken and last < stop:
            first = last
            _advance(row, shape, rows - shape[2] - 1)
            last = first + _piece(row, shape, sums)
            piece, own = piece + 1, first
        if piece < taken or first >= stop:
            break
        tell(turns, thread, first)
        last = min(last, stop)
        for number in range(first, last):
            if all_of:
                found, safe = _value(table, own, safe, row, shape, sums, work, marks, turns, thread)
            else:
                found, safe = _first_row(table, own, safe, row, shape, sums, work, turns, thread)
            table[number] = found
            _advance(row, shape, rows - 1)
            told(turns, thread, number)
        if last == stop:
            break
        first = last
        last = first + _piece(row, shape, sums)
        piece += 1
    tell(turns, thread, END)
    return stop


@native(9)
def first_rows(
    table: int, start: int, stop: int, rows: int, columns: int, added: int, words: int, turned: int, thread: int
) -> int:
    """Write, for each diagram of lower rows, the length of the first row that makes it a P-position, or 0.

    There is at most one in 1..columns, and all moves are in this table (`search.ranked` has the proof).

    Args:
        table: The address of the table of lengths, indexed by rank.
        start: The rank of the first diagram.
        stop: The rank after the last diagram.
        rows: The number of rows.
        columns: The number of columns, at most 62.
        added: The address of the sums U, a row for each number of lower rows and one more.
        words: The address of the working memory.
        turned: The address of the array in which threads publish their progress.
        thread: The number of this thread.

    Returns:
        `stop`.
    """
    entries, turns = bytes_at(table), words_at(turned)
    return _fill(entries, start, stop, (rows, columns), words_at(added), words_at(words), turns, thread, all_of=False)


@native(9)
def values(
    table: int, start: int, stop: int, rows: int, columns: int, added: int, words: int, turned: int, thread: int
) -> int:
    """Write the Grundy values of the diagrams of ranks `start` to `stop - 1`, if the first square must not be taken.

    A rectangle has at most 256 squares, because a value is at most the number of moves.

    Args:
        table: The address of the values, indexed by rank.
        start: The rank of the first diagram, at least 1.
        stop: The rank after the last diagram.
        rows: The number of rows.
        columns: The number of columns.
        added: The address of the sums U.
        words: The address of the working memory.
        turned: The address of the array in which threads publish their progress.
        thread: The number of this thread.

    Returns:
        `stop`.
    """
    entries, turns = bytes_at(table), words_at(turned)
    return _fill(entries, start, stop, (rows, columns), words_at(added), words_at(words), turns, thread, all_of=True)
