"""Pictures as TikZ: the shapes of a plan, y downwards, in the package's colours; needs the library svg.path."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Outcome
from ..arcs_svg import ArcFrame, strokes
from ..diagram import Diagram, DiagramNode, verdict
from ..fit import printable, short_text
from ..svg import PALETTE, number, text_width
from .blocks import Paper, PaperPicture
from .latex_text import tex
from .plan import PaperPlan, PlanBox, PlanDisc, PlanGroup, PlanPath, PlanText, Shape, position_plan

SCALE, WIDEST = 0.75, 340.0
"""One px in pt, and the width of the widest picture in pt: that of an article's text."""
BOX, LABEL = 44.0, 28
"""The height of a position in px, and the largest length of its text."""
PREAMBLE = r"\usepackage{tikz} \usetikzlibrary{svg.path}"


def tikz(paper: Paper) -> str:
    """Return the pictures of a document, one below the other, after a comment with their requirements."""
    pictures = "\n\n".join(map(picture, paper.pictures))
    return f"% {PREAMBLE}\n{pictures}\n"


def picture(drawn: PaperPicture) -> str:
    """Return a picture of a document as TikZ."""
    return plan_tikz(picture_plan(drawn))


def picture_plan(drawn: PaperPicture) -> PaperPlan:
    """Return a picture of a document, a position or a game graph, as shapes."""
    return graph_plan(drawn.drawn) if isinstance(drawn.drawn, Diagram) else position_plan(drawn.drawn)


def plan_tikz(plan: PaperPlan) -> str:
    r"""Return a picture made of shapes as TikZ, at most 340 pt wide.

    >>> print(plan_tikz(PaperPlan(40, 40, (PlanDisc(20, 20, 5, "ink"),))))
    \begin{tikzpicture}[scale=0.75,yscale=-1]
    \definecolor{grundyink}{HTML}{22262E}
    \path[fill=grundyink] (20pt,20pt) circle (5pt);
    \end{tikzpicture}
    """
    scale = min(SCALE, WIDEST / plan.width)
    lines = [line for shape in plan.shapes for line in _lines(shape, scale)]
    used = (role for role in PALETTE if any(f"grundy{role.replace('-', '')}" in line for line in lines))
    colours = [rf"\definecolor{{{_colour(role)}}}{{HTML}}{{{PALETTE[role].light[1:].upper()}}}" for role in used]
    shown = f"{scale:.3f}".rstrip("0")
    return "\n".join([rf"\begin{{tikzpicture}}[scale={shown},yscale=-1]", *colours, *lines, r"\end{tikzpicture}"])


def _colour(role: str) -> str:
    return f"grundy{role.replace('-', '')}"


def _lines(shape: Shape, scale: float) -> Iterator[str]:
    if isinstance(shape, PlanGroup):
        yield rf"\begin{{scope}}[shift={{({_at(shape.x, shape.y)})}}]"
        for inner in shape.shapes:
            yield from _lines(inner, scale)
        yield r"\end{scope}"
    elif isinstance(shape, PlanBox):
        look = _look(shape.fill, shape.stroke, shape.thick * scale)
        corners = f",rounded corners={number(min(shape.round, shape.width / 2, shape.height / 2) * scale)}pt"
        size = _at(shape.width, shape.height)
        yield rf"\path[{look}{corners if shape.round else ''}] ({_at(shape.x, shape.y)}) rectangle ++({size});"
    elif isinstance(shape, PlanDisc):
        yield rf"\path[fill={_colour(shape.fill)}] ({_at(shape.x, shape.y)}) circle ({number(shape.r)}pt);"
    elif isinstance(shape, PlanPath):
        yield rf"\path[{_look(shape.fill, shape.stroke, shape.thick * scale)}] svg {{{shape.path}}};"
    else:
        high = shape.size * scale
        font = rf"\fontsize{{{high:.1f}}}{{{high * 1.2:.1f}}}\selectfont" + (r"\ttfamily" if shape.mono else "")
        side = ",anchor=base west" if shape.left else ",anchor=base"
        look = f"inner sep=0pt,text={_colour(shape.colour)},font={font}{side}"
        yield rf"\node[{look}] at ({_at(shape.x, shape.y)}) {{{tex(shape.text)}}};"


def _look(fill: str, stroke: str, thick: float) -> str:
    looks = [f"fill={_colour(fill)}"] if fill != "none" else []
    looks += [f"draw={_colour(stroke)},line width={thick:.2f}pt"] if stroke != "none" else []
    return ",".join(looks)


def _at(x: float, y: float) -> str:
    return f"{number(x)}pt,{number(y)}pt"


def graph_plan(diagram: Diagram) -> PaperPlan:
    """Return a game graph as shapes: N-positions filled, P-positions with a double border, winning moves thick.

    >>> nodes = DiagramNode("1", 1, Outcome.N), DiagramNode("0", 0, Outcome.P)
    >>> [shape.text for shape in graph_plan(Diagram(nodes, ((0, 1),))).shapes if isinstance(shape, PlanText)]
    ['1', 'N, g = 1', '0', 'P, g = 0']
    """
    labels = [short_text(printable(node.text), LABEL) for node in diagram.nodes]
    told = [verdict(node) for node in diagram.nodes]
    widths = [max(text_width(a, 14), text_width(b, 12), 36) + 24 for a, b in zip(labels, told, strict=True)]
    frame = ArcFrame.around(widths, BOX, diagram.arcs, diagram.layers)
    shapes: list[Shape] = []
    for arc, line in sorted(strokes(frame, diagram.arcs).items(), key=lambda pair: diagram.wins(pair[0])):
        colour, thick = ("accent", 2.5) if diagram.wins(arc) else ("border", 1)
        shapes += [PlanPath(line.path, stroke=colour, thick=thick), PlanPath(line.head(), fill=colour)]
    for i, (node, label, words) in enumerate(zip(diagram.nodes, labels, told, strict=True)):
        x, y, width = frame.x(i), frame.top(frame.layout.row[i]), widths[i]
        ink = "on-win" if node.outcome is Outcome.N else "lose" if node.outcome is Outcome.P else "ink"
        shapes += _outline(node, x - width / 2, y, width)
        shapes += [PlanText(x, y + 20, label, 14, ink), PlanText(x, y + 36, words, 12, ink)]
    return PaperPlan(*frame.size, tuple(shapes))


def _outline(node: DiagramNode, x: float, y: float, width: float) -> list[Shape]:
    if node.outcome is Outcome.N:
        return [PlanBox(x, y, width, BOX, "win", round=BOX / 2.4)]
    if node.outcome is not Outcome.P:
        return [PlanBox(x, y, width, BOX, "card", "muted", 3)]
    outer = PlanBox(x, y, width, BOX, "card", "lose", thick=1.5)
    return [outer, PlanBox(x + 3.5, y + 3.5, width - 7, BOX - 7, stroke="lose")]
