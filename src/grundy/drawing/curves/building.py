"""Draws a position of Sprouts that is given as a planar map, line by line, into a triangulated rectangle.

Each line is drawn within the region that contains it in the map. Of a connected component, the outer lines are drawn
first, so that all other components in the same region remain outside. Then its inner lines are drawn. Last, the
components in the regions inside it are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil, cos, pi, sin, sqrt

from ...core import Faces, SpotLine
from .lines import Bridge, NoWay, draw
from .maps import PlanarMap, Unmapped, planar_map
from .relax import relax
from .sketch import ARM, Sketch
from .triangulation import Corner, Triangulation, distance, rectangle

ROUNDS = 30
ENOUGH = 64.0
"""The distance around a spot in px beyond which more is not better."""
FAR = 0.35
"""The weight of a px of distance from a vertex against a px of space."""
ON_A_RING, TWO = 8, 2
"""The largest number of spots without lines placed on a ring, and the number placed side by side."""
WIDE = 4.2
"""The additional length in px for each arm of a large cross."""


@lru_cache(maxsize=1024)
def sketch_after(scene: Faces, strokes: tuple[SpotLine, ...]) -> Sketch | None:
    """Return the drawing of the position of Sprouts that some moves reach from a given position.

    Args:
        scene: The regions of the position before the moves.
        strokes: The lines drawn by the moves, in order.

    Returns:
        The drawing, or None if the position or a line cannot be drawn.
    """
    if not strokes:
        return sketch(scene)
    before = sketch_after(scene, strokes[:-1])
    try:
        return None if before is None else before.drawn(strokes[-1])
    except NoWay:
        return None


@lru_cache(maxsize=256)
def sketch(scene: Faces) -> Sketch | None:
    """Return a drawing of a position of Sprouts given by its regions, or None if they cannot be drawn on a sphere.

    >>> from grundy.core import Faces
    >>> drawn = sketch(Faces(((((("", 3),), (("", 3),)),)), "2"))
    >>> len(drawn.spots), drawn.lines
    (2, 0)
    """
    if scene.arms:
        return _crosses(scene)
    try:
        plan = planar_map(scene)
        size = _size(plan)
        if len(scene.regions) == 1 and not any(plan.around):
            return _lone(size, len(plan.around))
        return _built(size, scene, plan)
    except (Unmapped, NoWay):
        return None


def _size(plan: PlanarMap) -> tuple[float, float]:
    spots = max(plan.alive, len(plan.around) / 2)
    grown = 1.0 if spots <= 3 else max(1.2, round(sqrt(spots / 6) * 12) / 10)
    return 440.0 * grown, 340.0 * grown


def _lone(size: tuple[float, float], count: int) -> Sketch:
    sheet = rectangle(*size)
    return Sketch(*size, sheet, tuple(_placed(sheet, size, count)), 0)


def _crosses(scene: Faces) -> Sketch:
    """Draw the start of Brussels Sprouts: crosses with free arms, all in one region."""
    arms = [len(walk) for walk in scene.regions[0]]
    grown = 1.0 if len(arms) <= TWO else round(sqrt(len(arms) / TWO) * 10) / 10
    size = 440.0 * grown, 340.0 * grown
    sheet = rectangle(*size)
    spots: list[int] = []
    centres: set[int] = set()
    lines = 0
    for v, number in zip(_placed(sheet, size, len(arms)), arms, strict=True):
        centres.add(len(spots))
        spots.append(v)
        for end in _star(sheet, v, number):
            sheet.spots.add(end)
            spots.append(end)
            sheet.wall([v, sheet.split(v, end), end], 2 * lines)
            lines += 1
    return Sketch(*size, sheet, tuple(spots), lines, frozenset(centres))


def _placed(sheet: Triangulation, size: tuple[float, float], count: int) -> list[int]:
    """Place `count` spots on a circle, or in rows if there are more than 8; return their vertices.

    `size` is the width and the height of the rectangle `sheet` in px.
    """
    columns = ceil(sqrt(1.3 * count))
    rows = ceil(count / columns)
    spots = list[int]()
    for i in range(count):
        x, y = (i % columns + 0.5) / columns, (i // columns + 0.5) / rows
        if count <= ON_A_RING:  # rounded, so that all machines draw the same picture
            turn = 2 * pi * i / count - (pi if count == TWO else pi / 2)
            radius = 0.32 if count > 1 else 0.0
            x, y = (0.5 + radius * round(each, 2) for each in (cos(turn), sin(turn)))
        place = x * size[0], y * size[1]
        free = (v for v in range(len(sheet.points)) if sheet.free(v))
        spots.append(min(free, key=lambda v: (distance(sheet.points[v], place), v)))
        sheet.move(spots[-1], place)
        sheet.spots.add(spots[-1])
    return spots


def _built(size: tuple[float, float], scene: Faces, plan: PlanarMap) -> Sketch:
    """Draw a planar map in a rectangle of the given size.

    The regions are drawn one after another; a region that shares a spot with a drawn one comes next if there is one.
    `scene` is the position, and `plan` its planar map.
    """
    building = _Building(rectangle(*size), plan)
    at, regions = 0, []
    for region in scene.regions:
        regions.append(plan.walks[at : at + len(region)])
        at += len(region)
    rest = regions.copy()
    while rest:
        here = next((each for each in rest if any(spot in building.at for spot, _ in each)), rest[0])
        rest.remove(here)
        building.region(here)
    building.finish()
    spots = tuple(building.at[spot] for spot in range(len(plan.around)))
    lines = 1 + max(chain(*plan.around), default=-1) // 2
    return Sketch(*size, building.sheet, spots, lines)


def _star(sheet: Triangulation, v: int, count: int) -> list[int]:
    """Place the ends of `count` arms of a cross at equal angles around its centre v; return their vertices."""
    first = min(sheet.near[v])
    ring = [sheet.split(v, w) for w in list(sheet.around(v, first))]
    while len(ring) < count:
        ring = [u for a, b in zip(ring, [*ring[1:], ring[0]], strict=True) for u in (a, sheet.split(a, b))]
    chosen = [ring[i * len(ring) // count] for i in range(count)]
    x, y = sheet.points[v]
    begin = sheet.points[chosen[0]]
    step = begin[0] - x, begin[1] - y
    turns = (pi * i / 6 for i in range(12))  # the multiple of 30 degrees closest to the first arm
    turn = min(turns, key=lambda each: distance(step, (30 * cos(each), 30 * sin(each))))
    radius = max(ARM, WIDE * count)
    for _ in range(6):
        for i, u in enumerate(chosen):
            angle = turn + 2 * pi * i / count
            sheet.move(u, (x + round(radius * cos(angle), 1), y + round(radius * sin(angle), 1)))
        relax(sheet, {w for u in ring for w in sheet.near[u] if sheet.free(w) and w not in chosen and w != v}, 2)
    return chosen


class _Building:
    """Draws the spots and lines of a Sprouts position, given as a planar map, into a triangulated rectangle.

    `at` contains the vertex of each spot placed so far, `done` the ends of the lines drawn so far. A corner of the map
    is an angle at a spot between two consecutive lines. It is the pair of the spot and the line end from which the
    angle begins counterclockwise, or -1 if the spot has no lines.
    """

    def __init__(self, sheet: Triangulation, plan: PlanarMap) -> None:
        self.sheet, self.plan = sheet, plan
        self.at: dict[int, int] = {}
        self.done: set[int] = set()
        self.spot_of = {end: spot for spot, ends in enumerate(plan.around) for end in ends}

    def region(self, walks_here: Sequence[Corner]) -> None:
        """Draw those lines around a region that are not drawn yet.

        `walks_here` contains one corner of each boundary of the region.
        """
        drawn = next((corner for corner in walks_here if corner[0] in self.at), None)
        for spot, end in walks_here:
            if spot not in self.at:
                self._place(spot, self._corner(*drawn) if drawn else None, None)
                for each in self._order((spot, end)):
                    self._draw(each, (spot, end))

    def finish(self) -> None:
        """Smooth all curves of the finished drawing."""
        relax(self.sheet, [v for v in range(len(self.sheet.points)) if self.sheet.inner(v)], ROUNDS)

    def _face(self, corner: Corner) -> list[int]:
        found: list[int] = []
        end = corner[1]
        while end >= 0 and end not in found[:1]:
            found.append(end)
            order = self.plan.around[self.spot_of[end ^ 1]]
            end = order[order.index(end ^ 1) - 1]
        return found

    def _order(self, home: Corner) -> Iterator[int]:
        """Yield one end of each undrawn line that is connected to the spot of the corner `home`.

        The lines around the region of this corner come first. The caller must draw each line when it is yielded; then
        the spot at the next end is already placed.
        """
        first = self._face(home)
        queue = [*first, *chain(*(self.plan.around[self.spot_of[each]] for each in first))]
        for each in queue:
            if each not in self.done:
                yield each
                queue.extend(self.plan.around[self.spot_of[each ^ 1]])

    def _corner(self, spot: int, end: int) -> Corner:
        """Return the angle between two drawn lines at a spot into which the next line must be drawn.

        All lines at the spot have a cyclic order, and `end` is the end of the line that precedes the new one; it is
        negative if there is none. The result is (vertex of the spot, next vertex on the last drawn line before the new
        one in this order), or (vertex of the spot, -1) if no line at the spot is drawn yet.
        """
        order, v = self.plan.around[spot], self.at[spot]
        at = order.index(end) if end >= 0 else 0
        for before in (order[at - i] for i in range(len(order))):
            if before in self.done:
                return v, next(w for w, curve in self.sheet.walls[v].items() if curve == before)
        return v, -1

    def _draw(self, end: int, home: Corner) -> None:
        """Draw the line with the end `end`, whose spot is already placed.

        Everything drawn before remains on the side of the line that the map gives. `home` is a corner of the region
        whose surrounding lines are being drawn.
        """
        one, two = self.spot_of[end], self.spot_of[end ^ 1]
        if two not in self.at:
            self._place(two, self._corner(one, end), self.at[one])
        outward = end in self._face(home)
        if one == two:  # it encloses nothing; that empty side is to the left of its first half
            end ^= outward
            corner = self._corner(one, end)
            draw(self.sheet, Bridge(corner, corner, (), frame=False), (end, end ^ 1))
        else:
            corners = self._corner(two, end ^ 1), self._corner(one, end)
            here = self.sheet.walks_beside(corners[0]) if outward else []
            others = tuple(walk[0] for walk in here if not any(corner in walk for corner in corners))
            draw(self.sheet, Bridge(*corners, others, frame=outward), (end ^ 1, end))
        self.done |= {end, end ^ 1}

    def _place(self, spot: int, corner: Corner | None, beside: int | None) -> None:
        v = _room_in(self.sheet, corner, beside)
        self.sheet.spots.add(v)
        self.at[spot] = v


def _room_in(sheet: Triangulation, corner: Corner | None, beside: int | None) -> int:
    """Return a vertex for a new spot in the region of `corner`, far from everything drawn.

    If `corner` is None, the region is that along the border of the picture. If the vertex `beside` is given, a new spot
    close to it is preferred.
    """
    if corner is None:
        corner = next((0, w) for w in sheet.walls[0] if w in sheet.near[0])
    edges = [(each, w) for walk in sheet.walks_beside(corner) for each in walk for w in sheet.inside(each)]
    free = _free_inside(sheet, {w for _, w in edges if sheet.free(w)})
    if not free:
        return sheet.split(*max(((each[0], w) for each, w in edges), key=lambda edge: sheet.length(*edge)))
    drawn = [point for v, point in enumerate(sheet.points) if not sheet.free(v)]
    near = None if beside is None else sheet.points[beside]

    def worth(v: int) -> float:
        here = sheet.points[v]
        room = min(distance(here, point) for point in drawn)
        return room if near is None else min(room, ENOUGH) - FAR * distance(here, near)

    return max(free, key=lambda v: (worth(v), -v))


def _free_inside(sheet: Triangulation, found: set[int]) -> list[int]:
    """Return all undrawn vertices that can be reached from the undrawn vertices `found` along undrawn vertices."""
    stack = sorted(found)
    while stack:
        for w in sheet.near[stack.pop()]:
            if w not in found and sheet.free(w):
                found.add(w)
                stack.append(w)
    return sorted(found)
