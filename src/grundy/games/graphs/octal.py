"""Octal games on graphs: a move takes t connected vertices, and the digit d(t) limits what it may leave.

The digit contains 1 if the whole component may be taken, 2 if the remaining vertices may be connected, and 4 if they
may be disconnected. On a path this is the octal game on a heap. 0.07 is Arc Kayles, 0.6 is Grim, and Node Kayles is not
one of these games. The graphs here have two pendant paths (tails) of any lengths. L. Beaudou, P. Coupechoux, A. Dailly,
S. Gravier, J. Moncel, A. Parreau and E. Sopena, "Octal games on graphs: the game 0.33 on subdivided stars and bistars",
Theoretical Computer Science 746, 2018.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Code, CoreMove, LimitReached, RuleError, TailedGraph
from ..bits.masks import members
from .tails import read_core
from .undirected import PlainGraph

MOST_SETS = 5_000
"""The largest number of vertex sets of a core that a move may take."""
CODED = "take-break"
"""The name of octal games in certificates."""


def octal_tails(name: str, code: Code, text: str) -> TailedGraph | None:
    """Read a graph with two pendant paths (tails) of any lengths for an octal game, such as star(1,b,c).

    Args:
        name: The name of the game.
        code: The octal code.
        text: The text of the graph.

    Returns:
        One game for all lengths of the tails. It contains the graph without the tails, the vertices to which they are
        attached, and the moves that take at least one vertex of this graph. None if the text does not describe a graph
        with two tails.

    Raises:
        RuleError: If the code is not plain digits up to 7.
        InputError: If the graph is invalid.
        LimitReached: If there are too many moves.

    Example:
        >>> from ...core import read_code
        >>> octal_tails("0.33", read_code("0.33"), "star(1,b,c)").name
        '0.33: star(1,b,c)'
    """
    core = read_core(text)
    if core is None:
        return None
    graph, ends, described = core
    digits = code.plain
    if digits is None or len(digits) < 2 or digits[0] or max(digits) > 7:
        raise RuleError(f"expected an octal code that begins with 0. for graphs, found {code}")
    moves = tuple(_core_moves(graph, ends, digits))
    return TailedGraph(f"{name}: {described}", graph.near, ends, digits, moves, CODED)


def _core_moves(graph: PlainGraph, ends: tuple[int, int], digits: tuple[int, ...]) -> Iterator[CoreMove]:
    """Yield the moves that take at least one vertex of a graph, and perhaps vertices of two paths attached to it.

    `ends` are the two vertices of the graph at which the paths are attached. `digits` are those of the octal code.
    """
    longest = len(digits) - 1
    for taken in _connected_sets(graph, longest):
        rest = longest - taken.bit_count()
        first, second = (rest if taken >> end & 1 else 0 for end in ends)
        for b in range(first + 1):
            for c in range(min(second, rest - b) + 1):
                if digit := digits[taken.bit_count() + b + c]:
                    yield CoreMove(taken, taken, (b, c), (b, c), digit)


def _connected_sets(graph: PlainGraph, most: int) -> list[int]:
    """List the connected sets of at most `most` vertices of a graph, as bit masks, smaller ones first."""
    found = layer = {1 << v: None for v in range(len(graph.names))}
    for _ in range(most - 1):
        layer = {some | 1 << w: None for some in layer for v in members(some) for w in members(graph.near[v] & ~some)}
        found = found | layer
        if len(found) > MOST_SETS:
            raise LimitReached(f"a move may take more than {MOST_SETS} sets of vertices of the core", kind="size")
    return list(found)
