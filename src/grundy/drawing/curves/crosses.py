"""Crosses of Brussels Sprouts in a sheet: free arms around a vertex, and the cross stroke on a line."""

from __future__ import annotations

from math import cos, pi, sin

from .lines import settle
from .relax import relax
from .triangulation import Point, Triangulation, distance

ARM, WIDE = 26.0, 4.2
"""The length of an arm in px, and the additional length for each arm of a large cross."""


def star(sheet: Triangulation, v: int, count: int) -> list[int]:
    """Place the ends of the arms of a cross of Brussels Sprouts at equal angles around its centre.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        v: The vertex at the centre.
        count: The number of arms.

    Returns:
        The vertices at the ends, counterclockwise.
    """
    first = min(sheet.near[v])
    ring = [sheet.split(v, w) for w in list(sheet.around(v, first))]
    while len(ring) < count:
        ring = [u for a, b in zip(ring, [*ring[1:], ring[0]], strict=True) for u in (a, sheet.split(a, b))]
    chosen = [ring[i * len(ring) // count] for i in range(count)]
    x, y = sheet.points[v]
    begin = sheet.points[chosen[0]]
    turn = _turn((begin[0] - x, begin[1] - y))
    radius = max(ARM, WIDE * count)
    for _ in range(6):
        for i, u in enumerate(chosen):
            angle = turn + 2 * pi * i / count
            sheet.move(u, (x + round(radius * cos(angle), 1), y + round(radius * sin(angle), 1)))
        relax(sheet, {w for u in ring for w in sheet.near[u] if sheet.free(w) and w not in chosen and w != v}, 2)
    return chosen


def _turn(step: Point) -> float:
    """Return the angle in radians, a multiple of 30 degrees, whose direction is closest to that of a vector."""
    return min((pi * i / 6 for i in range(12)), key=lambda each: distance(step, (30 * cos(each), 30 * sin(each))))


def stroke_across(sheet: Triangulation, v: int, curve: int) -> list[int]:
    """Draw the cross stroke on a new line of Brussels Sprouts: an arm on each side of the line.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        v: The vertex on the line where the arms begin.
        curve: The number of the curve of the first arm; the second arm is curve + 2.

    Returns:
        The vertices at the ends of the arms.
    """
    one, two = sheet.walls[v]
    ends = []
    for number, (begin, stop) in enumerate(((one, two), (two, one))):
        beside = []
        for w in sheet.around(v, begin):
            if w == stop:
                break
            beside.append(w)
        free = [w for w in beside[1:] if sheet.free(w)]
        if free:
            end = max(free, key=lambda w: (-abs(sheet.length(v, w) - ARM), w))
        else:
            sides = beside[1:] or [sheet.split(beside[0], stop)]
            end = sheet.split(v, sides[len(sides) // 2])
        sheet.wall([v, sheet.split(v, end), end], curve + 2 * number)
        sheet.spots.add(end)
        ends.append(end)
    return ends


def join_arm(sheet: Triangulation, end: int, curve: int) -> None:
    """Make a free arm of a cross a part of the new curve that arrives at its end.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        end: The vertex at the end of the arm.
        curve: The number of the curve.
    """
    sheet.spots.discard(end)
    path = [end, next(w for w, other in sheet.walls[end].items() if other != curve)]
    while path[-1] not in sheet.spots:
        path.append(next(w for w in sheet.walls[path[-1]] if w != path[-2]))
    sheet.wall(path, curve)
    settle(sheet, path[:-1])
