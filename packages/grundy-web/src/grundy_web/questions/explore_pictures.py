"""Draws the pictures of an exploration, in a child process: the plot, rows of equal length, the heat map, the graph."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from grundy.core import GrundyError, LimitReached, Limits
from grundy.drawing import STYLE
from grundy.operations import Context, game_of, is_misere, served

from ..pictures.value_colours import VALUE_STYLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.drawing import Diagram, DiagramNode
    from grundy.workflows.exploring import Exploration

    from ..pictures.stretch_svg import Stretch

SHEET = f"<style>{STYLE}{VALUE_STYLE}</style>"
"""The style sheet of a picture, which pages provide themselves."""
PERIODS, READABLE = 3, 240
"""The default length of the plot: in periods, or in heaps."""
EXACT = 2000
"""Larger numbers of heaps are drawn as counts."""
MOST_BITS = 53
"""Larger values cannot be drawn on the axis of a plot."""
ROWS, SHORTEST, LONGEST = 16, 8, 400
"""The number of rows in the picture, and the least and greatest length of a row that is chosen."""
SIDE = 760.0
"""The approximate width of a heat map in px."""
FAR_WIDTH = 340.0
"""The approximate width of the map of P-positions in px."""
FAR_SIDE = 400
"""Cells in a row of the map of P-positions."""
FOR_VALUES = 20_000
"""The limit of positions for the values of two heaps; beyond it only the lost positions are shown."""
OTHER, NO_CELL = 65534, 65535
"""The words for a position of unknown value that is not lost, and for one that does not exist."""
GRAPH_SECONDS = 1.5
NARROW = 720
"""The width in px up to which a picture leaves space for text next to it."""
WIDEST = 8
"""The largest number of positions in a layer of a game graph; others are gathered."""
READABLE_ARCS, BEST_NODES, MOST_NODES = 90, 40, 130
"""Limits: arcs of a readable complete graph, positions of a graph of best moves, and of any graph."""


class Sight(NamedTuple):
    """The settings of a picture of a sequence of values.

    Attributes:
        period: The preperiod and the period to mark, or None.
        to: The last heap, or 0 for the default.
        length: The number of values in a row, or 0 for the default.
        log: Whether the axis of values is logarithmic.
        second: The values of another ruleset to compare, or empty.
    """

    period: tuple[int, int] | None
    to: int
    length: int
    log: bool
    second: Sequence[int] = ()


def whole(svg: str) -> str:
    """Return an SVG picture of a page as an independent file, with its style sheet added.

    >>> whole("<svg><g/></svg>").startswith("<svg><style>")
    True
    """
    return svg.replace(">", ">" + SHEET, 1)


def plot(task: Context, found: Exploration, sight: Sight, seconds: float) -> dict[str, Any]:
    """Draw the plot of the Grundy values of an explored ruleset.

    Args:
        task: The limits of the question.
        found: The results of exploring the ruleset.
        sight: The period to mark, the last heap, and the axis.
        seconds: The limit for computing further values.

    Returns:
        The SVG as `plot`, the last heap that it shows as `plot_to`, and the largest value as `largest`. `plot_note`
        states why the plot ends before the heap requested, or is "".
    """
    from ..pictures.stretch_svg import Stretch, stretch_svg

    least = READABLE if sight.period is None else max(60, sight.period[0] + PERIODS * sight.period[1])
    to, stretch, note = sight.to or min(least, EXACT - 1, max(1, len(found.values) - 1)), None, ""
    if found.shape == "heaps" and to > len(found.values) - 1:
        try:
            stretch, note = _far(task, found, sight._replace(to=to), seconds)
        except GrundyError as error:
            to, note = len(found.values) - 1, error.message
    if stretch is None:  # use the known values
        start, shown = found.sample.start, found.values[: min(EXACT, to + 1)]
        drawn = next((i for i, value in enumerate(shown) if value.bit_length() > MOST_BITS), len(shown))
        if drawn < len(shown):
            shown, note = shown[:drawn], f"expected values of at most {MOST_BITS} bits"
        last, largest = start + len(shown) - 1, max(shown, default=0)
        stretch = Stretch(start, last, largest, shown, repeat=sight.period, log=sight.log, second=sight.second[start:])
    summary = f"{stretch.stop - stretch.start + 1} heaps, values 0 to {stretch.largest}"
    picture = stretch_svg(stretch, f"Grundy values of {found.ruleset.name}", summary).bare
    return {"plot": picture, "plot_to": stretch.stop, "largest": stretch.largest, "plot_note": note}


def _far(task: Context, found: Exploration, sight: Sight, seconds: float) -> tuple[Stretch, str]:
    """Compute the data of a plot of more heaps than the exploration `found` has.

    The data are the values or, if there are too many to draw each, the counts of values in cells of the plot. Also
    return the limit that stopped the computation, in words, or "". `sight` has the last heap and the axis of the plot.
    `seconds` is the limit for computing further values.
    """
    from grundy.workflows.computing import raster

    from ..pictures.stretch_svg import Stretch

    to = sight.to
    values, limit = task.sequence(found.ruleset, to, misere=found.play == "misere", seconds=seconds)
    if limit is not None:
        to = len(values) - 1
        if to < len(found.values):
            raise limit
    seen = raster(values, 0, to, 480, 160)
    counts = [seen.counts[i : i + seen.columns].tolist() for i in range(0, len(seen.counts), seen.columns or 1)]
    exact, look = seen.values.tolist(), (sight.period, sight.log, sight.second)
    stretch = Stretch(0, to, seen.largest, exact, counts, seen.heaps, seen.tall, *look)
    return stretch, "" if limit is None else limit.message


def rows_picture(found: Exploration, sight: Sight) -> dict[str, Any]:
    """Draw the Grundy values of an explored ruleset in rows of equal length.

    Args:
        found: The results of exploring the ruleset.
        sight: Contains the length of the rows. If it is 0, the length is the least multiple of the period that is at
            least 8, or 20 without a period of at most 400.

    Returns:
        The SVG as `rows`, and the length of the rows as `length`.
    """
    from ..pictures.wrapped_svg import wrapped_svg

    p = sight.period[1] if sight.period else LONGEST + 1
    length = max(2, min(sight.length or (p * -(-SHORTEST // p) if p <= LONGEST else 20), LONGEST))
    drawn = wrapped_svg(
        found.values[: ROWS * length],
        length,
        sight.period[0] if sight.period else 0,
        f"Grundy values of {found.ruleset.name} in rows of {length}",
    )
    return {"rows": drawn.bare, "length": length}


def heat_map(found: Exploration) -> dict[str, Any]:
    """Draw the Grundy values of two heaps, or of rectangular boards by their two sides, as a heat map.

    The answer contains the SVG as `heat`, the number of rows as `side`, the values row by row as `cells`, the width of
    a cell in px as `cell`, and as `slopes` the directions (rows, columns) of lines along which the P-positions are. For
    two heaps, `far` is a map of the P-positions of larger heaps, below `reach`, if these are known.
    """
    from grundy.patterns import AdditivePairs, MexPairs

    from ..pictures.cells_svg import CellGrid, cells_svg

    start, name = found.sample.start, found.ruleset.name
    boards = found.shape == "boards"
    axes = ("rows", "columns") if boards else ("first heap", "second heap")

    def link(a: int, b: int) -> str:
        position = found.sample.form.replace("m", str(a)).replace("n", str(b)) if boards else f"{a} {b}"
        return f"play?g={quote(f'{name}: {position}')}" + ("&misere=1" if found.play == "misere" else "")

    cell = max(7.0, min(34.0, SIDE / max(1, len(found.rows))))
    slopes = [one.detail.slope for one in found.patterns if isinstance(one.detail, MexPairs | AdditivePairs)]
    rays = [(1.0, slope) for slope in slopes[:1]]  # lines along which the P-positions are
    if found.sample.symmetric:
        rays = [(slope, 1.0) for slope in slopes[:1]] + rays
    near = CellGrid(found.rows, cell, (start, start), 1, *axes, rays=rays, link=link)
    reach = min(found.sample.reach, FAR_SIDE)
    answer: dict[str, Any] = {
        "heat": cells_svg(near, f"Grundy values of {name}, two heaps").bare,
        "side": len(found.rows),
        "cells": [list(row) for row in found.rows],
        "cell": cell,
        "slopes": [list(ray) for ray in rays],
    }
    if reach > len(found.rows) and not boards:
        lost = set(found.p_positions) | {(b, a) for a, b in found.p_positions if found.sample.symmetric}
        marks = [[0 if (a, b) in lost else None for b in range(reach)] for a in range(reach)]
        far = CellGrid(marks, FAR_WIDTH / reach, (0, 0), 1, *axes, rays=rays)
        answer["far"] = cells_svg(far, f"P-positions of {name}, two heaps below {reach}").bare
        answer["reach"] = reach
    return answer


def two_heaps(task: Context, ruleset: str, play: str = "normal", side: int = 64) -> dict[str, Any]:
    """Answer a question of the web app: the values of two heaps below `side`, or only which positions are lost.

    Only the lost positions are sent if the values need more than 20,000 positions. This limit is not a time, so that a
    table always has the same content.

    Args:
        task: The limits of the question.
        ruleset: The ruleset in notation.
        play: "normal" or "misere".
        side: The number of rows and of columns.

    Returns:
        The `side`. The values are appended to the parts of `task`, as compressed little-endian 16-bit words: 0 for a
        lost position, 65534 for any other whose value is not known, and 65535 if there is no such position.

    Raises:
        InputError: If the positions of the ruleset are not two heaps.
        LimitReached: If a limit was reached.
    """
    import gzip
    from array import array

    values, asked = served("table"), {"ruleset": ruleset, "play": play, "rows": side, "columns": side}
    most = min(FOR_VALUES, task.limits.positions or FOR_VALUES)
    try:
        found = values(None, Context(limits=task.limits._replace(positions=most)), **asked).table
    except LimitReached:
        found = values(None, task, **asked, want="lost").table
        found = [[cell if cell is None else 0 if cell else OTHER for cell in row] for row in found]
    words = array("H", (NO_CELL if cell is None else min(cell, OTHER) for row in found for cell in row))
    if sys.byteorder == "big":
        words.byteswap()
    task.parts.append(gzip.compress(words.tobytes(), 6, mtime=0))
    return {"side": side}


def graph(task: Context, g: str, play: str = "normal", view: str = "") -> dict[str, Any]:
    """Answer a question of the web app: the game graph of a position, a table of it, and the reason for the outcome.

    Args:
        task: The limits of the question.
        g: The game in notation.
        play: "normal" or "misere".
        view: "all" for every move; "best" for only the quickest wins and every reply to them; "" for every move if that
            graph is readable, else as "best".

    Returns:
        The answer as plain data for JSON. Without a readable graph `svg` is "", and `note` states the reason.
    """
    from grundy.drawing import diagram_svg
    from grundy.workflows import solve
    from grundy.workflows.explaining import explained

    game, misere = game_of(g), is_misere(play)
    limits = Limits(seconds=min(GRAPH_SECONDS, (task.limits.seconds or GRAPH_SECONDS) / 3))
    solution = solve(game, misere=misere, limits=limits)
    outcome = solution.outcome.value if solution.outcome else None
    answer: dict[str, Any] = {"game": str(game), "play": play, "outcome": outcome, "value": solution.value}
    answer |= {"why": explained(solution), "view": view, "svg": "", "places": [], "note": ""}
    count = solution.move_count
    if count is None or count > MOST_NODES:
        return answer | {"note": f"{count or 'the'} first moves are too many for a readable graph"}
    try:
        view, diagram = _diagram(g, misere, view, limits)
    except GrundyError as error:
        return answer | {"note": error.message}
    ending = f"&play={play}" if misere else ""

    def link(node: DiagramNode) -> str:
        if node.gathered:
            return "#positions"
        return f"play?g={quote(node.game)}{'&misere=1' if misere else ''}"

    rows = [
        {
            "text": node.text,
            "game": node.game,
            "outcome": node.outcome.value if node.outcome else None,
            "value": node.value,
            "rest": node.remoteness,
            "href": f"explore?g={quote(node.game)}{ending}",
        }
        for node in diagram.nodes
    ]
    drawn = diagram_svg(diagram, f"Game graph of {game}", link, widest=WIDEST)
    counts = {"positions": len(diagram.nodes), "moves": len(set(diagram.arcs)), "narrow": drawn.size[0] <= NARROW}
    return answer | counts | {"svg": drawn.bare, "places": rows, "note": diagram.note, "view": view}


def _diagram(g: str, misere: bool, view: str, limits: Limits) -> tuple[str, Diagram]:
    """Return the kind of a game graph, "all" for every move or "best" for the best moves, and the graph.

    It is the graph of the position `g`, a game in notation.

    Every move is drawn if `view` is not "best" and the graph is readable.
    """
    from grundy.workflows import graph as state_graph

    kind, found = "all", None if view == "best" else state_graph(game_of(g), misere=misere, limits=limits)
    few = found is not None and len(found.nodes) <= MOST_NODES
    if found is None or (few and view != "all" and (found.note or len(found.arcs) > READABLE_ARCS)):
        kind, found = "best", state_graph(game_of(g), misere=misere, limits=limits, strategy=True, most=BEST_NODES)
    if len(found.nodes) > MOST_NODES:  # even its first moves are too many to be readable
        raise LimitReached(f"{len(found.nodes)} positions are too many for a readable graph", kind="size")
    return kind, found
