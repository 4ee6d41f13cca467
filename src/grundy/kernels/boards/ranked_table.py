"""Tables of all Young diagrams in a rectangle, in the order of their ranks; the reference is `search.ranked`.

A diagram is given by the lengths of its rows a_0 >= a_1 >= ..., all at most `columns`. A move chooses a row i and a
length c < a_i, and shortens to c all rows from row i on that are longer. The rank of a diagram, in colexicographic
order, is the sum of a term C(a_j + q - 1, q), q = rows - j, for each row j. Therefore every option has a smaller rank.
Let U[q][c] = C(c + q, q) - 1, which is the sum of C(c + p - 1, p) over p = 1..q. If the first e rows are longer than c,
a move leads to the rank

    (terms of the rows above i) + U[rows - i][c] + G[c],   G[c] = (terms of the rows from e on) - U[rows - e][c]

which takes two additions for each move.

Threads fill the table in pieces, ranges of consecutive entries, which they take in increasing order. So a thread waits
only for smaller pieces. The thread with the smallest unfinished piece never waits, and so all threads finish. The
diagrams of a piece differ only in their last q = `GRAIN` rows. If the row before
these has length c, the piece has C(c + q, q) diagrams. The options of a diagram that lie in the previous piece have
about the same place there, so two threads that work on consecutive pieces seldom wait for each other.
"""

from __future__ import annotations

from typing import Any

from ..pointers import bytes_at, count_up, moved, publish, rate_words, seen, words_at
from ..typed import native, njit
from .ordered_threads_shape import APART, DONE, END, GRAIN, OFTEN, PIECE, THREADS, YIELD

Shape = tuple[int, int, int]
"""Rows, columns, and how many rows at most differ within a piece."""
VALUES = 257
"""The number of marks for values."""
BEHIND = 256
"""The distance in positions that a thread keeps from another one that it had to wait for."""
PATIENCE = 1023
"""Looks in vain, less one, after which a waiting thread lets others have the processor."""


@njit(inline="always")
def _sum(sums: Any, shape: Shape, q: int, c: int) -> Any:
    """Return the table entry U[q][c] = C(c + q, q) - 1; `sums` has the entries of the table, one row after another.

    `shape` is the tuple of the rows, the columns, and the number of rows that differ within a piece of work.
    """
    return sums[q * (shape[1] + 1) + c]


@njit(inline="always")
def _term(sums: Any, shape: Shape, q: int, c: int) -> Any:
    """Return the amount that a row adds to the rank of a diagram, C(c + q - 1, q).

    The row is the q-th from below, counted from 1, and its length is `c`. `sums` has the table of the numbers
    U[q][c] = C(c + q, q) - 1.
    """
    return _sum(sums, shape, q, c) - _sum(sums, shape, q - 1, c)


@njit(inline="always")
def _piece(row: Any, shape: Shape, sums: Any) -> Any:
    """Return the number of diagrams in the piece of work whose first diagram is `row`.

    Threads fill the table piece by piece. The diagrams of a piece differ only in their last `shape[2]` rows.
    """
    return 1 + _sum(sums, shape, shape[2], row[shape[0] - shape[2] - 1]) if shape[0] else 1


@njit
def _unrank(number: int, row: Any, shape: Shape, sums: Any) -> Any:
    """Write the row lengths of the diagram of rank `number` to `row`.

    Threads fill the table piece by piece. Return the rank of the first diagram after the piece with this diagram.
    `shape` has the rows, the columns and the number of rows that differ within a piece, and `sums` has the numbers
    U[q][c] of the module.
    """
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
    """Change `row` to the next diagram, in the order of ranks, that has a longer row among the rows 0 to i.

    `shape` has the number of rows and the number of columns.
    """
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
    """Write to `rest`, for each length c to which a move can shorten rows, a term of the rank of the option.

    A move in row i shortens to c all rows from row i on that are longer. The rank of the option is the sum of three
    numbers: the terms of the rows above i, the number U[rows - i][c] (see `_sum`), and `rest[c]`.

    If `whole` is true, the rows in `row` are the lower rows of a diagram whose first row is sought. Then stop at the
    first c for which all rows shortened to c, below a first row of length c, are a P-position. Return whether there is
    such a c, and a rank below which other threads have filled the table.

    Ranks below `own` belong to other threads (`turns` has their progress, and `thread` is the number of this one).
    Those below `safe` are known to be filled. `table` has the results found so far. `shape` and `sums` are as for
    `_term`.
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
    """Write to `work[0]`, for each row, the sum of the terms of the rows above it; wait until other threads are ready.

    Options with ranks below `own` are computed by other threads. It is sufficient to wait for the largest of these
    ranks. Those below `safe` are known to be filled. `shape` and `sums` are as for `_term`, and `turns` has the
    progress of the threads. Return a rank below which other threads have filled the table.
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

    Lengths from 1 to the number of columns are possible. The second result is a rank below which other threads have
    filled the table. They fill all ranks below `own`, and those below `safe` are known to be filled. `table` has the
    lengths found so far, and `turns` the progress of the threads. `shape` and `sums` are as for `_term`. `work` is
    memory for two arrays.
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
    """Return the Grundy value of a diagram in the game in which no move may take the first square.

    `row` has the lengths of the diagram's rows. The second result is a rank below which other threads have filled the
    table. They fill all ranks below `own`, and those below `safe` are known to be filled. `table` has the values found
    so far, and `turns` the progress of the threads. `shape` and `sums` are as for `_term`. `work` is memory for two
    arrays, and `marks` is memory with a number for each value.
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
def tell(turns: Any, thread: int, position: int) -> None:
    """Publish that a thread has finished all entries of the table below `position` that it has to fill.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index of the first entry that this thread may not have finished.
    """
    publish(turns, DONE + APART * thread, position)


@njit
def past(turns: Any, thread: int, position: int, own: int) -> int:
    """Wait until all other threads have filled their entries of the table up to the index `position`.

    The function also waits for up to 256 further entries below `own`. It is then called less often, which saves time.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index of the entry to wait for, less than `own`.
        own: The index from which on this thread itself fills all entries up to its current one.

    Returns:
        An index greater than `position`. The other threads have filled all their entries with smaller indices.
    """
    looks, position = 0, min(position + BEHIND, own - 1)
    while True:
        least = END
        for other in range(turns[THREADS]):
            if other != thread:
                least = min(least, seen(turns, DONE + APART * other))
        if least > position:
            return least
        looks += 1
        if looks & PATIENCE == 0 and turns[YIELD]:
            rate_words(turns[YIELD], turns)


@njit(inline="always")
def _fill(
    table: Any,
    start: int,
    stop: int,
    rows: int,
    columns: int,
    sums: Any,
    room: Any,
    turns: Any,
    thread: int,
    valued: bool,
) -> int:
    """Write entries of a table as `fill` does, by code for one kind of entries alone, which is up to a tenth faster."""
    shape = (rows, columns, min(turns[GRAIN], max(0, rows - 1)))
    row, work, marks = room, (moved(room, rows), moved(room, 2 * rows)), moved(room, 2 * rows + columns + 1)
    piece, first, own, safe = 0, start, start, 0
    last = _unrank(start, row, shape, sums)
    while True:
        taken = count_up(turns, PIECE, 1)
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
            if valued:
                found, safe = _value(table, own, safe, row, shape, sums, work, marks, turns, thread)
            else:
                found, safe = _first_row(table, own, safe, row, shape, sums, work, turns, thread)
            table[number] = found
            _advance(row, shape, rows - 1)
            if number & OFTEN == OFTEN:
                tell(turns, thread, number + 1)
        if last == stop:
            break
        first = last
        last = first + _piece(row, shape, sums)
        piece += 1
    tell(turns, thread, END)
    return stop


@native(10)
def fill(
    table: int,
    start: int,
    stop: int,
    rows: int,
    columns: int,
    added: int,
    words: int,
    turned: int,
    thread: int,
    valued: int,
) -> int:
    """Write the entries of ranks `start` to `stop - 1` of a table of diagrams.

    An entry is the Grundy value of the diagram in the game in which no move may take the first square. The rectangle
    may then have at most 256 squares, so that every value, which is at most the number of moves, fits into a byte.

    If `valued` is 0, the diagram consists of the rows below a first row. The entry is the length of the first row that
    makes a P-position with them, or 0. At most one length from 1 to `columns` makes a P-position, and this table
    suffices to find it (`search.ranked` has the proof).

    Args:
        table: The address of the table, indexed by rank.
        start: The rank of the first diagram; at least 1 for values.
        stop: The rank after the last diagram.
        rows: The number of rows of the diagrams.
        columns: The number of columns, at most 62 for first rows.
        added: The address of the sums U[q][c] of the module, one row for each q from 0 to `rows`.
        words: The address of the working memory.
        turned: The address of the array in which threads publish their progress.
        thread: The number of this thread.
        valued: 1 for values, 0 for the lengths of first rows.

    Returns:
        `stop`.
    """
    entries, sums, room, turns = bytes_at(table), words_at(added), words_at(words), words_at(turned)
    if valued:
        return _fill(entries, start, stop, rows, columns, sums, room, turns, thread, valued=True)
    return _fill(entries, start, stop, rows, columns, sums, room, turns, thread, valued=False)
