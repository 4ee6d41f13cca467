"""The graph of a game as SVG: the start on top, winning moves highlighted, all others faint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

from ..core import Outcome
from .arcs_svg import MARGIN, ArcFrame, Stroke, draw, strokes
from .diagram import Diagram, DiagramNode, gathered, verdict
from .film import STILL
from .fit import printable, short_text
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
SECONDS = 1.5
"""Seconds of a step."""
HELD = 3
"""Steps for which the finished picture is shown."""


def diagram_svg(
    diagram: Diagram,
    title: str = "Game graph",
    link: Callable[[DiagramNode], str] | None = None,
    *,
    animate: bool = False,
    widest: int = 0,
) -> Drawing:
    """Draw a game graph with the start on top.

    If every move decreases the remoteness, the positions of each row have the same remoteness. Moves that close a cycle
    lead up.

    Args:
        diagram: The game graph.
        title: The title, which only screen readers show.
        link: Returns the address of a position, or None for a picture without links.
        animate: Whether labels appear step by step, backwards from terminal positions, without scripts.
        widest: The largest number of vertices in a row; one of them, such as "23 more", replaces all others. 0 for no
            limit.

    Returns:
        The picture.

    Example:
        >>> picture = diagram_svg(Diagram((DiagramNode("1", 1, Outcome.N), DiagramNode("0", 0, Outcome.P)), ((0, 1),)))
        >>> picture[:4], "g = 1" in picture
        ('<svg', True)
    """
    frame = framed(diagram)
    if widest and (small := gathered(diagram, frame.layout.row, widest)) is not diagram:
        diagram, frame = small, framed(small)
    lines = strokes(frame, diagram.arcs)
    winning = {arc for arc in lines if diagram.wins(arc)}
    graph = draw((line for arc, line in lines.items() if arc not in winning), "ink", _WEAK)
    steps = labelling(diagram) if animate else ()
    if animate:
        for step in sorted(set(steps)):  # a winning move is known as soon as its option is labelled
            found = [line for arc, line in lines.items() if arc in winning and steps[arc[0]] == step]
            graph += _until(step, draw(found, "ink", _WEAK)) + _since(step, draw(found, "accent", _STRONG))
    else:
        graph += draw((line for arc, line in lines.items() if arc in winning), "accent", _STRONG)
    for i, node in enumerate(diagram.nodes):
        told = node.text if node.gathered else f"{node.text}: {verdict(node)}"
        box = tag("title", escape(told)) + node_svg(diagram, frame, i)
        look: Look = {"data_row": frame.layout.row[i], "data_x": frame.x(i)}  # for keys that walk
        box = tag("g", box) if link is None else tag("a", tag("g", box), href=link(node), **look)
        if animate:
            box = _since(steps[i], box) + _until(steps[i], node_svg(diagram, frame, i, labelled=False))
        graph += box
    if animate:
        graph = _moving(steps, graph)
    own, height = frame.size
    width = max(own, LEAST)
    # samples of a legend are 26 px wide and begin at 0
    outcomes = {node.outcome for node in diagram.nodes if not node.gathered}
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
    count = sum(node.gathered or 1 for node in diagram.nodes)
    summary = f"{count} positions, {len(lines)} moves, {len(winning)} of them winning"
    graph = tag("g", graph, transform=f"translate({number((width - own) / 2)} 0)") if width > own else graph
    return document((width, height), title, graph + legend + note, summary, linked=link is not None)


def framed(diagram: Diagram) -> ArcFrame:
    """Compute the layout of a game graph, in which the box of each position has space for two lines of text."""
    widths = [max(text_width(_label(node), 14), text_width(verdict(node), 12), 36) + 24 for node in diagram.nodes]
    return ArcFrame.around(widths, BOX, diagram.arcs, diagram.layers)


def node_svg(diagram: Diagram, frame: ArcFrame, i: int, *, labelled: bool = True) -> str:
    """Draw a position of a game graph as a box with its text.

    Args:
        diagram: The game graph.
        frame: Its layout, as `framed` computes it.
        i: The index of the position.
        labelled: Whether its outcome and value are shown.

    Returns:
        The SVG elements.
    """
    node = diagram.nodes[i]
    x, y, width = frame.x(i), frame.top(frame.layout.row[i]), frame.widths[i]
    if not labelled:
        bare = _shape(None, x - width / 2, y, width, BOX)
        return bare + words(x, y + 28, _label(node), font_size=14, font_weight="600")
    colour = "on-win" if node.outcome is Outcome.N else "lose" if node.outcome is Outcome.P else "ink"
    if node.gathered:
        look = Look(x=x - width / 2, y=y + 6, width=width, height=BOX - 12, rx=BOX / 2 - 6)
        box = tag("rect", fill="card", stroke="muted", **look)
        return box + words(x, y + 27, node.text, fill="muted", font_size=14, font_weight="600")
    box = _shape(node.outcome, x - width / 2, y, width, BOX)
    box += words(x, y + 20, _label(node), fill=colour, font_size=14, font_weight="600")
    return box + words(x, y + 36, verdict(node), fill=colour, font_size=12)


def _label(node: DiagramNode) -> str:
    return short_text(printable(node.text), LABEL, "\N{HORIZONTAL ELLIPSIS}")


def _shape(outcome: Outcome | None, x: float, y: float, width: float, height: float) -> str:
    """Draw the box of a position, whose style shows the outcome.

    N is filled, P has a double border, D (a draw) a plain border, and an unknown outcome a dashed border. (x, y) is the
    upper left corner of the box in px.
    """
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
    parts, x, y = [], float(MARGIN), y + 12
    for sample, text in entries:
        room = 34 + text_width(text, 12) + 18
        if x > MARGIN and x + room > width:
            x, y = float(MARGIN), y + 24
        look = words(34, 0, text, font_size=12, text_anchor="start", fill="muted")
        parts.append(tag("g", sample + look, transform=f"translate({number(x)} {number(y)})"))
        x += room
    return "".join(parts), y + MARGIN if entries else y


def labelling(diagram: Diagram) -> tuple[int, ...]:
    """Return for each position the step of the animation at which its label appears.

    Terminal positions have step 1. Any other position has the first step at which the options labelled in earlier steps
    decide its outcome or value. All positions that are never decided share the last step.

    >>> from .diagram import DiagramNode
    >>> nodes = DiagramNode("2", 2, Outcome.N), DiagramNode("1", 1, Outcome.N), DiagramNode("0", 0, Outcome.P)
    >>> labelling(Diagram(nodes, ((0, 1), (0, 2), (1, 2))))
    (3, 2, 1)
    """
    options: list[list[int]] = [[] for _ in diagram.nodes]
    for tail, head in diagram.arcs:
        options[tail].append(head)
    steps: dict[int, int] = {}
    left, step = list(range(len(options))), 0
    while left:
        step += 1
        new = [node for node in left if _decided(diagram, node, options[node], steps)]
        steps |= dict.fromkeys(new or left, step)
        left = [node for node in left if node not in steps]
    return tuple(steps[node] for node in range(len(options)))


def _decided(diagram: Diagram, node: int, options: Sequence[int], steps: dict[int, int]) -> bool:
    """Return whether the options in `steps`, which are labelled, decide the outcome or value of a position."""
    here = diagram.nodes[node]
    known = [option for option in options if option in steps]
    if here.value is None and here.outcome is Outcome.N and options:
        return any(diagram.nodes[option].outcome is Outcome.P for option in known)
    return here.outcome in (Outcome.N, Outcome.P) and not here.loopy and len(known) == len(options)


def _since(step: int, inside: str) -> str:
    """Return SVG with the content `inside` that the animation shows from a step on.

    Without support of style sheets it is always visible.
    """
    return tag("g", inside, **{"class": f"since-{step}"}) if inside else ""


def _until(step: int, inside: str) -> str:
    """Return SVG with the content `inside` that the animation shows before a step, and never without style sheets."""
    return tag("g", inside, **{"class": f"until-{step}", "visibility": "hidden"}) if inside else ""


def _timing(last: int, steps: Iterable[int]) -> str:
    """Return the style sheet of an animation with the steps 1 to `last`, for elements of the given `steps`."""
    total = last + HELD
    rules = ""
    for step in sorted(set(steps)):
        name, at = f"{last}-{step}", f"{100 * step / total:.3f}%"
        rules += f"@keyframes since-{name}{{0%{{visibility:hidden}}{at},100%{{visibility:visible}}}}"
        rules += f"@keyframes until-{name}{{0%{{visibility:visible}}{at},100%{{visibility:hidden}}}}"
        rules += f".labelling-{last} .since-{step}{{animation-name:since-{name}}}"
        rules += f".labelling-{last} .until-{step}{{animation-name:until-{name}}}"
    every = f"animation-duration:{number(total * SECONDS)}s;animation-timing-function:step-end"
    rules += f".labelling-{last} g{{{every};animation-iteration-count:infinite}}"
    rules += f".labelling-{last}:hover g{{animation-play-state:paused}}"
    return tag("style", rules + STILL)


def _moving(steps: Sequence[int], inside: str) -> str:
    """Return the animated drawing `inside` with its style sheet; its elements are results of `_since` and `_until`."""
    last = max(steps, default=1)
    return tag("g", _timing(last, steps) + inside, **{"class": f"grundy-film labelling-{last}"})
