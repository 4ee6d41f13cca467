"""What every place of an arena is worth: the squares of a maze, the vertices of a graph.

An editor shows these beside the arena while it is drawn. A place stands for the position with the figure, or the token,
on it; where play can go on for ever a vertex has its outcome, and a value only where it has one.
"""

from __future__ import annotations

from typing import Any

from ...core import Game, LimitReached, Limits, LoopyGame, Meter, PositionError, Ruleset, Sum, Summand
from ...drawing import Diagram, DiagramNode
from ..solving import PartSolver, Solver

MOST_PLACES = 400
"""More squares, or vertices, have no picture."""


def place_values(game: Game, limits: Limits | None = None) -> list[list[int | None]]:
    """Return the values of all squares of a game on one grid, row by row, None for walls.

    Raises `PositionError` when the game is on no grid, `LimitReached`.

    >>> from ...notation import read_game
    >>> place_values(read_game("maze: ..#/..@"))
    [[0, 1, None], [1, 0, 2]]
    """
    ruleset, position = _only(game)
    grid = ruleset.grid(position)
    if not grid:
        raise PositionError(f"{ruleset.name}: the positions are on no grid")
    if len(grid) * len(grid[0]) > MOST_PLACES:
        raise LimitReached(f"a grid of more than {MOST_PLACES} squares has no table of values", kind="size")
    solver = PartSolver(ruleset, Meter(limits))
    with solver.meter.heard():
        return [[None if place is None else solver.value(place) for place in row] for row in grid]


def is_directed(game: Game) -> bool:
    """Return whether a game is played on a directed graph."""
    return game.size > 0 and bool(getattr(game.part(0)[0], "arcs", None))


def arena_diagram(game: Game, limits: Limits | None = None) -> Diagram:
    """Return the graph on which a game is played, every vertex with its outcome and value; its token stands first.

    Raises `PositionError` when the game is on no directed graph, `LimitReached`.

    >>> from ...notation import read_game
    >>> [(node.text, node.value) for node in arena_diagram(read_game("graph: 2>1 3>2 3>1 @ 3")).nodes]
    [('3', 2), ('2', 1), ('1', 0)]
    """
    ruleset, token = _only(game)
    arcs = getattr(ruleset, "arcs", None)
    if not arcs or token not in arcs:
        raise PositionError(f"{ruleset.name}: the game is on no directed graph")
    if len(arcs) > MOST_PLACES:
        raise LimitReached(f"a graph of more than {MOST_PLACES} vertices is not drawn", kind="size")
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
        raise PositionError(f"expected a game of one part, found {game.size}")
    return game.part(0)
