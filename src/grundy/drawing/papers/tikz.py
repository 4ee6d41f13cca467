"""Translates pictures from SVG to TikZ; the result needs the TikZ library svg.path, and y increases downwards."""

from __future__ import annotations

from collections.abc import Iterator
from re import findall
from xml.etree import ElementTree as ET

from ..arcs_svg import strokes
from ..diagram import Diagram
from ..diagram_svg import framed, node_svg
from ..svg import MONO, PALETTE, Drawing, document, number, tag
from .blocks import Paper, PaperPicture
from .latex_text import tex

SCALE, WIDEST = 0.75, 340.0
"""One px in pt, and the width of the widest picture in pt: that of an article's text."""
PREAMBLE = r"\usepackage{tikz} \usetikzlibrary{svg.path}"


def tikz(paper: Paper) -> str:
    """Return the pictures of a document as TikZ, one below the other, after a comment on the packages they need."""
    pictures = "\n\n".join(map(picture, paper.pictures))
    return f"% {PREAMBLE}\n{pictures}\n"


def picture(drawn: PaperPicture) -> str:
    """Return a picture of a document as TikZ, at most 340 pt wide."""
    return tikz_of(_graph(drawn.drawn) if isinstance(drawn.drawn, Diagram) else drawn.svg())


def tikz_of(drawing: Drawing) -> str:
    r"""Translate an SVG picture of this package to TikZ, at most 340 pt wide; its background is left out.

    >>> print(tikz_of(document((40, 40), "a disc", tag("circle", cx=20, cy=20, r=5, fill="ink"))))
    \begin{tikzpicture}[scale=0.75,yscale=-1]
    \definecolor{grundyink}{HTML}{22262E}
    \path[fill=grundyink] (20pt,20pt) circle (5pt);
    \end{tikzpicture}
    """
    scale = min(SCALE, WIDEST / drawing.size[0])
    shapes = [shape for shape in ET.fromstring(drawing) if not shape.tag.endswith(("title", "desc", "style"))]  # noqa: S314  # our own
    lines = [line for shape in shapes[1:] for line in _lines(shape, scale)]
    used = (role for role in PALETTE if any(_colour(role) in line for line in lines))
    colours = [rf"\definecolor{{{_colour(role)}}}{{HTML}}{{{PALETTE[role].light[1:].upper()}}}" for role in used]
    shown = f"{scale:.3f}".rstrip("0")
    return "\n".join([rf"\begin{{tikzpicture}}[scale={shown},yscale=-1]", *colours, *lines, r"\end{tikzpicture}"])


def _colour(role: str) -> str:
    return f"grundy{role.replace('-', '')}"


def _lines(shape: ET.Element, scale: float) -> Iterator[str]:
    kind = shape.tag.rpartition("}")[2]
    at, size = _pair(shape, "x", "y"), _pair(shape, "width", "height")
    roles = dict(name.split("-", 1) for name in shape.get("class", "").split())
    look = [f"fill={_colour(roles['fill'])}"] if "fill" in roles else []
    if "stroke" in roles:
        thick = float(shape.get("stroke-width", "1")) * scale
        look.append(f"draw={_colour(roles['stroke'])},line width={thick:.2f}pt")
    if kind == "g":
        x, y = findall(r"[-\d.]+", shape.get("transform", "0 0"))
        yield rf"\begin{{scope}}[shift={{({x}pt,{y}pt)}}]"
        for inner in shape:
            yield from _lines(inner, scale)
        yield r"\end{scope}"
    elif kind == "rect":
        width, height = (float(shape.get(side, "0")) for side in ("width", "height"))
        corner = min(float(shape.get("rx", "0")), width / 2, height / 2) * scale
        look += [f"rounded corners={number(corner)}pt"] if corner else []
        yield rf"\path[{','.join(look)}] ({at}) rectangle ++({size});"
    elif kind == "circle":
        yield rf"\path[{','.join(look)}] ({_pair(shape, 'cx', 'cy')}) circle ({shape.get('r')}pt);"
    elif kind == "path":
        yield rf"\path[{','.join(look)}] svg {{{shape.get('d')}}};"
    elif kind == "text":
        high = float(shape.get("font-size", "13")) * scale
        family = r"\ttfamily" if shape.get("font-family") == MONO else ""
        font = rf"\fontsize{{{high:.1f}}}{{{high * 1.2:.1f}}}\selectfont{family}"
        side = "base west" if shape.get("text-anchor") == "start" else "base"
        text = f"inner sep=0pt,text={_colour(roles['fill'])},font={font},anchor={side}"
        yield rf"\node[{text}] at ({at}) {{{tex(shape.text or '')}}};"


def _pair(shape: ET.Element, first: str, second: str) -> str:
    return f"{shape.get(first, '0')}pt,{shape.get(second, '0')}pt"


def _graph(diagram: Diagram) -> Drawing:
    """Draw a game graph without a legend, its winning moves thick and on top."""
    frame, body = framed(diagram), ""
    for arc, line in sorted(strokes(frame, diagram.arcs).items(), key=lambda pair: diagram.wins(pair[0])):
        colour, thick = ("accent", 2.5) if diagram.wins(arc) else ("border", 1)
        body += tag("path", d=line.path, stroke=colour, stroke_width=thick) + tag("path", d=line.head(), fill=colour)
    return document(frame.size, "", body + "".join(node_svg(diagram, frame, i) for i in range(len(diagram.nodes))))
