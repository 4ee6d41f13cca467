"""Young diagrams in a rectangle that moves truncate (Chomp), all evaluated bottom up.

A position is a diagram with its first square, which is never taken. A move takes another square with all squares below
it and to its right, so it truncates the rows from some row on to a length. Diagrams are numbered in colexicographic
order (`diagram_number`), in which options come first.

Outcomes need a smaller table than values. Let L be the diagram below the first row, and let b be the first row of L.
**At most one x makes (x, L) a P-position**: of two, the longer has the shorter as an option, because truncating the
first row to x >= b does not change L. Call this x p(L). The options of (x, L) are

- (x, L') for an option L' of L or the empty L': it is P exactly if x = p(L');
- (c, L) with b <= c < x: it is P exactly if c = p(L);
- (c, L truncated to c) with 1 <= c < b: it is P exactly if c = p(L truncated to c); this does not depend on x.

So if some c < b has p(L truncated to c) = c, every (x, L) is N. Otherwise p(L) is the least x >= max(b, 1) that is not
p(L') for any L'. The induction is over the number of L. The table of p has C(rows - 1 + columns, columns) entries, one
for each L, and only those L without such a c examine all their options. The game: D. Gale, "A curious Nim-type game",
American Mathematical Monthly 81, 1974.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from ..core import BitRule, InputError
from .ordered_threads import InOrder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .slices import Slices

Rows = Sequence[int]
MOST_SQUARES = 256
"""A value is less than the number of squares and must fit into one byte."""
MOST_COLUMNS = 62
"""Sets of first rows are stored as bits of a word."""

MARKS = 258
"""Words in which a kernel marks values and counts diagrams."""
PIECE = 1 << 16
"""The largest number of diagrams that a thread takes at once."""


class Diagrams:
    """Tables of outcomes and Grundy values of Chomp-like games, whose positions are Young diagrams in a rectangle.

    They are filled as far as needed; `InputError` is raised if the rectangle is too large.
    """

    def __init__(self, name: str, packed: BitRule[Any], slices: Slices, threads: int = 1) -> None:
        if packed.diagram is None:
            raise InputError(f"{name}: its positions are not diagrams in a rectangle")
        self.rows, self.columns = packed.diagram
        if not 1 <= self.columns <= MOST_COLUMNS or self.rows * self.columns > MOST_SQUARES:
            raise InputError(f"{name}: a table takes at most {MOST_COLUMNS} columns and {MOST_SQUARES} squares")
        self.packed = packed
        self.slices = slices
        low = max(q for q in range(self.rows + 1) if comb(self.columns + q, q) <= PIECE)
        self._order = InOrder(slices, threads, low)
        self._tables: dict[int, NDArray[Any]] = {}
        self._done = {self.rows - 1: 0, self.rows: 1}

    def lost(self, position: Any) -> bool:  # noqa: ANN401  # any position
        """Return whether a position is a P-position."""
        rows = self._lengths(position)
        number = diagram_number(rows[1:])
        return int(self.first_rows(number + 1)[number]) == rows[0]

    def value(self, position: Any) -> int:  # noqa: ANN401
        """Return the Grundy value of a position."""
        number = diagram_number(self._lengths(position))
        return int(self.values(number + 1)[number])

    def first_rows(self, stop: int | None = None) -> NDArray[Any]:
        """Return a table of the P-positions: for each diagram of the rows below the first, the length of the first row.

        Entry i is for the diagram of number i (see `diagram_number`). It is the length of a first row that makes a
        P-position together with this diagram, or 0 if no length does. Only entries below `stop` need be right; if
        `stop` is None, all are.
        """
        from ..kernels.boards.calls import lost_first_rows

        return self._filled(lost_first_rows, self.rows - 1, stop)

    def values(self, stop: int | None = None) -> NDArray[Any]:
        """Return the table of Grundy values: entry i is the value of the diagram of number i, for 0 < i < `stop`.

        Other entries may be wrong. If `stop` is None, all entries but number 0, the empty diagram, are right.
        """
        from ..kernels.boards.calls import diagram_values

        return self._filled(diagram_values, self.rows, stop)

    def _filled(self, kernel: Callable[..., int], rows: int, stop: int | None) -> NDArray[Any]:
        """Return the table that `kernel` fills for the diagrams of `rows` rows.

        Entries below `stop` are right; if it is None, all are.
        """
        import numpy as np

        count = comb(rows + self.columns, self.columns)
        if rows not in self._tables:
            self._tables[rows] = self.slices.zeros(count, np.uint8)
        table = self._tables[rows]
        sums = np.array([[comb(c + q, q) - 1 for c in range(self.columns + 1)] for q in range(rows + 1)], np.int64)

        words = np.zeros((self._order.threads, 2 * rows + self.columns + 1 + MARKS), np.int64)

        def run(start: int, end: int, turns: NDArray[Any], thread: int) -> int:
            return kernel(table, start, end, rows, self.columns, sums, words[thread], turns, thread)

        for reached in self._order.run(run, self._done[rows], count if stop is None else stop):
            self._done[rows] = reached
        return table

    def _lengths(self, position: Any) -> list[int]:  # noqa: ANN401
        """Return the lengths of all rows of a position, including empty ones."""
        rows = self.packed.unpack(self.packed.pack(position))
        return [*rows, *[0] * (self.rows - len(rows))]


def diagram_number(rows: Rows) -> int:
    """Return the index of a Young diagram in the ordered list of all diagrams with this number of rows.

    Each diagram is given by its row lengths, longest first; 0 is allowed. Diagrams are ordered by the first row, then
    by the second row, and so on.

    >>> [diagram_number(rows) for rows in ([0, 0], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2])]
    [0, 1, 2, 3, 4, 5]
    """
    return sum(comb(length + below - 1, below) for below, length in zip(range(len(rows), 0, -1), rows, strict=True))
