"""The values of all places of an arena: the squares of a maze, or the vertices of a graph.

An editor shows them while a user draws the arena. The value of a place is that of the position with the piece or the
token on it. If play need not end, a vertex has an outcome, and a value only if it is finite.
"""

from __future__ import annotations

from typing import Any

from grundy.core import (
    Game,
    LimitReached,
    Limits,
    LoopyGame,
    Meter,
    Picture,
    PositionError,
    Ruleset,
    Sum,
    Summand,
    facet,
)
from grundy.drawing import Diagram, DiagramNode
from grundy.workflows.solving import PartSolver, Solver

MOST_PLACES = 400
"""The largest number of squares or vertices."""


def place_values(game: Game, limits: Limits | None = None) -> list[list[int | None]]:
    """Compute the values that a game on a grid has with its piece on each square.

    Args:
        game: A game with one component on a grid.
        limits: Limits on the number of positions and the time.

    Returns:
        The values row by row, with None for walls.

    Raises:
        PositionError: If the game is not played on a grid.
        LimitReached: If a limit is exceeded.

    Example:
        >>> from grundy import read_game
        >>> place_values(read_game("maze: ..#/..@"))
        [[0, 1, None], [1, 0, 2]]
    """
    ruleset, position = _only(game)
    grid = facet(ruleset, Picture).grid(position)
    if not grid:
        raise PositionError(f"{ruleset.name} is not played on a grid")
    if len(grid) * len(grid[0]) > MOST_PLACES:
        raise LimitReached(f"expected a grid of at most {MOST_PLACES} squares", kind="size")
    solver = PartSolver(ruleset, Meter(limits))
    with solver.meter.interruptible():
        return [[None if place is None else solver.value(place) for place in row] for row in grid]


def is_directed(game: Game) -> bool:
    """Return whether a game is played on a directed graph."""
    return game.size > 0 and bool(getattr(game.part(0)[0], "arcs", None))


def arena_diagram(game: Game, limits: Limits | None = None) -> Diagram:
    """Draw the graph on which a game is played, with the outcome and value of every vertex.

    Args:
        game: A game with one token on a directed graph.
        limits: Limits on the work.

    Returns:
        The graph, with the vertex of the token first.

    Raises:
        PositionError: If the game is not played on a directed graph.
        LimitReached: If a limit is exceeded.

    Example:
        >>> from grundy import read_game
        >>> [(node.text, node.value) for node in arena_diagram(read_game("graph: 2>1 3>2 3>1 @ 3")).nodes]
        [('3', 2), ('2', 1), ('1', 0)]
    """
    ruleset, token = _only(game)
    arcs = getattr(ruleset, "arcs", None)
    if not arcs or token not in arcs:
        raise PositionError(f"{ruleset.name} is not played on a directed graph")
    if len(arcs) > MOST_PLACES:
        raise LimitReached(f"expected a graph of at most {MOST_PLACES} vertices", kind="size")
    vertices = [token, *(vertex for vertex in arcs if vertex != token)]
    number = {vertex: place for place, vertex in enumerate(vertices)}
    solver = Solver(game, False, limits)  # noqa: FBT003  # normal play
    nodes = []
    for vertex in vertices:
        placed = Game(Summand(ruleset, Sum(vertex)))
        found = solver.solve(placed)
        nodes.append(DiagramNode(str(vertex), _value(solver, ruleset, vertex), found.outcome, str(placed)))
    return Diagram(tuple(nodes), tuple((number[v], number[end]) for v, ends in arcs.items() for end in ends))


def _value(solver: Solver, ruleset: Ruleset[Any], vertex: object) -> int | None:
    try:
        return solver.part_solver(ruleset).value(vertex, shorten=False)
    except LoopyGame:
        return None


def _only(game: Game) -> tuple[Ruleset[Any], Any]:
    if game.size != 1:
        raise PositionError(f"expected a game of one component, found {game.size}")
    return game.part(0)
