"""Outcome and remoteness of loopy games (play may cycle), by retrograde analysis.

The results are found in rounds that start from the terminal positions. A position with a lost option is won, one whose
options are all won is lost, and one that never gets a result is a draw. The round in which a position gets its result
is its remoteness: the length of play if the winner hurries and the loser delays (C. A. B. Smith, "Graphs and composite
games", 1966). Every arc is visited twice.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from ..core import Budget, Outcome
from .game_graph import PIECE, GameGraph

ENDLESS = -1
"""The remoteness of a draw."""


class Lengths(NamedTuple):
    """The remoteness of every vertex of a game graph, in `plies`: the number of moves if the winner hurries.

    A remoteness of -1 means a draw. Otherwise the parity of the remoteness gives the outcome.
    """

    plies: array[int]
    misere: bool

    def outcome(self, vertex: int) -> Outcome:
        """Return the outcome of a vertex by the parity of its remoteness."""
        return outcome_of(self.plies[vertex], self.misere)

    def remoteness(self, vertex: int) -> int | None:
        """Return the remoteness (the number of moves if the winner hurries) of a vertex, or None for a draw."""
        plies = self.plies[vertex]
        return None if plies == ENDLESS else plies


def outcome_of(plies: int, misere: bool) -> Outcome:
    """Return the outcome of a position with a given remoteness.

    Args:
        plies: The remoteness, or `ENDLESS`.
        misere: Whether the player who cannot move wins.

    Returns:
        D if the remoteness is `ENDLESS`, N if it is odd in normal play or even in misère play, else P.

    Example:
        >>> [str(outcome_of(plies, misere=False)) for plies in (0, 1, ENDLESS)]
        ['P', 'N', 'D']
    """
    return Outcome.D if plies == ENDLESS else Outcome.wins((plies % 2 == 1) != misere)


def play_lengths(game_graph: GameGraph, misere: bool = False, budget: Budget | None = None) -> Lengths:  # noqa: FBT002
    """Compute the remoteness of every vertex by retrograde analysis: the number of moves if the winner hurries.

    Args:
        game_graph: The game graph (all positions that can be reached).
        misere: Whether the player who cannot move wins.
        budget: Counts and limits the work.

    Returns:
        The remoteness of each vertex, `ENDLESS` (-1) for a draw.

    Example:
        >>> from .game_graph import game_graph_of
        >>> play_lengths(game_graph_of([[1], [0, 2], [], [3]])).plies
        array('i', [2, 1, 0, -1])
    """
    budget = budget or Budget()
    with budget.interruptible():
        bounds, starts = game_graph.back()
    left = game_graph.degrees()
    plies = array("i", [ENDLESS]) * game_graph.size
    layer = [v for v, degree in enumerate(left) if not degree]
    depth, lost = 0, not misere
    for v in layer:
        plies[v] = 0
    while layer:
        depth += 1
        above: list[int] = []
        for at in range(0, len(layer), PIECE):
            budget.charge_unstored(budget.fits(min(PIECE, len(layer) - at)))
            for v in layer[at : at + PIECE]:
                for u in starts[bounds[v] : bounds[v + 1]]:
                    if plies[u] == ENDLESS:
                        left[u] -= 1
                        if lost or not left[u]:
                            plies[u] = depth
                            above.append(u)
        layer, lost = above, not lost
    return Lengths(plies, misere)


def ends_first(game_graph: GameGraph, budget: Budget | None = None) -> list[int] | None:
    """Sort the vertices of a game graph so that every one comes after its options.

    Args:
        game_graph: The game graph (all positions that can be reached).
        budget: Counts and limits the work.

    Returns:
        The vertices, terminal ones first, or None if play need not end.
    """
    budget = budget or Budget()
    with budget.interruptible():
        bounds, starts = game_graph.back()
    left = game_graph.degrees()
    order = [v for v, degree in enumerate(left) if not degree]
    for i, v in enumerate(order):  # the list grows during the loop
        if i % PIECE == 0:
            budget.charge_unstored(budget.fits(min(PIECE, game_graph.size - i)))
        for u in starts[bounds[v] : bounds[v + 1]]:
            left[u] -= 1
            if not left[u]:
                order.append(u)
    return order if len(order) == game_graph.size else None
