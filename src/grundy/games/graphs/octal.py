"""Octal games on graphs with two tails: a move takes t connected vertices, the digit d(t) says what it may leave.

The digit has 1 where nothing may be left of the component, 2 where the rest may be connected, 4 where it may be in
pieces. On a path it is the octal game on a heap; 0.07 is Arc Kayles, 0.6 is Grim, and Node Kayles is none of them.
L. Beaudou, P. Coupechoux, A. Dailly, S. Gravier, J. Moncel, A. Parreau and E. Sopena, "Octal games on graphs: the game
0.33 on subdivided stars and bistars", Theoretical Computer Science 746, 2018.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Code, CoreMove, LimitReached, RuleError, TailedGraph
from .tails import read_core
from .undirected import PlainGraph, numbers

MOST_SETS = 5_000
"""A core with more sets of vertices that a move may take is not looked at."""
CODED = "take-break"
"""The games of codes in certificates."""


def octal_tails(name: str, code: Code, text: str) -> TailedGraph | None:
    """Read a graph with two tails for the octal game of a code; None where the text is of another form.

    Raises `RuleError` for another code, `InputError` for a wrong graph, `LimitReached` for one with too many moves.

    >>> from ...core import read_code
    >>> octal_tails("0.33", read_code("0.33"), "star(1,b,c)").name
    '0.33: star(1,b,c)'
    """
    core = read_core(text)
    if core is None:
        return None
    digits = code.plain
    if digits is None or len(digits) < 2 or digits[0] or max(digits) > 7:
        raise RuleError(f"expected a code of plain digits up to 7 behind 0. for graphs, found {code}")
    moves = tuple(core_moves(core.graph, core.ends, digits))
    return TailedGraph(f"{name}: {core.name}", core.graph.near, core.ends, digits, moves, CODED)


def core_moves(graph: PlainGraph, ends: tuple[int, int], digits: tuple[int, ...]) -> Iterator[CoreMove]:
    """Yield the moves that take vertices of the core, with those of the tails that hang on them."""
    longest = len(digits) - 1
    for taken in connected_sets(graph, longest):
        rest = longest - taken.bit_count()
        first, second = (rest if taken >> end & 1 else 0 for end in ends)
        for b in range(first + 1):
            for c in range(min(second, rest - b) + 1):
                if digit := digits[taken.bit_count() + b + c]:
                    yield CoreMove(taken, taken, (b, c), (b, c), digit)


def connected_sets(graph: PlainGraph, most: int) -> list[int]:
    """Return the connected sets of 1 to `most` vertices as masks, smaller ones first; too many are a `LimitReached`."""
    found = layer = {1 << v: None for v in range(len(graph.names))}
    for _ in range(most - 1):
        layer = {some | 1 << w: None for some in layer for v in numbers(some) for w in numbers(graph.near[v] & ~some)}
        found = found | layer
        if len(found) > MOST_SETS:
            raise LimitReached(f"a move may take more than {MOST_SETS} sets of vertices of the core", kind="size")
    return list(found)
