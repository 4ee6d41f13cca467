"""The graph of a game as SVG: the start on top, winning moves in the accent, all others faint."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from ..core import Outcome
from .arcs_svg import MARGIN, Frame, Stroke, draw, strokes
from .diagram import Diagram, Node, verdict
from .fit import printable, short_text
from .svg import document, escape, number, tag, text_width, words

BOX = 44
"""Height of a node in px: two lines of text."""
FAINT = 0.3
"""Opacity of moves that do not win."""
_WEAK: dict[str, str | float] = {"opacity": FAINT}
_STRONG: dict[str, str | float] = {"stroke_width": 2}
LEAST = 530
"""Least width of a picture in px, so that the legend has room."""
LABEL = 32
"""Longer labels are cut; the whole text is in the node's title."""


def diagram_svg(diagram: Diagram, title: str = "State graph", link: Callable[[Node], str] | None = None) -> str:
    """Return the picture of a diagram; cycles are drawn as arcs that lead up.

    Where every move leads to a smaller remoteness the layers are those. `link` gives the address of a position.

    >>> picture = diagram_svg(Diagram((Node("1", 1, Outcome.N), Node("0", 0, Outcome.P)), ((0, 1),)))
    >>> picture[:4], "g = 1" in picture
    ('<svg', True)
    """
    widths = [_width(node) for node in diagram.nodes]
    frame = Frame.around(widths, BOX, diagram.arcs, diagram.layers)
    lines = strokes(frame, diagram.arcs)
    winning = {arc for arc in lines if diagram.wins(arc)}
    graph = draw((line for arc, line in lines.items() if arc not in winning), "ink", _WEAK)
    graph += draw((line for arc, line in lines.items() if arc in winning), "accent", _STRONG)
    graph += "".join(_linked(_box(node, frame, i), node, link) for i, node in enumerate(diagram.nodes))
    own, height = frame.size
    width = max(own, LEAST)
    legend, height = _legend(_entries(diagram, bool(winning), len(winning) < len(lines)), width, height)
    note, height = _note(diagram.note, width, height)
    summary = f"{len(diagram.nodes)} positions, {len(lines)} moves, {len(winning)} of them winning"
    graph = tag("g", graph, transform=f"translate({number((width - own) / 2)} 0)") if width > own else graph
    return document(width, height, title, graph + legend + note, summary)


def _linked(box: str, node: Node, link: Callable[[Node], str] | None) -> str:
    """Put a link around a node, where there are addresses."""
    return box if link is None else tag("a", box, href=link(node))


def _width(node: Node) -> float:
    """Return the width of a node's box."""
    return max(text_width(_label(node), 14), text_width(verdict(node), 12), 36) + 24


def _label(node: Node) -> str:
    """Return the text that a node shows."""
    return short_text(printable(node.text), LABEL, "\N{HORIZONTAL ELLIPSIS}")


def _box(node: Node, frame: Frame, place: int) -> str:
    """Draw a node: two lines in the shape of its outcome."""
    x, y, width = frame.x(place), frame.top(frame.layout.row[place]), frame.widths[place]
    colour = "on-win" if node.outcome is Outcome.N else "lose" if node.outcome is Outcome.P else "ink"
    inside = tag("title", escape(f"{node.text}: {verdict(node)}")) + _shape(node.outcome, x - width / 2, y, width, BOX)
    inside += words(x, y + 20, _label(node), fill=colour, font_size=14, font_weight="600")
    inside += words(x, y + 36, verdict(node), fill=colour, font_size=12)
    return tag("g", inside)


def _shape(outcome: Outcome | None, x: float, y: float, width: float, height: float) -> str:
    """Draw an outline: N filled and round, P hollow with a double line, unknown dashed."""
    look: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height}
    if outcome is Outcome.N:
        return tag("rect", rx=height / 2.4, fill="win", **look)
    if outcome is not Outcome.P:
        return tag("rect", rx=3, fill="card", stroke="muted", stroke_dasharray="4 3", **look)
    inner: dict[str, str | float] = {"x": x + 3.5, "y": y + 3.5, "width": width - 7, "height": height - 7}
    outline = tag("rect", fill="card", stroke="lose", stroke_width=1.5, **look)
    return outline + tag("rect", fill="none", stroke="lose", **inner)


def _entries(diagram: Diagram, winning: bool, others: bool) -> list[tuple[str, str]]:
    """Return sample and words of everything that occurs; samples are 26 px wide and begin at 0."""
    entries = []
    outcomes = {node.outcome for node in diagram.nodes}
    for outcome, text in _MEANINGS.items():
        if outcome in outcomes:
            entries.append((_shape(outcome, 0, -13, 26, 17), text))
    if winning:
        entries.append((_sample("accent", _STRONG), "winning move"))
    if others:
        entries.append((_sample("ink", _WEAK), "other move"))
    return entries


_MEANINGS = {
    Outcome.N: "N: the player to move wins",
    Outcome.P: "P: the player to move loses",
    None: "?: not known",
}


def _sample(colour: str, look: dict[str, str | float]) -> str:
    """Draw a short arc for the legend."""
    return draw([Stroke("M0,-4H20", (26, -4), (1, 0))], colour, look)


def _legend(entries: list[tuple[str, str]], width: float, y: float) -> tuple[str, float]:
    """Draw the legend in as many lines as it needs; return it and where it ends."""
    parts, x, y = [], float(MARGIN), y + 12
    for sample, text in entries:
        room = 34 + text_width(text, 12) + 18
        if x > MARGIN and x + room > width:
            x, y = float(MARGIN), y + 24
        look = words(34, 0, text, font_size=12, text_anchor="start", fill="muted")
        parts.append(tag("g", sample + look, transform=f"translate({number(x)} {number(y)})"))
        x += room
    return "".join(parts), y + MARGIN if entries else y


def _note(note: str, width: float, y: float) -> tuple[str, float]:
    """Print the note below; return it and where it ends."""
    lines = wrap(printable(note), max(20, int((width - 2 * MARGIN) / 7.5)))
    printed = [words(MARGIN, y + 4 + 18 * i, line, text_anchor="start") for i, line in enumerate(lines)]
    return "".join(printed), y + 18 * len(lines) + (4 if lines else -6)
