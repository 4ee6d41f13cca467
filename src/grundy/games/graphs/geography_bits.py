"""The rules of Geography on one machine word: the token's vertex in the high bits, the unused part of the graph below.

The low bits are the unvisited vertices, or the unused edges. Everything that the token cannot reach is removed, which
changes no future move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...core import BitRule
from ..bits.masks import MODULUS, NUMBERS, Word, count_bits, members
from .undirected import PlainGraph

BITS = 63
Token = tuple[int, int]
Writes = Callable[[int, Any], int]
Rule = tuple[Writes, Word]
"""The functions `options` and `canon`."""


def packed_vertices(graph: PlainGraph, position: Token) -> BitRule[Token] | None:
    """Return rules for compiled search of a position of Geography in which vertices must not repeat.

    Args:
        graph: The graph.
        position: The token and the unvisited vertices.

    Returns:
        The rules, or None if a position needs more than 63 bits.
    """
    token, left = position
    order = tuple(members(left | 1 << token))
    bit = {v: i for i, v in enumerate(order)}
    near = tuple(sum(1 << bit[w] for w in members(graph.near[v]) if w in bit) for v in order)
    size = len(order)
    if size + (size - 1).bit_length() > BITS:
        return None

    most = max(1, *(beside.bit_count() for beside in near))
    return _packed(order, order, most, _vertex_rule(near))


def packed_edges(graph: PlainGraph, position: Token) -> BitRule[Token] | None:
    """Return rules for compiled search of a position of Geography in which edges must not repeat.

    Args:
        graph: The graph.
        position: The token and the unused edges.

    Returns:
        The rules, or None if a position needs more than 63 bits.
    """
    token, left = position
    kept = tuple(members(left))
    order = tuple(dict.fromkeys([token, *(v for edge in kept for v in graph.edges[edge])]))
    bit = {v: i for i, v in enumerate(order)}
    place = {edge: i for i, edge in enumerate(kept)}
    size = len(kept)
    if size + (len(order) - 1).bit_length() > BITS or len(order) > BITS:
        return None
    ways: list[list[tuple[int, int]]] = [[] for _ in order]
    for edge in kept:
        v, w = (bit[end] for end in graph.edges[edge])
        ways[v].append((1 << place[edge], w))
        if not graph.directed:
            ways[w].append((1 << place[edge], v))

    return _packed(order, kept, max(1, *map(len, ways)), _edge_rule(size, ways))


def _packed(order: Sequence[int], kept: Sequence[int], most: int, rule: Rule) -> BitRule[Token]:
    """Build rules for compiled search.

    Low bit i of a word states whether the vertex or edge `kept[i]` is unused. The high bits are the index in `order` of
    the token's vertex. `most` is the largest number of options.
    """
    options, canon = rule
    bit = {v: i for i, v in enumerate(order)}
    place = {number: i for i, number in enumerate(kept)}
    size, full = len(kept), (1 << len(kept)) - 1

    def pack(found: Token) -> list[int]:
        return [sum(1 << place[number] for number in members(found[1]) if number in place) | bit[found[0]] << size]

    def unpack(words: Any) -> Token:  # noqa: ANN401  # a list, or an array
        return order[words[0] >> size], sum(1 << kept[i] for i in members(int(words[0]) & full))

    def split(state: int, out: Any) -> int:  # noqa: ANN401
        out[0] = canon(state)
        return 1 if out[0] else 0

    def weight(state: int) -> int:
        return count_bits(state & full)

    return BitRule(1, most, options, pack, unpack, split=split, canon=canon, weight=weight, parts=1)


def _vertex_rule(near: tuple[int, ...]) -> Rule:
    """Return the rules by which the token moves to unvisited vertices, for compiled search.

    `near` lists the bit mask of the neighbours of each vertex.
    """
    size = len(near)
    full = (1 << size) - 1

    def options(state: int, out: Any) -> int:  # noqa: ANN401
        free = state & full
        ends = free & near[state >> size]
        k = 0
        while ends:
            low = ends & -ends
            ends ^= low
            out[k] = free ^ low | NUMBERS[low % MODULUS] << size
            k += 1
        return k

    def canon(state: int) -> int:
        free = state & full
        found = 0
        new = free & near[state >> size]
        while new:
            low = new & -new
            found |= low
            new = (new | near[NUMBERS[low % MODULUS]] & free) & ~found
        return found | state >> size << size if found else 0

    return options, canon


def _edge_rule(size: int, ways: list[list[tuple[int, int]]]) -> Rule:
    """Return the rules by which the token moves along unused edges, for compiled search.

    `size` is the number of edges, which are the low bits of a word. `ways` lists, for every vertex, its edges as pairs
    (bit mask of the edge, other end).
    """
    first = (0, *(sum(map(len, ways[: v + 1])) for v in range(len(ways))))
    edges = tuple(edge for each in ways for edge, _ in each) or (0,)
    heads = tuple(head for each in ways for _, head in each) or (0,)
    full = (1 << size) - 1

    def options(state: int, out: Any) -> int:  # noqa: ANN401
        free = state & full
        token = state >> size
        k = 0
        for i in range(first[token], first[token + 1]):
            if free & edges[i]:
                out[k] = free ^ edges[i] | heads[i] << size
                k += 1
        return k

    def canon(state: int) -> int:
        free = state & full
        found = 0
        new = 1 << (state >> size)
        seen = new
        while new:
            low = new & -new
            new ^= low
            v = NUMBERS[low % MODULUS]
            for i in range(first[v], first[v + 1]):
                if free & edges[i]:
                    found |= edges[i]
                    new |= 1 << heads[i] & ~seen
                    seen |= 1 << heads[i]
        return found | state >> size << size if found else 0

    return options, canon
