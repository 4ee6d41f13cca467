"""A layout of positions of Hackenbush, which are graphs that grow from the ground.

The height of a vertex shows the number of edges between it and the ground. Edges between the same two vertices bend to
different sides, and edges to the ground end at different points of it. Trees and rings are drawn without crossings.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..core import Multigraph
from .force_layout import spread_boxes
from .layers import layout
from .svg import number

Point = tuple[float, float]

MARGIN = 24.0
PITCH, LOW = 64.0, 20.0
"""The distance between two heights in px, and its least value in a high picture."""
TALL = 1500.0
"""The height in px above which the distance between heights is reduced."""
BOX = 20.0
"""The size of a vertex."""
FOOT = 26.0
"""The distance between two parallel edges in px."""
LOOP, WIDER = 34.0, 14.0
"""The size of a loop in px, and the additional size of the next one on the same side."""
MOST_FALLS = 1500
"""The largest number of falling edges listed in all; those of further cuts are omitted."""


class Curve(NamedTuple):
    """A cubic Bézier curve: its ends and the two control points between them."""

    start: Point
    first: Point
    second: Point
    end: Point

    @property
    def path(self) -> str:
        """The curve as the data of an SVG path."""
        (x, y), *rest = ((number(a), number(b)) for a, b in self)
        return f"M{x},{y}C" + " ".join(f"{a},{b}" for a, b in rest)

    def at(self, t: float) -> Point:
        """Return the point of the curve at parameter t, from 0 (start) to 1 (end)."""
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(share * point[i] for share, point in zip(shares, self, strict=True)) for i in (0, 1))
        return x, y


class Planting(NamedTuple):
    """A drawing of a graph in which moves take edges, as in Hackenbush.

    Attributes:
        width: The width of the drawing in px.
        height: Its height in px.
        points: The centre in px of each vertex except the ground, by the name of the vertex.
        curves: The curve of each edge.
        ground: The line of the ground as an SVG path, or "" if there is no ground.
        falls: For each edge the indices of the other edges that fall when it is cut.
    """

    width: float
    height: float
    points: dict[str, Point]
    curves: tuple[Curve, ...]
    ground: str
    falls: tuple[tuple[int, ...], ...]


def planted(scene: Multigraph) -> Planting:
    """Draw a connected graph that grows from a ground line, as in Hackenbush, or an ordinary graph without ground.

    >>> from grundy.core import Multigraph
    >>> shown = planted(Multigraph(("0", "1", "2"), (("0", "1"), ("1", "2")), "0"))
    >>> shown.points["2"][1] < shown.points["1"][1], shown.falls
    (True, ((1,), ()))
    """
    if not scene.ground:
        return _spread(scene) or _hung(scene)
    edges, ground = scene.edges, scene.ground
    far = _distances(edges, ground)
    names = [vertex for vertex in far if vertex != ground]
    number_of = {vertex: i for i, vertex in enumerate(names)}
    feet: dict[str, list[int]] = {}
    loops: dict[str, list[int]] = {}
    beside: dict[tuple[str, str], list[int]] = {}
    for i, (v, w) in enumerate(edges):
        if v == w:
            loops.setdefault(v, []).append(i)
        elif ground in (v, w):
            feet.setdefault(w if v == ground else v, []).append(i)
        else:
            lower, upper = sorted((v, w), key=lambda end: (far[end], number_of[end]))
            beside.setdefault((lower, upper), []).append(i)
    widths = [max(FOOT * (len(feet.get(v, ())) + 1), 2 * _reach(len(loops.get(v, ())))) for v in names]
    upward = [(number_of[v], number_of[w]) for v, w in beside if far[v] < far[w]]
    plan = layout(widths, upward, rows=[far[v] - 1 for v in names])
    pitch = max(LOW, min(PITCH, TALL / max(1, plan.rows)))
    arches = 2 * _reach(len(loops.get(ground, ())))
    floor = MARGIN + max(plan.rows * pitch, arches) + LOOP / 2 * any(far[v] == plan.rows for v in loops)
    points = {v: (MARGIN + plan.x[i], floor - far[v] * pitch) for i, v in enumerate(names)}
    curves: dict[int, Curve] = {}
    for v, here in feet.items():
        x, y = points[v]
        curves |= {i: _swollen((x, y), (x + side * FOOT, floor), 0.0) for i, side in _sides(here)}
    for (v, w), here in beside.items():
        level = far[v] == far[w] and not _neighbours(v, w, names, far, points)
        over = -pitch if level else 0.0
        curves |= {i: _swollen(points[v], points[w], side * FOOT, over) for i, side in _sides(here)}
    width = max(plan.width, arches, 2 * FOOT) + 2 * MARGIN
    for v, here in loops.items():
        if v == ground:
            curves |= {i: _arch(width / 2, floor, _reach(n + 1)) for n, i in enumerate(here)}
        else:
            curves |= {i: _loop(points[v], _reach(n + 1) * (-1) ** n) for n, i in enumerate(here)}
    line = f"M{number(MARGIN / 2)},{number(floor)}H{number(width - MARGIN / 2)}"
    drawn = tuple(curves[i] for i in range(len(edges)))
    return Planting(width, floor + MARGIN / 2, points, drawn, line, falling(edges, ground))


def _spread(scene: Multigraph) -> Planting | None:
    """Draw a graph without a ground as an ordinary graph.

    Return None if it has parallel edges or loops, or if `spread_boxes` cannot place it.
    """
    number_of = {vertex: i for i, vertex in enumerate(dict.fromkeys(scene.vertices))}
    lines = tuple((number_of[v], number_of[w]) for v, w in scene.edges)
    if len({frozenset(line) for line in lines}) < len(lines) or any(v == w for v, w in lines):
        return None
    plain = spread_boxes((BOX,) * len(number_of), BOX, lines)
    if plain is None:
        return None
    points = [(x + MARGIN / 2, y + MARGIN / 2) for x, y in plain.points]
    curves = tuple(_swollen(points[v], points[w], 0.0) for v, w in lines)
    places = {vertex: points[i] for vertex, i in number_of.items()}
    width, height = plain.width + MARGIN, plain.height + MARGIN
    return Planting(width, height, places, curves, "", falling(scene.edges, ""))


def _hung(scene: Multigraph) -> Planting:
    """Draw a graph without a ground as if its first vertex were joined to a ground; omit this ground and edge."""
    stem = "stem" + "'" * max(map(len, scene.vertices))
    shown = planted(Multigraph(scene.vertices, ((stem, scene.vertices[0]), *scene.edges), stem))
    height = shown.points[scene.vertices[0]][1] + MARGIN
    return shown._replace(height=height, curves=shown.curves[1:], ground="", falls=((),) * len(scene.edges))


def _distances(edges: Sequence[tuple[str, str]], ground: str) -> dict[str, int]:
    near: dict[str, list[str]] = {ground: []}
    for v, w in edges:
        near.setdefault(v, []).append(w)
        near.setdefault(w, []).append(v)
    far, queue = {ground: 0}, [ground]
    for vertex in queue:
        for other in near[vertex]:
            if other not in far:
                far[other] = far[vertex] + 1
                queue.append(other)
    return far


def falling(edges: Sequence[tuple[str, str]], ground: str) -> tuple[tuple[int, ...], ...]:
    """Return for each edge the other edges that fall when it is cut: those that are then not connected to the ground.

    Args:
        edges: The edges as pairs of names of vertices.
        ground: The name of the ground vertex, or "" if there is none.

    Returns:
        For each edge the indices of the falling edges. After 1500 entries in all, the lists of further edges are empty.

    Example:
        >>> falling((("0", "1"), ("1", "2")), "0")
        ((1,), ())
    """
    if not ground:
        return ((),) * len(edges)
    found: list[tuple[int, ...]] = []
    told = 0
    for cut in range(len(edges)):
        fallen: tuple[int, ...] = ()
        if told < MOST_FALLS:
            left = _distances([*edges[:cut], *edges[cut + 1 :]], ground)
            fallen = tuple(i for i, (v, _) in enumerate(edges) if i != cut and v not in left)
        told += len(fallen)
        found.append(fallen if told <= MOST_FALLS else ())
    return tuple(found)


def _neighbours(v: str, w: str, names: Sequence[str], far: dict[str, int], points: dict[str, Point]) -> bool:
    """Return whether two vertices v and w at the same distance from the ground are next to each other in the drawing.

    `far` is the distance of each vertex from the ground, and `names` are all vertices drawn at the places `points`.
    """
    row = sorted((points[u][0], u) for u in names if far[u] == far[v])
    return any({a, b} == {v, w} for (_, a), (_, b) in pairwise(row))


def _sides(here: Sequence[int]) -> list[tuple[int, float]]:
    return [(i, n - (len(here) - 1) / 2) for n, i in enumerate(here)]


def _reach(loops: int) -> float:
    return LOOP + WIDER * ((loops - 1) // 2) if loops else 0.0


def _swollen(start: Point, end: Point, side: float, over: float = 0.0) -> Curve:
    """Join two points by a curve whose middle is `side` px to the right of the straight segment between them.

    In addition, both control points of the curve are moved down by `over` px (up if it is negative).
    """
    (x, y), (u, v) = start, end
    long = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
    dx, dy = side * 4 / 3 * (y - v) / long, side * 4 / 3 * (u - x) / long + over
    return Curve(start, (x + (u - x) / 3 + dx, y + (v - y) / 3 + dy), (u + (x - u) / 3 + dx, v + (y - v) / 3 + dy), end)


def _loop(at: Point, reach: float) -> Curve:
    x, y = at
    out, up = reach * 4 / 3, abs(reach) * 0.6
    return Curve(at, (x + out, y - up), (x + out, y + up), at)


def _arch(x: float, floor: float, reach: float) -> Curve:
    return Curve((x - reach, floor), (x - reach, floor - 2 * reach), (x + reach, floor - 2 * reach), (x + reach, floor))
