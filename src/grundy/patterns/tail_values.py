"""Values of a graph with two tails for all lengths below a bound, computed with arrays or by definition.

A move that takes t vertices from a tail of c vertices may leave c - k vertices of the tail and a separate path of k - t
vertices. Let X(k) be the set of the values of these paths for all t that the octal code allows. The values of paths
have period p, so X(k) depends only on k mod p from some k on. Therefore one set of values for each residue represents
all positions with much shorter tails. All positions with the same b + c are computed at once. Values are below 128, and
a set of values is a mask of two words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Budget, LimitReached, TailedGraph, mex

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

MOST_VALUE = 127
"""The largest value that two words can represent."""
PATHS = 2000
"""The number of paths among which a period is searched."""


class Paths(NamedTuple):
    """The Grundy values of paths of n vertices, with a period proved for every n >= preperiod."""

    digits: tuple[int, ...]
    values: tuple[int, ...]
    preperiod: int
    period: int

    def value(self, n: int) -> int:
        """Return the value of a path of n vertices; a negative n counts as 0."""
        if n < len(self.values):
            return self.values[max(n, 0)]
        return self.values[self.preperiod + (n - self.preperiod) % self.period]

    def left(self, k: int) -> set[int]:
        """Return the values of the paths that a move can cut off when it makes a tail k >= 1 vertices shorter."""
        takes = range(1, min(k, len(self.digits) - 1) + 1)
        return {self.value(k - t) for t in takes if self.digits[t] & (2 if t == k else 4)}

    @property
    def regular(self) -> int:
        """The number k from which on the sets `left(k)` of values of paths cut off have the period of paths.

        Every path that is cut off then has at least `preperiod` vertices and at least one.
        """
        return max(self.preperiod, 1) + len(self.digits) - 1


def paths_of(digits: tuple[int, ...]) -> Paths | None:
    """Compute the Grundy values of paths for an octal code, with a proved period, or return None if none is found.

    The code is given by its digits: `digits[t]` states what may be left after taking t vertices.

    A move takes at most k = len(digits) - 1 vertices and leaves at most two paths. If g(n + p) = g(n) for every n from
    n0 >= 1 to 2 n0 + p + k - 1, then it holds for all n >= n0 (R. K. Guy and C. A. B. Smith, "The G-values of various
    games", 1956).

    >>> found = paths_of((0, 0, 7))
    >>> found.preperiod, found.period
    (53, 34)
    """
    values: list[int] = []
    for n in range(PATHS):
        options: set[int] = set()
        for t in range(1, min(n, len(digits) - 1) + 1):
            rest = n - t
            if digits[t] & (2 if rest else 1):
                options.add(values[rest])
            if digits[t] & 4:
                options.update(values[i] ^ values[rest - i] for i in range(1, rest // 2 + 1))
        values.append(mex(options))
    for p in range(1, PATHS // 2):
        n0 = next((n + 1 for n in range(PATHS - p - 1, -1, -1) if values[n] != values[n + p]), 0)
        if 2 * max(n0, 1) + 2 * p + len(digits) <= PATHS:
            return Paths(digits, tuple(values), n0, p)
    return None


def values_by_definition(graph: TailedGraph, paths: Paths, size: int) -> dict[int, list[list[int]]]:
    """Compute tables of the Grundy values of a graph with two tails, for all parts of its core, by definition.

    The core is the graph without its tails. The table of a part of it with one tail has one row or one column, and that
    of a part without tails has one entry.

    Args:
        graph: The core graph and where its two tails, paths of b and c vertices, begin.
        paths: The Grundy values of paths.
        size: The tail lengths b and c are less than this.

    Returns:
        For each part of the core that moves may leave, given by the bit mask of its vertices, the table of its values:
        row b, column c.
    """
    found: dict[int, list[list[int]]] = {}
    for part in graph.parts:
        rows, columns = (size if there else 1 for there in graph.tails(part))
        table = found[part] = [[0] * columns for _ in range(rows)]

        def value(piece: int | None, b: int, c: int) -> int:
            if piece is None:
                return 0
            there = graph.tails(piece)
            return found[piece][b * there[0]][c * there[1]]

        for b in range(rows):
            for c in range(columns):
                options = {table[b][c - k] ^ x for k in range(1, c + 1) for x in paths.left(k)}
                options |= {table[b - k][c] ^ x for k in range(1, b + 1) for x in paths.left(k)}
                for option in graph.options(part):
                    if not option.there(b, c):
                        continue
                    total = value(option.both, b, c)
                    for piece in option.alone:
                        total ^= value(piece, 0, 0)
                    for side, length, less in zip(option.sides, (b, c), option.shorter, strict=True):
                        total ^= paths.value(length - less) if side == 0 else value(side, b, c)
                    options.add(total)
                table[b][c] = mex(options)
    return found


def tail_tables(
    graph: TailedGraph, paths: Paths, size: int, budget: Budget | None = None
) -> Iterator[tuple[int, Array]]:
    """Yield tables of the Grundy values of a graph with two tails, one for each part of its core, smaller parts first.

    The core is the graph without its tails. Entry (b, c) of a table is the value with tails of b and c vertices.

    Args:
        graph: The core graph and where its two tails, paths of b and c vertices, begin.
        paths: The Grundy values of paths.
        size: The tail lengths b and c are less than this.
        budget: Counts the positions examined; may raise `LimitReached`.

    Yields:
        A part of the core that moves may leave, as the bit mask of its vertices, and the table of its values.

    Raises:
        LimitReached: If a value is above 127, or if a limit of the budget is exceeded.
    """
    import numpy as np

    budget = budget or Budget()
    tables: dict[int, Array] = {}
    for part in graph.parts:
        tails = graph.tails(part)
        options = _Outside(graph, paths, part, size, tables)
        if all(tails):
            for words in (1, 2):  # too large values are ignored: only the mex counts
                with suppress(_Full):
                    tables[part] = _diagonals(options.at, paths, size, budget, turns=graph.turns, words=words)
                    break
            else:
                raise LimitReached(f"a value is larger than {MOST_VALUE}", kind="size")
        else:
            length = size if any(tails) else 1
            row = _row(options, paths, length, first=tails[0])
            tables[part] = np.array(row, np.uint8).reshape((length, 1) if tails[0] else (1, length))
        yield part, tables[part]


class _Outside:
    """The values of those options of a graph with two tails that take a vertex of the core."""

    def __init__(self, graph: TailedGraph, paths: Paths, part: int, size: int, tables: dict[int, Array]) -> None:
        import numpy as np

        self.options = graph.options(part)
        self.graph, self.tables = graph, tables
        self.path = np.array([paths.value(n) for n in range(size)], np.uint8)

    def at(self, b: Array, c: Array) -> list[tuple[Array, Array]]:
        """Return the values of the options of several positions at once.

        Args:
            b: The lengths of the first tail, one for each position.
            c: The lengths of the second tail, one for each position.

        Returns:
            For each option two arrays with one entry for each position: the value of the option, and whether the
            position has this option.
        """
        import numpy as np

        found = []
        for option in self.options:
            total = np.zeros(len(b), np.uint8)
            if option.both is not None:
                total ^= self.tables[option.both][b, c]
            for piece in option.alone:
                total ^= self.tables[piece][0, 0]
            for place, (side, length, less) in enumerate(zip(option.sides, (b, c), option.shorter, strict=True)):
                if side == 0:
                    total ^= self.path[np.maximum(length - less, 0)]
                elif side is not None:
                    total ^= self.tables[side][:, 0][b] if place == 0 else self.tables[side][0][c]
            there = np.ones(len(b), np.bool_)
            for length, low, high in zip((b, c), option.least, option.most, strict=True):
                there &= (length >= low) & (length <= (len(self.path) if high is None else high))
            found.append((total, there))
        return found


def _row(outside: _Outside, paths: Paths, length: int, *, first: bool) -> list[int]:
    import numpy as np

    lengths, none = np.arange(length), np.zeros(length, np.int64)
    at = outside.at(lengths, none) if first else outside.at(none, lengths)
    left = [sorted(paths.left(k)) for k in range(length)]
    row: list[int] = []
    for n in range(length):
        options = {int(total[n]) for total, there in at if there[n]}
        for k in range(1, n + 1):
            options.update([row[n - k] ^ x for x in left[k]])
        row.append(mex(options))
    return row


class _Full(Exception):  # not named an error, because more words are tried
    """Raised if a set of values, stored as bits of words, is full, so that more words are needed."""


def _diagonals(  # noqa: PLR0913  # the parameters of the whole computation
    outside: Callable[[Array, Array], Sequence[tuple[Array, Array]]],
    paths: Paths,
    size: int,
    budget: Budget,
    *,
    turns: bool,
    words: int,
) -> Array:
    """Return the values g(b, c) of a graph with two tails of lengths b, c < `size`, for b + c = 0, 1, ... in turn.

    `outside` returns the values of the options that take a vertex of the core, see `_Outside.at`. `paths` has the
    values of paths. `turns` states that exchanging b and c does not change the values. The sets of the values of
    options are stored as the bits of `words` words; raise `_Full` if a value needs more words.
    """
    import numpy as np

    one = np.zeros((words, 256), np.uint64)  # column v is the set {v}
    for value in range(64 * words):
        one[value >> 6, value] = np.uint64(1) << np.uint64(value & 63)
    table = np.zeros((size, size), np.uint8)
    by_b = _Shortened(paths, size, words)
    by_c = by_b if turns else _Shortened(paths, size, words)
    for s in range(2 * size - 1):
        budget.charge(size)
        low, high = max(0, s - size + 1), min(s, size - 1) + 1
        b = np.arange(low, high)
        c = s - b
        found = by_b.options(s, low, high)
        found |= (found if turns else by_c.options(s, low, high))[:, ::-1].copy()
        for total, there in outside(b, c):
            found |= one[:, total] * there
        values = _least_missing(found)
        table[b, c] = values
        new = one[:, values]
        by_b.add(s, low, high, new)
        if not turns:
            by_c.add(s, low, high, new[:, ::-1])
    return table


class _Shortened:
    """The values g(b, c) computed so far for tails of b and c vertices.

    From them the values of the options that shorten one of the tails are derived.
    """

    def __init__(self, paths: Paths, size: int, words: int) -> None:
        import numpy as np

        self.regular, self.period, self.size, self.words = paths.regular, paths.period, size, words
        self.near = self._by_value(paths, 1, self.regular)
        self.far = self._by_value(paths, self.regular, self.regular + self.period)
        self.largest = max((*self.near, *self.far), default=0)
        self.ring = self.regular + 1
        self.recent = np.zeros((self.ring, words, size), np.uint64)  # the last diagonals
        self.behind = np.zeros((self.period, words, size), np.uint64)  # all earlier diagonals, by their residue

    @staticmethod
    def _by_value(paths: Paths, first: int, stop: int) -> dict[int, Array]:
        """Return a dictionary from the values of paths to the numbers k of vertices by which a tail is shortened.

        A number k is listed for a value if a move that shortens a tail by k vertices can cut off a path of this value.
        Only the k from `first` to `stop` - 1 are examined.
        """
        import numpy as np

        found: dict[int, list[int]] = {}
        for k in range(first, stop):
            for x in paths.left(k):
                found.setdefault(x, []).append(k)
        return {x: np.array(ks) for x, ks in found.items()}

    def options(self, s: int, low: int, high: int) -> Array:
        """Return the values of the options that shorten one tail, for several positions with b + c = s.

        There is one position for each length of this tail, from `low` to `high` - 1. The column of a position in the
        result is the set of these values, as a bit mask in words of 64 bits.
        """
        import numpy as np

        if s >= self.regular:  # one more diagonal is in the periodic range
            self.behind[(s - self.regular) % self.period] |= self.recent[(s - self.regular) % self.ring]
        sets = np.zeros((1 << self.largest.bit_length(), self.words, high - low), np.uint64)
        for before, rows, length in ((self.near, self.recent, self.ring), (self.far, self.behind, self.period)):
            for x, ks in before.items():  # rows of negative diagonals are still empty
                sets[x] |= np.bitwise_or.reduce(rows[:, :, low:high][(s - ks) % length], axis=0)
        for bit in reversed(range(self.largest.bit_length())):  # nim-add one bit to half of the sets at once
            half = len(sets) // 2
            sets = sets[:half] | _nim_added(sets[half:], 1 << bit)
        found: Array = sets[0]
        return found

    def add(self, s: int, low: int, high: int, new: Array) -> None:
        """Store the values `new` of the positions with b + c = s, for one tail of `low` to `high` - 1 vertices."""
        self.recent[s % self.ring] = 0
        self.recent[s % self.ring, :, low:high] = new


_HALVES = (
    (1, 0x5555555555555555),
    (2, 0x3333333333333333),
    (4, 0x0F0F0F0F0F0F0F0F),
    (8, 0x00FF00FF00FF00FF),
    (16, 0x0000FFFF0000FFFF),
    (32, 0x00000000FFFFFFFF),
)
"""For each bit of a value: the distance of values that differ in it, and the mask of the values without it."""


def _nim_added(sets: Array, x: int) -> Array:
    """Nim-add x to all values of some sets: a set S becomes the set of the v ^ x for v in S.

    A set is stored as the bits of words of 64 bits, and the last axis but one of the array has the words of a set.
    """
    import numpy as np

    if x >> 6:
        sets = sets[..., ::-1, :] if sets.shape[-2] > 1 else np.zeros_like(sets)
    for shift, mask in _HALVES:
        if x & shift:
            low, by = np.uint64(mask), np.uint64(shift)
            sets = (sets & low) << by | sets >> by & low
    return sets


def _least_missing(sets: Array) -> Array:
    import numpy as np

    full = sets == np.uint64(0xFFFFFFFFFFFFFFFF)
    if bool(full.all(axis=0).any()):
        raise _Full
    word = full[0].astype(np.int64)
    rng = sets[word, np.arange(sets.shape[1])]
    least = ~rng & (rng + np.uint64(1))
    found: Array = (64 * word + np.log2(least.astype(np.float64)).astype(np.int64)).astype(np.uint8)
    return found
