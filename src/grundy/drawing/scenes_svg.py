"""Draws positions as SVG: all heaps of tokens in rows, and below them boards, graphs and texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ..core import Board, Faces, Heaps, Multigraph, Network, Ring, Scene
from .curves.sketch import Sketch
from .fit import listed, printable, short_number, short_text, window
from .pieces import Piece, Tableau, sketched, tableau
from .scenes_text import heap_names, scene_text
from .svg import MONO, Drawing, Look, document, number, tag, text_width, words

MARGIN, AROUND = 24, 16.0
MAX_TOKENS = 30
"""Larger heaps are drawn as a bar with a gap, not to scale."""
MAX_HEAPS, PER_ROW = 48, 12
TALL = 420
"""The approximate height of the tallest heaps in px; heaps of few tokens are lower."""
GAP = 6
"""The space after every fifth token in px."""
MAX_CELLS = 100
"""The largest number of rows and of columns of a board shown."""
MAX_VERTICES = 300
"""Larger graphs are described in words."""
MARKED = {1: "accent", 2: "win"}
"""Colours of the pieces that moves touch: by the first move, by others."""

Marks: TypeAlias = Mapping[tuple[int, int], int]
"""Pieces of a scene (row, place) that moves touch: 1 for the first move, 2 for the others."""


class PositionPart(NamedTuple):
    """A component of a position to be drawn, with marks on the tokens, squares, vertices or edges that moves touch.

    Attributes:
        scene: The picture as data.
        name: The name that is written next to it, or "".
        marks: Maps (row, place) to 1 if the first of the moves touches this element, and to 2 if only other moves do.
            On a board these are its row and column; in heaps the index of the heap and that of the token, from the
            bottom; in a graph the index of the vertex or edge, and 0.
        first: The numbers of the first row and column of a board. If it is None, both begin with 1 if `letters` is
            True, else rows and columns have no names.
        letters: Whether letters name the columns of a board.
        sketch: A drawing of Sprouts, with the lines drawn by earlier moves, to show instead of `scene`; or None.
    """

    scene: Scene
    name: str = ""
    marks: Marks = {}  # noqa: RUF012  # never changed
    first: tuple[int, int] | None = None
    letters: bool = False
    sketch: Sketch | None = None


class _Heap(NamedTuple):
    size: int
    name: str
    marks: dict[int, int]


class _Picture(NamedTuple):
    width: float
    height: float
    body: str
    summary: str


def scene_svg(scene: Scene, title: str = "") -> Drawing:
    """Draw a position as SVG: heaps of tokens, a board, a graph, spots and lines, or its text.

    Args:
        scene: The picture of the position as data.
        title: The title for screen readers; if empty, a description of the picture is used.

    Returns:
        The picture.

    Example:
        >>> from grundy.core import Heaps
        >>> "<title>heaps of 10, 12 and 5</title>" in scene_svg(Heaps((10, 12, 5)))
        True
    """
    return parts_svg([PositionPart(scene)], title)


def parts_svg(parts: Iterable[PositionPart], title: str = "", summary: str = "") -> Drawing:
    """Draw the components of a position as one SVG picture, in which marked elements have other colours.

    Args:
        parts: The components.
        title: The title for screen readers; if empty, the description is the title.
        summary: The description for screen readers; if empty, one is made from the components.

    Returns:
        The picture.

    Example:
        >>> drawn = parts_svg([PositionPart(Heaps((3,)), marks={(0, 1): 1}), PositionPart(Heaps((5,)))])
        >>> drawn.count('"fill-accent'), drawn.count('"fill-card')
        (2, 6)
    """
    parts = list(parts)
    plain = "card" if any(part.marks for part in parts) else "accent"
    heaps, pictures = list[_Heap](), list[_Picture]()
    for part in parts:
        if isinstance(part.scene, Heaps):
            heaps += _heaps_of(part.scene, part)
        else:
            pictures.append(_picture(part, plain))
    if heaps or not pictures:
        pictures.insert(0, _heaps(heaps, plain))
    body, y = "", 0.0
    for picture in pictures:
        body += tag("g", picture.body, transform=f"translate(0 {number(y)})") if y else picture.body
        y += picture.height
    summary = summary or "; ".join(picture.summary for picture in pictures)
    size = max(picture.width for picture in pictures), y
    return document(size, title or summary, body, summary if title else "")


def _lines(lines: Sequence[str], summary: str) -> _Picture:
    shown = [short_text(printable(line), 100) for line in lines[:40]]
    width = max(text_width("0", 15) * max(map(len, shown)), 120) + 2 * MARGIN
    look = Look(font_size=15, font_family=MONO, text_anchor="start")
    body = "".join(words(MARGIN, MARGIN + 15 + 22 * i, line, **look) for i, line in enumerate(shown))
    return _Picture(width, 2 * MARGIN + 22 * len(shown), body, summary)


def _heaps_of(scene: Heaps, part: PositionPart) -> list[_Heap]:
    names = [part.name] if part.name and len(scene.sizes) == 1 and not scene.names else heap_names(scene)
    marks: list[dict[int, int]] = [{} for _ in scene.sizes]
    for (heap, token), mark in part.marks.items():
        marks[heap][token] = mark
    return [_Heap(*heap) for heap in zip(scene.sizes, names, marks, strict=False)]


def _heaps(heaps: Sequence[_Heap], plain: str) -> _Picture:
    if not heaps:
        return _lines(["no heaps"], "no heaps")
    shown = heaps[:MAX_HEAPS]
    names = [short_text(printable(heap.name), 14) for heap in shown]
    pitch = max(14.0, min(26.0, TALL / max([1, *(heap.size for heap in shown if heap.size <= MAX_TOKENS)])))
    counts = [(short_number(heap.size, 25), 16 if heap.size < 10**9 else 12) for heap in shown]
    wide = max([56, *(text_width(text, px) + 16 for text, px in [*((name, 12) for name in names), *counts])])
    parts, y = [], float(MARGIN)
    for at in range(0, len(shown), PER_ROW):
        row = slice(at, at + PER_ROW)
        y += max(_height(heap.size, pitch) for heap in shown[row])
        end = MARGIN + wide * len(shown[row])
        parts.append(tag("path", d=f"M{MARGIN},{number(y)}H{number(end)}", stroke="border", stroke_width=1.5))
        for i, (heap, name, (count, px)) in enumerate(zip(shown[row], names[row], counts[row], strict=True)):
            x = MARGIN + wide * (i + 0.5)
            parts.append(_bar(heap, x, y, plain) if heap.size > MAX_TOKENS else _tokens(heap, x, y, pitch, plain))
            parts.append(words(x, y + 24, count, font_size=px, font_weight="600"))
            parts.append(words(x, y + 42, name, font_size=12, fill="muted"))
        y += 46 + MARGIN
    if len(heaps) > len(shown):
        parts.append(words(MARGIN, y, f"and {len(heaps) - len(shown)} more heaps", text_anchor="start"))
        y += MARGIN
    summary = "heaps of " + listed((short_number(heap.size) for heap in shown), most=12)
    return _Picture(2 * MARGIN + wide * min(PER_ROW, len(shown)), y, "".join(parts), summary)


def _height(size: int, pitch: float) -> float:
    if size > MAX_TOKENS:
        return 170
    return pitch * max(1, size) + GAP * (max(0, size - 1) // 5)


def _tokens(heap: _Heap, x: float, ground: float, pitch: float, plain: str) -> str:
    """Draw the tokens of a heap in a column around `x`, `pitch` px apart, on the ground line at y = `ground`.

    A move that takes a token takes all tokens above it too, so the tokens above a marked one have its colour. Tokens
    below all marks have the colour `plain`.
    """
    body = ""
    for i in range(heap.size):
        fill = MARKED[min(marks)] if (marks := [mark for at, mark in heap.marks.items() if at <= i]) else plain
        look = Look(width=40, height=pitch - 3, rx=(pitch - 3) / 2, fill=fill, stroke="muted")
        body += tag("rect", x=x - 20, y=ground - pitch * (i + 1) - GAP * (i // 5) + 1, **look)
    return body


def _bar(heap: _Heap, x: float, ground: float, plain: str) -> str:
    """Draw a heap with too many tokens as a bar with a slanted gap, because its height is not to scale.

    `x` is the middle of the bar, `ground` the y of its lower end, and `plain` its colour if the heap has no marks.
    """
    height = _height(heap.size, 0)
    top, left, right, cut = ground - height, x - 20, x + 20, ground - height * 0.6
    upper = f"M{number(left)},{number(cut)}V{number(top + 8)}q0,-8 8,-8H{number(right - 8)}q8,0 8,8V{number(cut - 12)}Z"
    lower = f"M{number(left)},{number(cut + 7)}L{number(right)},{number(cut - 5)}V{number(ground - 1)}H{number(left)}Z"
    fill = MARKED[min(heap.marks.values())] if heap.marks else plain
    return tag("path", d=upper + lower, fill=fill, stroke="muted")


def _picture(part: PositionPart, plain: str) -> _Picture:
    """Draw a component other than heaps.

    A graph that is too large, or a position of Sprouts that cannot be drawn, is written as text. `plain` is the colour
    of elements without marks.
    """
    scene = part.scene
    if isinstance(scene, Board):
        return _board(scene, part)
    if part.sketch is not None:
        return _graph(sketched(part.sketch), part, plain, f"the spots and lines of {part.name}")
    size, summary = 1, " ".join(scene_text(scene).split("\n"))
    if isinstance(scene, Faces):
        size, summary = sum(map(len, sum(scene.regions, ()))), f"the spots and lines of {scene.text}"
    elif isinstance(scene, Multigraph):
        size, summary = len(scene.edges), f"{len(scene.edges)} edges on {len(scene.vertices)} vertices"
        summary += f" on the ground {scene.ground}" if scene.ground else ""
    elif isinstance(scene, Network):
        size, summary = len(scene.vertices), f"a network of {len(scene.vertices)} vertices and {len(scene.arcs)} arcs"
        summary += ", tokens on " + (listed(dict.fromkeys(scene.tokens), most=12) or "none")
    elif isinstance(scene, Ring):
        summary = f"a ring of {scene.pins} pins"
    if isinstance(scene, (Faces, Multigraph, Network, Ring)) and 0 < size <= MAX_VERTICES:
        drawn = tableau(scene)
        if drawn.pieces or drawn.dots or drawn.arcs:
            return _graph(drawn, part, plain, summary)
    return _lines(scene_text(scene).split("\n"), summary)


def _board(scene: Board, part: PositionPart) -> _Picture:
    if not any(scene.rows):
        return _lines(["an empty board"], "an empty board")
    shown = window(scene.rows, MAX_CELLS)
    drawn = tableau(Board(shown.rows), None if shown.remark else part.first, letters=part.letters and not shown.remark)
    squares: dict[str, str] = {}
    body = ""
    for piece in drawn.pieces:
        x, y, mark = piece.x + piece.width / 2, piece.y + piece.height / 2, printable(piece.mark)
        if mark == " ":
            continue
        fill = "muted" if mark == "#" else MARKED.get(part.marks.get((piece.row, piece.place), 0), "card")
        corner, side = f"M{number(piece.x)},{number(piece.y)}", number(piece.width)
        squares[fill] = squares.get(fill, "") + f"{corner}h{side}v{number(piece.height)}h-{side}z"
        if mark == "@":
            body += tag("circle", cx=x, cy=y, r=0.34 * min(piece.width, piece.height), fill="ink")
        elif mark not in ".#":
            size, ink = 0.42 * min(piece.width, piece.height) + 3, "ink" if fill == "card" else "on-win"
            body += words(x, y + size * 0.36, mark, font_size=size, fill=ink, font_weight="600")
    below = "".join(tag("path", d=path, fill=fill, stroke="border") for fill, path in squares.items())
    rows, columns = len(scene.rows), max(map(len, scene.rows), default=0)
    picture = _framed(drawn, below + body, f"a board of {rows} rows and {columns} columns")
    if not shown.remark:
        return picture
    note = words(AROUND, picture.height + 4, shown.remark, text_anchor="start", fill="muted")
    width = max(picture.width, text_width(shown.remark) + 2 * AROUND)
    return picture._replace(width=width, height=picture.height + 20, body=picture.body + note)


def _graph(drawn: Tableau, part: PositionPart, plain: str, summary: str) -> _Picture:
    scene, marks = part.scene, part.marks
    body = tag("path", d="".join(drawn.arcs), fill="none", stroke="muted", stroke_width=2) if drawn.arcs else ""
    body += tag("path", d="".join(drawn.heads), fill="muted") if drawn.heads else ""
    body += tag("path", d=drawn.ground, stroke="ink", stroke_width=3) if drawn.ground else ""
    for i, path in enumerate(drawn.paths):
        stroke = MARKED.get(marks.get((i, 0), 0), "accent" if plain == "accent" else "muted")
        body += tag("path", d=path, fill="none", stroke=stroke, stroke_width=4, stroke_linecap="round")
    body += "".join(_box(dot, "card", 11) for dot in drawn.dots)
    tokens = Counter(scene.tokens if isinstance(scene, Network) else ())
    vertices = list(dict.fromkeys(scene.vertices)) if isinstance(scene, Network) else []
    for piece in () if drawn.paths else drawn.pieces:
        fill = MARKED.get(marks.get((piece.row, piece.place), 0), plain if isinstance(scene, Ring) else "card")
        mark = "" if isinstance(scene, Ring) else piece.mark
        if vertices and (count := tokens[vertices[piece.row]]):
            fill = "accent" if plain == "accent" else "lose"
            mark += f" \N{MULTIPLICATION SIGN}{count}" * (count > 1)
        body += _box(piece._replace(mark=mark), fill, 14)
    return _framed(drawn, body, summary)


def _box(piece: Piece, fill: str, size: float) -> str:
    x, y, width, height = piece[2:6]
    look = Look(rx=height / 2, fill=fill, stroke="muted", stroke_width=1.5)
    box, ink = tag("rect", x=x, y=y, width=width, height=height, **look), "ink" if fill == "card" else "on-win"
    at = x + width / 2, y + height / 2 + size * 0.36
    return box + (words(*at, piece.mark, font_size=size, fill=ink, font_weight="600") if piece.mark else "")


def _framed(drawn: Tableau, body: str, summary: str) -> _Picture:
    body += "".join(words(label.x, label.y + 4, label.text, font_size=12, fill="muted") for label in drawn.labels)
    inside = tag("g", body, transform=f"translate({number(AROUND)} {number(AROUND)})")
    return _Picture(drawn.width + 2 * AROUND, drawn.height + 2 * AROUND, inside, summary)
