"""Routes for a curve through a sheet: across edges that are not walls, with given boundaries on each side.

A route is the sequence of the edges that it crosses, each directed so that it is crossed from left to right. Between
two corners of one walk it is constrained by tethers: trees of edges that connect everything that must be to the left,
and everything to the right. The remaining region has only one route up to homotopy, and the shortest is found (E. W.
Dijkstra, 1959). Before a curve is drawn it is pulled tight between the ends of the edges that it crosses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from .corners import Corner, inside
from .triangulation import Edge, Point, Triangulation, area, between, distance

NARROW = 40.0
"""A passage of this width in px between two walls counts about twice its length."""
CLEAR = 14.0
"""The distance from a wall in px at which a curve crosses an edge, if there is space."""
SWEEPS = 6


class NoWay(Exception):  # not an error: the caller tries something else
    """No route exists, or none was found."""


class WaySearch:
    """A search for the shortest route from a point, as a sequence of edges of a triangulation that it crosses."""

    def __init__(self, sheet: Triangulation, start: Point, closed: Collection[Edge]) -> None:
        self.sheet, self.closed = sheet, closed
        self.heap: list[tuple[float, int, Edge]] = []
        self.cost: dict[Edge, float] = {}
        self.came: dict[Edge, Edge | None] = {}
        self.middle: dict[Edge | None, Point] = {None: start}

    def offer(self, edge: Edge, before: Edge | None, so_far: float) -> None:
        """Record a route that crosses an edge after another one, if it is the shortest so far.

        Args:
            edge: The edge.
            before: The edge crossed before it, or None.
            so_far: The length of the route to `before`.
        """
        v, w = edge
        sheet = self.sheet
        if w in sheet.walls[v] or edge in self.closed or (w, v) in self.closed:
            return
        middle = between(sheet.points[v], sheet.points[w])
        far = distance(self.middle[before], middle)
        if not sheet.free(v) and not sheet.free(w):
            far *= 1 + (NARROW / max(1.0, sheet.length(v, w))) ** 2
        far += so_far + 1
        if edge not in self.cost or far < self.cost[edge]:
            self.cost[edge], self.came[edge], self.middle[edge] = far, before, middle
            heappush(self.heap, (far, len(self.cost), edge))

    def way(self, wanted: Collection[Edge], end: Point) -> list[Edge]:
        """Find the shortest route to one of some edges and from there to a point.

        Args:
            wanted: The edges.
            end: The point.

        Returns:
            The edges crossed.

        Raises:
            NoWay: If no route exists.
        """
        near, best, found = self.sheet.near, 0.0, None
        while self.heap and (found is None or self.heap[0][0] < best):
            far, _, edge = heappop(self.heap)
            if far > self.cost[edge]:
                continue
            whole = far + distance(self.middle[edge], end)
            if edge in wanted and (found is None or whole < best):
                best, found = whole, edge
            if (apex := near[edge[1]].get(edge[0])) is not None:
                self.offer((edge[0], apex), edge, far)
                self.offer((apex, edge[1]), edge, far)
        if found is None:
            raise NoWay
        way: list[Edge] = []
        step: Edge | None = found
        while step is not None:
            way.append(step)
            step = self.came[step]
        return way[::-1]


def shortest(
    sheet: Triangulation, start: Sequence[int], goal: Sequence[int], ends: Edge, closed: Collection[Edge]
) -> list[Edge]:
    """Find the shortest route from one vertex of a triangulation to another, as the edges that it crosses.

    Args:
        sheet: The triangulation of the picture.
        start: The neighbours of the first vertex, in order, between which the route may begin.
        goal: The neighbours of the last vertex, in order, between which the route may end.
        ends: The first and the last vertex.
        closed: Edges that must not be crossed.

    Returns:
        The edges that the route crosses, in order.

    Raises:
        NoWay: If no route exists.
    """
    search = WaySearch(sheet, sheet.points[ends[0]], closed)
    for edge in pairwise(start):
        search.offer(edge, None, 0.0)
    return search.way({(b, a) for a, b in pairwise(goal)}, sheet.points[ends[1]])


def tether(
    sheet: Triangulation, sources: Iterable[Edge], holes: Sequence[Sequence[Corner]], taken: set[int]
) -> tuple[set[int], set[Edge]]:
    """Build a tree of edges that connects boundaries; a curve that does not cross it has all of them on one side.

    It begins with the first ends of some edges and uses only vertices where nothing is drawn.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        sources: The edges to start from.
        holes: The boundaries to connect, each by its corners.
        taken: Vertices that must not be used.

    Returns:
        The free vertices of the tree, and its edges.

    Raises:
        NoWay: If a boundary cannot be reached.
    """
    rest = {corner[0]: number for number, hole in enumerate(holes) for corner in hole}
    open_holes = set(range(len(holes)))
    begin = list(sources)
    tree: set[int] = set()
    edges: set[Edge] = set()
    while open_holes:
        came: dict[int, int] = {}
        roots = {v for v, _ in begin} | tree
        queue: deque[Edge] = deque([*begin, *((v, w) for v in sorted(tree) for w in sheet.near[v])])
        reached = None
        while queue:
            v, w = queue.popleft()
            if w in came or w in taken or w in roots or w in sheet.walls[v]:
                continue
            if sheet.free(w):
                came[w] = v
                queue.extend((w, other) for other in sheet.near[w])
            elif rest.get(w) in open_holes:
                came[w] = v
                reached = w
                break
        if reached is None:
            raise NoWay
        number = rest[reached]
        open_holes.discard(number)
        step = reached
        while step in came:
            edges.add((came[step], step))
            if sheet.free(step):
                tree.add(step)
            step = came[step]
        begin += [(corner[0], w) for corner in holes[number] for w in inside(sheet, corner)]
    return tree, edges


def tight(sheet: Triangulation, way: Sequence[Edge], start: Point, end: Point) -> list[float]:
    """Shorten a route, as a rope pulled tight, by moving the points where it crosses edges.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        way: The edges that are crossed, in order.
        start: The point where the curve begins.
        end: The point where it ends.

    Returns:
        The crossing of each edge, as a fraction of its length.
    """
    shares, limits = [0.5] * len(way), []
    for v, w in way:
        long = sheet.length(v, w)
        low, high = (0.2 if sheet.free(u) else min(0.5, CLEAR / max(long, 1.0)) for u in (v, w))
        limits.append((low, 1 - high))
    at = [between(sheet.points[v], sheet.points[w]) for v, w in way]
    for _ in range(SWEEPS):
        for i, (v, w) in enumerate(way):
            before, behind = at[i - 1] if i else start, at[i + 1] if i + 1 < len(way) else end
            a, b = sheet.points[v], sheet.points[w]
            one, two = area(before, behind, a), area(before, behind, b)
            if one != two:
                share = one / (one - two) if one * two < 0 else (0.0 if abs(one) < abs(two) else 1.0)
                shares[i] = min(max(share, limits[i][0]), limits[i][1])
                at[i] = between(a, b, shares[i])
    return shares
