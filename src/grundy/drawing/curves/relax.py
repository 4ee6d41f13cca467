"""Smooths a drawing in a triangulated rectangle: every movable vertex moves to the middle of its neighbours.

A vertex is not moved if a triangle would turn over. A vertex of a curve also moves towards the middle of its neighbours
on the curve, which smooths the curve. Distant neighbours have more weight, which keeps curves separate. With the check
of triangles, the smoothing of L. A. Freitag ("On combining Laplacian and optimization-based mesh smoothing techniques",
1997) never lets two curves cross. Between rounds, edges that are not part of the drawing are flipped as in the
triangulation of B. Delaunay (C. L. Lawson, "Software for C1 surface interpolation", 1977).
"""

from __future__ import annotations

from collections.abc import Collection

from .triangulation import LEAST, Point, Triangulation, area, distance

FINAL = 0.8
"""The share of the rounds after which curves are only smoothed."""
REST = 0.25
"""Moves shorter than this in px are omitted."""
SPREAD, SMOOTH = 0.4, 0.8
"""The weight of the neighbours on the curve in the target of a vertex: in the first rounds, and in the last."""
CROWDED, TIGHT, ROOMY = 24.0, 18.0, 34.0
"""Distances in px below which older drawings move: curves, spots from curves, spots from spots."""


def relax(
    sheet: Triangulation, movable: Collection[int], rounds: int, *, firm: Collection[int] = (), turned: int = 4
) -> None:
    """Smooth a drawing in rounds: move vertices to the middle of their neighbours, and improve the triangles by flips.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        movable: The vertices that may be moved.
        rounds: The largest number of rounds.
        firm: Movable vertices that are moved only if a spot or another curve is too close to them.
        turned: Edges are flipped once in this number of rounds.
    """
    order = sorted(movable)
    moved = set(movable) - set(firm)
    for number in range(rounds):
        if number % turned == 0:
            _delaunay(sheet, order)
        last = number >= rounds * FINAL
        for v in order:
            near = not last and _crowded(sheet, v)
            if near:
                moved.add(v)
            elif v not in moved or (last and v in sheet.spots):
                continue
            to = _middle(sheet, v, SPREAD if near or 2 * number < rounds else SMOOTH)
            if distance(to, sheet.points[v]) > REST:
                sheet.move(v, to)
    _delaunay(sheet, order)


def _crowded(sheet: Triangulation, v: int) -> bool:
    """Return whether a neighbour of the vertex v, on another curve or a spot, is too close to v."""
    here, along, spots = sheet.points[v], sheet.walls[v], sheet.spots
    for w in sheet.near[v]:
        if w not in along and (sheet.walls[w] or w in spots):
            room = CROWDED if v not in spots else ROOMY if w in spots else TIGHT
            if distance(here, sheet.points[w]) < room:
                return True
    return False


def _middle(sheet: Triangulation, v: int, smooth: float) -> Point:
    """Return the point to which a vertex is moved: the mean of its neighbours, with more weight for distant ones.

    For a vertex of a curve, the result is between this mean and the middle of its two neighbours on the curve. The
    latter has the weight `smooth`, from 0 to 1.
    """
    points = sheet.points
    here = points[v]
    along = sheet.walls[v]
    x = y = total = 0.0
    for w in sheet.near[v]:
        if w in along:
            continue
        there = points[w]
        pull = (here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2
        x, y, total = x + pull * there[0], y + pull * there[1], total + pull
    if not total:
        return here
    x, y = x / total, y / total
    if len(along) == 1:  # the end of a line stays close to it
        (a,) = (points[w] for w in along)
        x, y = (x + a[0]) / 2, (y + a[1]) / 2
    elif len(along) == 2:
        a, b = (points[w] for w in along)
        x, y = x + ((a[0] + b[0]) / 2 - x) * smooth, y + ((a[1] + b[1]) / 2 - y) * smooth
    return x, y


def _delaunay(sheet: Triangulation, vertices: Collection[int]) -> None:
    """Flip undrawn edges at the given vertices until they satisfy the Delaunay condition, or the work is too long."""
    members = set(vertices)
    stack = [(v, w) for v in vertices for w in sheet.near[v] if v < w or w not in members]
    budget = 4 * len(stack)
    while stack and budget:
        budget -= 1
        v, w = stack.pop()
        left = sheet.near[v].get(w)
        if left is None or w in sheet.walls[v] or (right := sheet.near[w].get(v)) is None:
            continue
        if _bad(sheet, v, w, left, right):
            sheet.turn(v, w)
            stack += [(v, left), (v, right), (w, left), (w, right)]


def _bad(sheet: Triangulation, v: int, w: int, left: int, right: int) -> bool:
    """Return whether the edge from v to w can be flipped and violates the Delaunay condition.

    `left` and `right` are the third corners of the two triangles at the edge.
    """
    a, b, c, d = (sheet.points[u] for u in (v, w, left, right))
    if area(a, d, c) < LEAST or area(d, b, c) < LEAST or right in sheet.near[left]:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    ax, ay, bx, by, cx, cy = ax - dx, ay - dy, bx - dx, by - dy, cx - dx, cy - dy
    far_a, far_b, far_c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    determinant = ax * (by * far_c - far_b * cy) - ay * (bx * far_c - far_b * cx) + far_a * (bx * cy - by * cx)
    return determinant > 1e-3
