"""Draws a line into a triangulated rectangle, between two corners of one region.

A corner is an angle between drawn lines at a vertex. A route is the sequence of the edges of the triangulation that the
line crosses; each is a pair of vertices, the one to the right of the line first. If the two corners are on the same
boundary, the line divides the region. Then one tree of edges connects everything that must be to the left of the line,
and another tree everything to the right. The line is the shortest route that crosses neither tree (E. W. Dijkstra,
1959). Before it is drawn, it is straightened as far as the ends of the crossed edges allow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from .relax import relax
from .triangulation import Corner, Edge, Point, Triangulation, area, between, distance

NEAR = 3
"""Rings of vertices around a new curve that move."""
ROUNDS = 24
"""Rounds of moving the vertices around a new curve."""
TRIES = 3
MOST = 3
"""Lines at a spot that takes no more."""
CRAMPED, SPOTS_APART = 15.0, 26.0
"""Distances in px from a spot below which other lines, and other spots, are too close."""
NARROW = 40.0
"""A passage of this width in px between two walls counts about twice its length."""
CLEAR = 14.0
"""The distance from a wall in px at which a curve crosses an edge, if there is space."""
SWEEPS = 6

Boundary = Sequence[Corner]


class NoWay(Exception):  # not an error: the caller tries something else
    """Raised if a line cannot be drawn, because no route between its two ends was found."""


class Bridge(NamedTuple):
    """A line to be drawn within one region: the two corners that it joins, and the boundaries on its left side.

    If both corners are on the same boundary, the line divides the region into a left and a right part. Followed with
    the region to its left, this boundary leads from `one` to `two` along the left part, and back along the right part.
    For a line from a corner to itself, the left part is the area inside, around which the line leads counterclockwise.

    Attributes:
        one: The corner where the line begins.
        two: The corner where it ends.
        left: One corner of each other boundary that must be in the left part; all others will be in the right part.
        frame: Whether the border of the picture must be in the left part, or None to choose the shorter line.
    """

    one: Corner
    two: Corner
    left: tuple[Corner, ...] = ()
    frame: bool | None = None


def draw(sheet: Triangulation, bridge: Bridge, curves: Edge) -> int:
    """Draw a line between two corners of a region.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        bridge: The corners to join, and the boundaries on the left side.
        curves: The numbers to give to the two halves of the line; the first half begins at the first corner.

    Returns:
        The vertex in the middle of the line.

    Raises:
        NoWay: If no route is found.
    """
    for tries in range(TRIES):
        try:
            way, ends = _way(sheet, bridge)
            break
        except NoWay:
            if tries + 1 == TRIES:
                raise
            _widen(sheet, bridge.one)
    path = _cut(sheet, way, ends)
    if ends[0] != bridge.one[0]:
        path.reverse()
    at = _middle(sheet, path)
    sheet.wall(path[: at + 1], curves[0])
    sheet.wall(path[at:], curves[1])
    settle(sheet, path[1:-1])
    return path[at]


def _way(sheet: Triangulation, bridge: Bridge) -> tuple[list[Edge], Edge]:
    """Return the route of a line as the edges that it crosses in order, and the pair (first vertex, last vertex).

    `bridge` states which corners of the drawing the line joins.
    """
    one, two = bridge.one, bridge.two
    own = sheet.walk_from(one)
    ends = (one[0], two[0])
    if two not in own:
        return _direct(sheet, sheet.fan(one), sheet.fan(two), ends, set()), ends
    holes = [walk for walk in sheet.walks_beside(one) if one not in walk]
    lefts = [hole for hole in holes if any(corner in hole for corner in bridge.left)]
    frame = [hole for hole in holes if hole not in lefts and sheet.walls[hole[0][0]].get(hole[0][1]) == -1]
    rights = [hole for hole in holes if hole not in lefts and hole not in frame]
    sides = [(lefts, rights + frame), (lefts + frame, rights)]
    if bridge.frame is not None or not frame:
        sides = sides[bridge.frame is True :][:1]
    found: list[tuple[float, list[Edge]]] = []
    for inner, outer in sides:
        try:
            way = _loop(sheet, one, inner, outer) if one == two else _around(sheet, bridge, inner, outer)
        except NoWay:
            continue
        found.append((_length(sheet, way, ends), way))
    if not found:
        raise NoWay
    return min(found, key=lambda each: each[0])[1], ends[::-1]


def _around(sheet: Triangulation, bridge: Bridge, inner: Sequence[Boundary], outer: Sequence[Boundary]) -> list[Edge]:
    """Return the route of a line between two corners of the same boundary.

    `inner` are the other boundaries in the left part of the region, `outer` those in the right part (see `Bridge`). The
    route leads from the second corner to the first.
    """
    one, two = bridge.one, bridge.two
    own = sheet.walk_from(one)
    to = own.index(two)
    left, right = ([(v, w) for v, out in side for w in sheet.inside((v, out))] for side in (own[1:to], own[to + 1 :]))
    taken, edges = _tether(sheet, left, inner, set())
    _, others = _tether(sheet, right, outer, taken)
    return _direct(sheet, sheet.fan(two), sheet.fan(one), (two[0], one[0]), edges | others)


def _loop(sheet: Triangulation, corner: Corner, inner: Sequence[Boundary], outer: Sequence[Boundary]) -> list[Edge]:
    """Return the route of a line that begins and ends at the same corner.

    It leads counterclockwise around the boundaries `inner`; the boundaries `outer` remain outside.
    """
    v = corner[0]
    whole, own = sheet.fan(corner), sheet.walk_from(corner)
    stub = [(v, w) for w in sheet.inside(corner)]
    taken, edges = _grown(sheet, v, stub, inner, set())
    if len(own) > 1:
        roots = [(each[0], w) for each in own if each != corner for w in sheet.inside(each)]
        _, others = _tether(sheet, roots, outer, taken)
    else:
        _, others = _grown(sheet, v, [edge for edge in stub if edge[1] not in taken], outer, taken)
        begin = next(i for i, w in enumerate(whole) if (v, w) in others)
        whole = [*whole[begin:-1], *whole[:begin], whole[begin]]
    at = next(i for i, w in enumerate(whole) if (v, w) in edges)
    return _direct(sheet, whole[: at + 1], whole[at:], (v, v), edges | others)


def _grown(
    sheet: Triangulation, v: int, stub: Sequence[Edge], holes: Sequence[Boundary], taken: set[int]
) -> tuple[set[int], set[Edge]]:
    """Return the vertices and edges of a tree that connects the vertex v with all boundaries `holes`.

    The tree begins at v with one of the edges `stub` and avoids the vertices `taken`. If there are no boundaries, the
    tree is a single edge from v to a vertex far from everything drawn.
    """
    if not holes:
        roomy = [edge for edge in stub if sheet.free(edge[1]) and edge[1] not in taken]
        if not roomy:
            raise NoWay
        chosen = max(roomy, key=lambda edge: (_room(sheet, edge[1], v), -edge[1]))
        return {chosen[1]}, {chosen}
    first: list[tuple[set[int], set[Edge], Boundary]] = []
    for hole in holes:
        try:
            first.append((*_tether(sheet, stub, [hole], taken), hole))
        except NoWay:
            continue
    if not first:
        raise NoWay
    tree, edges, reached = min(first, key=lambda each: len(each[1]))
    sources = [(w, other) for w in sorted(tree) for other in sheet.near[w]]
    sources += [(each[0], w) for each in reached for w in sheet.inside(each)]
    rest = [hole for hole in holes if hole is not reached]
    more, others = _tether(sheet, sources, rest, taken | {v})
    return tree | more, edges | others


def _room(sheet: Triangulation, w: int, v: int) -> float:
    far = [sheet.length(w, other) for other in sheet.near[w] if other != v and not sheet.free(other)]
    return min([200.0, *far])


def _direct(
    sheet: Triangulation, start: Sequence[int], goal: Sequence[int], ends: Edge, closed: set[Edge]
) -> list[Edge]:
    """Return the shortest route for a line between the two vertices `ends`, as the edges that it crosses.

    The route begins between two consecutive neighbours of the first vertex in `start`, and ends between two of the
    second vertex in `goal`. It does not cross edges in `closed`. It is empty if an edge joins the two vertices.
    """
    v, w = ends
    if v != w and w in start and v in goal and w not in sheet.walls[v]:
        return []
    search = _Search(sheet, sheet.points[v], closed)
    for edge in pairwise(start):
        search.offer(edge, None, 0.0)
    return search.way({(b, a) for a, b in pairwise(goal)}, sheet.points[w])


class _Search:
    """A search for the shortest route from the point `start` that crosses none of the edges `closed`."""

    def __init__(self, sheet: Triangulation, start: Point, closed: Collection[Edge]) -> None:
        self.sheet, self.closed = sheet, closed
        self.heap: list[tuple[float, int, Edge]] = []
        self.cost: dict[Edge, float] = {}
        self.before: dict[Edge, Edge | None] = {}
        self.middle: dict[Edge | None, Point] = {None: start}

    def offer(self, edge: Edge, before: Edge | None, so_far: float) -> None:
        """Extend the route that ends at the edge `before` across `edge`, if this is the shortest route known to `edge`.

        `so_far` is the length of the route to `before`. If `before` is None, `edge` is the first edge of the route.
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
            self.cost[edge], self.before[edge], self.middle[edge] = far, before, middle
            heappush(self.heap, (far, len(self.cost), edge))

    def way(self, wanted: Collection[Edge], end: Point) -> list[Edge]:
        """Return the shortest route to the point `end` whose last edge is in `wanted`; raise `NoWay` if none exists."""
        best, last = 0.0, None
        while self.heap and (last is None or self.heap[0][0] < best):
            far, _, edge = heappop(self.heap)
            if far > self.cost[edge]:
                continue
            whole = far + distance(self.middle[edge], end)
            if edge in wanted and (last is None or whole < best):
                best, last = whole, edge
            if (apex := self.sheet.near[edge[1]].get(edge[0])) is not None:
                self.offer((edge[0], apex), edge, far)
                self.offer((apex, edge[1]), edge, far)
        if last is None:
            raise NoWay
        way = [last]
        while (step := self.before[way[-1]]) is not None:
            way.append(step)
        return way[::-1]


def _tether(
    sheet: Triangulation, sources: Iterable[Edge], holes: Sequence[Boundary], taken: set[int]
) -> tuple[set[int], set[Edge]]:
    """Return the vertices and edges of a tree that connects all boundaries `holes` with given vertices.

    A curve that crosses no edge of the tree has all these boundaries on one side. The given vertices are the first ends
    of the edges `sources`. The other vertices of the tree are those where nothing is drawn, except the vertices
    `taken`; only they are returned. Raise `NoWay` if a boundary cannot be reached.
    """
    number_at = {corner[0]: number for number, hole in enumerate(holes) for corner in hole}
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
            elif number_at.get(w) in open_holes:
                came[w] = v
                reached = w
                break
        if reached is None:
            raise NoWay
        number = number_at[reached]
        open_holes.discard(number)
        step = reached
        while step in came:
            edges.add((came[step], step))
            if sheet.free(step):
                tree.add(step)
            step = came[step]
        begin += [(corner[0], w) for corner in holes[number] for w in sheet.inside(corner)]
    return tree, edges


def _tight(sheet: Triangulation, way: Sequence[Edge], start: Point, end: Point) -> list[float]:
    """Straighten a route between two points; return for each edge of `way` the place where the route crosses it.

    The place is a fraction of the length of the edge, from 0 (its first end) to 1.
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


def _length(sheet: Triangulation, way: Sequence[Edge], ends: Edge) -> float:
    middles = (between(sheet.points[v], sheet.points[w]) for v, w in way)
    at = [sheet.points[ends[0]], *middles, sheet.points[ends[1]]]
    return sum(distance(a, b) for a, b in pairwise(at))


def _cut(sheet: Triangulation, way: Sequence[Edge], ends: Edge) -> list[int]:
    """Add a vertex wherever a route crosses an edge; return all vertices of the line in order, from end to end."""
    if not way:
        return [ends[0], sheet.split(*ends), ends[1]]
    shares = _tight(sheet, way, sheet.points[ends[0]], sheet.points[ends[1]])
    return [ends[0], *(sheet.split(v, w, share) for (v, w), share in zip(way, shares, strict=True)), ends[1]]


def _middle(sheet: Triangulation, path: list[int]) -> int:
    """Return the index of the vertex nearest to the middle of a path.

    If this vertex is next to an end, add a vertex between them, also to `path`.
    """
    far = [0.0]
    for v, w in pairwise(path):
        far.append(far[-1] + sheet.length(v, w))
    at = min(range(1, len(path) - 1), key=lambda i: abs(far[i] - far[-1] / 2))
    if at == len(path) - 2:
        path.insert(at + 1, sheet.split(path[at], path[at + 1]))
    if at == 1:
        path.insert(1, sheet.split(path[0], path[1]))
        at = 2
    return at


def _widen(sheet: Triangulation, corner: Corner) -> None:
    """Split all undrawn edges that begin at a boundary of the region of a corner, so that more routes are possible."""
    corners = (each for walk in sheet.walks_beside(corner) for each in walk)
    edges = {(min(each[0], w), max(each[0], w)) for each in corners for w in sheet.inside(each)}
    for v, w in sorted(edges):
        sheet.split(v, w)


def settle(sheet: Triangulation, chain: Collection[int]) -> None:
    """Smooth a new curve, together with the drawing up to three edges away.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        chain: The vertices of the curve.
    """
    movable, firm = set(chain), set[int]()
    ring = set(chain)
    for _ in range(NEAR):
        ring = {w for v in ring for w in sheet.near[v] if w not in movable and sheet.inner(w)}
        movable |= ring
        firm |= {v for v in ring if not sheet.free(v)}
    relax(sheet, movable, ROUNDS, firm=firm)


def spread(sheet: Triangulation) -> None:
    """Smooth the whole drawing if a spot that can take lines has too little space.

    It has too little space if an adjacent vertex of the triangulation, not on its own lines, is a spot less than 26 px
    away or a point of a line less than 15 px away.
    """
    if any(_cramped(sheet, v) for v in sheet.spots if len(sheet.walls[v]) < MOST):
        inner = [v for v in range(len(sheet.points)) if sheet.inner(v)]
        relax(sheet, inner, ROUNDS // 2, firm={v for v in inner if not sheet.free(v)})


def _cramped(sheet: Triangulation, v: int) -> bool:
    others = (w for w in sheet.near[v] if w not in sheet.walls[v] and not sheet.free(w))
    return any(sheet.length(v, w) < (SPOTS_APART if w in sheet.spots else CRAMPED) for w in others)
