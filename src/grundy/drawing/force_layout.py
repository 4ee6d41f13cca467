"""A layout of undirected graphs in which the distance of two vertices is close to the number of edges between them.

It is computed by stress majorization (E. R. Gansner, Y. Koren and S. North, "Graph drawing by stress majorization",
2004), started from classical scaling (W. S. Torgerson, "Multidimensional scaling", 1952). A cycle becomes a ring, a
path a line, a grid a grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

Point = tuple[float, float]

MOST = 40
"""Larger graphs are not laid out in this way."""
ROUNDS, WORK = (8, 40), 12_000
"""Passes over the vertices, at least and at most, and the limit on pairs examined; the stress decreases."""
POWERS = 40
"""Iterations of the power method for one axis of the initial layout."""
STRAIGHT = 0.06
"""An edge that deviates less than this (in radians) counts as horizontal or vertical."""
NEAR = 0.35
"""If all vertices are closer than this to the points of a grid, they are moved there."""
UNIT, LONGEST = 76.0, 150.0
"""The length of an edge in px, and its limit for large names."""
ROOM = 14.0
"""The space between two vertices in px."""
CLOSE = 0.3
"""The least distance of an edge from other vertices, where an edge has length 1."""


class Spread(NamedTuple):
    """A layout of a graph in px: the centres of the vertices, and the size of the picture without margins."""

    points: tuple[Point, ...]
    width: float
    height: float


@lru_cache(maxsize=64)
def spread_boxes(widths: tuple[float, ...], height: float, edges: tuple[tuple[int, int], ...]) -> Spread | None:
    """Place the vertices of a small undirected graph, drawn as boxes with names, so that no two overlap.

    If this brings vertices too close to each other or to an edge, all are placed on one or two circles instead.

    Args:
        widths: The widths of the boxes in px.
        height: The common height in px.
        edges: The edges, as pairs of indices of vertices.

    Returns:
        The layout, or None if the graph is empty, not connected, or has more than 40 vertices.
    """
    points = spread(len(widths), edges) if 0 < len(widths) <= MOST else None
    if points is None:
        return None
    unit = max(UNIT, _needed(points, widths, height))
    if unit > LONGEST or not _clear(points, edges):
        points = _from_corner(_rings(len(widths), edges))
        unit = max(UNIT, _needed(points, widths, height))
    left = min(x * unit - width / 2 for (x, _), width in zip(points, widths, strict=True))
    placed = tuple((x * unit - left, y * unit + height / 2) for x, y in points)
    right = max(x + width / 2 for (x, _), width in zip(placed, widths, strict=True))
    return Spread(placed, right, max(y for _, y in placed) + height / 2)


def _rings(count: int, edges: Sequence[tuple[int, int]]) -> list[Point]:
    """Place vertices on one circle, or on two circles with one centre for graphs such as Petersen's.

    There are two circles if the vertices 0 to n - 1 of 2n form a cycle in this order, and each vertex i of them has an
    edge to i + n. The vertices from n on are then on the inner circle.
    """
    half, joined = count // 2, {frozenset(edge) for edge in edges}
    needed = {frozenset(edge) for i in range(half) for edge in ((i, (i + 1) % half), (i, i + half))}
    inside = count > 6 and needed <= joined
    ring = half if inside and count == 2 * half else count
    radius = (1.0 if ring == half else 0.5) / sin(pi / max(2, ring))
    radii = (radius * (0.5 if i >= ring else 1.0) for i in range(count))
    return [(far * sin(2 * pi * i / ring), -far * cos(2 * pi * i / ring)) for i, far in enumerate(radii)]


def _needed(points: Sequence[Point], widths: Sequence[float], height: float) -> float:
    """Return the least scale at which no two boxes overlap, in px for a distance of 1 between `points`.

    The points are the centres of the boxes; `widths` and `height` are the sizes of the boxes in px.
    """
    return max(
        (
            min(
                ((widths[i] + widths[j]) / 2 + ROOM) / (abs(x - u) or 1e-9),
                (height + ROOM) / (abs(y - v) or 1e-9),
            )
            for i, (x, y) in enumerate(points)
            for j, (u, v) in enumerate(points[:i])
        ),
        default=0.0,
    )


def _clear(points: Sequence[Point], edges: Sequence[tuple[int, int]]) -> bool:
    for v, w in edges:
        (x, y), (u, t) = points[v], points[w]
        long = (u - x) ** 2 + (t - y) ** 2 or 1.0
        for i, (a, b) in enumerate(points):
            share = max(0.0, min(1.0, ((a - x) * (u - x) + (b - y) * (t - y)) / long))
            if i not in (v, w) and hypot(x + share * (u - x) - a, y + share * (t - y) - b) < CLOSE:
                return False
    return True


def spread(count: int, edges: Sequence[tuple[int, int]]) -> list[Point] | None:
    """Place the vertices of a connected graph so that their distances are close to the lengths of shortest paths.

    Args:
        count: The number of vertices, which are 0 to `count` - 1.
        edges: The edges, as pairs of vertices.

    Returns:
        The point of each vertex; an edge has a length of about 1, and the least x and y are 0. None if the graph is not
        connected.

    Example:
        >>> spread(3, [(0, 1), (1, 2)])
        [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    """
    near: list[set[int]] = [set() for _ in range(count)]
    for v, w in edges:
        if v != w:
            near[v].add(w)
            near[w].add(v)
    far = [_distances(near, v) for v in range(count)]
    if any(None in row for row in far):
        return None
    distances = [[float(each or 0) for each in row] for row in far]
    points = _settled(_scaled(distances), distances)
    return _on_grid(_level(points, edges), edges)


def _distances(near: Sequence[set[int]], start: int) -> list[int | None]:
    found: list[int | None] = [None] * len(near)
    found[start] = 0
    queue = [start]
    for v in queue:  # the list grows during the loop
        for w in sorted(near[v]):
            if found[w] is None:
                found[w] = (found[v] or 0) + 1
                queue.append(w)
    return found


def _scaled(distances: Sequence[Sequence[float]]) -> list[Point]:
    """Return points in the plane whose distances are approximately those of a matrix, by classical scaling."""
    size = len(distances)
    squares = [[-each * each / 2 for each in row] for row in distances]
    means = [sum(row) / size for row in squares]
    whole = sum(means) / size
    gram = [[squares[i][j] - means[i] - means[j] + whole for j in range(size)] for i in range(size)]
    axes: list[list[float]] = []
    for number in range(2):
        axis = [sin(1.0 + i * (number + 1)) for i in range(size)]  # any start that is not orthogonal to the axis
        strength = 0.0
        for _ in range(POWERS):
            for other in axes:
                share = sum(a * b for a, b in zip(axis, other, strict=True)) / (sum(b * b for b in other) or 1.0)
                axis = [a - share * b for a, b in zip(axis, other, strict=True)]
            length = hypot(*axis) or 1.0
            axis = [a / length for a in axis]
            axis = [sum(a * b for a, b in zip(row, axis, strict=True)) for row in gram]
            strength = hypot(*axis)
        axes.append([a / (strength**0.5 or 1.0) for a in axis])
    return list(zip(*axes, strict=True))


def _settled(points: list[Point], distances: Sequence[Sequence[float]]) -> list[Point]:
    """Improve points by stress majorization: move each in turn so that its distances to the others fit better.

    `distances` is the matrix of the wanted distances.
    """
    points = [
        (x + 1e-3 * sin(7.0 * i), y + 1e-3 * cos(5.0 * i)) for i, (x, y) in enumerate(points)
    ]  # no two points coincide
    rounds = max(ROUNDS[0], min(ROUNDS[1], WORK // len(points) ** 2))
    for _ in range(rounds):
        for i, row in enumerate(distances):
            x, y = points[i]
            right = down = whole = 0.0
            for j, far in enumerate(row):
                if j != i:
                    u, v = points[j]
                    pull = far / (hypot(x - u, y - v) or 1e-9)
                    weight = 1.0 / (far * far)
                    right += weight * (u + (x - u) * pull)
                    down += weight * (v + (y - v) * pull)
                    whole += weight
            if whole:
                points[i] = right / whole, down / whole
    return points


def _level(points: list[Point], edges: Sequence[tuple[int, int]]) -> list[Point]:
    """Rotate points so that most edges are horizontal or vertical, and the first vertex is near the upper left."""
    angles = [atan2(points[w][1] - points[v][1], points[w][0] - points[v][0]) for v, w in edges if v != w]

    def straight(turn: float) -> int:
        return sum(abs((angle - turn + pi / 4) % (pi / 2) - pi / 4) < STRAIGHT for angle in angles)

    turn = max(angles, key=straight, default=0.0)
    points = [(x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)) for x, y in points]
    wide, high = (max(side) - min(side) for side in zip(*points, strict=True))
    if high > wide + 0.1:
        points = [(-y, x) for x, y in points]
    middle = [(max(side) + min(side)) / 2 for side in zip(*points, strict=True)]
    right, down = (-1 if points[0][i] > middle[i] + 0.1 else 1 for i in (0, 1))
    return _from_corner([(right * x, down * y) for x, y in points])


def _from_corner(points: Sequence[Point]) -> list[Point]:
    left, top = (min(side) for side in zip(*points, strict=True))
    return [(x - left, y - top) for x, y in points]


def _on_grid(points: list[Point], edges: Sequence[tuple[int, int]]) -> list[Point]:
    """Move the points to the nearest points of a square grid, if they remain distinct and every edge is a unit step.

    Otherwise return them unchanged.
    """
    lengths = [hypot(points[v][0] - points[w][0], points[v][1] - points[w][1]) for v, w in edges if v != w]
    unit = sum(lengths) / len(lengths) if lengths else 1.0
    middle = [(max(side) + min(side)) / 2 / unit for side in zip(*points, strict=True)]
    shift = [each - round(2 * each) / 2 for each in middle]
    crossings = [(round(x / unit - shift[0]), round(y / unit - shift[1])) for x, y in points]
    own = len(set(crossings)) == len(points)
    along = all(abs(crossings[v][0] - crossings[w][0]) + abs(crossings[v][1] - crossings[w][1]) == 1 for v, w in edges)
    if own and along and lengths:
        return _from_corner([(float(x), float(y)) for x, y in crossings])
    return points
