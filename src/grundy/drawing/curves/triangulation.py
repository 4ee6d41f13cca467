"""A triangulated rectangle into which points and curves are drawn so that no two of them can cross.

Curves are paths of edges, which are then called walls. Vertices are moved, and edges are split and flipped, but no
triangle is ever turned over, so the result remains a triangulation of the rectangle. Terms:

- corner: an angle between two consecutive walls at a vertex. It is the pair (v, w) of this vertex and the neighbour at
  the other end of the first wall, counterclockwise; (v, -1) is the only corner of a spot v without walls.
- fan of a corner: the neighbours of its vertex from the first wall to the second, counterclockwise
- walk: a closed boundary of a region, which is to its left, as the sequence of its corners; a region may have several

`near[v]` contains, for each neighbour w of v, the third vertex of the triangle to the left of the edge from v to w. So
`near[v][w]` is the neighbour of v that follows w counterclockwise. Left and counterclockwise assume that y grows
upwards; on a screen, where y grows downwards, they are reversed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

Point = tuple[float, float]
Edge = tuple[int, int]
Corner = Edge

PITCH = 44.0
"""The distance between two vertices of a new sheet, in px."""
LEAST = 6.0
"""No triangle gets smaller than half this area in square px."""


class Walk(NamedTuple):
    """One closed boundary of a region: its corners in order, and the number of the region.

    A corner is an angle between two walls, as the module docstring explains.
    """

    corners: tuple[Corner, ...]
    region: int


class Triangulation:
    """A triangulated rectangle; edges that are part of a drawn curve, or of the border, are its walls.

    `points` contains the coordinates in px of each vertex, by its number. The module docstring explains `near`.
    """

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.near: list[dict[int, int]] = []
        self.walls: list[dict[int, int]] = []
        """For each vertex the neighbours to which a wall leads, and the number of its curve (-1: the frame)."""
        self.spots: set[int] = set()
        """Vertices that stay in their place also when they are on no wall."""

    def copy(self) -> Triangulation:
        """Return a copy of the triangulation that can be changed independently."""
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
        """Add a triangle whose vertices are given counterclockwise.

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
        """Draw a curve along edges, which become walls: edges that are part of the drawing.

        Args:
            path: The vertices of the curve.
            curve: The number of the curve.
        """
        path = list(path)
        for v, w in itertools.pairwise(path):
            self.walls[v][w] = self.walls[w][v] = curve

    def split(self, v: int, w: int, share: float = 0.5) -> int:
        """Add a vertex on an edge that is not on the border of the rectangle.

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
        """Flip an edge: replace it by the other diagonal of the quadrangle that the two triangles at the edge form.

        Args:
            v: The first end of the edge.
            w: The second end of the edge.
        """
        left, right = self.near[v].pop(w), self.near[w].pop(v)
        self.triangle(v, right, left)
        self.triangle(right, w, left)

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
        """Yield all neighbours of a vertex inside the rectangle once, counterclockwise.

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
        at = self.points
        return all(area(at[v], at[w], at[u]) > 0 for v, each in enumerate(self.near) for w, u in each.items())

    def fan(self, corner: Corner) -> list[int]:
        """List the neighbours of the vertex of a corner, counterclockwise from its first wall to its second wall.

        A corner is an angle between two walls. If the vertex has no walls, all neighbours are listed, with the first
        one again at the end.
        """
        v, w = corner
        if w < 0:
            first = min(self.near[v])
            return [*self.around(v, first), first]
        found = [w]
        while True:
            w = self.near[v][w]
            found.append(w)
            if w in self.walls[v]:
                return found

    def inside(self, corner: Corner) -> list[int]:
        """List the neighbours of the vertex of a corner strictly between its two walls, counterclockwise."""
        found = self.fan(corner)
        return found[:-1] if corner[1] < 0 else found[1:-1]

    def walk_from(self, corner: Corner) -> tuple[Corner, ...]:
        """List the corners of one closed boundary of a region, in order from a given corner on.

        A corner is an angle between two walls.
        """
        if corner[1] < 0:
            return (corner,)
        found, (v, w) = [corner], corner
        while True:
            out = self.near[v][w]  # the neighbour of w before v, counterclockwise
            while out not in self.walls[w]:
                out = self.near[out][w]
            v, w = w, out
            if (v, w) == corner:
                return tuple(found)
            found.append((v, w))

    def walks(self) -> list[Walk]:
        """Return all closed boundaries of all regions; boundaries of the same region have the same region number."""
        found: list[tuple[Corner, ...]] = []
        seen: set[Corner] = set()
        for v, walls in enumerate(self.walls):
            for w in walls or ((-1,) if v in self.spots else ()):
                if (v, w) not in seen and (w < 0 or w in self.near[v]):
                    found.append(self.walk_from((v, w)))
                    seen.update(found[-1])
        # the walks, then the vertices, are joined by edges that are not drawn
        side = {(v, w): i for i, walk in enumerate(found) for v, out in walk for w in self.inside((v, out))}
        free = ((v, w) for v, near in enumerate(self.near) for w in near if v < w and w not in self.walls[v])
        pairs = ((side.get((v, w), len(found) + v), side.get((w, v), len(found) + w)) for v, w in free)
        least = joined(len(found) + len(self.points), pairs)
        return [Walk(corners, least[number]) for number, corners in enumerate(found)]

    def walks_beside(self, corner: Corner) -> list[tuple[Corner, ...]]:
        """List all closed boundaries of the region that contains a given corner, each as a tuple of corners."""
        here = self.walks()
        region = next(walk.region for walk in here if corner in walk.corners)
        return [walk.corners for walk in here if walk.region == region]

    def chains(self) -> list[tuple[int, list[int]]]:
        """List the drawn paths from one spot to the next, each as (number of its curve, vertices in order).

        If a path consists of two curves without a spot between them, the number is that of the first curve.
        """
        found = []
        for spot in sorted(self.spots):
            for w, curve in self.walls[spot].items():
                chain = [spot, w]
                while chain[-1] not in self.spots:
                    chain.append(next(u for u in self.walls[chain[-1]] if u != chain[-2]))
                if (chain[0], chain[1]) < (chain[-1], chain[-2]):
                    found.append((curve, chain))
        return found


def joined(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Compute the connected components of an undirected graph.

    Args:
        count: The number of vertices, which are 0 to `count` - 1.
        pairs: The edges, as pairs of vertices.

    Returns:
        For each vertex the least vertex of its component.

    Example:
        >>> joined(5, [(3, 1), (4, 3)])
        [0, 1, 2, 1, 1]
    """
    same = list(range(count))

    def root(i: int) -> int:
        while same[i] != i:
            same[i] = same[same[i]]
            i = same[i]
        return i

    for one, two in pairs:
        a, b = root(one), root(two)
        same[max(a, b)] = min(a, b)
    return [root(i) for i in range(count)]


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
