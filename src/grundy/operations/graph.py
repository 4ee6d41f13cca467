"""The game graph of a position with the coordinates of a drawing."""

from __future__ import annotations

from typing import Annotated, Any

from ..drawing import Diagram
from .context import Context
from .moves import Letter
from .request import FieldRecord, GameText, Help, PlayField, Remote, Request
from .result import Exact, Result
from .table import operation


class GraphRequest(Request):
    """Compute the game graph of a position, with at most about 100 positions, and coordinates for drawing it."""

    game: GameText
    play: PlayField = "normal"
    depth: Annotated[int | None, Help("The largest number of moves from the start."), Remote(0, 100)] = None


class GraphPosition(FieldRecord):
    """A position in a drawn game graph: `x` is its centre in pixels from the left, `layer` its row, 0 at the top."""

    position: str
    value: Exact | None
    outcome: Letter | None
    x: float
    layer: int


class GraphResult(Result):
    """The result of `graph`: the positions of a game graph with their places in a drawing, and the moves as arcs.

    The ends of an arc are indices of `positions`. `whole` is false if the graph has more positions than are listed.
    """

    game: str
    play: str
    status: str
    method: str
    theorem: str | None
    positions: list[GraphPosition]
    arcs: list[dict[str, Any]]
    width: float
    layers: int
    note: str
    whole: bool


@operation(GraphRequest, seconds=1.0)
def graph(request: GraphRequest, context: Context) -> GraphResult:
    """Compute the game graph of a position, and coordinates for drawing it.

    Args:
        request: The question: the game, the play convention, and the largest number of moves from the start. The
            decorated function also accepts its fields: `graph("nim: 3 5")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The positions with their coordinates, and the moves between them.

    Raises:
        InputError: If the game cannot be read.
        LimitReached: If a limit was reached before anything was known.
    """
    from ..drawing import layout
    from ..workflows import graph as state_graph

    parsed = context.game(request.game)
    found = _within(state_graph(parsed, misere=request.play == "misere", limits=context.limits), request.depth)
    arcs = list(dict.fromkeys(found.arcs))
    drawn = layout([24 + 9 * len(node.text) for node in found.nodes], arcs)
    nodes = [
        {
            "position": node.text,
            "value": node.value,
            "outcome": None if node.outcome is None else node.outcome.value,
            "x": round(drawn.x[i], 1),
            "layer": drawn.row[i],
        }
        for i, node in enumerate(found.nodes)
    ]
    return GraphResult.of(
        found,
        {"game": str(parsed), "play": request.play, "status": "proved", "method": "search", "theorem": None},
        positions=nodes,
        arcs=[{"from": a, "to": b, "winning": found.wins((a, b))} for a, b in arcs],
        width=round(drawn.width, 1),
        layers=drawn.rows,
        note=found.note,
        whole=not found.note,
    )


def _within(found: Diagram, depth: int | None) -> Diagram:
    """Return the part of a graph that can be reached by at most `depth` moves; if `depth` is None, the whole graph.

    The positions of the graph must be sorted by their distance from the start.
    """
    if depth is None:
        return found
    far = [0, *[len(found.nodes)] * (len(found.nodes) - 1)]
    for tail, head in found.arcs:
        far[head] = min(far[head], far[tail] + 1)
    kept = sum(moves <= depth for moves in far)
    arcs = tuple(arc for arc in found.arcs if max(arc) < kept and far[arc[0]] < depth)
    cut = f"Only the {kept} positions of the first {depth} moves are drawn."
    return found._replace(nodes=found.nodes[:kept], arcs=arcs, note=found.note if kept == len(far) else cut)
