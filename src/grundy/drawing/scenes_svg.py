"""Scenes as SVG: stacked tokens, boards as grids, networks in layers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin

from ..core import Board, Faces, Heaps, Multigraph, Network, Ring, Scene
from .arcs_svg import ArcFrame, draw, strokes
from .curves.sketch import FULL_SPOT, SPOT, Sketch, sketch
from .fit import listing, printable, short_number, short_text, window
from .force_layout import Point, spread_boxes
from .layers import Arc
from .rooted_layout import planted
from .scenes_text import heap_names
from .svg import MONO, Drawing, Look, document, number, tag, text_width, words

MARGIN = 24
MAX_TOKENS = 30
"""Larger heaps are drawn as a bar with a gap, not to scale."""
MAX_HEAPS = 48
PER_ROW = 12
TALL = 420
"""The approximate height of the tallest heaps in px; heaps of few tokens are lower."""
GAP = 6
"""The space after every fifth token in px."""
MAX_CELLS = 100
"""The largest number of rows and of columns of a board shown."""
PIN = 32.0
"""The size of a pin of a ring in px."""
MAX_VERTICES = 300
"""Larger networks are described in words."""


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
    if isinstance(scene, Heaps):
        return _heaps(scene, title)
    if isinstance(scene, Board):
        return _board(scene, title)
    if isinstance(scene, Network):
        return _network(scene, title)
    if isinstance(scene, Faces):
        return _faces(scene, title)
    if isinstance(scene, Multigraph):
        return _multigraph(scene, title)
    if isinstance(scene, Ring):
        points, side = ring_points(scene.pins)
        dots = (tag("circle", cx=x + MARGIN, cy=y + MARGIN, r=PIN / 2, fill="accent") for x, y in points)
        return _document((side + 2 * MARGIN,) * 2, "".join(dots), title, f"a ring of {scene.pins} pins")
    return _lines(scene.text.split("\n"), title)


def _document(size: tuple[float, float], body: str, title: str, summary: str) -> Drawing:
    return document(size, title or summary, body, summary if title else "")


def _lines(lines: Sequence[str], title: str) -> Drawing:
    shown = [short_text(printable(line), 100) for line in lines[:40]]
    width = max(text_width("0", 15) * max(map(len, shown)), 120) + 2 * MARGIN
    body = "".join(
        words(MARGIN, MARGIN + 15 + 22 * i, line, font_size=15, font_family=MONO, text_anchor="start")
        for i, line in enumerate(shown)
    )
    return _document((width, 2 * MARGIN + 22 * len(shown)), body, title, " ".join(shown))


def _heaps(scene: Heaps, title: str) -> Drawing:
    if not scene.sizes:
        return _lines(["no heaps"], title)
    sizes = scene.sizes[:MAX_HEAPS]
    names = [short_text(name, 14) for name in heap_names(scene._replace(sizes=sizes))]
    summary = "heaps of " + listing([short_number(size) for size in sizes], 12)
    pitch = max(14.0, min(26.0, TALL / max([1, *(size for size in sizes if size <= MAX_TOKENS)])))
    counts = [(short_number(size, 25), 16 if size < 10**9 else 12) for size in sizes]
    wide = max([56, *(text_width(text, px) + 16 for text, px in [*((name, 12) for name in names), *counts])])
    parts, y = [], float(MARGIN)
    for at in range(0, len(sizes), PER_ROW):
        row = slice(at, at + PER_ROW)
        y += max(_height(size, pitch) for size in sizes[row])
        end = MARGIN + wide * len(sizes[row])
        parts.append(tag("path", d=f"M{MARGIN},{number(y)}H{number(end)}", stroke="border", stroke_width=1.5))
        for i, (size, name, (count, px)) in enumerate(zip(sizes[row], names[row], counts[row], strict=True)):
            x = MARGIN + wide * (i + 0.5)
            parts.append(_bar(x, y, _height(size, pitch)) if size > MAX_TOKENS else _tokens(size, x, y, pitch))
            parts.append(words(x, y + 24, count, font_size=px, font_weight="600"))
            parts.append(words(x, y + 42, name, font_size=12, fill="muted"))
        y += 46 + MARGIN
    if len(scene.sizes) > len(sizes):
        parts.append(words(MARGIN, y, f"and {len(scene.sizes) - len(sizes)} more heaps", text_anchor="start"))
        y += MARGIN
    width = 2 * MARGIN + wide * max(1, min(PER_ROW, len(sizes)))
    return _document((width, max(y, 2.0 * MARGIN)), "".join(parts), title, summary)


def _height(size: int, pitch: float) -> float:
    if size > MAX_TOKENS:
        return 170
    return pitch * max(1, size) + GAP * (max(0, size - 1) // 5)


def _tokens(size: int, x: float, ground: float, pitch: float) -> str:
    high = pitch - 3
    look = Look(x=x - 20, width=40, height=high, rx=high / 2, fill="accent")
    tops = (ground - pitch * (i + 1) - GAP * (i // 5) + 1 for i in range(size))
    return "".join(tag("rect", y=y, **look) for y in tops)


def _bar(x: float, ground: float, height: float) -> str:
    """Draw a heap too large for tokens: a bar with a slanted gap, which means that it is not to scale."""
    top, left, right, cut = ground - height, x - 20, x + 20, ground - height * 0.6
    upper = f"M{number(left)},{number(cut)}V{number(top + 8)}q0,-8 8,-8H{number(right - 8)}q8,0 8,8V{number(cut - 12)}Z"
    lower = f"M{number(left)},{number(cut + 7)}L{number(right)},{number(cut - 5)}V{number(ground - 1)}H{number(left)}Z"
    return tag("path", d=upper + lower, fill="accent")


def _board(scene: Board, title: str) -> Drawing:
    if not any(scene.rows):
        return _lines(["an empty board"], title)
    shown = window(scene.rows, MAX_CELLS)
    across = len(shown.rows[0])
    cell = max(14.0, min(44.0, 640 / max(1, across, len(shown.rows))))
    cells = [(x, y, c) for y, row in enumerate(shown.rows) for x, c in enumerate(row)]
    floor = _squares(((x, y) for x, y, c in cells if c not in "# "), cell)
    walls = _squares(((x, y) for x, y, c in cells if c == "#"), cell)
    body = tag("path", d=floor, fill="card", stroke="border") + tag("path", d=walls, fill="muted", stroke="muted")
    for column, row, c in cells:
        x, y = MARGIN + (column + 0.5) * cell, MARGIN + (row + 0.5) * cell
        if c == "@":
            body += tag("circle", cx=x, cy=y, r=cell * 0.34, fill="accent")
        elif c not in ".# ":
            body += words(x, y + cell * 0.18, printable(c), font_size=max(11, cell * 0.5), font_weight="600")
    width, height = across * cell + 2 * MARGIN, len(shown.rows) * cell + 2 * MARGIN
    if shown.remark:
        body += words(MARGIN, height, shown.remark, text_anchor="start", fill="muted")
        width, height = max(width, text_width(shown.remark) + 2 * MARGIN), height + MARGIN
    rows, columns = len(scene.rows), max(map(len, scene.rows), default=0)
    return _document((width, height), body, title, f"a board of {rows} rows and {columns} columns")


def _squares(cells: Iterable[tuple[int, int]], cell: float) -> str:
    side = number(cell)
    return "".join(f"M{number(MARGIN + x * cell)},{number(MARGIN + y * cell)}h{side}v{side}h-{side}z" for x, y in cells)


def _network(scene: Network, title: str) -> Drawing:
    """Draw a graph, its vertices filled if they have a token, in layers unless all its edges are undirected."""
    summary = f"a network of {len(scene.vertices)} vertices and {len(scene.arcs)} arcs, tokens on "
    summary += listing(list(dict.fromkeys(scene.tokens)), 12) if scene.tokens else "none"
    if not 0 < len(scene.vertices) <= MAX_VERTICES:
        return _lines([summary], title)
    place = {vertex: i for i, vertex in enumerate(dict.fromkeys(scene.vertices))}
    tokens = Counter(scene.tokens)
    labels = [
        short_text(printable(vertex), 24) + (f" \N{MULTIPLICATION SIGN}{tokens[vertex]}" if tokens[vertex] > 1 else "")
        for vertex in place
    ]
    widths = [max(36.0, text_width(label, 14) + 20) for label in labels]
    lines, heads = network_lines(scene, place)
    plain = None if heads or scene.style == "order" else spread_boxes(tuple(widths), 36, tuple(lines))
    thin = Look(stroke_width=1.5)
    if plain is not None:
        points = [(x + MARGIN, y + MARGIN) for x, y in plain.points]
        size = plain.width + 2 * MARGIN, plain.height + 2 * MARGIN
        pairs = ((points[tail], points[head]) for tail, head in lines)
        ends = (f"M{number(x)},{number(y)}L{number(u)},{number(v)}" for (x, y), (u, v) in pairs)
        body = tag("path", d="".join(ends), fill="none", stroke="muted", **thin) if lines else ""
    else:
        frame = ArcFrame.around(widths, 36, lines)
        drawn, size = strokes(frame, lines), frame.size
        points = [(frame.x(i), frame.top(frame.layout.row[i]) + 18) for i in place.values()]
        body = draw((line for arc, line in drawn.items() if arc not in heads), "muted", thin, heads=False)
        body += draw((line for arc, line in drawn.items() if arc in heads), "muted", thin)
    for (vertex, i), label, width in zip(place.items(), labels, widths, strict=True):
        x, y = points[i][0], points[i][1] - 18
        look = Look(fill="card", stroke="border", stroke_width=1.5)
        if vertex in tokens:
            look = Look(fill="accent", stroke="accent", stroke_width=4)
        body += tag("rect", x=x - width / 2, y=y, width=width, height=36, rx=18, **look)
        ink = "on-win" if vertex in tokens else "ink"
        body += words(x, y + 23, label, fill=ink, font_size=14, font_weight="600")
    return _document(size, body, title, summary)


def _faces(scene: Faces, title: str) -> Drawing:
    """Draw the spots and lines of a Sprouts position, or its text if the regions cannot be drawn on a sphere."""
    places = sum(len(walk) for region in scene.regions for walk in region)
    drawn = sketch(scene) if 0 < places <= MAX_VERTICES else None
    if drawn is None:
        return _lines(scene.text.split("\n"), title)
    return sketch_svg(drawn, title, f"the spots and lines of {scene.text}")


def sketch_svg(drawn: Sketch, title: str, summary: str = "") -> Drawing:
    """Draw a position of Sprouts: spots that can take lines are circles with names, other spots dots.

    Args:
        drawn: The spots and lines with their coordinates.
        title: The title for screen readers.
        summary: The description.

    Returns:
        The picture.
    """
    body = tag("path", d="".join(drawn.curves.values()), fill="none", stroke="accent", stroke_width=2.5)
    for spot, (x, y) in enumerate(drawn.points):
        if spot in drawn.dots:
            body += tag("circle", cx=x, cy=y, r=FULL_SPOT / 2, fill="muted")
        elif not drawn.is_full(spot):
            body += tag("circle", cx=x, cy=y, r=SPOT / 2, fill="card", stroke="accent", stroke_width=2)
            body += words(x, y + 4, drawn.name(spot), font_size=12, font_weight="600")
    return _document((drawn.width, drawn.height), body, title, summary)


def ring_points(pins: int) -> tuple[list[Point], float]:
    """Return the centres in px of pins in a circle, the first at the top, and the side of the square picture."""
    radius = max(PIN, (PIN + 10) / (2 * sin(pi / pins))) if pins > 1 else 0.0
    angles = (2 * pi * i / pins for i in range(pins))
    middle = radius + PIN / 2
    return [(middle + radius * sin(angle), middle - radius * cos(angle)) for angle in angles], 2 * middle


def _multigraph(scene: Multigraph, title: str) -> Drawing:
    """Draw edges that moves take, as in Hackenbush, growing from the ground if there is one, and names of vertices."""
    summary = f"{len(scene.edges)} edges on {len(scene.vertices)} vertices"
    summary += f" on the ground {scene.ground}" if scene.ground else ""
    if not 0 < len(scene.edges) <= MAX_VERTICES:
        return _lines([summary], title)
    shown = planted(scene)
    thick = Look(fill="none", stroke_width=4, stroke_linecap="round")
    body = tag("path", d=shown.ground, stroke="ink", stroke_width=3) if shown.ground else ""
    body += tag("path", d="".join(curve.path for curve in shown.curves), stroke="accent", **thick)
    for vertex, (x, y) in shown.points.items():
        name = short_text(printable(vertex), 12)
        wide = max(20.0, text_width(name, 11) + 8)
        look = Look(fill="card", stroke="muted", stroke_width=1.5)
        body += tag("rect", x=x - wide / 2, y=y - 10, width=wide, height=20, rx=10, **look)
        body += words(x, y + 4, name, font_size=11, font_weight="600")
    return _document((shown.width, shown.height), body, title, summary)


def network_lines(scene: Network, place: Mapping[str, int]) -> tuple[list[Arc], set[Arc]]:
    """Return the lines to draw for a graph; two opposite arcs of the style "edges" are one line.

    Args:
        scene: The graph as data.
        place: The index of each vertex.

    Returns:
        The lines as pairs of indices, the greater element first for the style "order", and the lines that are arrows.

    Example:
        >>> network_lines(Network(("a", "b"), (("a", "b"), ("b", "a")), (), "arrows"), {"a": 0, "b": 1})[0]
        [(0, 1), (1, 0)]
    """
    arcs = list(dict.fromkeys((place[tail], place[head]) for tail, head in scene.arcs))
    if scene.style == "order":
        return [arc[::-1] for arc in arcs], set()
    return (arcs, set(arcs)) if scene.style == "arrows" else oriented(len(place), arcs)


def oriented(count: int, arcs: Sequence[Arc]) -> tuple[list[Arc], set[Arc]]:
    """Replace each pair of opposite arcs by the one that leads away from the first vertex, in breadth-first order.

    Args:
        count: The number of vertices.
        arcs: The arcs.

    Returns:
        The lines to draw, and those of them that have no opposite arc.
    """
    known = set(arcs)
    out: list[list[int]] = [[] for _ in range(count)]
    for tail, head in arcs:
        out[tail].append(head)
    seen: dict[int, int] = {}
    for start in range(count):
        queue = deque([start])
        while queue:
            vertex = queue.popleft()
            if vertex not in seen:
                seen[vertex] = len(seen)
                queue.extend(out[vertex])
    single = {arc for arc in arcs if arc[::-1] not in known or arc[0] == arc[1]}
    return [arc for arc in arcs if arc in single or seen[arc[0]] < seen[arc[1]]], single
