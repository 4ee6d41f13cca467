"""Sprouts on planar maps, for judging the rule on texts: nothing is renamed, merged, left out or split into parts.

A map keeps, for each vertex, its darts (ends of lines) in order around it; dart d and dart d ^ 1 are one line. A
boundary is an orbit of "cross the line, turn to the next dart", or a vertex without darts; a region is a set of
boundaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

from grundy.core import mex

Boundary = tuple[int, ...]
"""Darts in the order of the walk; a vertex v without darts is (-1 - v,)."""


class Map(NamedTuple):
    """The darts around each vertex, and the boundaries of each region."""

    around: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[Boundary, ...], ...]


def start(spots: int) -> Map:
    """The map of spots without lines."""
    return Map(((),) * spots, (tuple((-1 - spot,) for spot in range(spots)),))


def origins(position: Map) -> dict[int, int]:
    """The vertex at which each dart begins, and each vertex without darts as it stands in its boundary."""
    found = {dart: vertex for vertex, darts in enumerate(position.around) for dart in darts}
    return {**found, **{-1 - vertex: vertex for vertex, darts in enumerate(position.around) if not darts}}


def orbit(around: list[tuple[int, ...]], at: dict[int, int], dart: int) -> Boundary:
    """The walk along one side of lines, from a dart back to it."""
    walk = [dart]
    while True:
        back = walk[-1] ^ 1
        darts = around[at[back]]
        after = darts[(darts.index(back) + 1) % len(darts)]
        if after == dart:
            return tuple(walk)
        walk.append(after)


def options(position: Map) -> Iterator[Map]:
    """Every line that can be drawn, between every two corners, the other boundaries on both sides in all ways."""
    at = origins(position)
    for i, region in enumerate(position.regions):
        corners = [(b, corner) for b, boundary in enumerate(region) for corner in boundary]
        for (b, x), (c, y) in [*combinations(corners, 2), *((corner, corner) for corner in corners)]:
            same = at[x] == at[y]
            if len(position.around[at[x]]) > (1 if same else 2) or len(position.around[at[y]]) > 2:
                continue
            if same and x != y:
                continue
            around, ends = drawn(position, at, x, y)
            others = [boundary for k, boundary in enumerate(region) if k not in (b, c)]
            rest = (*position.regions[:i], *position.regions[i + 1 :])
            sides = [orbit(around, ends, dart) for dart in (len(ends) - 4, len(ends) - 3)]
            if set(sides[0]) == set(sides[1]):
                yield Map(tuple(around), (*rest, (sides[0], *others)))
                continue
            for inside in chain.from_iterable(combinations(others, size) for size in range(len(others) + 1)):
                outside = [boundary for boundary in others if boundary not in inside]
                yield Map(tuple(around), (*rest, (sides[0], *inside), (sides[1], *outside)))


def drawn(position: Map, at: dict[int, int], x: int, y: int) -> tuple[list[tuple[int, ...]], dict[int, int]]:
    """The darts around the vertices after a line from corner x to corner y with a new vertex, and where darts begin."""
    around = list(position.around)
    first = sum(map(len, around))
    new = len(around)
    for corner, dart in ((x, first), (y, first + 3)):
        darts = around[at[corner]]
        place = darts.index(corner) if corner in darts else 0
        around[at[corner]] = (*darts[:place], dart, *darts[place:])
    around.append((first + 1, first + 2))
    ends = {dart: at[dart] for dart in range(first)}
    return around, {**ends, first: at[x], first + 1: new, first + 2: new, first + 3: at[y]}


def text(position: Map) -> str:
    """The position as the notation writes it: spots by their lines, dead ones left out, nothing else simplified."""
    at = origins(position)
    regions = []
    for region in position.regions:
        walks = ("".join(name(position, at[corner]) for corner in boundary) for boundary in region)
        regions.append("".join(f"{walk}." for walk in walks if walk))
    return "/".join(filter(None, regions)) or "0"


def name(position: Map, vertex: int) -> str:
    """How a spot is written."""
    lines = len(position.around[vertex])
    letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[vertex % 26] + "'" * (vertex // 26)
    return ("0", "1", letter, "")[lines]


class Judge:
    """Values and outcomes from the maps alone; maps that are drawn in the same order share an answer."""

    def __init__(self) -> None:
        self._values: dict[Map, int] = {}
        self._wins: dict[tuple[Map, bool], bool] = {}

    def value(self, position: Map) -> int:
        """The mex of the values of the options."""
        key = sorted_map(position)
        if key not in self._values:
            self._values[key] = mex(self.value(option) for option in options(key))
        return self._values[key]

    def wins(self, position: Map, *, misere: bool) -> bool:
        """Whether the player to move wins."""
        key = sorted_map(position), misere
        if key not in self._wins:
            after = list(options(key[0]))
            self._wins[key] = not all(self.wins(option, misere=misere) for option in after) or (misere and not after)
        return self._wins[key]


def sorted_map(position: Map) -> Map:
    """The same map with boundaries turned to their least dart, and boundaries and regions sorted."""
    turned = [tuple(sorted(b[b.index(min(b)) :] + b[: b.index(min(b))] for b in region)) for region in position.regions]
    return Map(position.around, tuple(sorted(turned)))
