"""A deformable sheet: a triangulated rectangle whose edges may be walls, in which no triangle is turned over.

Points and curves are drawn into the sheet, so that no two of them can cross: curves are paths of its edges. Vertices
are moved, and edges are split and flipped; the sheet remains a triangulation of the rectangle.

`near[v]` contains, for each neighbour w of v, the third corner of the triangle to the left of the edge from v to w. So
the neighbours of v follow one another around it: `near[v][w]` comes after w. These words assume that y grows upwards;
on a screen, where it grows downwards, left is right.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from math import sqrt

Point = tuple[float, float]
Edge = tuple[int, int]

PITCH = 44.0
"""The distance between two vertices of a new sheet, in px."""
LEAST = 6.0
"""No triangle gets smaller than half this area in square px."""


class Triangulation:
    """A triangulated rectangle; edges that are part of a drawn curve, or of the border, are its walls."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.near: list[dict[int, int]] = []
        self.walls: list[dict[int, int]] = []
        """For each vertex the neighbours to which a wall leads, and the number of its curve (-1: the frame)."""
        self.spots: set[int] = set()
        """Vertices that stay in their place also when they are on no wall."""

    def copy(self) -> Triangulation:
        """Return an independent copy."""
        other = Triangulation()
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
        """Add a triangle, given counterclockwise.

        Args:
            a: The first corner.
            b: The second corner.
            c: The third corner.
        """
        self.near[a][b], self.near[b][c], self.near[c][a] = c, a, b

    def free(self, v: int) -> bool:
        """Return whether no curve and no spot is drawn at a vertex."""
        return v not in self.spots and not self.walls[v]

    def wall(self, path: Iterable[int], curve: int) -> None:
        """Draw a curve along edges, which become walls.

        Args:
            path: The vertices of the curve.
            curve: The number of the curve.
        """
        path = list(path)
        for v, w in itertools.pairwise(path):
            self.walls[v][w] = self.walls[w][v] = curve

    def split(self, v: int, w: int, share: float = 0.5) -> int:
        """Add a vertex on an inner edge.

        Args:
            v: The first end of the edge.
            w: The second end of the edge.
            share: The distance from v as a fraction of the length.

        Returns:
            The new vertex.
        """
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
        """Flip an inner edge to the other diagonal of the two triangles next to it.

        Args:
            v: The first end of the edge.
            w: The second end of the edge.
        """
        left, right = self.near[v].pop(w), self.near[w].pop(v)
        self.triangle(v, right, left)
        self.triangle(right, w, left)

    def area(self, a: int, b: int, c: int) -> float:
        """Return twice the area of a triangle, negative if it is clockwise.

        Args:
            a: The first corner.
            b: The second corner.
            c: The third corner.

        Returns:
            Twice the area in square px.
        """
        return area(self.points[a], self.points[b], self.points[c])

    def length(self, v: int, w: int) -> float:
        """Return the length of an edge.

        Args:
            v: The first end of the edge.
            w: The second end of the edge.

        Returns:
            The length in px.
        """
        return distance(self.points[v], self.points[w])

    def around(self, v: int, first: int) -> Iterator[int]:
        """Yield all neighbours of an inner vertex once, counterclockwise.

        Args:
            v: The vertex.
            first: The neighbour to begin with.

        Yields:
            The neighbours.
        """
        near, w = self.near[v], first
        while True:
            yield w
            w = near[w]
            if w == first:
                return

    def before(self, v: int, w: int) -> int:
        """Return the neighbour of a vertex before another one, counterclockwise.

        Args:
            v: The vertex.
            w: The neighbour.

        Returns:
            The neighbour before it.
        """
        return self.near[w][v]

    def inner(self, v: int) -> bool:
        """Return whether a vertex is not on the border of the rectangle."""
        return -1 not in self.walls[v].values()

    def move(self, v: int, to: Point) -> bool:
        """Move a vertex towards a point, only half the way or less if triangles would turn over.

        Args:
            v: The vertex.
            to: The point.

        Returns:
            Whether the vertex was moved.
        """
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
        """Return whether every triangle is counterclockwise, so that no two edges cross."""
        return all(self.area(v, w, third) > 0 for v, each in enumerate(self.near) for w, third in each.items())


def area(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle, negative if it is clockwise.

    Args:
        a: The first corner.
        b: The second corner.
        c: The third corner.

    Returns:
        Twice the area.

    Example:
        >>> area((0, 0), (2, 0), (0, 1))
        2
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance(a: Point, b: Point) -> float:
    """Return the distance of two points; its rounding is the same on every machine.

    Args:
        a: The first point.
        b: The second point.

    Returns:
        The distance.

    Example:
        >>> distance((0, 0), (3, 4))
        5.0
    """
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """Return the point of a segment at a fraction of its length.

    Args:
        a: The first end.
        b: The second end.
        share: The distance from the first end as a fraction of the length.

    Returns:
        The point.

    Example:
        >>> between((0, 0), (4, 2))
        (2.0, 1.0)
    """
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def rectangle(width: float, height: float) -> Triangulation:
    """Return an empty rectangle, triangulated in rows, whose border counts as drawn.

    Args:
        width: The width in px.
        height: The height in px.

    Returns:
        The triangulated rectangle.
    """
    sheet = Triangulation()
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
