"""Where there is room in a region of a sheet for a spot that is drawn anew."""

from __future__ import annotations

from .corners import Corner, inside, walks_beside
from .sheet import Sheet, distance

ENOUGH = 64.0
"""Room around a spot in px; more of it does not count."""
FAR = 0.35
"""How much a px away from a vertex counts against a px of room."""


def room_in(sheet: Sheet, corner: Corner | None, beside: int | None) -> int:
    """Return a vertex with much room in the region of a corner (None: at the frame), near another one if given."""
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


def _free_inside(sheet: Sheet, found: set[int]) -> list[int]:
    """Return vertices at which nothing is drawn with all such vertices that edges join to them."""
    stack = sorted(found)
    while stack:
        for w in sheet.near[stack.pop()]:
            if w not in found and sheet.free(w):
                found.add(w)
                stack.append(w)
    return sorted(found)
