"""A layout of regions with spots on their boundaries: every region a card, every boundary a closed curve in it.

What one meets around a boundary, with the region to the left, stands clockwise around a curve, outside of which the
region lies. A spot that is met twice stands at both places; where these are on one boundary, a line within joins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from ..core import Faces
from .svg import number

SPOT = 30.0
"""The width of a spot in px."""
APART = 52.0
"""Between two spots that follow each other around a boundary."""
ROOM = 22.0
WIDE, WIDEST = 420.0, 660.0
"""A region, and the picture, begin another row when they are wider."""

Point = tuple[float, float]


class Regions(NamedTuple):
    """Where everything stands in px: the middle of each spot in the order of the text, and paths.

    `cards` are the regions, x, y, width and height; `curves` the boundaries; `ties` join two places of one spot.
    """

    width: float
    height: float
    points: tuple[Point, ...]
    cards: tuple[tuple[float, float, float, float], ...]
    curves: tuple[str, ...]
    ties: tuple[str, ...]


def regions(scene: Faces) -> Regions:
    """Lay out the regions of a scene.

    >>> from grundy.core import Faces
    >>> len(regions(Faces(((((("", 3),), (("", 3),)),)), "2")).points)
    2
    """
    inner = []
    for region in scene.regions:
        sides = [2 * _radius(len(walk)) + 2 * SPOT for walk in region]
        inner.append((sides, *_shelves([(side, side) for side in sides], WIDE)))
    places, width, height = _shelves([(w + ROOM, h + ROOM) for _, _, w, h in inner], WIDEST)
    points: list[Point] = []
    cards, curves, ties = [], [], []
    for region, (sides, within, w, h), (left, top) in zip(scene.regions, inner, places, strict=True):
        cards.append((left + ROOM / 4, top + ROOM / 4, w + ROOM / 2, h + ROOM / 2))
        for walk, side, (x, y) in zip(region, sides, within, strict=True):
            middle = left + x + (ROOM + side) / 2, top + y + (ROOM + side) / 2
            here = _around(middle, len(walk))
            points += here
            if len(walk) > 1:
                r, (u, v) = number(_radius(len(walk))), here[0]
                curves.append(
                    f"M{_at(here[0])}a{r},{r} 0 1 1 {number(2 * (middle[0] - u))},"
                    f"{number(2 * (middle[1] - v))}a{r},{r} 0 1 1 {number(2 * (u - middle[0]))},"
                    f"{number(2 * (v - middle[1]))}Z"
                )
            first: dict[str, Point] = {}
            for (name, _), point in zip(walk, here, strict=True):
                if name and name in first:
                    ties.append(f"M{_at(first[name])}L{_at(point)}")
                elif name:
                    first[name] = point
    return Regions(width, height, tuple(points), tuple(cards), tuple(curves), tuple(ties))


def _radius(spots: int) -> float:
    return APART / 2 / sin(pi / spots) if spots > 1 else 0.0


def _around(middle: Point, spots: int) -> list[Point]:
    """Return the places of spots around a boundary, clockwise from the top."""
    r, turn = _radius(spots), 2 * pi / spots
    return [(middle[0] + r * sin(turn * i), middle[1] - r * cos(turn * i)) for i in range(spots)]


def _shelves(boxes: Sequence[tuple[float, float]], most: float) -> tuple[list[Point], float, float]:
    """Return the corners of boxes side by side, in rows of at most `most` px, and the size of all."""
    corners, x, y, high, wide = [], 0.0, 0.0, 0.0, 0.0
    for width, height in boxes:
        if x and x + width > most:
            x, y, high = 0.0, y + high, 0.0
        corners.append((x, y))
        x, high, wide = x + width, max(high, height), max(wide, x + width)
    return corners, wide, y + high


def _at(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"
