"""The layout of pictures of boards and graphs whose elements can be clicked.

Such an element, called a piece, is a square of a board, a vertex, an edge, a pin or a spot. A board of dots and lines,
with "+" at the crossings, has narrow rows and columns for the lines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import cos, pi, sin
from typing import NamedTuple

from ..core import Board, Faces, Multigraph, Network, Ring
from .arcs_svg import ArcFrame, strokes
from .curves.building import sketch
from .curves.sketch import FULL_SPOT, SPOT, Sketch
from .fit import printable, short_text
from .force_layout import spread_boxes
from .layers import Arc
from .rooted_layout import planted
from .svg import text_width

SIDE = 44.0
"""The side of a square of a board in px."""
NARROW = 24.0
"""The width of a line between two boxes in px."""
PIN = 32.0
"""The size of a pin of a ring in px."""
DOT = 20.0
"""The height of a vertex between edges that are pieces."""
BORDER = 10.0
"""The margin around an undirected graph in px, for the mark of the last move."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Piece(NamedTuple):
    """An element of a picture that can be clicked, such as a square: its number, its rectangle in px, and its text.

    Attributes:
        row: For a square its row, from 0; for a vertex, edge or spot its index; for a pin of a ring 0.
        place: For a square its column, from 0; for a pin its index in the ring, from 0; otherwise 0.
        x: The left side of the rectangle.
        y: The upper side.
        width: Its width.
        height: Its height.
        mark: The text: the character on a square, "I" for a pin, or the name of a vertex, edge or spot.
    """

    row: int
    place: int
    x: float
    y: float
    width: float
    height: float
    mark: str


class Label(NamedTuple):
    """A number or letter that names a row or column next to a board, with the coordinates of its centre."""

    x: float
    y: float
    text: str


class Tableau(NamedTuple):
    """The layout of a picture whose elements, called pieces, can be clicked; all lengths are in px.

    Attributes:
        width: The width of the picture.
        height: Its height.
        pieces: The elements that can be clicked: squares, vertices, edges, pins or spots.
        labels: The names of rows and columns.
        arcs: The SVG path of each line that joins vertices or spots.
        heads: The SVG paths of arrow heads. If there are k heads, they belong to the last k lines of `arcs`, in order.
        paths: The SVG path of each edge, if the pieces are edges as in Hackenbush.
        falls: For each of these edges the indices of the edges that fall when it is cut.
        dots: Elements that cannot be clicked: the vertices if the pieces are edges, or spots that cannot take lines.
        ground: The SVG path of the ground line of Hackenbush, or "".
        ends: For each line of `arcs` or `paths` its two vertices, as indices of `pieces` or `dots`; -1 for the ground.
    """

    width: float
    height: float
    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...] = ()
    arcs: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    falls: tuple[tuple[int, ...], ...] = ()
    dots: tuple[Piece, ...] = ()
    ground: str = ""
    ends: tuple[tuple[int, int], ...] = ()


def tableau(
    scene: Board | Faces | Multigraph | Network | Ring, first: tuple[int, int] | None = None, *, letters: bool = False
) -> Tableau:
    """Compute the picture of a board or graph whose squares, vertices or edges can be clicked.

    Args:
        scene: The board or graph as data.
        first: The numbers of the first row and column of a board. If it is None, both begin with 1 if `letters` is
            True, else the board has no labels.
        letters: Whether columns are named by letters (the first 26) instead of numbers.

    Returns:
        The picture; it has no pieces if a position of Sprouts cannot be drawn.

    Example:
        >>> from grundy.core import Board
        >>> [piece.mark for piece in tableau(Board((".O", "@#"))).pieces]
        ['.', 'O', '@', '#']
    """
    if isinstance(scene, Faces):
        drawn = sketch(scene)  # None if the regions cannot be drawn on a sphere
        return Tableau(0, 0, ()) if drawn is None else sketched(drawn)
    if isinstance(scene, Multigraph):
        return _edges(scene)
    if isinstance(scene, Ring):
        points, side = _ring_points(scene.pins)
        pins = enumerate(points)
        return Tableau(side, side, tuple(Piece(0, i, x - PIN / 2, y - PIN / 2, PIN, PIN, "I") for i, (x, y) in pins))
    return _network(scene) if isinstance(scene, Network) else _board(scene.rows, first, letters)


def _board(rows: Sequence[str], first: tuple[int, int] | None, letters: bool) -> Tableau:
    lines = any("+" in row for row in rows)
    columns = max(map(len, rows))
    across, down = (
        list(accumulate((NARROW if lines and i % 2 == 0 else SIDE for i in range(count)), initial=0.0))
        for count in (columns, len(rows))
    )
    pieces = tuple(
        Piece(y, x, across[x], down[y], across[x + 1] - across[x], down[y + 1] - down[y], mark)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
    )
    labels = _labels(rows, first or (1, 1), letters) if letters or first else ()
    room = 19.0 if labels else 0.0
    return Tableau(across[-1] + (room if len(rows) > 1 else 0), down[-1] + room + (room > 0), pieces, labels)


def _labels(rows: Sequence[str], first: tuple[int, int], letters: bool) -> tuple[Label, ...]:
    columns, bottom = max(map(len, rows)), SIDE * len(rows) + 14
    names = [LETTERS[x] if letters and x < 26 else str(x + first[1]) for x in range(columns)]
    below = [Label(SIDE * (x + 0.5), bottom, name) for x, name in enumerate(names)]
    if len(rows) == 1:
        return tuple(below)
    return (*below, *(Label(SIDE * columns + 12, SIDE * (y + 0.5), str(y + first[0])) for y in range(len(rows))))


def _network(scene: Network) -> Tableau:
    vertices = list(dict.fromkeys(scene.vertices))
    place = {vertex: i for i, vertex in enumerate(vertices)}
    names = [short_text(printable(vertex), 12) for vertex in vertices]
    widths = [max(SIDE, text_width(name, 15) + 24) for name in names]
    lines, heads = _network_lines(scene, place)
    plain = None if heads or scene.style == "order" else spread_boxes(tuple(widths), SIDE, tuple(lines))
    if plain is not None:
        size = (plain.width + 2 * BORDER, plain.height + 2 * BORDER)
        points = [_tenths(x + BORDER, y + BORDER) for x, y in plain.points]
        paths = [f"M{_joined(points[v])}L{_joined(points[w])}" for v, w in lines]
        tips: list[str] = []
    else:
        frame = ArcFrame.around(widths, SIDE, lines)
        drawn, size = strokes(frame, lines), frame.size
        points = [(frame.x(i), frame.top(frame.layout.row[i]) + SIDE / 2) for i in range(len(names))]
        lines = [arc for arc in lines if arc not in heads] + [arc for arc in lines if arc in heads]
        paths = [drawn[arc].path + ("" if arc in heads else f"L{_joined(drawn[arc].end)}") for arc in lines]
        tips = [drawn[arc].head() for arc in lines if arc in heads]
    pieces = (
        Piece(i, 0, x - width / 2, y - SIDE / 2, width, SIDE, name)
        for i, ((x, y), width, name) in enumerate(zip(points, widths, names, strict=True))
    )
    return Tableau(*size, tuple(pieces), (), tuple(paths), tuple(tips), ends=tuple(lines))


def _joined(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


def _edges(scene: Multigraph) -> Tableau:
    shown = planted(scene)
    pieces = tuple(
        Piece(i, 0, x - SIDE / 4, y - SIDE / 4, SIDE / 2, SIDE / 2, f"{printable(v)}-{printable(w)}")
        for i, ((v, w), (x, y)) in enumerate(
            zip(scene.edges, (_tenths(*curve.at(0.5)) for curve in shown.curves), strict=True)
        )
    )
    paths = tuple(curve.path for curve in shown.curves)
    dots = tuple(_dot(i, vertex, *_tenths(x, y)) for i, (vertex, (x, y)) in enumerate(shown.points.items()))
    standing = {at: i for i, at in enumerate(shown.points.values())}
    ends = tuple((standing.get(curve.start, -1), standing.get(curve.end, -1)) for curve in shown.curves)
    return Tableau(shown.width, shown.height, pieces, (), (), (), paths, shown.falls, dots, shown.ground, ends=ends)


def _tenths(x: float, y: float) -> tuple[float, float]:
    """Round the coordinates of a point to 0.1 px, so that pictures are the same on all machines."""
    return round(x, 1), round(y, 1)


def _dot(number: int, vertex: str, x: float, y: float) -> Piece:
    name = short_text(printable(vertex), 12)
    width = max(DOT, text_width(name, 11) + 8)
    return Piece(number, 0, x - width / 2, y - DOT / 2, width, DOT, name)


def sketched(drawn: Sketch) -> Tableau:
    """Convert a drawing of Sprouts to a picture in which the spots that can take lines can be clicked."""
    points = [_tenths(x, y) for x, y in drawn.points]
    spots = [
        Piece(i, 0, x - SPOT / 2, y - SPOT / 2, SPOT, SPOT, drawn.name(i))
        for i, (x, y) in enumerate(points)
        if not drawn.is_full(i)
    ]
    half = FULL_SPOT / 2
    dots = ((i, *points[i]) for i in drawn.dots)
    full = tuple(Piece(i, 0, x - half, y - half, FULL_SPOT, FULL_SPOT, "") for i, x, y in dots)
    return Tableau(drawn.width, drawn.height, tuple(spots), arcs=tuple(drawn.curves.values()), dots=full)


def _ring_points(pins: int) -> tuple[list[tuple[float, float]], float]:
    """Return the centres of pins in a circle, clockwise from the top, and the side of the square picture, in px."""
    radius = max(PIN, (PIN + 10) / (2 * sin(pi / pins))) if pins > 1 else 0.0
    angles = (2 * pi * i / pins for i in range(pins))
    middle = radius + PIN / 2
    return [(middle + radius * sin(angle), middle - radius * cos(angle)) for angle in angles], 2 * middle


def _network_lines(scene: Network, place: Mapping[str, int]) -> tuple[list[Arc], set[Arc]]:
    """Return the lines of a graph as pairs of vertices, and the set of those lines that are arrows.

    `place` is the index of each vertex by its name. In the style "order", the greater element comes first. In the style
    "edges", two opposite arcs are one line without an arrow head.
    """
    arcs = list(dict.fromkeys((place[tail], place[head]) for tail, head in scene.arcs))
    if scene.style == "order":
        return [arc[::-1] for arc in arcs], set()
    return (arcs, set(arcs)) if scene.style == "arrows" else _oriented(len(place), arcs)


def _oriented(count: int, arcs: Sequence[Arc]) -> tuple[list[Arc], set[Arc]]:
    """Keep one of each pair of opposite arcs; return the arcs kept, and the set of those without an opposite arc.

    The arc that is kept leads from the vertex that a breadth-first search from vertex 0 reaches first.
    """
    known = set(arcs)
    out: list[list[int]] = [[] for _ in range(count)]
    for tail, head in arcs:
        out[tail].append(head)
    seen: dict[int, int] = {}
    for start in range(count):
        queue = deque([start])
        while queue:
            vertex = queue.popleft()
            if vertex not in seen:
                seen[vertex] = len(seen)
                queue.extend(out[vertex])
    single = {arc for arc in arcs if arc[::-1] not in known or arc[0] == arc[1]}
    return [arc for arc in arcs if arc in single or seen[arc[0]] < seen[arc[1]]], single
