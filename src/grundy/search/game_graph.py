"""Game graphs: all positions that play can reach, as numbered vertices, and the moves as flat arrays of arcs.

Play may cycle, but the number of positions must be finite. A vertex is a canonical position if no move splits a
position. Otherwise it is a multiset of components, as in `whole`. The search is breadth first and expands every
position once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from itertools import accumulate
from typing import Any

from ..core import Budget, LimitReached, Ruleset, Sum, at_most, iterate_checked
from .whole import Whole, WholeSolver

MOST_VERTICES = 1 << 21
"""The largest number of positions explored, whatever the budget allows."""
MOST_PIECES = 1000
"""The largest number of components in a sum; a loopy game with moves that split may create more and more."""
MOST_ARCS = 1 << 24
"""The largest number of moves stored; they take 0.2 GB."""
PIECE = 4096
"""Vertices between two checks of the clock while nothing new is stored."""


class GameGraph:
    """A game graph: positions as vertices 0, 1, ..., and moves as arcs; a cycle is allowed.

    The options of vertex v are `ends[first[v] : first[v + 1]]`. `numbers` maps each position to its vertex.
    """

    def __init__(self, first: array[int], ends: array[int]) -> None:
        """Create a game graph from flat arrays of arcs, without positions: the dictionary `numbers` stays empty.

        Args:
            first: For each vertex the index of its first arc, and the number of arcs at the end.
            ends: The heads of the arcs, those of vertex 0 first.
        """
        self.first = first
        self.ends = ends
        self.numbers: dict[Any, int] = {}
        self._back: tuple[array[int], array[int]] | None = None

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.first) - 1

    def options(self, vertex: int) -> array[int]:
        """Return the vertices of the options of a position; an option may occur twice."""
        return self.ends[self.first[vertex] : self.first[vertex + 1]]

    def degrees(self) -> list[int]:
        """Return the number of moves from every vertex."""
        first = self.first
        return [first[v + 1] - first[v] for v in range(self.size)]

    def back(self) -> tuple[array[int], array[int]]:
        """Return the arcs backwards, as arrays (bounds, tails): `tails[bounds[v] : bounds[v + 1]]` have a move to v."""
        if self._back is None:
            counts = [0] * (self.size + 1)
            for end in iterate_checked(self.ends):
                counts[end + 1] += 1
            bounds = array("q", accumulate(counts))
            place = bounds.tolist()
            starts = array("i", bytes(4 * len(self.ends)))
            ends, stop = iter(self.ends), self.first
            for vertex in iterate_checked(range(self.size)):
                for _ in range(stop[vertex + 1] - stop[vertex]):
                    end = next(ends)
                    starts[place[end]] = vertex
                    place[end] += 1
            self._back = bounds, starts
        return self._back


def game_graph_of(options: Iterable[Iterable[int]]) -> GameGraph:
    """Return the game graph with the given options of the vertices 0, 1, ...

    >>> game_graph_of([[1, 2], [0, 2], []]).options(1)
    array('i', [0, 2])
    """
    lists = [list(found) for found in options]
    return GameGraph(
        array("q", accumulate(map(len, lists), initial=0)), array("i", [end for found in lists for end in found])
    )


def explore(
    starts: Iterable[Hashable], below: Callable[[Any], Iterable[Hashable]], budget: Budget, most: int = MOST_VERTICES
) -> GameGraph:
    """Build the game graph of all positions that can be reached from some positions.

    Args:
        starts: The positions to start from.
        below: Returns the options of a position.
        budget: Counts and limits the work.
        most: The largest number of positions.

    Returns:
        The game graph.

    Raises:
        LimitReached: If the budget's limit, `most` or `MOST_ARCS` was reached.
    """
    met = list(dict.fromkeys(starts))
    numbers = {position: number for number, position in enumerate(met)}
    first, ends = array("q", [0]), array("i")
    for position in met:  # the list grows during the loop
        budget.charge()
        with budget.interruptible():
            for option in below(position):
                if option not in numbers:
                    numbers[option] = len(met)
                    met.append(option)
                ends.append(numbers[option])
        first.append(len(ends))
        if len(met) > most or len(ends) > MOST_ARCS:
            few = f"{most} positions" if len(met) > most else f"{MOST_ARCS} moves"
            raise LimitReached(f"more than {few} can be reached", kind="size", visited=budget.visited)
    game_graph = GameGraph(first, ends)
    game_graph.numbers = numbers
    return game_graph


def sums_below(wholes: WholeSolver) -> Callable[[Whole], Iterable[Whole]]:
    """Return a function that lists the options of a sum; it is an argument `below` of `explore`.

    The function raises `LimitReached` if the sum has too many components.

    Args:
        wholes: The solver that represents the sums and lists their options.

    Returns:
        A function from a sum to its options.
    """

    def below(whole: Whole) -> Iterable[Whole]:
        if len(whole) > MOST_PIECES:
            raise LimitReached(f"the game splits into more than {MOST_PIECES} pieces", kind="size")
        return wholes.options_of(whole)

    return below


class _Splits(Exception):
    """Signals that a move splits a position into several components."""


class Region:
    """The game graph of everything that can be reached from some sums of positions of one ruleset.

    Its vertices are sums of positions if a start is a sum or a move splits a position, else single positions.
    """

    def __init__(self, ruleset: Ruleset[Any], starts: Iterable[Sum[Any]], budget: Budget) -> None:
        """Explore all positions that can be reached.

        Args:
            ruleset: The ruleset.
            starts: The sums to start from.
            budget: Counts and limits the work.

        Raises:
            LimitReached: If a limit was reached.
        """
        self.ruleset = ruleset
        self.budget = budget
        self._wholes: WholeSolver | None = None
        starts = list(starts)
        try:
            if any(len(start) != 1 for start in starts):
                raise _Splits
            self.game_graph = explore([ruleset.canonical(start[0]) for start in starts], self._single, budget)
        except _Splits:
            wholes = self._wholes = WholeSolver([ruleset], misere=False, budget=budget)
            self.game_graph = explore(map(self._whole, starts), sums_below(wholes), budget)

    def vertex(self, parts: Sum[Any]) -> int | None:
        """Return the number of the vertex of a sum, or None if the game graph does not contain the sum."""
        if self._wholes is not None:
            return self.game_graph.numbers.get(self._whole(parts))
        return self.game_graph.numbers.get(self.ruleset.canonical(parts[0])) if len(parts) == 1 else None

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
