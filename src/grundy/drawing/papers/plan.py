"""Pictures as shapes: a position with the pieces that its winning moves touch, for both SVG and TikZ."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ...core import Board, Faces, Heaps, Multigraph, Network, Ring
from ..fit import printable, short_number, short_text, window
from ..pieces import Tableau, tableau
from ..scenes_text import heap_names, scene_text
from ..svg import MONO, Drawing, Look, document, number, tag, text_width, words
from .blocks import Marks, PositionPart

MARGIN, AROUND = 16.0, 8.0
TOKEN, BAR, TOKENS = 14.0, 120.0, 30
"""The height of a token in px, that of a heap not to scale, and the largest heap drawn to scale."""
MOST_CELLS, MOST_VERTICES, MOST_LINES, MOST_HEAPS = 40, 120, 40, 24
"""Limits on what is drawn: rows and columns, vertices, lines of text, heaps in a row."""
MARKED = {1: "accent", 2: "win"}
"""Colours of touched pieces: by the first move, by another one."""


class PlanBox(NamedTuple):
    """A rectangle with round corners, of radius `round`; `fill` and `stroke` name colours of the palette."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    round: float = 0
    thick: float = 1


class PlanDisc(NamedTuple):
    """A filled disc of radius `r` around a point."""

    x: float
    y: float
    r: float
    fill: str


class PlanPath(NamedTuple):
    """A path in SVG syntax."""

    path: str
    fill: str = "none"
    stroke: str = "none"
    thick: float = 1.5


class PlanText(NamedTuple):
    """A line of text with its baseline at y; centred at x, or with `left` beginning there."""

    x: float
    y: float
    text: str
    size: float = 13
    colour: str = "ink"
    left: bool = False
    mono: bool = False


class PlanGroup(NamedTuple):
    """Shapes moved by x to the right and by y down."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


Shape: TypeAlias = "PlanBox | PlanDisc | PlanPath | PlanText | PlanGroup"


class PaperPlan(NamedTuple):
    """A picture as shapes, from back to front, with its size in px; it can be written as SVG or TikZ."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def position_plan(parts: Sequence[PositionPart]) -> PaperPlan:
    """Return the picture of the components of a position: heaps side by side, other components below each other.

    >>> plan = position_plan([PositionPart(Heaps((3,)), marks={(0, 1): 1}), PositionPart(Heaps((5,)))])
    >>> [shape.fill for shape in plan.shapes if isinstance(shape, PlanBox)]
    ['card', 'accent', 'accent', 'card', 'card', 'card', 'card', 'card']
    """
    heaps: list[tuple[int, str, Marks]] = []
    others: list[PaperPlan] = []
    for part in parts:
        scene = part.scene
        if isinstance(scene, Heaps):
            names = heap_names(scene) if scene.names or len(scene.sizes) > 1 else [part.name]
            for i, (size, name) in enumerate(zip(scene.sizes, names, strict=False)):
                marks = {(0, place): mark for (row, place), mark in part.marks.items() if row == i}
                heaps.append((size, name, marks))
        else:
            others.append(_part(part))
    plans = [_heaps(heaps[at : at + MOST_HEAPS]) for at in range(0, len(heaps), MOST_HEAPS)] + others
    return stacked(plans or [_lines(["no heaps"])])


def stacked(plans: Sequence[PaperPlan]) -> PaperPlan:
    """Combine pictures to one, each below the one before it."""
    if len(plans) == 1:
        return plans[0]
    y, groups = 0.0, list[Shape]()
    for plan in plans:
        groups.append(PlanGroup(0, y, plan.shapes))
        y += plan.height
    return PaperPlan(max(plan.width for plan in plans), y, tuple(groups))


def _heaps(heaps: Sequence[tuple[int, str, Marks]]) -> PaperPlan:
    tall = max((TOKEN * size if size <= TOKENS else BAR for size, _, _ in heaps), default=0)
    counts = [short_number(size, 16) for size, _, _ in heaps]
    named = [short_text(printable(name), 12) for _, name, _ in heaps]
    wide = max([52.0, *(text_width(text) + 12 for text in (*counts, *named))])
    ground, shapes = MARGIN + tall, list[Shape]()
    for i, ((size, _, marks), count, name) in enumerate(zip(heaps, counts, named, strict=True)):
        x = MARGIN + wide * i
        mid = x + wide / 2
        if size > TOKENS:
            colour = MARKED[min(marks.values())] if marks else "card"
            shapes.append(PlanBox(mid - 18, ground - BAR, 36, BAR, colour, "muted", 4))
            shapes.append(PlanBox(mid - 20, ground - BAR / 2 - 4, 40, 8, "paper"))
        shapes += [
            PlanBox(mid - 18, ground - TOKEN * (j + 1) + 1, 36, TOKEN - 3, _taken(marks, j), "muted", 5)
            for j in range(size if size <= TOKENS else 0)
        ]
        shapes += [PlanText(mid, ground + 18, count), PlanText(mid, ground + 34, name, 11, "muted")]
    return PaperPlan(2 * MARGIN + wide * len(heaps), ground + 34 + MARGIN, tuple(shapes))


def _taken(marks: Marks, token: int) -> str:
    """Return the colour of a token of a heap; a move on a marked token takes it and all tokens above it."""
    found = [mark for (_, place), mark in marks.items() if place <= token]
    return MARKED[min(found)] if found else "card"


def _part(part: PositionPart) -> PaperPlan:
    scene = part.scene
    if isinstance(scene, Board) and any(scene.rows):
        shown = window(scene.rows, MOST_CELLS)
        if not shown.remark:
            return _tableau(tableau(scene, part.first, letters=part.letters), part.marks, board=True)
        cut = _tableau(tableau(Board(shown.rows)), {}, board=True)
        note = PlanText(MARGIN, cut.height + 4, shown.remark, 12, "muted", left=True)
        return PaperPlan(max(cut.width, text_width(shown.remark) + 2 * MARGIN), cut.height + 20, (*cut.shapes, note))
    size = len(scene.vertices) if isinstance(scene, (Network, Multigraph)) else 0
    if isinstance(scene, (Faces, Multigraph, Network, Ring)) and size <= MOST_VERTICES:
        found = tableau(scene)
        if found.pieces or found.dots:
            tokens = {short_text(printable(name), 12) for name in scene.tokens} if isinstance(scene, Network) else set()
            return _tableau(found, part.marks, board=False, tokens=tokens)
    return _lines(scene_text(scene).split("\n"))


def _lines(lines: Sequence[str]) -> PaperPlan:
    shown = [short_text(printable(line), 90) for line in lines[:MOST_LINES]]
    wide = max(map(len, shown)) * 8.2 + 2 * MARGIN
    texts = (PlanText(MARGIN, MARGIN + 14 + 18 * i, line, left=True, mono=True) for i, line in enumerate(shown))
    return PaperPlan(wide, 2 * MARGIN + 18 * len(shown), tuple(texts))


def _tableau(found: Tableau, marks: Marks, *, board: bool, tokens: Container[str] = ()) -> PaperPlan:
    shapes: list[Shape] = [PlanPath(path, stroke="muted") for path in found.arcs]
    shapes += [PlanPath(path, fill="muted") for path in found.heads]
    if found.ground:
        shapes.append(PlanPath(found.ground, stroke="ink", thick=3))
    for i, path in enumerate(found.paths):
        mark = marks.get((i, 0), 0)
        shapes.append(PlanPath(path, stroke=MARKED.get(mark, "muted"), thick=4 if mark else 2.5))
    shapes += [PlanBox(*dot[2:6], "card", "border", dot.height / 2) for dot in found.dots]
    shapes += [_centred(dot.x, dot.y, dot.width, dot.height, dot.mark, 11) for dot in found.dots if dot.mark]
    for piece in () if found.paths else found.pieces:
        colour = MARKED.get(marks.get((piece.row, piece.place), 0), "")
        box = PlanBox(piece.x, piece.y, piece.width, piece.height)
        shapes += _square(box, piece.mark, colour) if board else _vertex(box, piece.mark, colour, piece.mark in tokens)
    shapes += [PlanText(label.x, label.y + 4, label.text, 12, "muted") for label in found.labels]
    return PaperPlan(found.width + 2 * AROUND, found.height + 2 * AROUND, (PlanGroup(AROUND, AROUND, tuple(shapes)),))


def _square(box: PlanBox, mark: str, colour: str) -> Iterable[Shape]:
    if mark == " ":
        return
    yield box._replace(fill="muted" if mark == "#" else colour or "card", stroke="border")
    if mark == "@":
        yield PlanDisc(box.x + box.width / 2, box.y + box.height / 2, 0.32 * min(box.width, box.height), "ink")
    elif mark not in ".# ":
        ink = "on-win" if colour else "ink"
        yield _centred(box.x, box.y, box.width, box.height, mark, 0.42 * min(box.width, box.height) + 3, ink)


def _vertex(box: PlanBox, mark: str, colour: str, token: bool) -> Iterable[Shape]:
    fill = "lose" if token else colour or "card"
    yield box._replace(fill=fill, stroke="border", round=box.height / 2)
    if mark:
        yield _centred(box.x, box.y, box.width, box.height, mark, 12, "on-win" if fill != "card" else "ink")


def _centred(x: float, y: float, width: float, height: float, text: str, size: float, ink: str = "ink") -> PlanText:  # noqa: PLR0913
    return PlanText(x + width / 2, y + height / 2 + size * 0.36, printable(text), size, ink)


def plan_svg(plan: PaperPlan, title: str, description: str = "") -> Drawing:
    """Return a picture made of shapes as SVG.

    Args:
        plan: The shapes.
        title: The title, which only screen readers show.
        description: The description for screen readers.

    Returns:
        The picture.

    Example:
        >>> "<title>one heap</title>" in plan_svg(position_plan([PositionPart(Heaps((2,)))]), "one heap")
        True
    """
    return document((plan.width, plan.height), title, "".join(map(_svg, plan.shapes)), description)


def _svg(shape: Shape) -> str:
    if isinstance(shape, PlanGroup):
        return tag("g", "".join(map(_svg, shape.shapes)), transform=f"translate({number(shape.x)} {number(shape.y)})")
    if isinstance(shape, PlanBox):
        look = Look(x=shape.x, y=shape.y, width=shape.width, height=shape.height, fill=shape.fill)
        look |= {"stroke": shape.stroke, "stroke_width": shape.thick} if shape.stroke != "none" else {}
        return tag("rect", **look, **({"rx": shape.round} if shape.round else {}))
    if isinstance(shape, PlanDisc):
        return tag("circle", cx=shape.x, cy=shape.y, r=shape.r, fill=shape.fill)
    if isinstance(shape, PlanPath):
        return tag("path", d=shape.path, fill=shape.fill, stroke=shape.stroke, stroke_width=shape.thick)
    look = Look(font_size=shape.size, fill=shape.colour)
    look |= {"text_anchor": "start"} if shape.left else {}
    return words(shape.x, shape.y, shape.text, **look, **({"font_family": MONO} if shape.mono else {}))
