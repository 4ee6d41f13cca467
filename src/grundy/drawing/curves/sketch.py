"""A drawing (sketch) of spots and lines in a triangulated rectangle, and the boundaries of its regions.

The two halves of line k are called curves here, and have the numbers 2k and 2k + 1. They meet at the middle of the
line, where a move adds a new spot. A free arm of a cross is a line with one half only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from ...core import Faces, SpotLine
from ..svg import number as digits
from .lines import MOST, Bridge, draw, settle, spread
from .triangulation import Corner, Point, Triangulation, area, between, distance, joined

SPOT, FULL_SPOT = 19.0, 9.0
"""The width of a spot in px, and of one that takes no more lines."""
ARM = 26.0
"""The length of an arm of a cross in px."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class Sketch:
    """An immutable drawing of a position of Sprouts or Brussels Sprouts: spots and lines in a triangulated rectangle.

    Attributes:
        width: The width of the rectangle in px.
        height: Its height in px.
        sheet: The triangulated rectangle, in which spots are vertices and lines are paths of edges.
        spots: The vertex of each spot, in the order of drawing. The number of a spot is its index in this tuple.
        lines: The number of lines.
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
        """Return whether the spot with this number cannot take another line."""
        if self.centres is not None:
            return spot in self.centres or len(self.sheet.walls[self.spots[spot]]) > 1
        return len(self.sheet.walls[self.spots[spot]]) >= MOST

    def name(self, spot: int) -> str:
        """Return the name of a spot in the picture: "a" to "z", then "a2" to "z2", and so on.

        Centres of crosses have no names and are not counted.
        """
        turn, place = divmod(spot - sum(centre < spot for centre in self.centres or ()), len(LETTERS))
        return LETTERS[place] + (str(turn + 1) if turn else "")

    @property
    def dots(self) -> list[int]:
        """The numbers of the spots that cannot take lines, which are drawn as dots; none in Brussels Sprouts."""
        return [] if self.centres is not None else [i for i in range(len(self.spots)) if self.is_full(i)]

    def region_of(self, place: int) -> int:
        """Return the index of the region in `scene` that contains a given entry of the lists of spots.

        The entries are numbered from 0 through all boundaries of all regions in order, as in a `SpotLine`. `place` is
        the number of the entry.
        """
        for number, region in enumerate(self.scene[0].regions):
            place -= sum(map(len, region))
            if place < 0:
                return number
        raise IndexError("the scene has no place of this number")

    def spots_of_region(self, number: int) -> list[int]:
        """Return the spots around region `number` that can take lines, as numbers, each once."""
        regions, corners = self.scene[0].regions, self.scene[1]
        at = sum(sum(map(len, region)) for region in regions[:number])
        here = corners[at : at + sum(map(len, regions[number]))]
        return list(dict.fromkeys(self.spots.index(corner[0]) for corner in here))

    def area(self, number: int) -> str:
        """Return the SVG path of all boundaries of region `number`.

        Filled by the even-odd rule, the path shows the region without the components inside it.
        """
        regions, corners = self.scene[0].regions, self.scene[1]
        at = sum(sum(map(len, region)) for region in regions[:number])
        path = ""
        for walk in self.sheet.walks_beside(corners[at]):
            if len(walk) > 1:
                points = (self.sheet.points[v] for v, _ in walk)
                path += "M" + "L".join(f"{digits(x)},{digits(y)}" for x, y in points) + "Z"
        return path

    @cached_property
    def curves(self) -> dict[int, str]:
        """The SVG path of each line, by the number of the line."""
        found: dict[int, str] = {}
        for curve, vertices in self.sheet.chains():
            found[curve // 2] = found.get(curve // 2, "") + _rounded(self.sheet, vertices)
        return dict(sorted(found.items()))

    @cached_property
    def regions(self) -> list[list[list[Corner]]]:
        """The regions of the drawing as lists of boundaries; a boundary is the list of its corners at spots.

        A corner is the pair (vertex of the spot, next vertex on the boundary). The second number is -1 if the spot has
        no lines.
        """
        spots = self.sheet.spots
        found: dict[int, list[list[Corner]]] = {}
        for walk in self.sheet.walks():
            found.setdefault(walk.region, []).append([corner for corner in walk.corners if corner[0] in spots])
        return [[walk for walk in region if walk] for region in found.values()]

    def drawn(self, stroke: SpotLine) -> Sketch:
        """Return a new drawing with one more line and the new spot on it; raise `NoWay` if no route is found."""
        _, corners = self.scene
        bridge = Bridge(corners[stroke.one], corners[stroke.two], tuple(self.left_of(stroke)))
        sheet = self.sheet.copy()
        spot = draw(sheet, bridge, (2 * self.lines, 2 * self.lines + 1))
        sheet.spots.add(spot)
        spots, centres, lines = (*self.spots, spot), self.centres, self.lines + 1
        if centres is not None:
            centres |= {len(self.spots)}
            for half, (v, _) in enumerate((bridge.one, bridge.two)):
                _join_arm(sheet, v, 2 * self.lines + half)
            spots += tuple(_stroke_across(sheet, spot, 2 * lines))
            lines += 2
        spread(sheet)
        drawn = (*self.drawn_lines, self.lines)
        return replace(self, sheet=sheet, spots=spots, lines=lines, centres=centres, drawn_lines=drawn)

    def left_of(self, stroke: SpotLine) -> list[Corner]:
        """Return one corner of each boundary on the left side of a line that is to be drawn.

        `SpotLine.around` states only how many of several equal boundaries are on the left side. The boundaries nearest
        to the middle between the ends of the line are chosen.
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
        """Return an estimate of the length in px of a line that is not drawn yet, to sort the lines of equal moves.

        It is the distance of the ends of the line, plus 1 for each other boundary on its left side.
        """
        _, corners = self.scene
        points = self.sheet.points
        far = distance(points[corners[stroke.one][0]], points[corners[stroke.two][0]])
        return far + sum(count for _, count in stroke.around)

    @cached_property
    def scene(self) -> tuple[Faces, list[Corner]]:
        """The position as data, and the corner of the drawing for each entry in the lists of spots of this data.

        Only spots that can take lines are listed. The corners are in one list, in the order of the entries.
        """
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

    @cached_property
    def parts(self) -> list[int]:
        """The connected component of each region, given as the least index of a region in it.

        Two regions with a common spot are in the same component. Indices are those of the regions in `scene`.
        """
        regions = self.scene[0].regions
        names = [{name for walk in region for name, _ in walk} - {""} for region in regions]
        return joined(len(names), ((i, j) for j in range(len(names)) for i in range(j) if names[i] & names[j]))


def _stroke_across(sheet: Triangulation, v: int, curve: int) -> list[int]:
    """Draw a stroke across a new line at its vertex v, as two free arms; return the vertices at their ends.

    The first arm has the curve number `curve`, and the second has `curve` + 2.
    """
    one, two = sheet.walls[v]
    ends = []
    for number, (begin, stop) in enumerate(((one, two), (two, one))):
        beside = []
        for w in sheet.around(v, begin):
            if w == stop:
                break
            beside.append(w)
        free = [w for w in beside[1:] if sheet.free(w)]
        if free:
            end = max(free, key=lambda w: (-abs(sheet.length(v, w) - ARM), w))
        else:
            sides = beside[1:] or [sheet.split(beside[0], stop)]
            end = sheet.split(v, sides[len(sides) // 2])
        sheet.wall([v, sheet.split(v, end), end], curve + 2 * number)
        sheet.spots.add(end)
        ends.append(end)
    return ends


def _join_arm(sheet: Triangulation, end: int, curve: int) -> None:
    """Make a free arm of a cross a part of the curve number `curve`, which is drawn up to the end of the arm."""
    sheet.spots.discard(end)
    path = [end, next(w for w, other in sheet.walls[end].items() if other != curve)]
    while path[-1] not in sheet.spots:
        path.append(next(w for w in sheet.walls[path[-1]] if w != path[-2]))
    sheet.wall(path, curve)
    settle(sheet, path[:-1])


def _rounded(sheet: Triangulation, chain: list[int]) -> str:
    """Return the SVG path along the vertices `chain` of a curve, with round corners.

    At each vertex the curve is rounded by a parabola, within the triangles at this vertex and nearer to it than to
    their other corners. So curves that did not cross before do not cross afterwards.
    """
    x, y = sheet.points[chain[0]]
    path = f"M{digits(x)},{digits(y)}"
    for a, v, b in zip(chain, chain[1:], chain[2:], strict=False):
        enter, leave = _corner_cut(sheet, a, v, b)
        (u, t), (x, y), (r, s) = enter, sheet.points[v], leave
        path += f"L{digits(u)},{digits(t)}Q{digits(x)},{digits(y)} {digits(r)},{digits(s)}"
    x, y = sheet.points[chain[-1]]
    return path + f"L{digits(x)},{digits(y)}"


def _corner_cut(sheet: Triangulation, a: int, v: int, b: int) -> tuple[Point, Point]:
    """Return the points where the rounding of a curve from vertex a through v to b begins and ends."""
    here = sheet.points[v]
    halves = [between(here, sheet.points[w]) for w in sheet.near[v] if w not in (a, b)]
    share = 0.5
    for _ in range(4):
        enter, leave = between(here, sheet.points[a], share), between(here, sheet.points[b], share)
        if not any(_within(point, enter, here, leave) for point in halves):
            break
        share /= 2
    return enter, leave


def _within(point: Point, a: Point, b: Point, c: Point) -> bool:
    one, two, three = area(a, b, point), area(b, c, point), area(c, a, point)
    return (one > 0 and two > 0 and three > 0) or (one < 0 and two < 0 and three < 0)
