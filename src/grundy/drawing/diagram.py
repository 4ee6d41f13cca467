"""The graph of a game as plain data, and as text for Graphviz."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core import Outcome
from .fit import printable, short_number


class DiagramNode(NamedTuple):
    """A vertex of a game graph: a position as text with its known properties.

    Attributes:
        text: The position as it is shown.
        value: The Grundy value, or None if it is not known.
        outcome: The outcome, or None if it is not known.
        game: The position in notation.
        remoteness: The number of moves until the end if both players play well, or None if it is not known.
        loopy: The Smith-Fraenkel value as text if play need not end, or "" if there is none.
        gathered: The number of positions that this vertex replaces (see the function `gathered`); 0 for an ordinary
            position.

    Example:
        >>> DiagramNode("3", 3, Outcome.N).value
        3
    """

    text: str
    value: int | None = None
    outcome: Outcome | None = None
    game: str = ""
    remoteness: int | None = None
    loopy: str = ""
    gathered: int = 0


class Diagram(NamedTuple):
    """A game graph as data: positions and moves.

    Attributes:
        nodes: The positions, the start first.
        arcs: The moves as pairs of indices in `nodes`.
        note: A remark that is printed below the graph, or "".

    Example:
        >>> import grundy
        >>> diagram = grundy.game("nim").graph(2)
        >>> [node.text for node in diagram.nodes], diagram.arcs
        (['2', '1', '0'], ((0, 1), (0, 2), (1, 2)))
        >>> [diagram.wins(arc) for arc in diagram.arcs]
        [False, True, True]
    """

    nodes: tuple[DiagramNode, ...]
    arcs: tuple[tuple[int, int], ...]
    note: str = ""

    @property
    def layers(self) -> tuple[int, ...] | None:
        """The layer of each position, 0 at the top: the positions of one layer have the same remoteness.

        The remoteness decreases downwards. The result is None unless every move decreases the remoteness.

        Example:
            >>> Diagram((DiagramNode("1", remoteness=1), DiagramNode("0", remoteness=0)), ((0, 1),)).layers
            (0, 1)
        """
        rests = [node.remoteness for node in self.nodes]
        known = [rest for rest in rests if rest is not None]
        if len(known) < len(rests) or any(known[head] >= known[tail] for tail, head in self.arcs):
            return None
        order = sorted(set(known), reverse=True)
        return tuple(map(order.index, known))

    def wins(self, arc: tuple[int, int]) -> bool:
        """Return whether a move wins: it leads from an N-position to a P-position.

        Args:
            arc: A move, one of `arcs`.

        Returns:
            Whether it wins.
        """
        return self.nodes[arc[0]].outcome is Outcome.N and self.nodes[arc[1]].outcome is Outcome.P


def gathered(diagram: Diagram, rows: Sequence[int], most: int) -> Diagram:
    """Return a smaller game graph in which no layer has more than `most` vertices.

    In a larger layer, one vertex such as "23 more" replaces all but `most` - 1 positions. P-positions are the last ones
    to be replaced, because winning moves lead to them.

    Args:
        diagram: The game graph.
        rows: The layer of each position.
        most: The largest number of vertices in a layer.

    Returns:
        The smaller game graph, or `diagram` itself if no layer is too large.

    Example:
        >>> nodes = DiagramNode("s"), DiagramNode("a"), DiagramNode("b", outcome=Outcome.P), DiagramNode("c")
        >>> small = gathered(Diagram(nodes, ((0, 1), (0, 2), (0, 3))), (0, 1, 1, 1), 2)
        >>> [node.text for node in small.nodes], small.arcs
        (['s', 'b', '2 more'], ((0, 2), (0, 1)))
    """
    layers: dict[int, list[int]] = {}
    for i, row in enumerate(rows):
        layers.setdefault(row, []).append(i)
    kept, rest = set(range(len(rows))), dict[int, list[int]]()
    for row, layer in layers.items():
        if len(layer) > most:
            first = sorted(layer, key=lambda i: (diagram.nodes[i].outcome is not Outcome.P, i))
            rest[row] = first[most - 1 :]
            kept -= set(rest[row])
    if not rest:
        return diagram
    places = {old: new for new, old in enumerate(sorted(kept))}
    nodes = [diagram.nodes[i] for i in sorted(kept)]
    for left in rest.values():
        places |= dict.fromkeys(left, len(nodes))
        same = {diagram.nodes[i].remoteness for i in left}
        rest_of = same.pop() if len(same) == 1 else None
        nodes.append(DiagramNode(f"{len(left)} more", remoteness=rest_of, gathered=len(left)))
    arcs = dict.fromkeys((places[tail], places[head]) for tail, head in diagram.arcs)
    return Diagram(tuple(nodes), tuple(arcs), diagram.note)


def verdict(node: DiagramNode) -> str:
    """Return the second line of the label of a position: its outcome, remoteness and Grundy value, as far as known.

    >>> verdict(DiagramNode("3", 3, Outcome.N)), verdict(DiagramNode("3", None, Outcome.P)), verdict(DiagramNode("3"))
    ('N, g = 3', 'P', '?')
    >>> verdict(DiagramNode("3", None, Outcome.N, remoteness=1))
    'N in 1'
    """
    if node.gathered:
        return ""
    known = [str(node.outcome)] if node.outcome else []
    if known and node.remoteness is not None:
        known[0] += f" in {node.remoteness}"
    if node.value is not None:
        known.append(f"g = {short_number(node.value)}")
    elif node.loopy:
        known.append(f"g = {node.loopy}")
    return ", ".join(known) or "?"


_SHAPES = {
    Outcome.N: 'shape=box, style="rounded,filled", fillcolor="#1d5fa8", color="#1d5fa8", fontcolor="#ffffff"',
    Outcome.P: 'shape=box, peripheries=2, style=filled, fillcolor="#ffffff", color="#a8480f", fontcolor="#a8480f"',
    Outcome.D: 'shape=box, color="#595f69", fontcolor="#22262e"',
}
_UNKNOWN = 'shape=box, style=dashed, color="#595f69", fontcolor="#22262e"'


def diagram_dot(diagram: Diagram) -> str:
    r"""Return a game graph for Graphviz: N-positions blue, P-positions with a double orange border, winning moves bold.

    >>> print(diagram_dot(Diagram((DiagramNode("1", 1, Outcome.N), DiagramNode("0", 0, Outcome.P)), ((0, 1),))), end="")
    digraph {
      node [fontname="sans-serif"];
      edge [color="#22262e40"];
      0 [label="1\nN, g = 1", shape=box, style="rounded,filled", fillcolor="#1d5fa8", color="#1d5fa8", fontcolor="#ffffff"];
      1 [label="0\nP, g = 0", shape=box, peripheries=2, style=filled, fillcolor="#ffffff", color="#a8480f", fontcolor="#a8480f"];
      0 -> 1 [color="#1f7a70", penwidth=2];
    }
    """  # noqa: E501
    lines = ["digraph {", '  node [fontname="sans-serif"];', '  edge [color="#22262e40"];']
    if diagram.note:
        lines.insert(1, f'  label="{_quoted(diagram.note)}"; fontname="sans-serif";')
    for i, node in enumerate(diagram.nodes):
        look = _SHAPES.get(node.outcome, _UNKNOWN) if node.outcome else _UNKNOWN
        lines.append(f'  {i} [label="{_quoted(node.text)}\\n{_quoted(verdict(node))}", {look}];')
    for arc in dict.fromkeys(diagram.arcs):
        look = ' [color="#1f7a70", penwidth=2]' if diagram.wins(arc) else ""
        lines.append(f"  {arc[0]} -> {arc[1]}{look};")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    """Return a text as a quoted string of DOT (the language of Graphviz), with special characters escaped."""
    plain = printable(text).replace("&", "&amp;")
    return plain.replace("\\", "\\\\").replace('"', '\\"')
