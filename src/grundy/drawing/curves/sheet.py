"""A rubber sheet: a triangulated rectangle whose edges may be walls, as long as no triangle is turned over.

Points and curves are drawn into the sheet, so that no two of them can cross: curves are paths of its edges. Vertices
are moved, edges are split and turned; the sheet stays a triangulation of the rectangle through all of it.

`near[v]` has, for each neighbour w of v, the third corner of the triangle to the left of the edge from v to w. Hence
the neighbours of v follow one another around it: behind w comes `near[v][w]`. y grows upwards in these words; on a
screen, where it grows downwards, left is right.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from math import sqrt

Point = tuple[float, float]
Edge = tuple[int, int]

PITCH = 44.0
"""Between two vertices of a new sheet, in px."""
LEAST = 6.0
"""Twice the area in square px below which no triangle is pressed."""


class Sheet:
    """A triangulated rectangle with walls."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.near: list[dict[int, int]] = []
        self.walls: list[dict[int, int]] = []
        """For each vertex the neighbours to which a wall leads, and the number of its curve (-1: the frame)."""
        self.spots: set[int] = set()
        """Vertices that stay in their place also when they are on no wall."""

    def copy(self) -> Sheet:
        """Return a sheet that can be changed alone."""
        other = Sheet()
        other.points = self.points.copy()
        other.near = [each.copy() for each in self.near]
        other.walls = [each.copy() for each in self.walls]
        other.spots = self.spots.copy()
        return other

    def vertex(self, point: Point) -> int:
        """Add a vertex without edges and return its number."""
        self.points.append(point)
        self.near.append({})
        self.walls.append({})
        return len(self.points) - 1

    def triangle(self, a: int, b: int, c: int) -> None:
        """Add a triangle, its corners counter-clockwise."""
        self.near[a][b], self.near[b][c], self.near[c][a] = c, a, b

    def free(self, v: int) -> bool:
        """Return whether nothing is drawn at a vertex."""
        return v not in self.spots and not self.walls[v]

    def wall(self, path: Iterable[int], curve: int) -> None:
        """Draw a curve along edges."""
        path = list(path)
        for v, w in itertools.pairwise(path):
            self.walls[v][w] = self.walls[w][v] = curve

    def split(self, v: int, w: int, share: float = 0.5) -> int:
        """Put a new vertex on an inner edge, this share of its length away from v, and return it."""
        (x, y), (u, t) = self.points[v], self.points[w]
        m = self.vertex((x + (u - x) * share, y + (t - y) * share))
        left, right = self.near[v].pop(w), self.near[w].pop(v)
        self.triangle(v, m, left)
        self.triangle(m, w, left)
        self.triangle(w, m, right)
        self.triangle(m, v, right)
        curve = self.walls[v].pop(w, None)
        if curve is not None:
            del self.walls[w][v]
            self.wall((v, m, w), curve)
        return m

    def turn(self, v: int, w: int) -> None:
        """Exchange an inner edge for the other diagonal of the two triangles beside it."""
        left, right = self.near[v].pop(w), self.near[w].pop(v)
        self.triangle(v, right, left)
        self.triangle(right, w, left)

    def area(self, a: int, b: int, c: int) -> float:
        """Return twice the area of a triangle, negative for one that runs clockwise."""
        return area(self.points[a], self.points[b], self.points[c])

    def length(self, v: int, w: int) -> float:
        """Return the length of an edge."""
        return distance(self.points[v], self.points[w])

    def around(self, v: int, first: int) -> Iterator[int]:
        """Yield the neighbours of an inner vertex counter-clockwise, from `first` on."""
        near, w = self.near[v], first
        while True:
            yield w
            w = near[w]
            if w == first:
                return

    def before(self, v: int, w: int) -> int:
        """Return the neighbour of v before w, counter-clockwise."""
        return self.near[w][v]

    def inner(self, v: int) -> bool:
        """Return whether a vertex does not lie on the frame."""
        return -1 not in self.walls[v].values()

    def move(self, v: int, to: Point) -> bool:
        """Move a vertex towards a place, half the way or less where triangles would turn over; False: not at all."""
        points, (x, y) = self.points, self.points[v]
        dx, dy = to[0] - x, to[1] - y
        ring = [(*points[a], *points[b]) for a, b in self.near[v].items()]
        for _ in range(3):
            u, t = x + dx, y + dy
            for ax, ay, bx, by in ring:
                new = (ax - u) * (by - t) - (ay - t) * (bx - u)
                if new < LEAST and new < (ax - x) * (by - y) - (ay - y) * (bx - x):
                    break
            else:
                points[v] = (u, t)
                return True
            dx, dy = dx / 2, dy / 2
        return False

    def is_sound(self) -> bool:
        """Return whether every triangle runs counter-clockwise, so that no two edges cross."""
        return all(self.area(v, w, third) > 0 for v, each in enumerate(self.near) for w, third in each.items())


def area(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle, negative for one that runs clockwise.

    >>> area((0, 0), (2, 0), (0, 1))
    2
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance(a: Point, b: Point) -> float:
    """Return how far two points are from each other; the square root is the same on every machine.

    >>> distance((0, 0), (3, 4))
    5.0
    """
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """Return the point on a line, this share of its length away from a.

    >>> between((0, 0), (4, 2))
    (2.0, 1.0)
    """
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def rectangle(width: float, height: float) -> Sheet:
    """Return a sheet of rows of triangles, the frame around it a wall."""
    sheet = Sheet()
    columns, rows = max(3, round(width / PITCH)), max(3, round(height / (PITCH * 0.87)))
    lines = []
    for r in range(rows + 1):
        shifted = r % 2 == 1
        xs = [width * c / columns for c in range(columns + 1)]
        if shifted:
            xs = [0.0, *(width * (c + 0.5) / columns for c in range(columns)), width]
        lines.append([sheet.vertex((x, height * r / rows)) for x in xs])
    for low, high in itertools.pairwise(lines):
        i = j = 0
        while i + 1 < len(low) or j + 1 < len(high):
            along = j + 1 == len(high) or (
                i + 1 < len(low) and sheet.points[low[i + 1]][0] < sheet.points[high[j + 1]][0]
            )
            if along:
                sheet.triangle(low[i], low[i + 1], high[j])
                i += 1
            else:
                sheet.triangle(low[i], high[j + 1], high[j])
                j += 1
    left, right = [line[0] for line in lines], [line[-1] for line in lines]
    sheet.wall([*lines[0], *right[1:], *lines[-1][-2::-1], *left[-2::-1]], -1)
    return sheet
