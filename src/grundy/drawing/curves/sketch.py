"""A sketch: spots and lines in a sheet, made from a scene of regions, and what one meets around its regions.

Lines come in two halves, curves 2k and 2k + 1, each from a spot to a spot or to the middle of the line.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from math import ceil, sqrt
from typing import NamedTuple

from ...core import Faces
from .building import Building
from .corners import Corner, walks
from .maps import PlanarMap, Unmapped, planar_map
from .paths import chains, rounded
from .routes import NoWay
from .sheet import Point, Sheet, distance, rectangle

MOST = 3
"""Lines at a spot that takes no more."""
RING = (
    (0.0, -1.0), (0.78, -0.62), (0.97, 0.22), (0.43, 0.9), (-0.43, 0.9), (-0.97, 0.22), (-0.78, -0.62)
)  # fmt: skip
"""Seven points around a circle, to the second digit, so that all machines draw the same."""


SPOT, FULL_SPOT = 19.0, 9.0
"""The width of a spot in px, and of one that takes no more lines."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Sketch(NamedTuple):
    """A drawing that nobody changes: the size in px, the sheet, its spots in the order in which they were drawn."""

    width: float
    height: float
    sheet: Sheet
    spots: tuple[int, ...]
    lines: int

    def points(self) -> list[Point]:
        """Return where the spots are."""
        return [self.sheet.points[v] for v in self.spots]

    def is_full(self, spot: int) -> bool:
        """Return whether a spot takes no line any more."""
        return len(self.sheet.walls[self.spots[spot]]) >= MOST

    def curves(self) -> dict[int, str]:
        """Return the path of each line."""
        found: dict[int, str] = {}
        for curve, vertices in chains(self.sheet):
            found[curve // 2] = found.get(curve // 2, "") + rounded(self.sheet, vertices)
        return dict(sorted(found.items()))

    def regions(self) -> list[list[list[Corner]]]:
        """Return the corners of the spots that one meets around each region, by region and boundary."""
        spots = self.sheet.spots
        found: dict[int, list[list[Corner]]] = {}
        for walk in walks(self.sheet):
            found.setdefault(walk.region, []).append([corner for corner in walk.corners if corner[0] in spots])
        return [[walk for walk in region if walk] for region in found.values()]

    def scene(self) -> tuple[Faces, list[Corner]]:
        """Return the scene that this is a sketch of, full spots left out, and the corners of its places."""
        number = {v: i for i, v in enumerate(self.spots)}
        regions, corners = [], []
        for region in self.regions():
            shown = []
            for walk in region:
                living = [corner for corner in walk if not self.is_full(number[corner[0]])]
                if living:
                    shown.append(tuple(self._told(number[corner[0]]) for corner in living))
                    corners += living
            if shown:
                regions.append(tuple(shown))
        return Faces(tuple(regions), ""), corners

    def _told(self, spot: int) -> tuple[str, int]:
        lines = len(self.sheet.walls[self.spots[spot]])
        return (str(spot) if lines == MOST - 1 else ""), MOST - lines


@lru_cache(maxsize=256)
def sketch(scene: Faces) -> Sketch | None:
    """Return a sketch of a scene, None for regions that lie on no sphere.

    >>> from grundy.core import Faces
    >>> drawn = sketch(Faces(((((("", 3),), (("", 3),)),)), "2"))
    >>> len(drawn.spots), drawn.lines
    (2, 0)
    """
    try:
        plan = planar_map(scene)
        size = _size(plan)
        if len(scene.regions) == 1 and not any(plan.around):
            return _lone(size, plan)
        return _built(size, scene, plan)
    except (Unmapped, NoWay):
        return None


def _size(plan: PlanarMap) -> tuple[float, float]:
    """Return the size of a sheet with room for all lines that can come."""
    spots = max(plan.alive, len(plan.around) / 2)
    grown = 1.0 if spots <= 3 else max(1.2, round(sqrt(spots / 6) * 12) / 10)
    return 440.0 * grown, 340.0 * grown


def _lone(size: tuple[float, float], plan: PlanarMap) -> Sketch:
    """Return spots without lines, around a ring or in rows."""
    count, (width, height) = len(plan.around), size
    sheet = rectangle(width, height)
    columns = ceil(sqrt(1.3 * count))
    rows = ceil(count / columns)
    places = []
    for i in range(count):
        if count > 7:
            x, y = (i % columns + 0.5) / columns, (i // columns + 0.5) / rows
        else:
            a, b = RING[i * 7 // count] if count > 2 else ((0.0, 0.0), (-0.75, 0.0), (0.75, 0.0))[count - 1 + i]
            x, y = 0.5 + 0.32 * a, 0.5 + 0.32 * b
        places.append((x * width, y * height))
    spots = []
    for place in places:
        free = (v for v in range(len(sheet.points)) if sheet.free(v))
        v = min(free, key=lambda v: (distance(sheet.points[v], place), v))
        sheet.move(v, place)
        sheet.spots.add(v)
        spots.append(v)
    return Sketch(width, height, sheet, tuple(spots), 0)


def _built(size: tuple[float, float], scene: Faces, plan: PlanarMap) -> Sketch:
    """Return a map drawn region by region, each one after a neighbour of it."""
    building = Building(rectangle(*size), plan)
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


def spot_name(number: int) -> str:
    """Return what a spot is called on the picture.

    >>> spot_name(0), spot_name(26)
    ('a', 'a2')
    """
    turn, place = divmod(number, len(LETTERS))
    return LETTERS[place] + (str(turn + 1) if turn else "")
