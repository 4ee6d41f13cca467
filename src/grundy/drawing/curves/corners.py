"""Corners, walks and regions of a sheet: the sequence of walls around a region, with the region to the left.

A corner is a vertex with walls and the neighbour to which the next wall leads, or a spot without walls and -1. Its fan
is the list of neighbours of the vertex from that wall on, counterclockwise, up to the wall by which the walk arrived.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .triangulation import Edge, Triangulation

Corner = Edge


class Walk(NamedTuple):
    """One closed boundary of a region: its corners in order, and the number of the region, which is to its left."""

    corners: tuple[Corner, ...]
    region: int


def fan(sheet: Triangulation, corner: Corner) -> list[int]:
    """List the neighbours of a vertex within one corner, from one drawn edge to the next, both included.

    An isolated spot has one corner: all neighbours, the first one again at the end.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        corner: The vertex, and the neighbour at its first drawn edge (-1 for an isolated spot).

    Returns:
        The neighbours, counterclockwise.
    """
    v, w = corner
    if w < 0:
        first = min(sheet.near[v])
        return [*sheet.around(v, first), first]
    found = [w]
    while True:
        w = sheet.near[v][w]
        found.append(w)
        if w in sheet.walls[v]:
            return found


def inside(sheet: Triangulation, corner: Corner) -> list[int]:
    """List the neighbours of a vertex strictly within one corner, between two drawn edges.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        corner: The vertex, and the neighbour at its first drawn edge (-1 for an isolated spot).

    Returns:
        The neighbours, counterclockwise.
    """
    found = fan(sheet, corner)
    return found[:-1] if corner[1] < 0 else found[1:-1]


def walk_from(sheet: Triangulation, corner: Corner) -> tuple[Corner, ...]:
    """List the corners of the closed boundary that begins with a corner.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        corner: The first corner.

    Returns:
        The corners.
    """
    if corner[1] < 0:
        return (corner,)
    found, (v, w) = [corner], corner
    while True:
        out = sheet.before(w, v)
        while out not in sheet.walls[w]:
            out = sheet.before(w, out)
        v, w = w, out
        if (v, w) == corner:
            return tuple(found)
        found.append((v, w))


def walks(sheet: Triangulation) -> list[Walk]:
    """Return the closed boundaries of the regions of a drawing.

    All boundaries of one region have the same region number: the index of the first of them in the list.
    """
    found: list[tuple[Corner, ...]] = []
    seen: set[Corner] = set()
    for v, walls in enumerate(sheet.walls):
        for w in walls or ((-1,) if v in sheet.spots else ()):
            if (v, w) not in seen and (w < 0 or w in sheet.near[v]):
                found.append(walk_from(sheet, (v, w)))
                seen.update(found[-1])
    region_of = _regions(sheet, found)
    return [Walk(corners, region_of[number]) for number, corners in enumerate(found)]


def _regions(sheet: Triangulation, found: Sequence[Sequence[Corner]]) -> list[int]:
    """Return the region of each boundary; boundaries connected by edges that are not drawn are of one region."""
    same = list(range(len(found) + len(sheet.points)))  # walks, then vertices

    def root(i: int) -> int:
        while same[i] != i:
            same[i] = same[same[i]]
            i = same[i]
        return i

    side: dict[Edge, int] = {}
    for number, corners in enumerate(found):
        for corner in corners:
            side.update(((corner[0], w), number) for w in inside(sheet, corner))
    for v, near in enumerate(sheet.near):
        for w in near:
            if v < w and w not in sheet.walls[v]:
                one = root(side.get((v, w), len(found) + v))
                two = root(side.get((w, v), len(found) + w))
                same[max(one, two)] = min(one, two)
    return [root(number) for number in range(len(found))]


def walks_beside(sheet: Triangulation, corner: Corner) -> list[tuple[Corner, ...]]:
    """List all closed boundaries of the region that contains a corner.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        corner: The vertex, and the neighbour at its first drawn edge (-1 for an isolated spot).

    Returns:
        The corners of each boundary.
    """
    here = walks(sheet)
    region = next(walk.region for walk in here if corner in walk.corners)
    return [walk.corners for walk in here if walk.region == region]
