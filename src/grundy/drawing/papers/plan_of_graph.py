"""State graphs as shapes, at the coordinates of `diagram_svg`."""

from __future__ import annotations

from ...core import Outcome
from ..arcs_svg import ArcFrame, strokes
from ..diagram import Diagram, DiagramNode, verdict
from ..fit import printable, short_text
from ..svg import text_width
from .plan import PaperPlan, PlanBox, PlanPath, PlanText, Shape

BOX, LABEL = 44.0, 28
"""The height of a position in px, and how long its text may be."""


def graph_plan(diagram: Diagram) -> PaperPlan:
    """Return a state graph as shapes: N filled and round, P with a double line, winning moves thick.

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
