"""SVG paths of curves, with corners rounded only so far that no two curves can meet."""

from __future__ import annotations

from ..svg import number
from .triangulation import Point, Triangulation, area, between


def chains(sheet: Triangulation) -> list[tuple[int, list[int]]]:
    """Return the parts of the drawn curves between spots: for each, the number of its curve and its vertices."""
    found = []
    for spot in sorted(sheet.spots):
        for w, curve in sheet.walls[spot].items():
            chain = [spot, w]
            while chain[-1] not in sheet.spots:
                chain.append(next(u for u in sheet.walls[chain[-1]] if u != chain[-2]))
            if (chain[0], chain[1]) < (chain[-1], chain[-2]):
                found.append((curve, chain))
    return found


def rounded(sheet: Triangulation, chain: list[int]) -> str:
    """Return the SVG path of a part of a curve, with round corners.

    Around each vertex the corner is cut by a parabola within the triangles at the vertex, closer to it than to their
    other corners. So curves that did not cross before do not cross afterwards.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        chain: The vertices of the part.

    Returns:
        The data of an SVG path.
    """
    x, y = sheet.points[chain[0]]
    path = f"M{number(x)},{number(y)}"
    for a, v, b in zip(chain, chain[1:], chain[2:], strict=False):
        enter, leave = corner_cut(sheet, a, v, b)
        (u, t), (x, y), (r, s) = enter, sheet.points[v], leave
        path += f"L{number(u)},{number(t)}Q{number(x)},{number(y)} {number(r)},{number(s)}"
    x, y = sheet.points[chain[-1]]
    return path + f"L{number(x)},{number(y)}"


def corner_cut(sheet: Triangulation, a: int, v: int, b: int) -> tuple[Point, Point]:
    """Compute where the rounding of a curve at a vertex begins and ends.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        a: The vertex before the corner.
        v: The vertex where the curve is rounded.
        b: The vertex after the corner.

    Returns:
        The two points.
    """
    here = sheet.points[v]
    halves = [between(here, sheet.points[w]) for w in sheet.near[v] if w not in (a, b)]
    share = 0.5
    for _ in range(4):
        enter, leave = between(here, sheet.points[a], share), between(here, sheet.points[b], share)
        if not any(_within(point, enter, here, leave) for point in halves):
            break
        share /= 2
    return enter, leave


def _within(point: Point, a: Point, b: Point, c: Point) -> bool:
    one, two, three = area(a, b, point), area(b, c, point), area(c, a, point)
    return (one > 0 and two > 0 and three > 0) or (one < 0 and two < 0 and three < 0)
