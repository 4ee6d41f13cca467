"""A sketch: spots and lines in a sheet, made from a scene of regions, and the boundaries of its regions.

Lines have two halves, curves 2k and 2k + 1, each from a spot to a spot or to the middle of the line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from math import ceil, cos, pi, sin, sqrt

from ...core import Faces, SpotLine
from ..svg import number as digits
from .building import Building
from .corners import Corner, walks, walks_beside
from .crosses import join_arm, star, stroke_across
from .lines import MOST, Bridge, draw, spread
from .maps import PlanarMap, Unmapped, planar_map
from .paths import chains, rounded
from .routes import NoWay
from .triangulation import Point, Triangulation, between, distance, rectangle

ON_A_RING, TWO = 8, 2
"""The largest number of spots without lines placed on a ring, and the number placed side by side."""
SPOT, FULL_SPOT = 19.0, 9.0
"""The width of a spot in px, and of one that takes no more lines."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class Sketch:
    """An immutable drawing of a position of Sprouts or Brussels Sprouts: spots and lines in a triangulated rectangle.

    `spots` contains the vertex of each spot in the order of drawing, `lines` is the number of lines.
    """

    width: float
    height: float
    sheet: Triangulation
    spots: tuple[int, ...]
    lines: int
    centres: frozenset[int] | None = None
    """The spots at the centres of crosses, whose other spots are free arms; None without crosses."""
    drawn_lines: tuple[int, ...] = ()
    """The numbers of the lines that were drawn into it later, in their order."""

    @cached_property
    def points(self) -> list[Point]:
        """The coordinates of the spots in px."""
        return [self.sheet.points[v] for v in self.spots]

    def is_full(self, spot: int) -> bool:
        """Return whether a spot cannot take another line."""
        if self.centres is not None:
            return spot in self.centres or len(self.sheet.walls[self.spots[spot]]) > 1
        return len(self.sheet.walls[self.spots[spot]]) >= MOST

    def name(self, spot: int) -> str:
        """Return the letter that names a spot in the picture, such as "a"; centres of crosses have no names."""
        return spot_name(spot - sum(centre < spot for centre in self.centres or ()))

    @property
    def dots(self) -> list[int]:
        """The indices of the spots that cannot take lines and are shown; none in Brussels Sprouts."""
        return [] if self.centres is not None else [i for i in range(len(self.spots)) if self.is_full(i)]

    def region_of(self, place: int) -> int:
        """Return the number of the region whose boundary has the spot at an index of the list of all spots."""
        for number, region in enumerate(self.scene[0].regions):
            place -= sum(map(len, region))
            if place < 0:
                return number
        raise IndexError("the scene has no place of this number")

    def spots_of_region(self, number: int) -> list[int]:
        """Return the indices of the spots on the boundaries of a region that can take lines, each once."""
        regions, corners = self.scene[0].regions, self.scene[1]
        at = sum(sum(map(len, region)) for region in regions[:number])
        here = corners[at : at + sum(map(len, regions[number]))]
        return list(dict.fromkeys(self.spots.index(corner[0]) for corner in here))

    def area(self, number: int) -> str:
        """Return the SVG path around a region and around everything inside it, to be filled by the even-odd rule."""
        regions, corners = self.scene[0].regions, self.scene[1]
        at = sum(sum(map(len, region)) for region in regions[:number])
        path = ""
        for walk in walks_beside(self.sheet, corners[at]):
            if len(walk) > 1:
                points = (self.sheet.points[v] for v, _ in walk)
                path += "M" + "L".join(f"{digits(x)},{digits(y)}" for x, y in points) + "Z"
        return path

    @cached_property
    def curves(self) -> dict[int, str]:
        """The SVG path of each line, by the number of the line."""
        found: dict[int, str] = {}
        for curve, vertices in chains(self.sheet):
            found[curve // 2] = found.get(curve // 2, "") + rounded(self.sheet, vertices)
        return dict(sorted(found.items()))

    @cached_property
    def regions(self) -> list[list[list[Corner]]]:
        """The corners at spots, as (vertex, next neighbour), by region and boundary."""
        spots = self.sheet.spots
        found: dict[int, list[list[Corner]]] = {}
        for walk in walks(self.sheet):
            found.setdefault(walk.region, []).append([corner for corner in walk.corners if corner[0] in spots])
        return [[walk for walk in region if walk] for region in found.values()]

    def drawn(self, stroke: SpotLine) -> Sketch:
        """Return the drawing with one more line and the new spot on it; raise `NoWay` if no route is found."""
        _, corners = self.scene
        bridge = Bridge(corners[stroke.one], corners[stroke.two], tuple(self.left_of(stroke)))
        sheet = self.sheet.copy()
        spot = draw(sheet, bridge, (2 * self.lines, 2 * self.lines + 1))
        sheet.spots.add(spot)
        spots, centres, lines = (*self.spots, spot), self.centres, self.lines + 1
        if centres is not None:
            centres |= {len(self.spots)}
            for half, (v, _) in enumerate((bridge.one, bridge.two)):
                join_arm(sheet, v, 2 * self.lines + half)
            spots += tuple(stroke_across(sheet, spot, 2 * lines))
            lines += 2
        spread(sheet)
        drawn = (*self.drawn_lines, self.lines)
        return replace(self, sheet=sheet, spots=spots, lines=lines, centres=centres, drawn_lines=drawn)

    def left_of(self, stroke: SpotLine) -> list[Corner]:
        """Return one corner of each boundary on the left side of a line that is to be drawn.

        A line states only how many boundaries of each group of equal ones are on its left side. Of each group, the
        boundaries nearest to the line are chosen.
        """
        _, corners = self.scene
        points = self.sheet.points
        middle = between(points[corners[stroke.one][0]], points[corners[stroke.two][0]])
        left: list[Corner] = []
        for firsts, count in stroke.around:
            near = sorted(firsts, key=lambda first: (distance(points[corners[first][0]], middle), first))
            left += [corners[first] for first in near[:count]]
        return left

    def length(self, stroke: SpotLine) -> float:
        """Return the distance of the ends of a line to be drawn in px, plus 1 for each boundary that it encloses."""
        _, corners = self.scene
        points = self.sheet.points
        far = distance(points[corners[stroke.one][0]], points[corners[stroke.two][0]])
        return far + sum(count for _, count in stroke.around)

    @cached_property
    def scene(self) -> tuple[Faces, list[Corner]]:
        """The position as data, with only the spots that can take lines, and the drawn corner of each spot it lists."""
        number = {v: i for i, v in enumerate(self.spots)}
        regions, corners = [], []
        for region in self.regions:
            shown = []
            for walk in region:
                living = [corner for corner in walk if not self.is_full(number[corner[0]])]
                if living:
                    shown.append(tuple(self._told(number[corner[0]]) for corner in living))
                    corners += living
            if shown:
                regions.append(tuple(shown))
        return Faces(tuple(regions), "", arms=self.centres is not None), corners

    def _told(self, spot: int) -> tuple[str, int]:
        lines = len(self.sheet.walls[self.spots[spot]])
        if self.centres is not None:
            return "", 1
        return (str(spot) if lines == MOST - 1 else ""), MOST - lines


@lru_cache(maxsize=1024)
def sketch_after(scene: Faces, strokes: tuple[SpotLine, ...]) -> Sketch | None:
    """Return the drawing of a position of Sprouts after some moves from a given position.

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
        return crosses(scene)
    try:
        plan = planar_map(scene)
        size = _size(plan)
        if len(scene.regions) == 1 and not any(plan.around):
            return _lone(size, plan)
        return _built(size, scene, plan)
    except (Unmapped, NoWay):
        return None


def _size(plan: PlanarMap) -> tuple[float, float]:
    spots = max(plan.alive, len(plan.around) / 2)
    grown = 1.0 if spots <= 3 else max(1.2, round(sqrt(spots / 6) * 12) / 10)
    return 440.0 * grown, 340.0 * grown


def _lone(size: tuple[float, float], plan: PlanarMap) -> Sketch:
    count, (width, height) = len(plan.around), size
    sheet = rectangle(width, height)
    spots = []
    for x, y in _places(count):
        v = _put(sheet, (x * width, y * height))
        sheet.spots.add(v)
        spots.append(v)
    return Sketch(width, height, sheet, tuple(spots), 0)


def crosses(scene: Faces) -> Sketch:
    """Draw the start of Brussels Sprouts: crosses with free arms, all in one region."""
    arms = [len(walk) for walk in scene.regions[0]]
    count = len(arms)
    grown = 1.0 if count <= TWO else round(sqrt(count / TWO) * 10) / 10
    width, height = 440.0 * grown, 340.0 * grown
    sheet = rectangle(width, height)
    spots: list[int] = []
    centres: set[int] = set()
    lines = 0
    middles = [_put(sheet, (x * width, y * height)) for x, y in _places(count)]
    for v, number in zip(middles, arms, strict=True):
        spots.append(v)
        sheet.spots.add(v)
        centres.add(len(spots) - 1)
        for end in star(sheet, v, number):
            sheet.spots.add(end)
            spots.append(end)
            path = [v, sheet.split(v, end), end]
            sheet.wall(path, 2 * lines)
            lines += 1
    return Sketch(width, height, sheet, tuple(spots), lines, frozenset(centres))


def _put(sheet: Triangulation, place: Point) -> int:
    """Choose the undrawn vertex nearest to a point, move it towards the point, and return it."""
    free = (v for v in range(len(sheet.points)) if sheet.free(v))
    v = min(free, key=lambda v: (distance(sheet.points[v], place), v))
    sheet.move(v, place)
    return v


def _places(count: int) -> list[Point]:
    columns = ceil(sqrt(1.3 * count))
    rows = ceil(count / columns)
    places = []
    for i in range(count):
        if count > ON_A_RING:
            places.append(((i % columns + 0.5) / columns, (i // columns + 0.5) / rows))
        else:  # rounded, so that all machines draw the same picture
            turn = 2 * pi * i / count - (pi if count == TWO else pi / 2)
            radius = 0.32 if count > 1 else 0.0
            places.append((0.5 + radius * round(cos(turn), 2), 0.5 + radius * round(sin(turn), 2)))
    return places


def _built(size: tuple[float, float], scene: Faces, plan: PlanarMap) -> Sketch:
    """Draw a planar map region by region, each one after a neighbouring one if possible."""
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
    """Return the letter that names a spot in a picture, with a number after the first 26.

    >>> spot_name(0), spot_name(26)
    ('a', 'a2')
    """
    turn, place = divmod(number, len(LETTERS))
    return LETTERS[place] + (str(turn + 1) if turn else "")
