"""Pictures as TikZ: the shapes of a plan, y downwards, in the colours of the house; needs the library svg.path."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagram import Diagram
from ..svg import PALETTE, number
from .blocks import Paper, PaperPicture
from .latex_text import tex
from .plan import PaperPlan, PlanBox, PlanDisc, PlanGroup, PlanPath, Shape, position_plan
from .plan_of_graph import graph_plan

SCALE, WIDEST = 0.75, 340.0
"""One px in pt, and the widest picture in pt: the lines of an article."""
PREAMBLE = r"\usepackage{tikz} \usetikzlibrary{svg.path}"


def tikz(paper: Paper) -> str:
    """Return the pictures of a paper, one below the other, under a line that says what they need."""
    pictures = "\n\n".join(map(picture, paper.pictures))
    return f"% {PREAMBLE}\n{pictures}\n"


def picture(drawn: PaperPicture) -> str:
    """Return one picture."""
    return plan_tikz(picture_plan(drawn))


def picture_plan(drawn: PaperPicture) -> PaperPlan:
    """Return the shapes of a picture."""
    return graph_plan(drawn.drawn) if isinstance(drawn.drawn, Diagram) else position_plan(drawn.drawn)


def plan_tikz(plan: PaperPlan) -> str:
    r"""Return a plan as a picture of at most 340 pt.

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
