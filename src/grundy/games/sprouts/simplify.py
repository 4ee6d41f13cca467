"""Sprouts on drawings: the results of lines, the spots that no longer matter, and a normal form of equal drawings.

Every step preserves the game tree, so values, misère outcomes and everything else stay the same.

* A spot with three lines is dead and is removed.
* The lives of a region are the lines that its spots can still take: 3 minus their lines each. A region with fewer than
  two lives has no move. It is removed, and a spot that was shared with it becomes a spot 2 of the other region.
* A spot that occurs twice in succession is a spot 2, because lines from both places leave the same.
* A boundary of two spots 2 is a boundary of one spot 1.
* In a region of two or three lives only the shared spots and the number of other lives count: any two lives can be
  joined, and the third life and the new spot end up in one region again.
* A region may be reflected on its own and a boundary rotated, and the order of boundaries and regions is free.

The form is that of D. Applegate, G. Jacobson and D. Sleator, "Computer analysis of Sprouts", 1991, with names of spots
after J. Lemoine and S. Viennot, "Computer analysis of Sprouts with nimbers", 2010.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations, product
from typing import NamedTuple, TypeAlias

from .drawings import FIRST_LETTER, FRESH, ONCE, TWICE, Boundary, Drawing, Region

Walk: TypeAlias = tuple[tuple[int, int], ...]
"""A boundary, each spot as its tint and itself."""
_LIVES = {FRESH: 3, ONCE: 2, TWICE: 1}
_OWN = {0: (), 1: (TWICE,), 2: (ONCE,), 3: (FRESH,)}


@lru_cache(maxsize=1 << 14)
def lives(region: Region) -> int:
    """Return the number of lines that the spots of a Sprouts region can still take.

    >>> lives(((0,), (1, 3, 1, 3)))
    8
    """
    return spot_lives(chain(*region))


def spot_lives(spots: Iterable[int]) -> int:
    """Return the number of lines that Sprouts spots can still take; a spot that occurs twice is counted once."""
    found = list(spots)
    return sum(_LIVES.get(spot, 0) for spot in found) + len({spot for spot in found if spot >= FIRST_LETTER})


@lru_cache(maxsize=1 << 14)
def _letters(region: Region) -> frozenset[int]:
    return frozenset([spot for spot in chain(*region) if spot >= FIRST_LETTER])


def simplified(drawing: Drawing) -> Drawing:
    """Return a Sprouts drawing without the spots and regions that no longer affect the game."""
    kept = [region for region in drawing if lives(region) >= 2]
    times = Counter(spot for region in kept for spot in chain(*region) if spot >= FIRST_LETTER)
    shared = Counter(spot for region in kept for spot in _letters(region))
    return tuple(_simple_region(region, times, shared) for region in kept)


def _simple_region(region: Region, times: Counter[int], shared: Counter[int]) -> Region:
    """Return a region that has moves without the spots that no longer affect the game.

    Args:
        region: The region.
        times: For each spot the number of places at which it occurs in all regions that have moves.
        shared: For each spot the number of these regions in which it occurs.
    """
    if lives(region) <= 3:
        ours = tuple(sorted(spot for spot in _letters(region) if shared[spot] == 2))
        return (_OWN[lives(region) - len(ours)] + ours,)
    named = [tuple(min(spot, TWICE) if times[spot] == 1 else spot for spot in boundary) for boundary in region]
    walks = [_without_pairs(boundary) for boundary in named if boundary]
    return tuple((ONCE,) if walk == (TWICE, TWICE) else walk for walk in walks)


@lru_cache(maxsize=1 << 14)
def _without_pairs(walk: Boundary) -> Boundary:
    """Replace each spot at two successive places of a boundary by the number `TWICE` at one place.

    The last place of a boundary and the first are successive.
    """
    if len(walk) == 2 and walk[0] == walk[1] >= FIRST_LETTER:
        return (TWICE,)
    pairs = {spot for spot, after in zip(walk, walk[1:] + walk[:1], strict=True) if spot == after >= FIRST_LETTER}
    if len(walk) == 1 or not pairs:
        return walk
    return tuple(
        min(spot, TWICE) if spot in pairs else spot
        for i, spot in enumerate(walk)
        if spot not in pairs or spot != walk[i - 1]
    )


def components(drawing: Drawing) -> list[Drawing]:
    """Return the components of a Sprouts drawing: groups of regions that share no spots."""
    groups: list[list[Region]] = []
    for region in drawing:
        ours = _letters(region)
        joined = [group for group in groups if any(ours & _letters(other) for other in group)]
        groups = [group for group in groups if group not in joined] + [[*chain(*joined), region]]
    return [tuple(group) for group in groups]


# The moves


class Joining(NamedTuple):
    """A move of Sprouts: a line between two places of spots, counted from 1 through the text of the drawing.

    The line joins the places `one` and `two`. If both are on one boundary, the line divides the region. Then `around`
    lists, each by the place of its first spot, the other boundaries that are on the side of the spots between `one` and
    `two`. If `one` equals `two`, the line is a loop, and `around` lists the boundaries inside it.
    """

    one: int
    two: int
    around: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The name of the line as a move, such as "1-3 around 6"."""
        return f"{self.one}-{self.two}" + (f" around {' '.join(map(str, self.around))}" if self.around else "")


def lines(drawing: Drawing) -> Iterator[tuple[Joining, Drawing]]:
    """Yield each possible line of a Sprouts drawing and the drawing that it leaves.

    If a region has several equal boundaries, lines that begin or end on different ones of these, or enclose different
    ones, have the same result. Only one of such lines is yielded.
    """
    first = 1
    for i, region in enumerate(drawing):
        starts = []
        for boundary in region:
            starts.append(first)
            first += len(boundary)
        for line, regions, dead in _region_lines(region, starts, max(map(max, chain(*drawing))) + 1):
            left = (*drawing[:i], *regions, *drawing[i + 1 :])
            yield line, tuple(tuple(tuple(s for s in b if s not in dead) for b in r) for r in left)


def _region_lines(region: Region, starts: list[int], free: int) -> Iterator[tuple[Joining, Drawing, frozenset[int]]]:
    """Yield each line that can be drawn in a region, as a triple with its results.

    The triple contains the line, the regions that replace the region, and the set of dead spots. A spot is dead when it
    has three lines; only spots at two places are in the set.

    Args:
        region: The region.
        starts: For each boundary the place of its first spot in the text of the drawing, from 1.
        free: The least number for new spots; no spot has this number or a larger one yet.
    """
    like: dict[Boundary, list[int]] = {}
    for number, boundary in enumerate(region):
        like.setdefault(boundary, []).append(number)
    free = max(free, FIRST_LETTER)
    for boundary, numbers in like.items():
        rest = {other: [n for n in found if n != numbers[0]] for other, found in like.items()}
        for i, j, walks, dead in _splits(boundary, free):
            for sizes in product(*(range(len(found) + 1) for found in rest.values())):
                inside = sorted(chain(*(found[:size] for found, size in zip(rest.values(), sizes, strict=True))))
                outside = [n for n in range(len(region)) if n != numbers[0] and n not in inside]
                around = tuple(starts[n] for n in inside)
                line = Joining(starts[numbers[0]] + i, starts[numbers[0]] + j, around)
                sides = ((walks[0], inside), (walks[1], outside))
                yield line, tuple((walk, *(region[n] for n in side)) for walk, side in sides), dead
    alike = [((a, found[0]), (a, found[1])) for a, found in like.items() if len(found) > 1]
    for (a, one), (b, two) in [*alike, *combinations(((a, found[0]) for a, found in like.items()), 2)]:
        others = tuple(region[n] for n in range(len(region)) if n not in (one, two))
        for i, j in product(range(len(a)), range(len(b))):
            walk, dead = _joined(a[i:] + a[:i], b[j:] + b[:j], free)
            yield Joining(starts[one] + i, starts[two] + j), ((walk, *others),), dead


def _splits(boundary: Boundary, free: int) -> Iterator[tuple[int, int, tuple[Boundary, Boundary], frozenset[int]]]:
    """Yield each line from a boundary to itself, as a tuple (place, place, (boundary, boundary), dead spots).

    The two places count from 0 on the boundary. The two boundaries are those on the sides of the line after the move. A
    spot is dead when it has three lines; only spots at two places are listed. New spots get the number `free` and those
    above it.
    """
    new, *rest = range(free, free + 3)
    for i, spot in enumerate(boundary):
        if spot == FRESH:
            yield i, i, ((rest[0], new), (rest[0], new)), frozenset()
        elif spot == ONCE:
            yield i, i, ((new,), (*boundary[:i], new, *boundary[i + 1 :])), frozenset()
        for j in range(i + 1, len(boundary)):
            if spot < FIRST_LETTER or boundary[j] != spot:
                ends = [(name,) if boundary[k] == ONCE else () for k, name in zip((i, j), rest, strict=True)]
                inner = (*ends[0], *boundary[i + 1 : j], *ends[1], new)
                outer = (*boundary[:i], *ends[0], new, *ends[1], *boundary[j + 1 :])
                yield i, j, (inner, outer), _letters(((spot, boundary[j]),))


def _joined(a: Boundary, b: Boundary, free: int) -> tuple[Boundary, frozenset[int]]:
    """Return the boundary that a line between the first spots of two boundaries leaves, and the set of dead spots.

    A spot is dead when it has three lines; only spots at two places are in the set. New spots get the number `free` and
    those above it.
    """
    walk: list[int] = []
    for boundary, name in ((a, free + 1), (b, free + 2)):
        spot = boundary[0]
        end = [name] if spot == ONCE else []
        walk += [ONCE, free] if spot == FRESH else [*end, *boundary[1:], *end, free]
    return tuple(walk), _letters(((a[0], b[0]),))


# One writing for equal drawings


@lru_cache(maxsize=1 << 16)
def arranged(drawing: Drawing) -> Drawing:
    """Return a simplified Sprouts drawing in a normal form, which is the same for most ways to write the drawing.

    Spots at two places have names, which are numbers. Two steps alternate until nothing changes: regions and boundaries
    are sorted by the surroundings and the names of their spots, and then spots are renamed in the order in which they
    occur. If the drawings repeat in a cycle instead, the least drawing of the cycle is returned.
    """
    tints = _tints(drawing)
    seen: dict[Drawing, None] = {}
    while drawing not in seen:
        seen[drawing] = None
        order = sorted(_turned(region, tints) for region in drawing)
        names: dict[int, int] = {}
        for _, spot in chain(*chain(*order)):
            if spot >= FIRST_LETTER:
                names.setdefault(spot, FIRST_LETTER + len(names))
        tints = {names[spot]: tint for spot, tint in tints.items()}
        drawing = tuple(tuple(tuple(names.get(spot, spot) for _, spot in b) for b in region) for region in order)
    found = list(seen)
    return min(found[found.index(drawing) :])


def _tints(drawing: Drawing) -> dict[int, int]:
    """Return for each spot at two places a number, its tint, which depends only on the surroundings of the spot."""
    tints = dict.fromkeys(chain(*map(_letters, drawing)), FIRST_LETTER)
    for _ in range(2 if len(tints) > 1 else 0):
        around: dict[int, list[tuple[Boundary, Region]]] = {spot: [] for spot in tints}
        for region in drawing:
            views = [_views(tuple([tints.get(spot, spot) for spot in boundary])) for boundary in region]
            whole = tuple(sorted(map(min, views)))
            for boundary, seen in zip(region, views, strict=True):
                for spot, view in zip(boundary, seen, strict=True):
                    if spot in tints:
                        around[spot].append((view, whole))
        looks = {spot: tuple(sorted(found)) for spot, found in around.items()}
        ranks = {look: FIRST_LETTER + rank for rank, look in enumerate(sorted(set(looks.values())))}
        tints = {spot: ranks[look] for spot, look in looks.items()}
    return tints


@lru_cache(maxsize=1 << 14)
def _views(walk: Boundary) -> tuple[Boundary, ...]:
    """Return, for each place of a boundary, the tuple of the spots on a walk once around the boundary from there.

    Of the walks in the two directions the lesser tuple is returned.
    """
    return tuple([min(walk[i:] + walk[:i], walk[i::-1] + walk[:i:-1]) for i in range(len(walk))])


def _turned(region: Region, tints: dict[int, int]) -> list[Walk]:
    """Return the least way to write a region: each boundary begins at its best place, and the boundaries are sorted.

    All boundaries may also be reflected together. Each spot is written as the pair of its tint (see `_tints`) and its
    number.
    """
    walks = [tuple([(tints.get(spot, spot), spot) for spot in boundary]) for boundary in region]
    return min(sorted(map(_least, walks)), sorted(_least(walk[::-1]) for walk in walks))


@lru_cache(maxsize=1 << 14)
def _least(walk: Walk) -> Walk:
    """Return the least rotation of a boundary."""
    return min([walk[i:] + walk[:i] for i in range(len(walk))])
