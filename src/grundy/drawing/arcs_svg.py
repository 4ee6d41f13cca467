"""Draws the arcs of a layered picture of a graph as SVG.

An arc to the next layer is a straight line. An arc that skips layers crosses them between the vertices. All other arcs
lead around the right side or below the vertices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from .layers import Arc, Layout, layout
from .svg import Look, number, tag

MARGIN = 24
HEAD = 7
"""Length of an arrow head in px."""
SIDE = 46
"""The space in px to the right for an arc that leads up."""


@dataclass(frozen=True, slots=True)
class ArcFrame:
    """The layout of a layered drawing of a graph, from which the coordinates of vertices and arcs in px follow.

    Attributes:
        layout: The layer of each vertex, the first at the top, and its horizontal position.
        widths: The width of each vertex in px.
        height: The height of every vertex in px.
        pitch: The distance of two consecutive layers in px, from upper edge to upper edge.
        side: The additional space at the right in px, for arcs that lead up.
    """

    layout: Layout
    widths: Sequence[float]
    height: float
    pitch: float
    side: float

    @classmethod
    def around(
        cls, widths: Sequence[float], height: float, arcs: Sequence[Arc], rows: Sequence[int] | None = None
    ) -> ArcFrame:
        """Compute a layered drawing of a graph.

        In wide pictures the layers are farther from each other, so that arcs are not too flat. Arcs that lead up get
        space at the right.

        Args:
            widths: The widths of the vertices in px.
            height: The height of a vertex in px.
            arcs: The arcs.
            rows: The layer of each vertex, 0 at the top; None to compute layers in which arcs lead down if possible.

        Returns:
            The layout.
        """
        plan = layout(widths, arcs, rows=rows)
        up = any(plan.row[tail] >= plan.row[head] for tail, head in arcs)
        return cls(plan, widths, height, height + min(140.0, max(44.0, plan.width / 14)), SIDE * up)

    def x(self, vertex: int) -> float:
        """Return the x coordinate of the centre of a vertex in px."""
        return MARGIN + self.layout.x[vertex]

    def top(self, row: int) -> float:
        """Return the y coordinate of the upper edge of a layer of vertices in px."""
        return MARGIN + row * self.pitch

    def bottom(self, row: int) -> float:
        """Return the y coordinate of the lower edge of a layer of vertices in px."""
        return self.top(row) + self.height

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the picture in px, margins included."""
        return self.layout.width + 2 * MARGIN + self.side, self.bottom(max(0, self.layout.rows - 1)) + MARGIN


@dataclass(frozen=True, slots=True)
class Stroke:
    """An arc as drawn: a line and an arrow head.

    Attributes:
        path: The line as the data of an SVG path, which ends at the base of the arrow head.
        end: The coordinates in px of the tip of the arrow head.
        towards: The direction of the arrow head as a vector (x, y) of any length.
    """

    path: str
    end: tuple[float, float]
    towards: tuple[float, float]

    def head(self) -> str:
        """Return the SVG path of the arrow head."""
        (x, y), (dx, dy) = self.end, self.towards
        length = hypot(dx, dy) or 1.0
        dx, dy = dx / length * HEAD, dy / length * HEAD
        left, right = (x - dx - dy * 0.45, y - dy + dx * 0.45), (x - dx + dy * 0.45, y - dy - dx * 0.45)
        return f"M{_at(x, y)}L{_at(*left)}L{_at(*right)}Z"


def strokes(frame: ArcFrame, arcs: Iterable[Arc]) -> dict[Arc, Stroke]:
    """Compute the line and arrow head of every distinct arc, so that arcs at the same vertex have different ends.

    Args:
        frame: The layout.
        arcs: The arcs.

    Returns:
        The stroke of each arc.
    """
    arcs = list(dict.fromkeys(arcs))
    row = frame.layout.row
    down = [arc for arc in arcs if row[arc[0]] < row[arc[1]]]
    leave, reach = _ports(frame, down, 0), _ports(frame, down, 1)
    return {arc: _down(frame, arc, leave[arc], reach[arc]) if arc in leave else _around(frame, arc) for arc in arcs}


def draw(lines: Iterable[Stroke], colour: str, look: Look, *, heads: bool = True) -> str:
    """Draw arcs in one colour as one SVG group, so that transparent arcs do not get darker where they cross.

    Args:
        lines: The arcs as `strokes` computes them.
        colour: A name of `svg.PALETTE`, such as "ink".
        look: SVG attributes of the group, such as its opacity and the width of its lines.
        heads: Whether to draw arrow heads.

    Returns:
        The SVG element, or "" without arcs.
    """
    lines = list(lines)
    if not lines:
        return ""
    path = "".join(line.path if heads else f"{line.path}L{_at(*line.end)}" for line in lines)
    inside = tag("path", d=path, fill="none", stroke=colour)
    if heads:
        inside += tag("path", d="".join(line.head() for line in lines), fill=colour)
    return tag("g", inside, **look)


def _ports(frame: ArcFrame, arcs: Sequence[Arc], end: int) -> dict[Arc, float]:
    """Return the x coordinate in px of one end of each arc, so that arcs at the same vertex have different ends.

    It is the end at the first vertex of the arc if `end` is 0, at the second vertex if `end` is 1.
    """
    layout = frame.layout
    at: dict[int, list[Arc]] = {}
    for arc in arcs:
        at.setdefault(arc[end], []).append(arc)
    ports: dict[Arc, float] = {}
    for vertex, here in at.items():
        here.sort(key=lambda arc: layout.bends[arc][-end] if arc in layout.bends else layout.x[arc[1 - end]])
        step = min(14.0, max(0.0, frame.widths[vertex] - 20) / max(1, len(here) - 1))
        for i, arc in enumerate(here):
            ports[arc] = frame.x(vertex) + (i - (len(here) - 1) / 2) * step
    return ports


def _down(frame: ArcFrame, arc: Arc, x: float, end: float) -> Stroke:
    rows = frame.layout.row
    row, last = rows[arc[0]], rows[arc[1]]
    y, bottom = frame.bottom(row), frame.top(last)
    if last == row + 1:  # a straight line to the base of the arrow head
        dx, dy = end - x, bottom - y
        back = (HEAD - 1) / (hypot(dx, dy) or 1.0)
        return Stroke(f"M{_at(x, y)}L{_at(end - dx * back, bottom - dy * back)}", (end, bottom), (dx, dy))
    path = f"M{_at(x, y)}"
    for crossed, bend in enumerate(frame.layout.bends.get(arc, ()), row + 1):
        path += _curve(x, y, MARGIN + bend, frame.top(crossed)) + f"V{number(frame.bottom(crossed))}"
        x, y = MARGIN + bend, frame.bottom(crossed)
    return Stroke(path + _curve(x, y, end, bottom - HEAD + 1), (end, bottom), (0, 1))


def _around(frame: ArcFrame, arc: Arc) -> Stroke:
    """Draw an arc that does not lead to a lower layer.

    Between two vertices of one layer it is below them; otherwise it leads around the right side of both vertices.
    """
    tail, head = arc
    rows, x, end = frame.layout.row, frame.x(tail), frame.x(head)
    if rows[tail] == rows[head] and tail != head:
        y = frame.bottom(rows[tail])
        dip = y + 12 + min(0.5 * (frame.pitch - frame.height), abs(end - x) / 8)
        return Stroke(f"M{_at(x, y)}C{_at(x, dip)} {_at(end, dip)} {_at(end, y + HEAD - 1)}", (end, y), (0, -1))
    x, end = x + frame.widths[tail] / 2, end + frame.widths[head] / 2
    y, bottom = frame.bottom(rows[tail]) - frame.height / 3, frame.top(rows[head]) + frame.height / 3
    far = max(x, end) + SIDE
    path = f"M{_at(x, y)}C{_at(far, y)} {_at(far, bottom)} {_at(end + HEAD - 1, bottom)}"
    return Stroke(path, (end, bottom), (-1, 0))


def _curve(x: float, y: float, end: float, bottom: float) -> str:
    middle = (y + bottom) / 2
    return f"C{_at(x, middle)} {_at(end, middle)} {_at(end, bottom)}"


def _at(x: float, y: float) -> str:
    return f"{number(x)},{number(y)}"
