"""Draws the card of a position, for previews of a link: the game on the left, a sentence on the right, 1200 x 630 px.

Programs that show previews support little of SVG. Therefore a card has only light colours, given as attributes, and the
file contains the fonts. The drawings of discs and pins are those of the board of a page (`pages/static`).
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from grundy.drawing import Look, escape, number, tag, text_width

WIDTH, HEIGHT = 1200, 630
TABLE = 60.0, 60.0, 632.0, 510.0
"""The place of what is on the table: x, y, width and height."""
TEXT, ROOM = 764, 400
"""The left edge and the width of the texts."""
SMALL = 28
"""The size of the name and the rule in px."""
LOWEST = 516
"""The lowest line of text, above the mark."""
DISPLAY = "Fraunces, Georgia, serif"
NARROWER, SMALL_NARROWER = 0.82, 0.9
"""Words in the font of headings, and in that of running text, are at most this part of the estimate for any font."""
MOST_DISCS, MOST_HEAPS = 20, 8
"""The largest number of discs drawn in a heap, and of heaps."""
INK, MUTED, CREAM = "#1c2430", "#5a5f6a", "#f7ecd6"
FELT = (
    '<radialGradient id="felt" cx=".35" cy=".2" r="1"><stop offset="0" stop-color="#1f6a61"/>'
    '<stop offset="1" stop-color="#0d3d39"/></radialGradient>'
)
OVER = 0.36
"""How far a disc reaches beyond its place in a stack, as a part of its height; the style of a board has the same."""
LOGO = (
    '<ellipse cx="30" cy="44" rx="30" ry="13" fill="#c98f4e"/><ellipse cx="30" cy="36" rx="30" ry="13" fill="#f0cf98"/>'
    '<ellipse cx="30" cy="22" rx="30" ry="13" fill="#0f5c57"/><ellipse cx="30" cy="14" rx="30" ry="13" fill="#2a8d84"/>'
)


class CardText(NamedTuple):
    """The texts of a card: a headline, sentences below it, the name of the game, its rule, and the name of the site."""

    head: str
    lines: Sequence[str]
    name: str
    rule: str
    mark: str


def card_svg(table: str, text: CardText, fonts: dict[str, bytes] | None = None) -> str:
    """Return the card of a position, a picture for previews of its link.

    Args:
        table: The picture of the game as SVG elements; see `stacks`, `pins` and `sheet`.
        text: The texts.
        fonts: The fonts as woff2 files, by name: "Fraunces" and "Inter".

    Returns:
        The SVG file.

    Example:
        >>> card = card_svg(stacks([3, 5, 7]), CardText("Your move.", ["Three moves win."], "Nim", "Take.", "grundy"))
        >>> card.count("<ellipse"), "Three moves win." in card
        (10, True)
    """
    faces = "".join(
        f"@font-face{{font-family:{name};src:url(data:font/woff2;base64,{b64encode(data).decode()})}}"
        for name, data in (fonts or {}).items()
    )
    body = tag("style", faces) if faces else ""
    body += tag("defs", FELT) + tag("rect", width=WIDTH, height=HEIGHT, fill="#f6efe2")
    body += tag("rect", x=36, y=36, width=680, height=558, rx=32, fill="url(#felt)", stroke="#5b3a1d", stroke_width=14)
    size = next((size for size in (68, 60, 48) if _wide(text.head, size) <= ROOM), 40)
    y, parts = _column(text.head, 96, size, most=2)
    size = next((size for size in (40, 36) if all(_wide(line, size) <= ROOM for line in text.lines)), 32)
    y += 22
    for sentence in text.lines:
        y, found = _column(sentence, y, size, most=2)
        parts += found
    y, found = _column(text.name, y + 26, SMALL, most=2)
    parts += found + _column(text.rule, y, SMALL, most=int((LOWEST - y) // 38))[1].replace(INK, MUTED)
    brand = tag("text", escape(text.mark), x=82, y=46, font_size=52, font_family=DISPLAY, font_weight="600", fill=INK)
    parts += tag("g", LOGO + brand, transform=f"translate({TEXT} 532)")
    title = tag("title", escape(f"{text.name}. {text.head} {' '.join(text.lines)}"))
    size_of = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size_of}>{title}{body}{table}{parts}</svg>'


def stacks(heaps: Sequence[int]) -> str:
    """Draw heaps as stacks of wooden discs with their sizes below: at most 8 heaps, each of at most 20 discs.

    Args:
        heaps: The sizes.

    Returns:
        The SVG elements.

    Example:
        >>> stacks([2]).count("<use")
        2
    """
    left, top, width, height = TABLE
    shown = heaps[:MOST_HEAPS]
    step = width / max(1, len(shown))
    radius = min(98.0, 0.42 * step)
    tallest = max((min(heap, MOST_DISCS) for heap in shown), default=1)
    thick = min(60.0, (height - 110) / max(1, tallest))
    body = _symbol("disc")
    for i, heap in enumerate(shown):
        x, ground = left + (i + 0.5) * step, top + height - 76
        body += tag("ellipse", cx=x, cy=ground, rx=1.15 * radius, ry=0.4 * thick, fill="#000", fill_opacity=0.4)
        for disc in range(min(heap, MOST_DISCS)):
            y, tall = ground - (disc + 1 + OVER) * thick, (1 + 2 * OVER) * thick
            body += tag("use", href="#disc", x=x - radius, y=y, width=2 * radius, height=tall)
        body += _label(str(heap), x, top + height - 6, 2 * radius)
    return body


def pins(standing: Sequence[bool]) -> str:
    """Draw a row of bowling pins; pins that were knocked down lie.

    Args:
        standing: For each pin whether it is upright.

    Returns:
        The SVG elements.

    Example:
        >>> pins([True, False]).count("<use")
        2
    """
    left, top, width, height = TABLE
    rows = -(-len(standing) // 12) or 1
    body = _symbol("pin") + tag("rect", x=left, y=top, width=width, height=height, rx=16, fill="#d9b077")
    for k in range(1, 6):
        x = left + k * width / 6
        body += tag("path", d=f"M{number(x)},{number(top)}v{number(height)}", stroke="#b9803f", stroke_width=2)
    across = min(12, max(1, len(standing)))
    size = min(width / across / 60, height / rows / 120, 3.0)
    for i, up in enumerate(standing):
        x = left + (i % across + 0.5) * width / across
        y = top + (i // across + 0.5) * height / rows
        turn = "" if up else " translate(0 30) rotate(90) scale(0.55)"
        look = {} if up else {"opacity": "0.6"}
        place = f"translate({number(x)} {number(y)}) scale({size:.2f}){turn}"
        body += tag("use", href="#pin", x=-30, y=-60, width=60, height=120, transform=place, **look)
    return body


@cache
def _symbol(name: str) -> str:
    """Return the drawing of a disc or a pin as an SVG symbol, which the picture can use several times."""
    text = (files("grundy_web") / "pages" / "static" / f"{name}.svg").read_text(encoding="utf-8")
    view, inside = re.findall(r'^<svg [^>]*?(viewBox="[^"]*")[^>]*>(.*)</svg>', text)[0]
    return f'<symbol id="{name}" {view} preserveAspectRatio="none">{inside}</symbol>'


def sheet(svg: str, size: tuple[float, float]) -> str:
    """Draw the picture of a board as a sheet of paper on a table.

    Args:
        svg: The picture, without its style sheet.
        size: The width and the height of the picture in px.

    Returns:
        The SVG elements.
    """
    left, top, width, height = TABLE
    scale = min((width - 56) / size[0], (height - 56) / size[1])
    wide, tall = size[0] * scale, size[1] * scale
    x, y = left + (width - wide) / 2, top + (height - tall) / 2
    paper = tag("rect", x=x - 20, y=y - 20, width=wide + 40, height=tall + 40, rx=18, fill="#fbf9f4")
    place = f'<svg x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(tall)}" '
    place += 'font-family="Inter, system-ui, sans-serif" '
    inside = svg[svg.index("viewBox=") :]
    view, _, rest = inside.partition('" ')
    return paper + place + view + '">' + rest[rest.index(">") + 1 :]


def _wide(text: str, size: float) -> float:
    return (SMALL_NARROWER if size == SMALL else NARROWER) * text_width(text, size)


def _column(text: str, y: float, size: float, most: int) -> tuple[float, str]:
    """Write a text below the height `y`, in at most `most` lines; return the height of the last line and the SVG.

    Texts of the size `SMALL` have the font of running text, larger ones that of headings. If the text needs more lines,
    the last one ends with an ellipsis.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if _wide(longer, size) <= ROOM or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    shown = lines[: max(0, most)]
    if shown and len(shown) < len(lines):
        shown[-1] += _MORE
    family, weight = ("Inter, system-ui, sans-serif", "400") if size == SMALL else (DISPLAY, "600")
    body = ""
    for words in shown:
        line = words
        while _wide(line, size) > ROOM or (line.endswith(_MORE) and line[-2:-1] in tuple(" .,;")):  # a long word, too
            line = line.removesuffix(_MORE)[:-1] + _MORE
        y += max(38, round(1.1 * size))
        look: Look = {"font_family": family, "font_weight": weight, "font_size": size, "fill": INK}
        body += tag("text", escape(line), x=TEXT, y=y, **look)
    return y, body


_MORE = "\N{HORIZONTAL ELLIPSIS}"


def _label(text: str, x: float, y: float, room: float) -> str:
    size = min(40.0, 40 * room / max(1.0, _wide(text, 40)))
    look: Look = {"font_family": DISPLAY, "font_size": size, "font_weight": "600", "fill": CREAM}
    return tag("text", escape(text), x=x, y=y, text_anchor="middle", **look)
