"""Periods in two parameters: the values of a graph with two tails for all lengths b and c, proved by a finite table.

A function g of b and c >= 0 is regular with (p, N, W), where nu(m) = max(N, m + W), if

    g(b, c + p) = g(b, c)        for c >= nu(b),
    g(b + p, c) = g(b, c)        for b >= nu(c),
    g(b + p, c + p) = g(b, c)    for b, c >= N.

So g has period p in each length outside a strip around the diagonal b = c, and within the strip it is periodic along
the diagonal. A finite table determines all values.

Theorem: let X(k) be the set of the values of the paths that a move can cut off when it shortens a tail by k vertices,
and let X(k + p) = X(k) for k >= k0. Let p be a multiple of the period of paths, N >= k0 and 0 <= W <= N. Let L = k0 + p
- 1, M = max(L, p + W), R = N + M + p and T = R + W + L + p. Consider the equations above for every part of the core,
the graph without its tails, that moves may leave. If they hold whenever both sides are in the square b, c < T, they
hold everywhere. The proof applies the theorem of R. K. Guy and C. A. B. Smith ("The G-values of various games", 1956)
to every row and column below R, and then an induction along the diagonal. It is in docs/understand/two-lengths.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..core import Budget, InputError, TailedGraph
from .tail_values import Paths, paths_of, tail_tables

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

FIRST, MOST = 400, 4000
"""The side of the first table, and of the largest one by default."""
MULTIPLES = 4
"""The number of multiples of the period of paths that are tried."""


@dataclass(frozen=True)
class Regular:
    """A period of the values g(b, c) of a graph with two pendant paths (tails) of b and c vertices.

    Attributes:
        period: The period p.
        least: The number N: g(b + p, c + p) = g(b, c) for b, c >= N.
        width: The number W: g(b, c + p) = g(b, c) for c >= N and c >= b + W, and likewise with b and c exchanged.
    """

    period: int
    least: int
    width: int

    def side(self, regular: int) -> int:
        """Return T: if the equations of the period hold for all lengths b, c < T of the tails, they hold for all.

        `regular` is the number of vertices from which on the values of paths separated from a tail are periodic.

        >>> Regular(34, 516, 0).side(55)
        760
        """
        window = regular + self.period - 1
        rows = self.least + max(window, self.period + self.width) + self.period
        return rows + self.width + window + self.period

    def beyond(self, other: int) -> int:
        """Return the length of one tail from which on the values are periodic, if the other has `other` vertices."""
        return max(self.least, other + self.width)

    def reduced(self, b: int, c: int) -> tuple[int, int]:
        """Subtract periods from two lengths as long as the value stays the same.

        Args:
            b: The length of the first tail.
            c: The length of the second tail.

        Returns:
            The two lengths.

        Example:
            >>> Regular(34, 516, 0).reduced(10**9, 3)
            (534, 3)
        """
        shorter = max(0, min(b, c) - self.least) // self.period * self.period
        b, c = b - shorter, c - shorter
        b -= max(0, b - self.beyond(c)) // self.period * self.period
        c -= max(0, c - self.beyond(b)) // self.period * self.period
        return b, c


@dataclass(frozen=True)
class Exceptions:
    """A summary of the tail lengths (b, c) at which the period p of the values g fails: g(b, c + p) != g(b, c).

    Attributes:
        diagonals: The differences c - b for which the equation fails infinitely often.
        preperiod: The least number n such that the equation holds for all b and all c >= n; None if there is none.
        wide: Whether the equation fails at a fixed c for arbitrarily large b; then `preperiod` is None.
    """

    diagonals: tuple[int, ...]
    preperiod: int | None
    wide: bool = False


@dataclass(frozen=True)
class TailPeriods:
    """The Grundy values of a graph with two tails for all tail lengths b and c, as tables and proved periods.

    Attributes:
        graph: The core graph and where its two tails, paths of b and c vertices, begin.
        paths: The Grundy values of paths.
        regular: The proved period, or None if nothing was proved by tables up to `side`.
        side: The side of the tables.
        tables: The values for each part of the core that moves may leave, given by the bit mask of its vertices.
        seen: If nothing was proved, a period that the tables show without proving it, or None.
    """

    graph: TailedGraph
    paths: Paths
    regular: Regular | None
    side: int
    tables: dict[int, Array] = field(repr=False, compare=False)
    seen: Regular | None = None

    @property
    def table(self) -> Array:
        """The values g(b, c) for lengths b, c below `side`."""
        return self.tables[self.graph.whole]

    def value(self, b: int, c: int) -> int:
        """Return the Grundy value for any lengths of the two tails.

        Args:
            b: The length of the first tail.
            c: The length of the second tail.

        Returns:
            The Grundy value.

        Raises:
            InputError: If a length is negative, or outside the table while nothing is proved.
        """
        if min(b, c) < 0:
            raise InputError(f"expected lengths of at least 0, found {min(b, c)}")
        if self.regular is not None:
            b, c = self.regular.reduced(b, c)
        elif max(b, c) >= self.side:
            raise InputError(f"expected lengths below {self.side}: no period is proved")
        return int(self.table[b, c])

    def exceptions(self, *, of_b: bool = False) -> Exceptions:
        """Find the pairs of tail lengths (b, c) at which the period in c fails, or the period in b if `of_b`."""
        import numpy as np

        found = self.regular
        if found is None:
            raise InputError("expected a family with a proved period")
        p, n0 = found.period, found.least
        table = self.table.T if of_b else self.table
        b, c = np.nonzero(table[:, p:] != table[:, :-p])
        low = np.minimum(b, c)
        again = (low >= n0) & (low < n0 + p)  # every exception with b, c >= N is repeated along its diagonal
        wide = bool((again & (b - c >= p + found.width)).any())
        far = again & (c - b < found.width + p) & (b - c < p + found.width)
        diagonals = tuple(int(d) for d in np.unique((c - b)[far]))
        last = None if diagonals or wide else int(c.max(initial=-1)) + 1
        return Exceptions(diagonals, last, wide)


def find_tail_periods(graph: TailedGraph, most: int = MOST, budget: Budget | None = None) -> TailPeriods:
    """Find and prove the periods of the Grundy values of a graph with two tails.

    The period is proved by tables of the values for all tail lengths below a bound (the theorem in this module). The
    numbers `least` and `width` of `Regular` are chosen so that small tables suffice. If the tables are too small for
    the theorem, larger ones are computed.

    Args:
        graph: The core graph and where its two tails, paths of b and c vertices, begin.
        most: The largest side of a table.
        budget: Counts the positions examined; may raise `LimitReached`.

    Returns:
        The periods, with `regular` None if they are not proved.

    Raises:
        InputError: If the values of paths have no period that 2,000 paths show.
        LimitReached: If a value is above 127, or if a limit of the budget is exceeded.
    """
    paths = paths_of(graph.digits)
    if paths is None:
        raise no_period(graph)
    size = min(most, max(FIRST, 3 * paths.regular + 5 * paths.period))
    while True:
        tables: dict[int, Array] = {}
        seen = _Seen(paths.regular, paths.period, size)
        for part, table in tail_tables(graph, paths, size, budget):
            tables[part] = table
            seen.add(table)
            if seen.needed > size and size < most:
                break  # the other parts cannot make a smaller table sufficient
        if seen.needed > size == most:
            multiples = [_Seen(paths.regular, m * paths.period, size) for m in range(2, MULTIPLES + 1)]
            for other in multiples:
                for table in tables.values():
                    other.add(table)
            seen = next((other for other in multiples if other.needed <= size), seen)
        if seen.needed <= size:
            return TailPeriods(graph, paths, seen.smallest(), size, tables)
        if size == most:
            best = seen.smallest()
            shows = best.least + best.width + 2 * best.period <= size
            return TailPeriods(graph, paths, None, size, tables, best if shows else None)
        size = min(most, max(size + size // 16, min(seen.needed, size * 2)))


def no_period(graph: TailedGraph) -> InputError:
    """Build the error for a family of graphs in which the values of paths show no period up to 2,000 vertices."""
    return InputError(f"{graph.name}: expected a code whose values of paths have a short period")


class _Seen:
    """Collects where the period p fails in tables of g(b, c), to choose the numbers N and W of `Regular`."""

    def __init__(self, regular: int, p: int, size: int) -> None:
        import numpy as np

        self.regular, self.p = regular, p
        self.inside = regular
        self.last = np.full(size + 1, -1)  # distance from the diagonal -> the largest length with an exception

    def add(self, table: Array) -> None:
        import numpy as np

        p = self.p
        for side in (table, table.T):
            if side.shape[1] > p:
                b, c = np.nonzero(side[:, p:] != side[:, :-p])
                np.maximum.at(self.last, (c - b)[c >= b], c[c >= b])
        if min(table.shape) > p:
            b, c = np.nonzero(table[p:, p:] != table[:-p, :-p])
            self.inside = max(self.inside, int(np.minimum(b, c).max(initial=-1)) + 1)

    @property
    def needed(self) -> int:
        return self.smallest().side(self.regular)

    def smallest(self) -> Regular:
        """Return the period with the numbers N and W of `Regular` for which the proof needs the smallest tables.

        The equations of `Regular` hold with these numbers in all tables that were added.
        """
        import numpy as np

        beyond = np.maximum.accumulate(self.last[::-1])[::-1]  # at this distance or a larger one
        widths = (0, *(int(distance) + 1 for distance in np.flatnonzero(self.last >= 0)))
        choices = [Regular(self.p, max(self.inside, int(beyond[width]) + 1, width), width) for width in widths]
        return min(choices, key=lambda found: (found.side(self.regular), found.width))
