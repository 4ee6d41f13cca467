"""Tables of outcomes and values for games such as Chomp, whose positions are the Young diagrams in a rectangle.

A position is a diagram that contains the first square, which is never taken. A move takes another square with all
squares below it and to its right, so it truncates the rows from some row on to a length. The diagrams are numbered in
the lexicographic order of their row lengths (`rank`), in which options come before a position. So a table is filled in
this order, without hashes and without search.

Outcomes need a smaller table than values. Let L be the diagram below the first row, and let b be the first row of L.
**At most one x makes (x, L) a P-position**: of two, the longer has the shorter as an option, because truncating the
first row to x >= b does not change L. Call this x p(L). The options of (x, L) are

- (x, L') for an option L' of L or the empty L': it is P exactly if x = p(L');
- (c, L) with b <= c < x: it is P exactly if c = p(L);
- (c, L truncated to c) with 1 <= c < b: it is P exactly if c = p(L truncated to c); this does not depend on x.

So if some c < b has p(L truncated to c) = c, every (x, L) is N. Otherwise p(L) is the least x >= max(b, 1) that is not
p(L') for any L'. The induction is over the rank of L. The table of p has C(rows - 1 + columns, columns) entries, one
for each L, and only those L without such a c examine all their options. The game: D. Gale, "A curious Nim-type game",
American Mathematical Monthly 81, 1974.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache, reduce
from math import comb
from operator import xor
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core import BitRule, Budget, InputError, LimitReached
from .slices import MEMORY, Pace
from .solver import Report, Store, ValueSolver, key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_SQUARES = 256
"""A value is less than the number of squares and must fit into one byte."""
MOST_COLUMNS = 62
"""Sets of first rows are stored as bits of a word."""
MARKS = 258
"""Words in which a kernel marks values and counts diagrams."""
PIECE = 1 << 16
"""The largest number of diagrams that a thread takes at once."""
WORTH = 1 << 14
"""The least number of consecutive diagrams for which a second thread pays."""
QUIET = 1.0
"""Seconds before the first report."""


class RankedTable:
    """Tables of outcomes and Grundy values of all Young diagrams in a rectangle, filled as far as needed.

    The tables are filled in short time slices, between which limits are checked. Of several threads, each takes the
    next free piece of a table, and waits if an entry that it needs is not filled yet. The result does not depend on
    their number.
    """

    def __init__(
        self, rows: int, columns: int, budget: Budget | None = None, memory: int | None = None, threads: int = 1
    ) -> None:
        """Create empty tables.

        Args:
            rows: The number of rows of the rectangle.
            columns: The number of columns.
            budget: Counts and limits the work.
            memory: The limit of all tables together in bytes, or None for the default; a method that needs a larger
                table raises `LimitReached`.
            threads: The number of threads that fill the tables.

        Raises:
            InputError: If the rectangle is too wide.
        """
        if not 1 <= columns <= MOST_COLUMNS:
            raise InputError(f"a table takes at most {MOST_COLUMNS} columns, found {columns}")
        self.rows, self.columns, self.threads = rows, columns, threads
        self.budget, self.limit = budget or Budget(), memory or MEMORY
        self.report: Report | None = None
        self.visited = 0
        self._pace = Pace()
        self._tables: dict[int, NDArray[Any]] = {}
        self._done = {rows - 1: 0, rows: 1}

    def is_lost(self, lengths: Sequence[int]) -> bool:
        """Return whether the diagram with rows of these lengths is a P-position."""
        first, *lower = self._padded(lengths)
        number = rank(lower)
        return int(self.first_rows(number + 1)[number]) == first

    def value_of(self, lengths: Sequence[int]) -> int:
        """Return the Grundy value of the diagram with rows of these lengths."""
        number = rank(self._padded(lengths))
        return int(self.values(number + 1)[number])

    def first_rows(self, stop: int | None = None) -> NDArray[Any]:
        """Return a table of the P-positions: for each diagram of the rows below the first, the length of the first row.

        Entry i is for the diagram of rank i. It is the length of a first row that makes a P-position together with this
        diagram, or 0 if no length does. Only entries below `stop` are guaranteed; if `stop` is None, all are.
        """
        return self._filled(self.rows - 1, stop, valued=False)

    def values(self, stop: int | None = None) -> NDArray[Any]:
        """Return the table of Grundy values: entry i is the value of the diagram of rank i, for 0 < i < `stop`.

        Other entries may be wrong. If `stop` is None, all entries are right except number 0, that of the empty diagram.
        Raise `InputError` if the rectangle has too many squares.
        """
        if self.rows * self.columns > MOST_SQUARES:
            raise InputError(f"a table of values takes at most {MOST_SQUARES} squares")
        return self._filled(self.rows, stop, valued=True)

    def resume(self, done: int) -> None:
        """Declare that the caller has filled the first `done` entries of the table that `first_rows` returns.

        Args:
            done: The number of these entries; they must be right.
        """
        self._done[self.rows - 1] = done

    def _filled(self, rows: int, stop: int | None, *, valued: bool) -> NDArray[Any]:
        """Fill the table of the diagrams of `rows` rows as far as necessary, and return the whole table.

        Entries below `stop` are right; if `stop` is None, all entries are. They are Grundy values if `valued` is true,
        else the lengths of first rows. The table is filled in time slices of about 0.2 seconds.
        """
        from concurrent.futures import ThreadPoolExecutor

        import numpy as np

        from ..kernels.boards import ordered_threads_shape as shape
        from ..kernels.boards.calls import fill
        from ..kernels.boards.proof_search import ProofProgress

        count = comb(rows + self.columns, self.columns)
        if rows not in self._tables:
            if count + sum(map(len, self._tables.values())) > self.limit:
                text = f"a table of {count} positions needs {count} bytes, more than the memory limit of {self.limit}"
                raise LimitReached(f"{text} bytes", kind="memory", visited=self.visited)
            self._tables[rows] = np.zeros(count, np.uint8)
        table, stop = self._tables[rows], count if stop is None else stop
        sums = np.array([[comb(c + q, q) - 1 for c in range(self.columns + 1)] for q in range(rows + 1)], np.int64)
        words = np.zeros((self.threads, 2 * rows + self.columns + 1 + MARKS), np.int64)
        turns = np.zeros(shape.DONE + shape.APART * self.threads, np.int64)
        turns[shape.GRAIN] = max(q for q in range(self.rows + 1) if comb(self.columns + q, q) <= PIECE)
        turns[shape.YIELD] = _yielding()

        def run(start: int, end: int, thread: int) -> int:
            return fill(table, start, end, rows, self.columns, sums, words[thread], turns, thread, valued)

        first, before = monotonic(), self.visited
        with ThreadPoolExecutor(self.threads) as crew:
            while (start := self._done[rows]) < stop:
                end, begin = min(stop, start + self.budget.fits(self._pace.steps)), monotonic()
                threads = self.threads if end - start >= WORTH else 1
                turns[shape.THREADS], turns[shape.PIECE], turns[shape.DONE :] = threads, 0, start
                others = [crew.submit(run, start, end, thread) for thread in range(1, threads)]
                run(start, end, 0)
                for other in others:
                    other.result()
                self._pace.took(monotonic() - begin, end - start)
                self.visited += end - start
                self._done[rows] = end
                self.budget.charge_unstored(end - start)
                if self.report is not None and monotonic() - first > QUIET:
                    rate = (self.visited - before) / (monotonic() - first)
                    self.report(ProofProgress(self.visited, rate, self.visited, 0, 0, 0))
        return table

    def _padded(self, lengths: Sequence[int]) -> list[int]:
        return [*lengths, *[0] * (self.rows - len(lengths))]


class RankedSolver(RankedTable, ValueSolver):
    """Computes Grundy values and outcomes by tables of all positions, which must be Young diagrams in a rectangle.

    A table is filled in the order of ranks, as far as a position needs it.
    """

    def __init__(
        self,
        name: str,
        packed: BitRule[Any] | None,
        *,
        budget: Budget | None = None,
        memory: int | None = None,
        threads: int = 1,
    ) -> None:
        """Create empty tables for all positions of the rules.

        Args:
            name: The name of the ruleset.
            packed: The rules on positions packed into machine words. `InputError` is raised if their positions are not
                diagrams in a rectangle, or if it is None.
            budget: Counts and limits the work.
            memory: The limit of the tables in bytes, or None for the default; a method that needs a larger table raises
                `LimitReached`.
            threads: The number of threads that fill them.
        """
        if packed is None or packed.diagram is None:
            raise InputError(f"{name}: its positions are not diagrams in a rectangle")
        self.packed = packed
        super().__init__(*packed.diagram, budget, memory, threads)
        self._store: Store | None = None
        self._known: dict[bytes, int] = {}
        self._new: dict[bytes, int] = {}

    def value(self, positions: Iterable[Any]) -> int:
        return reduce(xor, map(self._value, positions), 0)

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        listed = list(positions)
        if len(listed) == 1 and n == 0:  # the outcome suffices
            return self.is_lost(self._lengths(listed[0]))
        return self.value(listed) == n

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return 0, because this method computes only exact values, and no lower bounds."""
        return 0

    def keep_in(self, store: Store) -> int:
        self._store = store
        self._known = dict(store.load())
        return len(self._known)

    def save(self) -> None:
        if self._store is not None and self._new:
            self._store.add([*self._new], [*self._new.values()])
            self._new = {}

    def _lengths(self, position: Any) -> Sequence[int]:  # noqa: ANN401
        lengths: Sequence[int] = self.packed.unpack(self.packed.pack(position))
        return lengths

    def _value(self, position: Any) -> int:  # noqa: ANN401
        words = self.packed.canon_of(tuple(self.packed.pack(position)))
        key = key_of(words) if self._store is not None and any(words) else b""
        if key in self._known:
            return self._known[key]
        value = self.value_of(self._lengths(position))
        if key:
            self._new[key] = self._known[key] = value
        return value


@cache
def _yielding() -> int:
    """Return the address of the system function that lets other threads run, or 0 if it is unknown."""
    with suppress(AttributeError, OSError, TypeError):
        system: Any = ctypes
        named = system.windll.kernel32.SwitchToThread if hasattr(ctypes, "windll") else ctypes.CDLL(None).sched_yield
        return ctypes.cast(named, ctypes.c_void_p).value or 0
    return 0


def rank(rows: Sequence[int]) -> int:
    """Return the index of a Young diagram in the ordered list of all diagrams with this number of rows.

    Each diagram is given by its row lengths, longest first; 0 is allowed. Diagrams are ordered by the first row, then
    the second, and so on.

    >>> [rank(rows) for rows in ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1))]
    [0, 1, 2, 3, 4]
    """
    below = range(len(rows), 0, -1)
    return sum(comb(length + q - 1, q) for q, length in zip(below, rows, strict=True))


def unrank(number: int, rows: int) -> list[int]:
    """Return the row lengths of the Young diagram of a given rank; this is the inverse of `rank`.

    Args:
        number: The rank: the index of the diagram among all diagrams with this number of rows, from 0.
        rows: The number of rows, at least 1.

    Returns:
        The lengths, longest first, some of them perhaps 0.

    Example:
        >>> unrank(4, rows=2), rank(unrank(123456, rows=7))
        ([2, 1], 123456)
    """
    found = []
    for below in range(rows, 0, -1):
        length = 0
        while comb(length + below, below) <= number:
            length += 1
        number -= comb(length + below - 1, below)
        found.append(length)
    return found
