"""Arenas: everything that can follow in a game, as numbered vertices and flat arrays of arcs.

Play may go round in circles; only the number of positions must be finite. A vertex is a canonical position where no
move splits, else a multiset of parts, as in `whole`. Breadth first; every position is asked once for its options.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from itertools import accumulate
from typing import Any

from ..core import LimitReached, Meter, Ruleset, Sum, at_most, patiently
from .whole import Whole, WholeSolver

MOST_VERTICES = 1 << 21
"""More positions than this are no finite game for us, whatever the meter says."""
MOST_PIECES = 1000
"""Sums of more pieces are not followed: where moves split, a game that loops may leave more and more."""
MOST_ARCS = 1 << 24
"""More moves than this are not kept: they take 0.2 GB."""
PIECE = 4096
"""Vertices between two looks at the clock where nothing new is remembered."""


class Arena:
    """Vertices 0, 1, ... and their options; `first[v]` to `first[v + 1]` bound the options of v in `ends`."""

    def __init__(self, first: array[int], ends: array[int]) -> None:
        """Keep the arcs; `numbers` are filled by `explore`."""
        self.first = first
        self.ends = ends
        self.numbers: dict[Any, int] = {}
        self._back: tuple[array[int], array[int]] | None = None

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.first) - 1

    def options(self, vertex: int) -> array[int]:
        """Return the options of a vertex; an option may come twice."""
        return self.ends[self.first[vertex] : self.first[vertex + 1]]

    def degrees(self) -> list[int]:
        """Return the number of options of every vertex."""
        first = self.first
        return [first[v + 1] - first[v] for v in range(self.size)]

    def back(self) -> tuple[array[int], array[int]]:
        """Return the arcs turned round: bounds and starts, as `first` and `ends`; made once."""
        if self._back is None:
            counts = [0] * (self.size + 1)
            for end in patiently(self.ends):
                counts[end + 1] += 1
            bounds = array("q", accumulate(counts))
            place = bounds.tolist()
            starts = array("i", bytes(4 * len(self.ends)))
            ends, stop = iter(self.ends), self.first
            for vertex in patiently(range(self.size)):
                for _ in range(stop[vertex + 1] - stop[vertex]):
                    end = next(ends)
                    starts[place[end]] = vertex
                    place[end] += 1
            self._back = bounds, starts
        return self._back


def arena_of(options: Iterable[Iterable[int]]) -> Arena:
    """Return the arena of a graph given as the options of the vertices 0, 1, ...

    >>> arena_of([[1, 2], [0, 2], []]).options(1)
    array('i', [0, 2])
    """
    lists = [list(found) for found in options]
    return Arena(
        array("q", accumulate(map(len, lists), initial=0)), array("i", [end for found in lists for end in found])
    )


class _Numbers(dict[Any, int]):
    """Numbers vertices in the order in which they are met."""

    def __init__(self) -> None:
        super().__init__()
        self.met: list[Any] = []

    def __missing__(self, key: Any) -> int:  # noqa: ANN401  # any position
        number = self[key] = len(self.met)
        self.met.append(key)
        return number


def explore(
    starts: Iterable[Hashable], below: Callable[[Any], Iterable[Hashable]], meter: Meter, most: int = MOST_VERTICES
) -> Arena:
    """Return the arena of everything that follows from `starts`.

    Raises `LimitReached` when `meter` says so, or for more than `most` positions or `MOST_ARCS` moves.
    """
    numbers = _Numbers()
    for start in starts:
        _ = numbers[start]
    first, ends, number = array("q", [0]), array("i"), numbers.__getitem__
    for met in numbers.met:  # grows while it is walked through
        meter.tick()
        with meter.heard():
            ends.extend(map(number, below(met)))
        first.append(len(ends))
        if len(numbers.met) > most or len(ends) > MOST_ARCS:
            few = f"{most} positions" if len(numbers.met) > most else f"{MOST_ARCS} moves"
            raise LimitReached(f"more than {few} can be reached", kind="size", visited=meter.visited)
    arena = Arena(first, ends)
    arena.numbers = numbers
    return arena


def sums_below(wholes: WholeSolver) -> Callable[[Whole], Iterable[Whole]]:
    """Return what gives the options of whole sums; raises `LimitReached` where their pieces become too many."""

    def below(whole: Whole) -> Iterable[Whole]:
        if len(whole) > MOST_PIECES:
            raise LimitReached(f"the game splits into more than {MOST_PIECES} pieces", kind="size")
        return wholes.options_of(whole)

    return below


class _Splits(Exception):
    """A move of the rule splits its position."""


class Region:
    """The arena of one ruleset: all positions, or sums of them, that follow from some sums."""

    def __init__(self, ruleset: Ruleset[Any], starts: Iterable[Sum[Any]], meter: Meter) -> None:
        """Explore what follows from `starts`; raises `LimitReached`."""
        self.ruleset = ruleset
        self.meter = meter
        self._wholes: WholeSolver | None = None
        starts = list(starts)
        try:
            if any(len(start) != 1 for start in starts):
                raise _Splits
            self.arena = explore([ruleset.canonical(start[0]) for start in starts], self._single, meter)
        except _Splits:
            wholes = self._wholes = WholeSolver([ruleset], misere=False, meter=meter)
            self.arena = explore(map(self._whole, starts), sums_below(wholes), meter)

    def vertex(self, parts: Sum[Any]) -> int | None:
        """Return the vertex of positions side by side, or None when the arena has none."""
        if self._wholes is not None:
            return self.arena.numbers.get(self._whole(parts))
        return dict.get(self.arena.numbers, self.ruleset.canonical(parts[0])) if len(parts) == 1 else None

    def _whole(self, parts: Sum[Any]) -> Hashable:
        if self._wholes is None:
            raise _Splits
        return self._wholes.whole_of((0, self.ruleset.canonical(part)) for part in parts)

    def _single(self, position: Any) -> Iterable[Any]:  # noqa: ANN401  # any position
        ruleset = self.ruleset
        options = at_most(ruleset.options(position), f"{ruleset.name}: a position has")
        if Sum in {*map(type, options)}:
            raise _Splits
        return options if type(ruleset).canonical is Ruleset.canonical else map(ruleset.canonical, options)
