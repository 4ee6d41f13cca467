"""Smoothing of a sheet: every vertex that may move goes to the middle of its neighbours, unless a triangle turned over.

A vertex of a curve goes between its neighbours on the curve as well, which makes the curve smooth. Longer edges pull
more, so that curves keep away from each other. Guarded so, the smoothing of L. A. Freitag ("On combining Laplacian and
optimization-based mesh smoothing techniques", 1997) never lets two curves cross. Between rounds edges are turned as in
the triangulation of B. Delaunay (C. L. Lawson, "Software for C1 surface interpolation", 1977), walls excepted.
"""

from __future__ import annotations

from collections.abc import Collection

from .sheet import LEAST, Point, Sheet, distance

FINAL = 0.8
"""The share of the rounds behind which curves are only made smooth."""
REST = 0.25
"""A shorter way in px is not gone."""
SPREAD, SMOOTH = 0.4, 0.8
"""The share of its neighbours on the curve in where a vertex of a curve goes: in the first rounds, and in the last."""
CROWDED, TIGHT, ROOMY = 24.0, 18.0, 34.0
"""What was drawn before gives way only to what is nearer than this in px: curves, spots to curves, spots to spots."""


def relax(sheet: Sheet, movable: Collection[int], rounds: int, *, firm: Collection[int] = (), turned: int = 4) -> None:
    """Move vertices to rest, this many rounds at most, and turn edges every few rounds.

    Of these the `firm` ones give way only where it is crowded.
    """
    order = sorted(movable)
    moved = set(movable) - set(firm)
    for number in range(rounds):
        if number % turned == 0:
            delaunay(sheet, order)
        last = number >= rounds * FINAL
        for v in order:
            near = not last and crowded(sheet, v)
            if near:
                moved.add(v)
            elif v not in moved or (last and v in sheet.spots):
                continue
            to = middle(sheet, v, SPREAD if near or 2 * number < rounds else SMOOTH)
            if distance(to, sheet.points[v]) > REST:
                sheet.move(v, to)
    delaunay(sheet, order)


def crowded(sheet: Sheet, v: int) -> bool:
    """Return whether something that is drawn, but not joined to a vertex, is near to it."""
    here, along, spots = sheet.points[v], sheet.walls[v], sheet.spots
    for w in sheet.near[v]:
        if w not in along and (sheet.walls[w] or w in spots):
            room = CROWDED if v not in spots else ROOMY if w in spots else TIGHT
            if distance(here, sheet.points[w]) < room:
                return True
    return False


def middle(sheet: Sheet, v: int, smooth: float) -> Point:
    """Return where a vertex belongs: amid its neighbours, the far ones counted more."""
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
    if len(along) == 1:  # the end of a line does not run away from it
        (a,) = (points[w] for w in along)
        x, y = (x + a[0]) / 2, (y + a[1]) / 2
    elif len(along) == 2:
        a, b = (points[w] for w in along)
        x, y = x + ((a[0] + b[0]) / 2 - x) * smooth, y + ((a[1] + b[1]) / 2 - y) * smooth
    return x, y


def delaunay(sheet: Sheet, vertices: Collection[int]) -> None:
    """Turn edges at some vertices until each lies in no circle around a triangle beside it, walls excepted."""
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


def _bad(sheet: Sheet, v: int, w: int, left: int, right: int) -> bool:
    """Return whether the other diagonal suits better: its circles hold nothing, and it makes no thin triangle."""
    if sheet.area(v, right, left) < LEAST or sheet.area(right, w, left) < LEAST or right in sheet.near[left]:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (sheet.points[u] for u in (v, w, left, right))
    ax, ay, bx, by, cx, cy = ax - dx, ay - dy, bx - dx, by - dy, cx - dx, cy - dy
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    return ax * (by * c - b * cy) - ay * (bx * c - b * cx) + a * (bx * cy - by * cx) > 1e-3
