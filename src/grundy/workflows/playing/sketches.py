"""Follows the lines drawn in a match of Sprouts or a similar game: every line stays where it is drawn.

A position has only what matters for further play, so it does not state where a move draws its line. All lines that are
possible in the present drawing are listed. Those that lead to the position after the move are the ways to draw it. If
equal positions cannot be recognised by their notation, their game trees are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from ...core import Faces, Game, Picture, Ruleset, SpotLine, Sum, facet
from ...drawing.curves.building import sketch_after
from ...drawing.curves.sketch import Sketch
from .legal import PartMove, Turn
from .part_views import MatchParts, PartView

MOST_COMPARED = 400
"""The largest number of positions in a game tree that is compared."""

Tree: TypeAlias = "tuple[tuple[Tree, ...], ...]"
Left: TypeAlias = "tuple[Tree, ...]"


class DrawnLine(NamedTuple):
    """One way to draw a move of Sprouts or a similar game as a line between spots.

    Attributes:
        stroke: The line as data.
        way: The index of this line among all lines for the move, ordered by length, the shortest first.
        spots: The indices of the two spots that the line joins.
        region: The number of the region of the drawing in which the line is.
        words: A description by the names of spots, such as "1-2 around 3".
    """

    stroke: SpotLine
    way: int
    spots: tuple[int, int]
    region: int
    words: str


class SketchLine(NamedTuple):
    """A component of the first position of Sprouts or a similar game, with all lines drawn so far.

    Attributes:
        figure: The component at the start, prepared for drawing; it has none of the lines.
        ruleset: Its ruleset.
        sketch: The drawing of the component with all lines so far, as data.
        parts: The indices of the present components that came from it.
        strokes: The lines drawn in the match, in order.
        turns: For each of these lines the number of its move, from 0.
        told: For each of these lines a description in words.
    """

    figure: PartView
    ruleset: Ruleset[Any]
    sketch: Sketch
    parts: tuple[int, ...] = ()
    strokes: tuple[SpotLine, ...] = ()
    turns: tuple[int, ...] = ()
    told: tuple[str, ...] = ()


def sketch_lines(view: MatchParts) -> list[SketchLine]:
    """Return the components of the first position of a match with all lines that its moves drew.

    Only components of Sprouts and similar games are returned. If a line cannot be drawn, its component is left out.
    """
    lines: dict[int, SketchLine] = {}
    for figure in view.start_parts:
        if figure.kind == "faces" and (drawn := _drawn(figure, ())) is not None:
            lines[figure.part] = SketchLine(figure, view.start.part(figure.part)[0], drawn)
    times = Counter(view.ways)
    owner = [*range(view.start.size)]
    for number, turn in enumerate(view.history):
        part = turn.move.part
        if (line := lines.pop(owner[part], None)) is not None:
            here = tuple(i for i, first in enumerate(owner) if first == owner[part])
            if (longer := _longer(line._replace(parts=here), turn, number, times[number])) is not None:
                lines[owner[part]] = longer
        owner[part : part + 1] = [owner[part]] * len(turn.move.move.leaves)
    return [
        line._replace(parts=tuple(i for i, part in enumerate(owner) if part == first))
        for first, line in sorted(lines.items())
    ]


def _drawn(figure: PartView, strokes: tuple[SpotLine, ...]) -> Sketch | None:
    return sketch_after(figure.scene, strokes) if isinstance(figure.scene, Faces) else None


def _longer(line: SketchLine, turn: Turn, number: int, way: int) -> SketchLine | None:
    """Return `line` with the line of one more move added, or None if this move cannot be drawn.

    `number` is the number of the move in the match, and `way` the index in the list of `drawn_lines`, both from 0.
    """
    ways = drawn_lines(line, turn.game, turn.move.part, [turn.move])[0]
    if not ways:
        return None
    chosen = ways[min(way, len(ways) - 1)]
    strokes = (*line.strokes, chosen.stroke)
    if (drawn := _drawn(line.figure, strokes)) is None:
        return None
    turns, told = (*line.turns, number), (*line.told, chosen.words)
    return line._replace(sketch=drawn, strokes=strokes, turns=turns, told=told)


def drawn_lines(line: SketchLine, game: Game, part: int, moves: Sequence[PartMove]) -> list[list[DrawnLine]]:
    """List for each move of a component the lines by which the move can be drawn in the present drawing.

    Args:
        line: A component of the first position with its drawing.
        game: The present game.
        part: The index of a present component that came from it.
        moves: Moves in this component.

    Returns:
        For each move the list of its lines, the shortest first.
    """
    ruleset, sketch = line.ruleset, line.sketch
    scene, corners = sketch.scene
    number = {v: i for i, v in enumerate(sketch.spots)}
    wanted = ruleset.canonical(game.part(part)[1])
    nth = sum(ruleset.canonical(game.part(other)[1]) == wanted for other in line.parts if other < part)
    listed = list(facet(ruleset, Picture).strokes(scene))
    strokes = [each for each in listed if each[1] == wanted]
    if not strokes:
        tree = _tree(ruleset, wanted)
        strokes = [each for each in listed if _tree(ruleset, each[1]) == tree]
    alike = sorted({sketch.parts[sketch.region_of(stroke.one)] for stroke, _, _ in strokes})
    if nth < len(alike):
        strokes = [each for each in strokes if sketch.parts[sketch.region_of(each[0].one)] == alike[nth]]
    found = []
    for move in moves:
        leaves = move.move.leaves
        these = [stroke for stroke, _, left in strokes if left == leaves]
        if not these:
            trees = _trees(ruleset, leaves)
            these = [stroke for stroke, _, left in strokes if _trees(ruleset, left) == trees]
        ways = []
        for way, stroke in enumerate(sorted(these, key=sketch.length)):
            spots = number[corners[stroke.one][0]], number[corners[stroke.two][0]]
            around = [number[corner[0]] for corner in sketch.left_of(stroke)]
            region = sketch.region_of(stroke.one)
            ways.append(DrawnLine(stroke, way, spots, region, _words(sketch, spots, region, around)))
        found.append(ways)
    return found


def _words(sketch: Sketch, spots: tuple[int, int], region: int, around: Sequence[int]) -> str:
    """Describe a line by its ends and the spots that it surrounds, such as "1-2 around 3".

    If several regions have both ends on their boundaries, the region of the line is named, too. `spots` are the ends of
    the line and `around` the spots that it surrounds, as numbers of spots in `sketch`. `region` is the index of its
    region.
    """
    one, two = sorted(spots)
    told = f"{sketch.name(one)}-{sketch.name(two)}"
    if around:
        told += f" around {' '.join(sketch.name(spot) for spot in sorted(around))}"
    regions = [sketch.spots_of_region(number) for number in range(len(sketch.scene[0].regions))]
    if sum(one in each and two in each for each in regions) > 1:
        told += f" in the region of {' '.join(sketch.name(spot) for spot in sorted(regions[region]))}"
    return told


def _trees(ruleset: Ruleset[Any], parts: Sum[Any]) -> Left | None:
    found = [_tree(ruleset, part) for part in parts]
    return None if None in found else tuple(sorted(tree for tree in found if tree))


@lru_cache(maxsize=4096)
def _tree(ruleset: Ruleset[Any], position: Any) -> Tree | None:  # noqa: ANN401  # any position
    known: dict[Any, Tree] = {}
    waiting = [position]
    while waiting:
        part = waiting[-1]
        if part in known:
            waiting.pop()
            continue
        if len(known) + len(waiting) > MOST_COMPARED:
            return None
        left = [tuple(move.leaves) for move in ruleset.moves(part)]
        missing = [each for leaves in left for each in leaves if each not in known]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        known[part] = tuple(sorted({tuple(sorted(known[each] for each in leaves if known[each])) for leaves in left}))
    return known[position]
