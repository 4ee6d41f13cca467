"""Drawing a planar map into a sheet, line by line: each line in the region where the map has it.

Of every component, the lines around the region that contains it come first, so that everything else in that region
stays outside. Then follow its other lines, and then, in each of its regions, the components inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from .corners import Corner, inside, walks_beside
from .lines import Bridge, draw
from .maps import PlanarMap
from .relax import relax
from .triangulation import Triangulation, distance

ROUNDS = 30
ENOUGH = 64.0
"""The distance around a spot in px beyond which more is not better."""
FAR = 0.35
"""The weight of a px of distance from a vertex against a px of space."""


class Building:
    """Draws the spots and lines of a Sprouts position, given as a planar map, into a triangulated rectangle.

    `at` contains the vertex of each spot placed so far, `done` the ends of the lines drawn so far. A corner of the map
    is an angle at a spot: the spot, and the line end before the angle, counterclockwise (-1 if the spot has no lines).
    """

    def __init__(self, sheet: Triangulation, plan: PlanarMap) -> None:
        self.sheet, self.plan = sheet, plan
        self.at: dict[int, int] = {}
        self.done: set[int] = set()
        self.spot_of = {end: spot for spot, ends in enumerate(plan.around) for end in ends}

    def region(self, walks_here: Sequence[Corner]) -> None:
        """Draw the lines around a region that are not drawn yet, given one corner of each boundary of the region."""
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
        """Yield an end of each undrawn line that is connected to the corner `home`; lines around its face come first.

        If each line is drawn when it is yielded, the spot at the next end is already placed.
        """
        first = self._face(home)
        queue = [*first, *chain(*(self.plan.around[self.spot_of[each]] for each in first))]
        for each in queue:
            if each not in self.done:
                yield each
                queue.extend(self.plan.around[self.spot_of[each ^ 1]])

    def _corner(self, spot: int, end: int) -> Corner:
        """Return the angle of the drawing (vertex, next neighbour) that contains an angle of the map."""
        order, v = self.plan.around[spot], self.at[spot]
        at = order.index(end) if end >= 0 else 0
        for before in (order[at - i] for i in range(len(order))):
            if before in self.done:
                return v, next(w for w, curve in self.sheet.walls[v].items() if curve == before)
        return v, -1

    def _draw(self, end: int, home: Corner) -> None:
        """Draw the line that has an end at a placed spot; other boundaries stay on the side given by the map.

        `home` is a corner of the region around which lines are drawn.
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
            others = tuple(self._others(corners)) if outward else ()
            draw(self.sheet, Bridge(*corners, others, frame=outward), (end ^ 1, end))
        self.done |= {end, end ^ 1}

    def _others(self, corners: Sequence[Corner]) -> list[Corner]:
        here = walks_beside(self.sheet, corners[0])
        return [walk[0] for walk in here if not any(corner in walk for corner in corners)]

    def _place(self, spot: int, corner: Corner | None, beside: int | None) -> None:
        v = room_in(self.sheet, corner, beside)
        self.sheet.spots.add(v)
        self.at[spot] = v


def room_in(sheet: Triangulation, corner: Corner | None, beside: int | None) -> int:
    """Choose a vertex in a region, far from everything drawn, for a new spot.

    Args:
        sheet: The triangulated rectangle that contains the drawing.
        corner: A corner of the region, or None for the region at the border of the rectangle.
        beside: A vertex that the chosen one should be close to, or None.

    Returns:
        The vertex.
    """
    if corner is None:
        corner = next((0, w) for w in sheet.walls[0] if w in sheet.near[0])
    edges = [(each, w) for walk in walks_beside(sheet, corner) for each in walk for w in inside(sheet, each)]
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
