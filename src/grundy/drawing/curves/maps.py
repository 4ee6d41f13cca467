"""Finds a planar map, with all lines, for a position of Sprouts that is given only by its regions.

A position (`Faces`) lists the spots around each region that can still take lines. It contains neither the lines nor the
dead spots, which have three lines already. The parts of the plane outside of these regions are called gaps here. A gap
is to the right of a boundary, between any two consecutive spots. In each gap a line begins at every spot around it, and
dead spots join these lines to a tree. A spot that has two lines but is listed only once gets a closed curve of its own.
So every spot has the right number of lines, and the boundaries of each region are those of the position.

A region may be given as its mirror image, so mirrors are tried until the gaps satisfy Euler's formula. In this formula,
the spots and boundaries are vertices, the entries in the lists of spots are edges, and the gaps are faces of a map on
the sphere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ...core import Faces
from .triangulation import joined

MOST_TRIES = 4096
"""The largest number of choices of mirrored regions that are tried."""


class Unmapped(Exception):  # not an error: the regions of some texts cannot be drawn on a sphere
    """Raised if no planar map for the given regions exists, or if none was found within the limit on tries."""


class PlanarMap(NamedTuple):
    """A planar map of spots and lines for a Sprouts position that is given by its regions.

    Attributes:
        around: For each spot the numbers of the line ends at it, counterclockwise; line k has the ends 2k and 2k + 1.
        alive: The number of spots that can take lines. These spots have the first numbers; dead spots follow.
        walks: For each boundary of the position, the number of its first spot and the number of a line end there. The
            region begins at this line end and lies counterclockwise from it. Without lines at the spot, the second
            number is -1.
    """

    around: tuple[tuple[int, ...], ...]
    alive: int
    walks: tuple[tuple[int, int], ...]


def spots_of(scene: Faces) -> list[int]:
    """Number the spots of a Sprouts position: return the number of each entry in the list of its boundaries.

    Two entries with the same name are the same spot, so they get the same number. Numbers begin with 0.

    >>> from grundy.core import Faces
    >>> spots_of(Faces((((("A", 1), ("B", 1)),), ((("B", 1), ("A", 1)),)), ""))
    [0, 1, 1, 0]
    """
    names: dict[object, int] = {}
    places = (name for region in scene.regions for walk in region for name, _ in walk)
    return [names.setdefault(name or place, len(names)) for place, name in enumerate(places)]


def planar_map(scene: Faces) -> PlanarMap:
    """Return a planar map of a Sprouts position that is given by its regions; raise `Unmapped` if there is none."""
    land = _Land(scene)
    land.find_mirrors()
    return land.drawn()


class _Land:
    """Finds the gaps between the given regions of a Sprouts position, and draws lines in them.

    A gap is a face of the map to the right of boundaries; the given regions are to their left. A place is an entry in
    the lists of spots; places are numbered through all regions. For each place, `next` is the following place on its
    boundary, and `twin` is the other place of the same spot, or the place itself if the spot has only one.
    """

    def __init__(self, scene: Faces) -> None:
        self.names: list[str] = []
        self.lives: list[int] = []
        self.regions: list[list[list[int]]] = []
        """Places by region and boundary."""
        at = 0
        for region in scene.regions:
            self.regions.append([])
            for walk in region:
                self.regions[-1].append(list(range(at, at + len(walk))))
                at += len(walk)
                self.names += [name for name, _ in walk]
                self.lives += [lives for _, lives in walk]
        first: dict[str, int] = {}
        self.twin = list(range(at))
        for place, name in enumerate(self.names):
            if name and (other := first.setdefault(name, place)) != place:
                self.twin[place], self.twin[other] = other, place
        self.spot_of = spots_of(scene)
        self.spots = 1 + max(self.spot_of, default=-1)
        self.next = [0] * at
        for number in range(len(self.regions)):
            self._direct(number, mirrored=False)

    def _direct(self, region: int, *, mirrored: bool) -> None:
        for walk in self.regions[region]:
            turned = walk[::-1] if mirrored else walk
            for place, after in zip(turned, [*turned[1:], turned[0]], strict=True):
                self.next[place] = after

    def find_mirrors(self) -> None:
        """Reverse the boundaries of some regions so that all regions fit together on a sphere.

        Raise `Unmapped` if this is impossible.
        """
        order = self._order()
        choices = [0]
        tries = 0
        while len(choices) <= len(order):
            tries += 1
            if tries > MOST_TRIES:
                raise Unmapped
            region = order[len(choices) - 1]
            self._direct(region, mirrored=choices[-1] == 1)
            if self._is_round(order[: len(choices)]):
                choices.append(0)
                continue
            while choices and choices[-1] == 1:
                choices.pop()
            if not choices:
                raise Unmapped
            choices[-1] = 1

    def _order(self) -> list[int]:
        """Return the numbers of all regions, ordered so that each shares a spot with an earlier one if possible."""
        spots = [{self.names[place] for walk in region for place in walk} - {""} for region in self.regions]
        order: list[int] = []
        met: set[str] = set()
        rest = set(range(len(spots)))
        while rest:
            region = max(rest, key=lambda number: (len(spots[number] & met), -number))
            rest.discard(region)
            order.append(region)
            met |= spots[region]
        return order

    def _is_round(self, regions: Sequence[int]) -> bool:
        """Return whether the regions with these numbers alone form a map on a sphere, by Euler's formula."""
        walks = [(number, walk) for number in regions for walk in self.regions[number]]
        here = {place for _, walk in walks for place in walk}
        twins = [(place, self.twin[place]) for place in here if self.twin[place] in here]
        component = joined(len(self.names), [(walk[0], place) for _, walk in walks for place in walk] + twins)
        spots = len(here) - sum(twin < place for place, twin in twins)
        pieces = sum(1 for _ in self._pieces(here))
        if len(walks) + spots - len(here) + pieces != 2 * len({component[place] for place in here}):
            return False
        # boundaries of one component are in different regions, and these are connected as a tree
        first = len(self.regions)
        links = {(number, first + component[walk[0]]) for number, walk in walks}
        nodes = {node for link in links for node in link}
        least = joined(first + len(self.names), links)
        return len(links) == len(walks) == len(nodes) - len({least[node] for node in nodes})

    def _pieces(self, here: Collection[int]) -> Iterator[list[int]]:
        """Yield the gaps between regions, each as the list of the places around it in clockwise order.

        A place is an entry in the lists of spots of the boundaries. Only the places `here` are considered.
        """
        seen: set[int] = set()
        for start in here:
            piece, place = [], start
            while place not in seen:
                seen.add(place)
                piece.append(place)
                after = self.next[place]
                place = self.twin[after] if self.twin[after] in here else after
            if piece:
                yield piece

    def drawn(self) -> PlanarMap:
        """Return the planar map, in which lines and dead spots join the spots around each gap between regions."""
        lines = _Lines(self.spots)
        leaves: dict[int, int] = {}  # for each place the end by which its walk continues
        for piece in self._pieces(range(len(self.names))):
            ends = []
            for place in piece:
                spot, lives = self.spot_of[place], self.lives[place]
                if lives == 3:
                    continue
                if lives == 1 and not self.names[place]:
                    if len(piece) == 1:
                        leaves[place] = lines.ring(spot, spot)
                    else:
                        dead = lines.dead()
                        leaves[place] = lines.ring(spot, dead)
                        ends.append((dead, -1))
                else:
                    ends.append((spot, place))
            lines.tree(ends, leaves)
        walks = tuple((self.spot_of[walk[0]], leaves.get(walk[0], -1)) for region in self.regions for walk in region)
        return PlanarMap(tuple(map(tuple, lines.around)), self.spots, walks)


class _Lines:
    """A planar map under construction: `around` lists for each spot the line ends at it, counterclockwise."""

    def __init__(self, spots: int) -> None:
        self.around: list[list[int]] = [[] for _ in range(spots)]
        self.count = 0

    def dead(self) -> int:
        self.around.append([])
        return len(self.around) - 1

    def line(self, one: int, two: int) -> tuple[int, int]:
        """Add a line between two spots and return the numbers of its two ends.

        Each end becomes the last one in the list `around` of its spot.
        """
        ends = 2 * self.count, 2 * self.count + 1
        self.count += 1
        self.around[one].append(ends[0])
        self.around[two].append(ends[1])
        return ends

    def ring(self, spot: int, other: int) -> int:
        """Add a closed curve: two lines between two spots, or one line from a spot to itself.

        The result is the number of one of the two new line ends at `spot`: the area outside of the curve follows it
        counterclockwise.
        """
        if spot == other:
            return self.line(spot, spot)[1]
        _a, b = self.line(spot, other)
        c, d = self.line(spot, other)
        self.around[other][:] = [d, b]  # the inside is to the left of line a b and to the right of c d
        return c

    def tree(self, ends: Sequence[tuple[int, int]], leaves: dict[int, int]) -> None:
        """Join the spots around a face by a tree of lines, with a dead spot wherever three lines meet.

        Args:
            ends: The spots around the face, clockwise, as pairs (number of the spot, place). The place is the index of
                the entry of the spot in the lists of all boundaries, or -1 if the spot is not listed.
            leaves: A dictionary to which the new line end at the spot is added for each place. On this line the
                boundary continues after the spot.
        """
        if len(ends) == 1:  # a line that leads to a ring
            dead = self.dead()
            self._join(ends, dead, leaves)
            self.line(dead, dead)
        if len(ends) == 2:
            one, two = self.line(ends[0][0], ends[1][0])
            leaves |= {place: end for (_, place), end in zip(ends, (one, two), strict=True) if place >= 0}
        first = ends[:1]
        for number in range(1, len(ends) - 1):
            dead = self.dead()
            self._join([*first, *ends[number : number + 1 + (number == len(ends) - 2)]], dead, leaves)
            self.around[dead].reverse()
            first = [(dead, -1)]

    def _join(self, ends: Sequence[tuple[int, int]], dead: int, leaves: dict[int, int]) -> None:
        for spot, place in ends:
            end, _ = self.line(spot, dead)
            if place >= 0:
                leaves[place] = end
