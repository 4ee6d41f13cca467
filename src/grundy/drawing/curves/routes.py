"""Ways for a curve through a sheet: across edges that are no walls, and around what they have to leave on each side.

A way is the edges that it crosses, one behind the other, each directed so that it is crossed from left to right.
Between two corners of one walk it is led by tethers: trees of edges that hold together what lies to the left, and what
lies to the right. What is left of the region then has one way only, up to pulling it tight, and the shortest is found
(E. W. Dijkstra, 1959). Before a curve is drawn it is pulled tight between the ends of the edges that it crosses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from .corners import Corner, inside
from .sheet import Edge, Point, Sheet, area, between, distance

NARROW = 40.0
"""A passage of this width in px between two walls counts about twice its length."""
CLEAR = 14.0
"""How far from a wall in px a curve crosses an edge, where there is room."""
SWEEPS = 6


class NoWay(Exception):  # no fault: the caller does something else
    """There is no way, or none is seen."""


class WaySearch:
    """A search for the shortest way across edges, which begins at a point."""

    def __init__(self, sheet: Sheet, start: Point, closed: Collection[Edge]) -> None:
        self.sheet, self.closed = sheet, closed
        self.heap: list[tuple[float, int, Edge]] = []
        self.cost: dict[Edge, float] = {}
        self.came: dict[Edge, Edge | None] = {}
        self.middle: dict[Edge | None, Point] = {None: start}

    def offer(self, edge: Edge, before: Edge | None, so_far: float) -> None:
        """Note a way that crosses an edge behind another one, if it is the shortest so far."""
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
        """Return the shortest way to one of some edges and from there to a point; raises `NoWay`."""
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
    sheet: Sheet, start: Sequence[int], goal: Sequence[int], ends: Edge, closed: Collection[Edge]
) -> list[Edge]:
    """Return the edges that the shortest way crosses from a fan to another one; `closed` ones are not crossed."""
    search = WaySearch(sheet, sheet.points[ends[0]], closed)
    for edge in pairwise(start):
        search.offer(edge, None, 0.0)
    return search.way({(b, a) for a, b in pairwise(goal)}, sheet.points[ends[1]])


def tether(
    sheet: Sheet, sources: Iterable[Edge], holes: Sequence[Sequence[Corner]], taken: set[int]
) -> tuple[set[int], set[Edge]]:
    """Return a tree that joins holes to the first ends of some edges: its vertices where nothing is drawn, its edges.

    A way to a hole leads over such vertices only, none of which is `taken`.
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


def tight(sheet: Sheet, way: Sequence[Edge], start: Point, end: Point) -> list[float]:
    """Return where each edge is crossed, as the share of its length, when the way is pulled tight."""
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
