"""Node Kayles and Arc Kayles on one word: the mask of the vertices that are left.

Merged positions have isomorphic game trees, so they are equal in misère play too. In Node Kayles two adjacent vertices
with the same other neighbours (true twins) are deleted together by every move, so one of them suffices. Isolated
vertices are heaps of one: two of them cancel, and one is replaced by vertex 0. In Arc Kayles at most one of the leaves
at a vertex is ever taken, so one suffices; isolated vertices are removed. Positions of a grid are rotated, reflected
and moved to a corner; those of any other graph are mapped by its symmetries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from ...core import BitRule, CheckedWords
from ..bits.masks import Word, count_bits, members, pieces_of
from ..heaps.dawson import dawson_value, ring_value
from .kayles_wide import MOST_WORDS, wide_arc_kayles, wide_node_kayles
from .neighbours import BITS, Places, forks_of, least_of, leaves_of, neighbours_of, places, shifts
from .undirected import PlainGraph

Writes = Callable[[int, Any], int]
_SIZES = range(BITS + 1)


def packed_node_kayles(graph: PlainGraph, position: int) -> BitRule[int] | None:
    """Return rules for compiled search of Node Kayles on the vertices that are left of a graph.

    Args:
        graph: The graph.
        position: The bit mask of its remaining vertices.

    Returns:
        The rules, or None if more than 252 vertices are left.
    """
    if position.bit_count() > BITS:
        wide = position.bit_count() <= MOST_WORDS * BITS
        return wide_node_kayles(graph, position) if wide else None
    found = places(graph, position)
    size = len(found.order)
    inner = sorted(range(size), key=lambda v: (-found.near[v].bit_count(), abs(2 * v + 1 - size)))
    return BitRule(
        1,
        size,
        _options([(1 << v, found.near[v] | 1 << v) for v in inner]),  # vertices of the highest degree first
        lambda left: [found.pack(left)],
        lambda words: found.unpack(words[0]),
        split=_split(found, lone=True),
        canon=_node_canon(found),
        known=_known(found, tuple(map(dawson_value, _SIZES))),
        parts=size,
    )


def checked_node_kayles(graph: PlainGraph, position: int) -> CheckedWords[int] | None:
    """Return Node Kayles on packed positions as certificates represent it: no vertices are merged.

    The order of options is that of their texts, in which vertices are listed in ascending order.

    Args:
        graph: The graph.
        position: The bit mask of its remaining vertices.

    Returns:
        The rules, or None if more than 63 vertices are left.
    """
    if position.bit_count() > BITS:
        return None
    found = places(graph, position)
    deleted = [near | 1 << v for v, near in enumerate(found.near)]
    pieces = pieces_of(neighbours_of(found.near))

    def listed(part: int) -> tuple[Any, Any, Any]:
        import numpy as np

        lefts = options(found.pack(part))
        replies = [options(left) for left in lefts]
        bounds = np.cumsum([0, *map(len, replies)])
        return np.array(lefts, np.int64), np.array([*chain(*replies)], np.int64), bounds

    vertices = [(str(v), 1 << bit) for v, bit in sorted((v, bit) for bit, v in enumerate(found.order))]

    def options(word: int) -> list[int]:
        lefts = dict.fromkeys(word & ~deleted[v] for v in members(word))
        return sorted(lefts, key=lambda left: ",".join([name for name, bit in vertices if left & bit]) or "-")

    plain = packed_node_kayles(graph, position)
    if plain is None:
        return None
    plain = replace(plain, split=lambda state, out: pieces(state, out, 0), canon=None, known=None)
    return CheckedWords(plain, listed)


def show(position: int) -> str:
    """Write a set of vertices, given as a bit mask, as certificates do, or "-" if it is empty.

    >>> show(0b1011)
    '0,1,3'
    """
    return ",".join(map(str, members(position))) or "-"


def packed_arc_kayles(graph: PlainGraph, position: int) -> BitRule[int] | None:
    """Return rules for compiled search of Arc Kayles on the vertices that are left of a graph.

    Args:
        graph: The graph.
        position: The bit mask of its remaining vertices.

    Returns:
        The rules, or None if more than 252 vertices or no edges are left.
    """
    if position.bit_count() > BITS:
        wide = position.bit_count() <= MOST_WORDS * BITS
        return wide_arc_kayles(graph, position) if wide else None
    found = places(graph, position)
    near, size = found.near, len(found.near)
    pairs = [(v, w) for v in range(size) for w in range(v + 1, size) if near[v] >> w & 1]
    pairs.sort(key=lambda pair: (-sum(near[v].bit_count() for v in pair), abs(sum(pair) + 1 - size)))
    edges = [1 << v | 1 << w for v, w in pairs]  # edges at vertices of high degree first
    if not edges:
        return None
    return BitRule(
        1,
        len(edges),
        _options([(ends, ends) for ends in edges]),
        lambda left: [found.pack(left)],
        lambda words: found.unpack(words[0]),
        split=_split(found, lone=False),
        canon=_arc_canon(found, min(edges)),
        known=_known(found, (0, *map(dawson_value, _SIZES))),
        parts=len(found.order) // 2,
    )


def _options(moves: Sequence[tuple[int, int]]) -> Writes:
    """List the results of moves, given by the vertices that they need and those that they delete."""
    needed = tuple(need for need, _ in moves)
    kept = tuple(~gone & (1 << BITS) - 1 for _, gone in moves)
    count = len(needed)

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list, or an array
        k = 0
        for i in range(count):
            if state & needed[i] == needed[i]:
                out[k] = state & kept[i]
                k += 1
        return k

    return options


def _split(found: Places, *, lone: bool) -> Writes:
    """Write the components; isolated vertices are omitted unless they have a move (`lone`).

    Then one of them is written if their number is odd, because pairs cancel.
    """
    neighbours = neighbours_of(found.near)
    pieces, kept = pieces_of(neighbours), 1 if lone else 0

    def split(state: int, out: Any) -> int:  # noqa: ANN401
        joined = state & neighbours(state)
        k = count_bits(state ^ joined) & 1 if kept else 0
        if k:
            out[0] = 1
        return pieces(joined, out, k)

    return split


def _node_canon(found: Places) -> Word:
    """Keep one of each set of adjacent vertices with the same other neighbours, and take the least image."""
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
    """Return the value of a path, by its number of vertices in `paths`, or of a cycle."""
    forks, leaves = forks_of(found.near), leaves_of(found.near)
    rings = (0, 0, 0, *map(ring_value, range(3, BITS + 1)))

    def known(state: int) -> int:
        if forks(state):
            return -1
        size = count_bits(state)
        return paths[size] if size < 2 or leaves(state) else rings[size]

    return known


def _arc_canon(found: Places, edge: int) -> Word:
    """Keep one leaf at each vertex, and take the least image, which for a single edge is `edge`."""
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
