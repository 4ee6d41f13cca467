"""Young diagrams in a rectangle, in order: Chomp from the bottom up.

Reference implementations are in `search.diagrams`.

A diagram is its rows a_0 >= a_1 >= ..., all at most `columns`; a move truncates the rows from some row i on to some
length c < a_i. Its number in colexicographic order is the sum of C(a_j + q - 1, q), q = rows - j: among the
diagrams with fewer rows below the first that differs, all come before it, so options are smaller numbers.

With U[q][c] = C(c + q, q) - 1, the sum of C(c + p - 1, p) over p = 1..q, the number after a move is

    (terms of the rows above i) + U[rows - i][c] + G[c],   G[c] = (terms of the rows from e on) - U[rows - e][c]

where the first e rows are longer than c: two additions for a move.

A piece is all diagrams that have their first rows in common, all but as many as are said: `C(c + q, q)` of them where
the last of these rows has length c and q rows are below. Their options in the piece before have about
the same places there, so two threads in two pieces seldom wait for each other.
"""

from __future__ import annotations

from typing import Any

from ..typed import native, njit
from .ordered_threads import past, take, tell, told
from .ordered_threads_shape import END, GRAIN, STOPPED
from .pointers import bytes_at, moved, words_at

Shape = tuple[int, int, int]
"""Rows, columns, and how many rows at most differ within a piece."""
VALUES = 257
"""How many values there are marks for."""


@njit(inline="always")
def _sum(sums: Any, shape: Shape, q: int, c: int) -> Any:
    """Return U[q][c]."""
    return sums[q * (shape[1] + 1) + c]


@njit(inline="always")
def _term(sums: Any, shape: Shape, q: int, c: int) -> Any:
    """Return the amount that a row of length c, the q-th from below, adds to the number."""
    return _sum(sums, shape, q, c) - _sum(sums, shape, q - 1, c)


@njit(inline="always")
def _piece(row: Any, shape: Shape, sums: Any) -> Any:
    """Return how many diagrams the piece has of which this one is the first."""
    return 1 + _sum(sums, shape, shape[2], row[shape[0] - shape[2] - 1]) if shape[0] else 1


@njit
def _begin(number: int, row: Any, shape: Shape, sums: Any) -> Any:
    """Write the rows of a diagram, and return the number of the first one after its piece."""
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
    """Write the next diagram in which row i, or one above it, is longer."""
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
    """Write G; with `whole`, look whether the diagram truncated to some c is a P-position below a row of c, and stop.

    Return whether it is, or another thread stopped all, and how far all threads are, or `STOPPED`.
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
            if whole and (safe == STOPPED or table[at] == c):
                return True, safe
            c += 1
        tail += _term(sums, shape, rows - e + 1, length)
    return False, safe


@njit(inline="always")
def _above(own: int, safe: int, row: Any, shape: Shape, sums: Any, work: Any, turns: Any, thread: int) -> Any:
    """Write the terms of the rows above each row, and wait until all options are done; return how far all are.

    The largest option below `own` is waited for: a row that lies lower leaves a larger number, so it is the first one
    found. `STOPPED` says that another thread stopped all.
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


@njit(inline="always")
def _free(taken: int, length: int, columns: int) -> int:
    """Return the least length from one on that is not taken, 0 where it is more than `columns`."""
    while taken >> length & 1:
        length += 1
    return length if length <= columns else 0


@njit(forceinline=True)
def _first_row(
    table: Any, own: int, safe: int, row: Any, shape: Shape, sums: Any, work: Any, turns: Any, thread: int
) -> tuple[int, int]:
    """Return the first row that makes a P-position with a diagram of lower rows, 0 where none does; how far all are."""
    decided, safe = _rest(table, own, safe, row, shape, sums, work[1], turns, thread, whole=True)
    if decided:
        return 0, safe
    safe = _above(own, safe, row, shape, sums, work, turns, thread)
    if safe == STOPPED:
        return 0, safe
    taken = 0
    for i in range(shape[0]):
        some, start = moved(sums, (shape[0] - i) * (shape[1] + 1)), work[0][i]
        for c in range(row[i]):
            taken |= 1 << table[start + some[c] + work[1][c]]
    return _free(taken, max(1, row[0]) if shape[0] else 1, shape[1]), safe


@njit(forceinline=True)
def _value(
    table: Any, own: int, safe: int, row: Any, shape: Shape, sums: Any, work: Any, marks: Any, turns: Any, thread: int
) -> tuple[int, int]:
    """Return the Grundy value of a diagram whose first square is never taken, and how far all are."""
    _, safe = _rest(table, own, safe, row, shape, sums, work[1], turns, thread, whole=False)
    safe = _above(own, safe, row, shape, sums, work, turns, thread)
    if safe == STOPPED:
        return 0, safe
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
    table: Any, start: int, stop: int, shape: Shape, sums: Any, room: Any, turns: Any, thread: int, all_of: bool
) -> int:
    rows = shape[0]
    row, work, marks = room, (moved(room, rows), moved(room, 2 * rows)), moved(room, 2 * rows + shape[1] + 1)
    piece, first, own, safe = 0, start, start, 0
    last = _begin(start, row, shape, sums)
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
            if safe == STOPPED:
                return STOPPED
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
def lost_first_rows(
    table: int, start: int, stop: int, rows: int, columns: int, added: int, words: int, turned: int, thread: int
) -> int:
    """Write the first row that makes a P-position with each diagram of lower rows, or 0 if none of 1..columns does.

    At most one does, and all moves are in this table (`search.diagrams` has the proof).

    Args:
        table: The address of the first rows.
        start: The first diagram.
        stop: The end of the diagrams.
        rows: The number of rows.
        columns: The number of columns, at most 62.
        added: The address of the sums U, a row for each number of lower rows and one more.
        words: The address of the working memory.
        turned: The address of the words that all threads share.
        thread: The number of this thread.

    Returns:
        `stop`, or `STOPPED` if another thread stopped all threads.
    """
    turns = words_at(turned)
    shape = (rows, columns, min(turns[GRAIN], max(0, rows - 1)))
    return _fill(bytes_at(table), start, stop, shape, words_at(added), words_at(words), turns, thread, all_of=False)


@native(9)
def diagram_values(
    table: int, start: int, stop: int, rows: int, columns: int, added: int, words: int, turned: int, thread: int
) -> int:
    """Write the Grundy value of each diagram from number `start` > 0 on. The first square is never taken.

    A rectangle has at most 256 squares, and a value is at most the number of moves.

    Args:
        table: The address of the values.
        start: The first diagram.
        stop: The end of the diagrams.
        rows: The number of rows.
        columns: The number of columns.
        added: The address of the sums U.
        words: The address of the working memory.
        turned: The address of the words that all threads share.
        thread: The number of this thread.

    Returns:
        `stop`, or `STOPPED` if another thread stopped all threads.
    """
    turns = words_at(turned)
    shape = (rows, columns, min(turns[GRAIN], max(0, rows - 1)))
    return _fill(bytes_at(table), start, stop, shape, words_at(added), words_at(words), turns, thread, all_of=True)
