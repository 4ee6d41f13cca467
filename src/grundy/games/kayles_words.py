"""Node Kayles and Arc Kayles over one word: the vertices that are left.

What is merged plays the same, move for move, so the reductions hold in misere play too. In Node Kayles two neighbours
with the same other neighbours (true twins) are deleted together by every move, and choosing one or the other leaves
the same: one of them stands for both. Vertices without neighbours are heaps of one: two of them cancel, one is vertex
0. In Arc Kayles of the leaves at one vertex at most one is ever taken, no matter which, and the others end without
edges: one of them stands for all; a vertex without edges is gone. Positions of a grid are turned, reflected and
moved to a corner, those of any other graph mapped by its symmetries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core import Packed
from .dawson import dawson_value, ring_value
from .field_words import count_bits
from .graph_words import (
    BITS,
    Places,
    Word,
    forks_of,
    least_of,
    leaves_of,
    neighbours_of,
    pieces_of,
    places,
    shifts,
)
from .kayles_wide import MOST_WORDS, wide_arc_kayles, wide_node_kayles
from .undirected import PlainGraph

Writes = Callable[[int, Any], int]
_SIZES = range(BITS + 1)


def packed_node_kayles(graph: PlainGraph, position: int) -> Packed[int] | None:
    """Return Node Kayles on the vertices of a position; None for more than four words."""
    if position.bit_count() > BITS:
        wide = position.bit_count() <= MOST_WORDS * BITS
        return wide_node_kayles(graph, position) if wide else None
    found = places(graph, position)
    size = len(found.order)
    return Packed(
        1,
        size,
        _node_options(found),
        lambda left: [found.pack(left)],
        lambda words: found.unpack(words[0]),
        split=_node_split(found),
        canon=_node_canon(found),
        known=_known(found, tuple(map(dawson_value, _SIZES))),
        parts=size,
    )


def packed_arc_kayles(graph: PlainGraph, position: int) -> Packed[int] | None:
    """Return Arc Kayles on the vertices of a position; None for more than four words, or without an edge."""
    if position.bit_count() > BITS:
        wide = position.bit_count() <= MOST_WORDS * BITS
        return wide_arc_kayles(graph, position) if wide else None
    found = places(graph, position)
    edges = _edges(found)
    if not edges:
        return None
    return Packed(
        1,
        len(edges),
        _arc_options(edges),
        lambda left: [found.pack(left)],
        lambda words: found.unpack(words[0]),
        split=_arc_split(found),
        canon=_arc_canon(found, min(edges)),
        known=_known(found, (0, *map(dawson_value, _SIZES))),
        parts=len(found.order) // 2,
    )


def _node_options(found: Places) -> Writes:
    """Return the moves: every vertex, those with most neighbours first."""
    size = len(found.order)
    inner = sorted(range(size), key=lambda v: (-found.near[v].bit_count(), abs(2 * v + 1 - size)))
    chosen = tuple(1 << v for v in inner)
    kept = tuple(~(found.near[v] | 1 << v) & (1 << BITS) - 1 for v in inner)

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list, or an array
        k = 0
        for i in range(size):
            if state & chosen[i]:
                out[k] = state & kept[i]
                k += 1
        return k

    return options


def _node_split(found: Places) -> Writes:
    """Return the components; of the vertices without neighbours one, when they are odd in number."""
    neighbours = neighbours_of(found.near)
    pieces = pieces_of(neighbours)

    def split(state: int, out: Any) -> int:  # noqa: ANN401
        joined = state & neighbours(state)
        k = count_bits(state ^ joined) & 1
        if k:
            out[0] = 1
        return pieces(joined, out, k)

    return split


def _node_canon(found: Places) -> Word:
    """Return the representative: one of all true twins, and the least image."""
    near, least = found.near, least_of(found)
    pairs = [
        (v, w) for v in range(len(near)) for w in range(v + 1, len(near)) if near[v] & near[w] and near[v] >> w & 1
    ]
    both = tuple(1 << v | 1 << w for v, w in pairs) or (0,)
    apart = tuple((near[v] ^ near[w]) & ~(1 << v | 1 << w) for v, w in pairs) or (0,)
    second = tuple(1 << w for _, w in pairs) or (0,)
    count = len(pairs)

    def canon(state: int) -> int:
        for i in range(count):
            if state & both[i] == both[i] and state & apart[i] == 0:
                state ^= second[i]
        rest = state & (state - 1)
        if rest & (rest - 1) == 0:
            return 1 if state else 0
        return least(state)

    return canon


def _known(found: Places, paths: tuple[int, ...]) -> Word:
    """Return the value of a component that is a path or a cycle."""
    forks, leaves = forks_of(found.near), leaves_of(found.near)
    rings = (0, 0, 0, *map(ring_value, range(3, BITS + 1)))

    def known(state: int) -> int:
        if forks(state):
            return -1
        size = count_bits(state)
        if size < 2 or leaves(state):
            return paths[size]
        return rings[size]

    return known


def _edges(found: Places) -> list[int]:
    """Return the ends of every edge, those with most neighbours first."""
    near = found.near
    pairs = [(v, w) for v in range(len(near)) for w in range(v + 1, len(near)) if near[v] >> w & 1]
    pairs.sort(key=lambda pair: (-sum(near[v].bit_count() for v in pair), abs(sum(pair) + 1 - len(near))))
    return [1 << v | 1 << w for v, w in pairs]


def _arc_options(edges: list[int]) -> Writes:
    """Return the moves: every edge."""
    ends = tuple(edges)
    count = len(ends)

    def options(state: int, out: Any) -> int:  # noqa: ANN401
        k = 0
        for i in range(count):
            if state & ends[i] == ends[i]:
                out[k] = state ^ ends[i]
                k += 1
        return k

    return options


def _arc_split(found: Places) -> Writes:
    """Return the components that have an edge."""
    neighbours = neighbours_of(found.near)
    pieces = pieces_of(neighbours)

    def split(state: int, out: Any) -> int:  # noqa: ANN401
        return pieces(state & neighbours(state), out, 0)

    return split


def _arc_canon(found: Places, edge: int) -> Word:
    """Return the representative: one leaf at each vertex, and the least image; a single edge is `edge`."""
    apart, lower = shifts(found.near)
    leaves, least, count = leaves_of(found.near), least_of(found), len(apart)

    def canon(state: int) -> int:
        ends = leaves(state)
        served = 0
        for i in range(count):
            met = (ends & lower[i]) << apart[i] & state
            state &= ~((met & served) >> apart[i])
            served |= met
            met = ends >> apart[i] & lower[i] & state
            state &= ~((met & served) << apart[i])
            served |= met
        rest = state & (state - 1)
        if rest & (rest - 1) == 0:
            return edge if rest else 0
        return least(state)

    return canon
