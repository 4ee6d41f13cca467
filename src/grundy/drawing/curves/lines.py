"""Drawing a line into a sheet: between two corners of one region, with given boundaries on its left side."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from .corners import Corner, fan, inside, walk_from, walks_beside
from .relax import relax
from .routes import NoWay, shortest, tether, tight
from .triangulation import Edge, Triangulation, between, distance

NEAR = 3
"""Rings of vertices around a new curve that move."""
ROUNDS = 24
"""Rounds of moving the vertices around a new curve."""
TRIES = 3
MOST = 3
"""Lines at a spot that takes no more."""
CRAMPED, SPOTS_APART = 15.0, 26.0
"""Distances in px from a spot below which other lines, and other spots, are too close."""

Boundary = Sequence[Corner]


class Bridge(NamedTuple):
    """A line to be drawn within one region: the two corners that it joins, and what lies on its left side.

    A line between two corners of one boundary cuts the region in two. Its left part is next to the walk along this
    boundary from `one` to `two`. The left part of a line from a corner to itself is the area that the line encloses
    counterclockwise. `left` contains a corner of each other boundary in the left part. `frame` is whether the border
    of the picture is in the left part, or None to choose the shorter line.
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
        curves: The numbers of its two halves; the first begins at the first corner.

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
    """Return the route of a line: the edges that it crosses, and the vertices where it begins and ends."""
    one, two = bridge.one, bridge.two
    own = walk_from(sheet, one)
    ends = (one[0], two[0])
    if two not in own:
        return _direct(sheet, fan(sheet, one), fan(sheet, two), ends, set()), ends
    holes = [walk for walk in walks_beside(sheet, one) if one not in walk]
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
    """Return the route between corners of one boundary, with the boundaries `inner` to its left, `outer` to its right.

    It leads from the second corner to the first, so that the boundary between these is to its left.
    """
    one, two = bridge.one, bridge.two
    own = walk_from(sheet, one)
    to = own.index(two)
    left, right = ([(v, w) for v, out in side for w in inside(sheet, (v, out))] for side in (own[1:to], own[to + 1 :]))
    taken, edges = tether(sheet, left, inner, set())
    _, others = tether(sheet, right, outer, taken)
    return _direct(sheet, fan(sheet, two), fan(sheet, one), (two[0], one[0]), edges | others)


def _loop(sheet: Triangulation, corner: Corner, inner: Sequence[Boundary], outer: Sequence[Boundary]) -> list[Edge]:
    """Return the route from a corner back to it, counterclockwise around the boundaries `inner` and not `outer`."""
    v = corner[0]
    whole, own = fan(sheet, corner), walk_from(sheet, corner)
    stub = [(v, w) for w in inside(sheet, corner)]
    taken, edges = _grown(sheet, v, stub, inner, set())
    if len(own) > 1:
        roots = [(each[0], w) for each in own if each != corner for w in inside(sheet, each)]
        _, others = tether(sheet, roots, outer, taken)
    else:
        _, others = _grown(sheet, v, [edge for edge in stub if edge[1] not in taken], outer, taken)
        begin = next(i for i, w in enumerate(whole) if (v, w) in others)
        whole = [*whole[begin:-1], *whole[:begin], whole[begin]]
    at = next(i for i, w in enumerate(whole) if (v, w) in edges)
    return _direct(sheet, whole[: at + 1], whole[at:], (v, v), edges | others)


def _grown(
    sheet: Triangulation, v: int, stub: Sequence[Edge], holes: Sequence[Boundary], taken: set[int]
) -> tuple[set[int], set[Edge]]:
    """Return the vertices and edges of a tree that connects the vertex v to the boundaries `holes`.

    The tree leaves v by one of the edges `stub` and avoids the vertices `taken`. Routes must not cross its edges. If
    there are no boundaries, the tree is a single edge from v into free space.
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
            first.append((*tether(sheet, stub, [hole], taken), hole))
        except NoWay:
            continue
    if not first:
        raise NoWay
    tree, edges, reached = min(first, key=lambda each: len(each[1]))
    sources = [(w, other) for w in sorted(tree) for other in sheet.near[w]]
    sources += [(each[0], w) for each in reached for w in inside(sheet, each)]
    rest = [hole for hole in holes if hole is not reached]
    more, others = tether(sheet, sources, rest, taken | {v})
    return tree | more, edges | others


def _room(sheet: Triangulation, w: int, v: int) -> float:
    far = [sheet.length(w, other) for other in sheet.near[w] if other != v and not sheet.free(other)]
    return min([200.0, *far])


def _direct(
    sheet: Triangulation, start: Sequence[int], goal: Sequence[int], ends: Edge, closed: set[Edge]
) -> list[Edge]:
    """Return the shortest route for a line between two vertices, as the edges it crosses; [] if an edge joins them.

    `start` and `goal` are the neighbours of the two vertices `ends` between which the route may begin and end. Edges in
    `closed` must not be crossed.
    """
    v, w = ends
    if v != w and w in start and v in goal and w not in sheet.walls[v]:
        return []
    return shortest(sheet, start, goal, ends, closed)


def _length(sheet: Triangulation, way: Sequence[Edge], ends: Edge) -> float:
    middles = (between(sheet.points[v], sheet.points[w]) for v, w in way)
    at = [sheet.points[ends[0]], *middles, sheet.points[ends[1]]]
    return sum(distance(a, b) for a, b in pairwise(at))


def _cut(sheet: Triangulation, way: Sequence[Edge], ends: Edge) -> list[int]:
    """Create vertices where a route crosses edges, and return the path through them with its ends."""
    if not way:
        return [ends[0], sheet.split(*ends), ends[1]]
    shares = tight(sheet, way, sheet.points[ends[0]], sheet.points[ends[1]])
    return [ends[0], *(sheet.split(v, w, share) for (v, w), share in zip(way, shares, strict=True)), ends[1]]


def _middle(sheet: Triangulation, path: list[int]) -> int:
    """Return the index of the middle vertex of a path, after adding vertices so that it is not next to an end."""
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
    """Split the edges in the region of a corner, so that curves between drawn lines have space."""
    corners = (each for walk in walks_beside(sheet, corner) for each in walk)
    edges = {(min(each[0], w), max(each[0], w)) for each in corners for w in inside(sheet, each)}
    for v, w in sorted(edges):
        sheet.split(v, w)


def settle(sheet: Triangulation, chain: Collection[int]) -> None:
    """Smooth a new curve and move the vertices around it.

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
    """Smooth the whole drawing if a line or spot is too close to a spot that can still take lines."""
    if any(_cramped(sheet, v) for v in sheet.spots if len(sheet.walls[v]) < MOST):
        inner = [v for v in range(len(sheet.points)) if sheet.inner(v)]
        relax(sheet, inner, ROUNDS // 2, firm={v for v in inner if not sheet.free(v)})


def _cramped(sheet: Triangulation, v: int) -> bool:
    others = (w for w in sheet.near[v] if w not in sheet.walls[v] and not sheet.free(w))
    return any(sheet.length(v, w) < (SPOTS_APART if w in sheet.spots else CRAMPED) for w in others)
