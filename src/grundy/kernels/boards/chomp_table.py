"""Young diagrams in a rectangle, in order: Chomp from the bottom up. Plain twins in `search.diagrams`.

A diagram is its rows a_0 >= a_1 >= ..., all at most `columns`; a move truncates the rows from some row i on to some
length c < a_i. Its number in colexicographic order is the sum of C(a_j + q - 1, q), q = rows - j: among the
diagrams with fewer rows below the first that differs, all come before it, so options are smaller numbers.

With U[q][c] = C(c + q, q) - 1, the sum of C(c + p - 1, p) over p = 1..q, the number after a move is

    (terms of the rows above i) + U[rows - i][c] + G[c],   G[c] = (terms of the rows from e on) - U[rows - e][c]

where the first e rows are longer than c: two additions for a move.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..typed import njit, types

TABLE = types.uint8[::1]
SUMS = types.int64[:, ::1]


@njit
def _begin(number: int, row: Any, sums: Any) -> None:
    rows = len(row)
    for j in range(rows):
        q = rows - j
        length = sums.shape[1] - 1
        while sums[q, length] - sums[q - 1, length] > number:
            length -= 1
        row[j] = length
        number -= sums[q, length] - sums[q - 1, length]


@njit(inline="always")
def _advance(row: Any) -> None:
    i = len(row) - 1
    while i > 0 and row[i] == row[i - 1]:
        i -= 1
    if i >= 0:
        row[i] += 1
        row[i + 1 :] = 0


@njit(inline="always")
def _above(row: Any, sums: Any, above: Any) -> None:
    rows = len(row)
    total = 0
    for j in range(rows):
        above[j] = total
        total += sums[rows - j, row[j]] - sums[rows - j - 1, row[j]]


@njit(inline="always")
def _rest(row: Any, sums: Any, rest: Any, table: Any, whole: Any) -> bool:
    """Write G; with `whole`, stop with False where the diagram truncated to some c is a P-position below a row of c."""
    rows = len(row)
    tail, c = 0, 0
    for e in range(rows, 0, -1):
        length = row[e - 1]
        while c < length:
            rest[c] = tail - sums[rows - e, c]
            if whole and table[sums[rows, c] + rest[c]] == c:
                return False
            c += 1
        tail += sums[rows - e + 1, length] - sums[rows - e, length]
    return True


@njit(types.int64(TABLE, types.int64, types.int64, SUMS), cache=True)
def lost_first_rows(table: NDArray[Any], start: int, stop: int, sums: NDArray[Any]) -> int:
    """Write the first row that makes a P-position with each diagram of lower rows, 0 where none of 1..columns does.

    At most one does, and all moves are seen in this table (`search.diagrams` has the proof). `sums` is U, with as many
    rows as there are lower rows and one more; there are at most 62 columns. Return `stop`.
    """
    rows, columns = sums.shape[0] - 1, sums.shape[1] - 1
    row, above, rest = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.zeros(columns + 1, np.int64)
    _begin(start, row, sums)
    for number in range(start, stop):
        first = 0
        if _rest(row, sums, rest, table, whole=True):
            _above(row, sums, above)
            taken = 0
            for i in range(rows):
                for c in range(row[i]):
                    taken |= 1 << table[above[i] + sums[rows - i, c] + rest[c]]
            first = max(1, row[0]) if rows else 1
            while taken >> first & 1:
                first += 1
        table[number] = first if first <= columns else 0
        _advance(row)
    return stop


@njit(types.int64(TABLE, types.int64, types.int64, SUMS), cache=True)
def diagram_values(table: NDArray[Any], start: int, stop: int, sums: NDArray[Any]) -> int:
    """Write the Grundy value of each diagram from number `start` > 0 on, where the first square is never taken.

    A rectangle has at most 256 squares: a value is at most the number of moves. Return `stop`.
    """
    rows, columns = sums.shape[0] - 1, sums.shape[1] - 1
    row, above, rest = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.zeros(columns + 1, np.int64)
    marks = np.zeros(257, np.int64)
    _begin(start, row, sums)
    for number in range(start, stop):
        _rest(row, sums, rest, table, whole=False)
        _above(row, sums, above)
        for i in range(rows):
            for c in range(1 if i == 0 else 0, row[i]):
                marks[table[above[i] + sums[rows - i, c] + rest[c]]] = number
        value = 0
        while marks[value] == number:
            value += 1
        table[number] = value
        _advance(row)
    return stop
