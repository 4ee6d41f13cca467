"""The graph of a game as SVG: the start on top, winning moves highlighted, all others faint."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from ..core import Outcome
from .arcs_svg import MARGIN, ArcFrame, Stroke, draw, strokes
from .diagram import Diagram, DiagramNode, verdict
from .fit import printable, short_text
from .labelling import labelling, moving, since, until
from .svg import Drawing, Look, document, escape, number, tag, text_width, words

BOX = 44
"""Height of a node in px: two lines of text."""
FAINT = 0.3
"""Opacity of moves that do not win."""
_WEAK, _STRONG = Look(opacity=FAINT), Look(stroke_width=2)
LEAST = 530
"""The least width of a picture in px, so that the legend fits."""
LABEL = 32
"""Longer labels are cut; the title of the node contains the whole text."""


def diagram_svg(
    diagram: Diagram,
    title: str = "Game graph",
    link: Callable[[DiagramNode], str] | None = None,
    *,
    animate: bool = False,
) -> Drawing:
    """Draw a game graph with the start on top.

    If every move decreases the remoteness, each row has one remoteness. Moves that close a cycle lead up.

    Args:
        diagram: The game graph.
        title: The title, which only screen readers show.
        link: Returns the address of a position, or None for a picture without links.
        animate: Whether labels appear step by step, backwards from terminal positions, without scripts.

    Returns:
        The picture.

    Example:
        >>> picture = diagram_svg(Diagram((DiagramNode("1", 1, Outcome.N), DiagramNode("0", 0, Outcome.P)), ((0, 1),)))
        >>> picture[:4], "g = 1" in picture
        ('<svg', True)
    """
    labels = [short_text(printable(node.text), LABEL, "\N{HORIZONTAL ELLIPSIS}") for node in diagram.nodes]
    widths = [
        max(text_width(label, 14), text_width(verdict(node), 12), 36) + 24
        for label, node in zip(labels, diagram.nodes, strict=True)
    ]
    frame = ArcFrame.around(widths, BOX, diagram.arcs, diagram.layers)
    lines = strokes(frame, diagram.arcs)
    winning = {arc for arc in lines if diagram.wins(arc)}
    graph = draw((line for arc, line in lines.items() if arc not in winning), "ink", _WEAK)
    steps = labelling(diagram) if animate else ()
    if animate:
        for step in sorted(set(steps)):  # a winning move is known as soon as its option is labelled
            found = [line for arc, line in lines.items() if arc in winning and steps[arc[0]] == step]
            graph += until(step, draw(found, "ink", _WEAK)) + since(step, draw(found, "accent", _STRONG))
    else:
        graph += draw((line for arc, line in lines.items() if arc in winning), "accent", _STRONG)
    for i, (node, label) in enumerate(zip(diagram.nodes, labels, strict=True)):
        x, y, width = frame.x(i), frame.top(frame.layout.row[i]), frame.widths[i]
        colour = "on-win" if node.outcome is Outcome.N else "lose" if node.outcome is Outcome.P else "ink"
        box = tag("title", escape(f"{node.text}: {verdict(node)}")) + _shape(node.outcome, x - width / 2, y, width, BOX)
        box += words(x, y + 20, label, fill=colour, font_size=14, font_weight="600")
        box = tag("g", box + words(x, y + 36, verdict(node), fill=colour, font_size=12))
        box = box if link is None else tag("a", box, href=link(node))
        if animate:
            bare = _shape(None, x - width / 2, y, width, BOX) + words(x, y + 28, label, font_size=14, font_weight="600")
            box = since(steps[i], box) + until(steps[i], bare)
        graph += box
    if animate:
        graph = moving(steps, graph)
    own, height = frame.size
    width = max(own, LEAST)
    outcomes = {node.outcome for node in diagram.nodes}  # samples of a legend are 26 px wide and begin at 0
    entries = [(_shape(outcome, 0, -13, 26, 17), text) for outcome, text in _MEANINGS.items() if outcome in outcomes]
    for shown, text, colour, look in (
        (bool(winning), "winning move", "accent", _STRONG),
        (len(winning) < len(lines), "other move", "ink", _WEAK),
    ):
        if shown:
            entries.append((draw([Stroke("M0,-4H20", (26, -4), (1, 0))], colour, look), text))
    legend, height = _legend(entries, width, height)
    printed = wrap(printable(diagram.note), max(20, int((width - 2 * MARGIN) / 7.5)))
    note = "".join(words(MARGIN, height + 4 + 18 * i, line, text_anchor="start") for i, line in enumerate(printed))
    height += 18 * len(printed) + (4 if printed else -6)
    summary = f"{len(diagram.nodes)} positions, {len(lines)} moves, {len(winning)} of them winning"
    graph = tag("g", graph, transform=f"translate({number((width - own) / 2)} 0)") if width > own else graph
    return document((width, height), title, graph + legend + note, summary, linked=link is not None)


def _shape(outcome: Outcome | None, x: float, y: float, width: float, height: float) -> str:
    """Draw the box of a position by its outcome: N filled, P with a double border, D (a draw) plain, unknown dashed."""
    look = Look(x=x, y=y, width=width, height=height)
    if outcome is Outcome.N:
        return tag("rect", rx=height / 2.4, fill="win", **look)
    if outcome is Outcome.D:
        return tag("rect", rx=3, fill="card", stroke="muted", **look)
    if outcome is not Outcome.P:
        return tag("rect", rx=3, fill="card", stroke="muted", stroke_dasharray="4 3", **look)
    inner = Look(x=x + 3.5, y=y + 3.5, width=width - 7, height=height - 7)
    outline = tag("rect", fill="card", stroke="lose", stroke_width=1.5, **look)
    return outline + tag("rect", fill="none", stroke="lose", **inner)


_MEANINGS = {
    Outcome.N: "N: the player to move wins",
    Outcome.P: "P: the player to move loses",
    Outcome.D: "D: a draw, play can continue forever",
    None: "?: not known",
}


def _legend(entries: list[tuple[str, str]], width: float, y: float) -> tuple[str, float]:
    """Draw a legend from (sample, text) pairs in as many lines as needed, and return it with the y of its lower end."""
    parts, x, y = [], float(MARGIN), y + 12
    for sample, text in entries:
        room = 34 + text_width(text, 12) + 18
        if x > MARGIN and x + room > width:
            x, y = float(MARGIN), y + 24
        look = words(34, 0, text, font_size=12, text_anchor="start", fill="muted")
        parts.append(tag("g", sample + look, transform=f"translate({number(x)} {number(y)})"))
        x += room
    return "".join(parts), y + MARGIN if entries else y
