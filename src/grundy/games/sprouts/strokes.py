"""Lists all lines that can be drawn in a picture of Sprouts, also those that are equivalent to others.

A position names moves with equal results once, and equivalent spots once. In a picture every spot is distinct, so each
line is listed for all equivalent places and boundaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, product

from ...core import Faces, SpotLine, Sum
from .drawings import FIRST_LETTER, TWICE, Boundary, Drawing, write
from .simplify import Joining, arranged, components, lines, lives, simplified


@lru_cache(maxsize=256)
def strokes(scene: Faces) -> tuple[tuple[SpotLine, str, Sum[str]], ...]:
    """List the lines that can be drawn in a picture of Sprouts.

    Args:
        scene: The picture: the regions, their boundaries and the spots on these.

    Returns:
        For each line a tuple: the two spots that it joins and the boundaries on its sides; the text of the component in
        which it is drawn, in canonical form; and the sum of components that it leaves instead of this one.
    """
    found = []
    for drawing, places, position in _parts(scene):
        for line, left in lines(drawing):
            leaves = Sum.of(sorted(write(arranged(part)) for part in components(simplified(left))))
            found += [(stroke, position, leaves) for stroke in _alike(line, drawing, places)]
    return tuple(found)


def _parts(scene: Faces) -> Iterator[tuple[Drawing, tuple[int, ...], str]]:
    """Yield the components of a Sprouts picture, without the regions in which no line can be drawn.

    A component is a triple: its drawing, in which a spot with two lines has a name only if both its places are there;
    the number in the picture of each place of the drawing; and the canonical text of the component.
    """
    names: dict[str, int] = {}
    regions: list[tuple[tuple[Boundary, ...], list[int]]] = []
    at = 0
    for region in scene.regions:
        first = at
        shown = []
        for walk in region:
            at += len(walk)
            shown.append(
                tuple(names.setdefault(name, FIRST_LETTER + len(names)) if name else 3 - left for name, left in walk)
            )
        regions.append((tuple(shown), list(range(first, at))))
    alive = [each for each in regions if lives(each[0]) >= 2]
    simple = simplified(tuple(region for region, _ in regions))
    for part in components(simple):
        members = [i for i, each in enumerate(simple) if any(each is other for other in part)]
        chosen = [alive[i] for i in members]
        shared = list(chain(*(chain(*region) for region, _ in chosen)))
        drawing = tuple(
            tuple(tuple(s if s < FIRST_LETTER or shared.count(s) == 2 else TWICE for s in b) for b in region)
            for region, _ in chosen
        )
        yield drawing, tuple(chain(*(places for _, places in chosen))), write(arranged(part))


def _alike(line: Joining, drawing: Drawing, places: tuple[int, ...]) -> Iterator[SpotLine]:
    """Yield a given line and all lines of a picture that are equivalent to it.

    Lines are equivalent if an exchange of equal boundaries of a region maps one to the other.

    Args:
        line: The line, with places counted in the component.
        drawing: The component.
        places: The number in the picture of each place of the component.
    """
    like: dict[tuple[int, Boundary], list[int]] = {}
    of_place: list[tuple[int, Boundary, int]] = []
    for number, region in enumerate(drawing):
        for walk in region:
            like.setdefault((number, walk), []).append(len(of_place))
            of_place += [(number, walk, len(of_place))] * len(walk)
    (region_one, walk_one, first), (_, walk_two, second) = of_place[line.one - 1], of_place[line.two - 1]
    i, j = line.one - 1 - first, line.two - 1 - second
    if first != second:
        for a, b in product(like[region_one, walk_one], like[region_one, walk_two]):
            if a < b or (a != b and walk_one != walk_two):
                yield SpotLine(places[a + i], places[b + j])
        return
    inner = [of_place[start - 1][:2] for start in line.around]
    for own in like[region_one, walk_one]:
        groups = []
        for kind in dict.fromkeys(inner):
            others = tuple(places[start] for start in like[kind] if start != own)
            groups.append((others, inner.count(kind)))
        yield SpotLine(places[own + i], places[own + j], tuple(groups))
