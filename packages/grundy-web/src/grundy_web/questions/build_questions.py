"""Answers the question of an editor about the game being built: its components, its places, the outcome.

The places are the squares of a maze or the vertices of a graph. The value of a place is that of the position with the
piece or the token on it. If play need not end, a vertex has an outcome, and a value only if it is finite.
"""

from __future__ import annotations

from typing import Any

from grundy.core import (
    Budget,
    Game,
    GrundyError,
    LimitReached,
    Limits,
    LoopyGame,
    Multigraph,
    Network,
    Picture,
    PositionError,
    Ruleset,
    Sum,
    Summand,
    facet,
    scene_of,
)
from grundy.drawing import Diagram, DiagramNode
from grundy.operations import Context, game_of, is_misere
from grundy.workflows.solving import PartSolver, Solver

SECONDS = 1.2
"""Seconds for the outcome, and again for the places."""
MOST_WINS = 12
"""The largest number of winning moves listed for one component."""
MOST_PLACES = 400
"""The largest number of squares or vertices whose values are computed."""


def build(task: Context, g: str, kind: str, play: str = "normal") -> dict[str, Any]:
    """Answer a question of the editor: the outcome and the value of a game, why it is so, and the winning moves.

    Args:
        task: The limits of the question.
        g: The game in notation.
        kind: The kind of the editor: "maze", "graph", "board" or "sum".
        play: "normal" or "misere".

    Returns:
        The answer as plain data for JSON. For a maze it contains the values of the squares as `squares`; for a graph a
        picture as `svg` and the vertices, with their values if arcs have directions.
    """
    from grundy.workflows import solve
    from grundy.workflows.explaining import explained

    game = game_of(g)
    limits = Limits(seconds=min(SECONDS, (task.limits.seconds or SECONDS) / 3))
    found = solve(game, misere=is_misere(play), limits=limits)
    told = found.to_dict()
    wins: list[list[str]] = [[] for _ in told["parts"]]
    for move in found.winning_moves[:2000]:
        wins[move.part].append(move.move)
    parts = [
        {**part, "wins": moves[:MOST_WINS], "more": max(0, len(moves) - MOST_WINS)}
        for part, moves in zip(told["parts"], wins, strict=True)
    ]
    answer = {key: told[key] for key in ("game", "play", "outcome", "value", "status")}
    answer["why"] = explained(found)
    answer |= {"parts": parts, "reason": told.get("reason", "")}
    try:
        if kind == "maze":
            answer["squares"] = place_values(game_of(g), limits)
        elif kind == "graph":
            answer |= _graph(game_of(g), limits)
    except GrundyError as error:
        answer["place_note"] = error.message
    return answer


def _graph(game: Game, limits: Limits) -> dict[str, Any]:
    """Return the picture of the graph on which a game is played, and the list of its vertices.

    If the graph is directed, its vertices have values and outcomes.
    """
    from grundy.drawing import diagram_svg, scene_svg

    scenes = [scene_of(ruleset, position) for ruleset, position in game.parts]
    if game.size > 0 and getattr(game.part(0)[0], "arcs", None):  # it is played on a directed graph
        diagram = arena_diagram(game, limits)
        vertices = [
            {"name": node.text, "value": node.value, "outcome": node.outcome.value if node.outcome else None}
            for node in diagram.nodes
        ]
        return {"vertices": vertices, "svg": diagram_svg(diagram, f"The graph of {game}").bare}
    drawn = [scene for scene in scenes if isinstance(scene, (Multigraph, Network))]
    names = dict.fromkeys(name for scene in drawn for name in scene.vertices)
    plain = [{"name": name, "value": None, "outcome": None} for name in names]
    return {"vertices": plain, "svg": "".join(scene_svg(scene, f"The graph of {game}").bare for scene in drawn)}


def place_values(game: Game, limits: Limits | None = None) -> list[list[int | None]]:
    """Compute, for each square of a grid, the value of the game with its piece on this square.

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
    solver = PartSolver(ruleset, Budget(limits))
    with solver.budget.interruptible():
        return [[None if place is None else solver.value(place) for place in row] for row in grid]


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
