"""Draws a map of the lengths b and c of a family of positions, which shows where the values g(b, c) repeat.

They can repeat in both lengths, in one of them, or along the diagonals. The length b increases downwards and c to the
right. Each area contains a name, so that colour is not the only sign. Small marks show where a period in c fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grundy.drawing import Drawing, Look, document, number, tag, text_width, words

SIDE = 440.0
"""The width of the map in px."""
MARKS = 200
"""The largest number of marks side by side; beyond that, marks of several lengths are merged."""
Point = tuple[float, float]


class LengthsMap(NamedTuple):
    """A map that shows where the values g(b, c) of a family of positions with two lengths b and c are periodic.

    The values are periodic in c if c >= max(`least`, b + `width`), and in b if b >= max(`least`, c + `width`). If b and
    c are at least `least` and differ by less than `width`, the values are periodic along the diagonals.

    Attributes:
        side: The map shows the lengths b and c below this number.
        least: The first length of periodic values.
        width: The difference of b and c from which on values are periodic in one of them.
        marks: The pairs (b, c) at which the period in c fails.
        begins: The length c from which on the period in c holds for every b, or None if it is unknown.
    """

    side: int
    least: int
    width: int
    marks: Sequence[tuple[int, int]]
    begins: int | None = None


def lengths_svg(found: LengthsMap, title: str, summary: str = "") -> Drawing:
    """Draw the map of a family of positions with two lengths: where its values repeat, and in which direction.

    Args:
        found: The data of the map.
        title: The title, which only screen readers show.
        summary: The description for screen readers, or "".

    Returns:
        The picture.

    Example:
        >>> picture = lengths_svg(LengthsMap(120, 30, 8, [(2, 3), (40, 44)]), "some stars")
        >>> "diagonal" in picture, picture.count("<path") > 4
        (True, True)
    """
    left, top = 30 + text_width(str(found.side), 12), 44.0
    scale = SIDE / found.side
    body = "".join(_zone(zone, scale) for zone in _zones(found)) + _marks(found, scale)
    if found.begins is not None:
        x = number(found.begins * scale)
        body += tag("path", d=f"M{x},0V{number(SIDE)}", stroke="accent", stroke_width=2, stroke_dasharray="6 4")
    body += tag("rect", width=SIDE, height=SIDE, fill="none", stroke="border")
    body += "".join(_name(zone, scale) for zone in _zones(found))
    body = tag("g", body, transform=f"translate({number(left)} {number(top)})") + _axes(found, left, top, scale)
    return document((left + SIDE + 24, top + SIDE + 12), title, body, summary)


class Zone(NamedTuple):
    """An area of the map, a polygon with a name.

    Attributes:
        corners: Its corners as lengths (c, b).
        fill: The name of its colour in the palette.
        opacity: The opacity of the colour, from 0 to 1.
        name: The name that is written in it.
        at: The centre of the name as lengths (c, b).
        turned: The rotation of the name in degrees.
    """

    corners: Sequence[Point]
    fill: str
    opacity: float
    name: str
    at: Point
    turned: int = 0


def _zones(found: LengthsMap) -> list[Zone]:
    side, n0, wide = found.side, found.least, found.width
    above = [(n0 + wide, n0), (side, n0), (side, side - wide)]
    across = [(n0, 0), (side, 0), (side, n0), (n0 + wide, n0), (n0, n0 - wide)]
    middle, low = (side + n0) / 2, n0 / 2
    far, near = (n0 + (side - n0) * share if wide else middle for share in (0.7, 0.26))
    found_zones = [
        Zone(above, "accent", 0.2, "background", (far, near)),
        Zone(_turned(above), "accent", 0.2, "background" if wide else "", (near, far)),
        Zone(across, "win", 0.16, "rows", (middle, low)),
        Zone(_turned(across), "win", 0.16, "columns", (low, middle)),
        Zone([(0, 0)], "ink", 0, "beginning", (low, low)),
    ]
    if wide:
        strip = [(n0, n0), (n0 + wide, n0), (side, side - wide), (side, side), (side - wide, side), (n0, n0 + wide)]
        found_zones.append(Zone(strip, "lose", 0.24, "diagonal", (middle, middle), 45))
    return found_zones


def _turned(corners: Sequence[Point]) -> list[Point]:
    return [(b, c) for c, b in corners]


def _zone(zone: Zone, scale: float) -> str:
    corners = "L".join(f"{number(x * scale)},{number(y * scale)}" for x, y in zone.corners)
    return tag("path", d=f"M{corners}z", fill=zone.fill, fill_opacity=f"{zone.opacity}") if zone.opacity else ""


def _name(zone: Zone, scale: float) -> str:
    if not zone.name:
        return ""
    x, y = (place * scale for place in zone.at)
    wide = text_width(zone.name, 13) + 8
    look: Look = {"transform": f"rotate({zone.turned} {number(x)} {number(y)})"} if zone.turned else {}
    box = tag("rect", x=x - wide / 2, y=y - 10, width=wide, height=20, rx=3, fill="card", fill_opacity="0.85")
    return tag("g", box + words(x, y + 4.5, zone.name), **look)


def _marks(found: LengthsMap, scale: float) -> str:
    """Draw a mark at each pair of lengths (b, c) whose value breaks the period in c.

    On a large map one mark stands for a square of several pairs. `scale` is the number of px for a difference of 1.
    """
    size = -(-found.side // MARKS)
    squares = sorted({(b // size, c // size) for b, c in found.marks})
    path, i = "", 0
    while i < len(squares):
        j = i + 1
        while j < len(squares) and squares[j] == (squares[i][0], squares[i][1] + j - i):
            j += 1
        path += f"M{squares[i][1]} {squares[i][0]}h{j - i}"
        i = j
    if not path:
        return ""
    look: Look = {"transform": f"scale({scale * size:.4f}) translate(0 0.5)", "stroke": "ink", "stroke_opacity": "0.55"}
    return tag("path", d=path, fill="none", stroke_width=1, **look)


def _axes(found: LengthsMap, left: float, top: float, scale: float) -> str:
    look = Look(fill="muted", font_size=12)
    marks = sorted({0, found.least, found.side, *([] if found.begins is None else [found.begins])})
    places = [n for n, after in zip(marks, [*marks[1:], 10 * found.side], strict=True) if (after - n) * scale > 28]
    parts = [words(left + n * scale, top - 6, str(n), **look) for n in places]
    parts += [words(left - 6, top + n * scale + 4, str(n), text_anchor="end", **look) for n in places]
    parts.append(words(left, 16, "c \N{RIGHTWARDS ARROW}", text_anchor="start", **look))
    turn = f"rotate(-90 12 {number(top)})"
    parts.append(words(12, top + 4, "\N{LEFTWARDS ARROW} b", text_anchor="end", transform=turn, **look))
    return "".join(parts)
