"""The rules of Geography on one machine word: the token's vertex in the high bits, the unused part of the graph below.

The low bits are the unvisited vertices, or the unused edges. Everything that the token cannot reach is removed, which
changes no future move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any

from ...core import BitRule
from ..bits.masks import Word, members
from .undirected import PlainGraph

BITS = 63
Token = tuple[int, int]
Steps = Sequence[Sequence[tuple[int, int]]]


def packed_token(graph: PlainGraph, steps: Steps, position: Token, *, edges: bool) -> BitRule[Token] | None:
    """Return rules for compiled search of a position of Geography.

    Low bit i of a word states whether the vertex or edge `kept[i]` is unused. The high bits are the index in `order` of
    the token's vertex.

    Args:
        graph: The graph.
        steps: For each vertex the steps from it: the number of the edge or vertex that a step uses, and its end.
        position: The token, and the unvisited vertices or the unused edges.
        edges: Whether edges must not repeat, instead of vertices.

    Returns:
        The rules, or None if a position needs more than 63 bits.
    """
    token, left = position
    kept = tuple(members(left if edges else left | 1 << token))
    order = tuple(dict.fromkeys([token, *(v for edge in kept for v in graph.edges[edge])])) if edges else kept
    bit = {v: i for i, v in enumerate(order)}
    place = {number: i for i, number in enumerate(kept)}
    size, full = len(kept), (1 << len(kept)) - 1
    if size + (len(order) - 1).bit_length() > BITS or len(order) > BITS:
        return None
    ways = [[(1 << place[number], bit[head]) for number, head in steps[v] if number in place] for v in order]
    first = (0, *(sum(map(len, ways[: v + 1])) for v in range(len(ways))))
    marks = tuple(mark for each in ways for mark, _ in each) or (0,)
    heads = tuple(head for each in ways for _, head in each) or (0,)

    def pack(found: Token) -> list[int]:
        return [sum(1 << place[number] for number in members(found[1]) if number in place) | bit[found[0]] << size]

    def unpack(words: Any) -> Token:  # noqa: ANN401  # a list, or an array
        return order[words[0] >> size], sum(1 << kept[i] for i in members(int(words[0]) & full))

    def options(state: int, out: Any) -> int:  # noqa: ANN401
        free = state & full
        token = state >> size
        k = 0
        for i in range(first[token], first[token + 1]):
            if free & marks[i]:
                out[k] = free ^ marks[i] | heads[i] << size
                k += 1
        return k

    near = tuple(reduce(or_, (mark for mark, _ in each), 0) for each in ways)
    after = [0] * size
    for mark, head in chain(*ways):
        after[mark.bit_length() - 1] |= near[head]
    canon = _reached(size, near, tuple(after) or (0,))

    def split(state: int, out: Any) -> int:  # noqa: ANN401
        out[0] = canon(state)
        return 1 if out[0] else 0

    def weight(state: int) -> int:
        return (state & full).bit_count()

    most = max(1, *map(len, ways))
    return BitRule(1, most, options, pack, unpack, split=split, canon=canon, weight=weight, parts=1)


def _reached(size: int, near: tuple[int, ...], after: tuple[int, ...]) -> Word:
    """Return a function that removes what the token cannot reach from a position.

    `size` is the number of low bits. `near` lists, for each vertex, the bits that the steps from it use, and `after`,
    for each bit, those of the steps after a step that uses it.
    """
    full = (1 << size) - 1

    def canon(state: int) -> int:
        free = state & full
        found = 0
        new = free & near[state >> size]
        while new:
            low = new & -new
            found |= low
            new = (new | after[low.bit_length() - 1] & free) & ~found
        return found | state >> size << size if found else 0

    return canon
