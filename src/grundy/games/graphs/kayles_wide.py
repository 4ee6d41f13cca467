"""Node Kayles and Arc Kayles on several words: vertex i is bit i % 63 of word i // 63.

These rules are used if more vertices are left than fit into one word. As in `kayles_bits`, vertices that do not matter
are removed, but neighbours are looked up vertex by vertex, and positions are not replaced by symmetric ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...core import BitRule
from ..bits.masks import MODULUS, NUMBERS, members
from .undirected import PlainGraph

BITS = 63
"""Vertices in a word."""
MOST_WORDS = 4
Writes = Callable[[Any, Any], int]
Spread = Callable[[Any, int], int]


class _Wide(NamedTuple):
    """A graph packed into several words of `bits` vertices each."""

    near: tuple[int, ...]
    bits: int

    @property
    def words(self) -> int:
        return -(-len(self.near) // self.bits)

    def places(self, vertices: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return two tuples: for each of the vertices the number of its word, and the number of its bit in this word.

        They are lookup tables for compiled rules. Without vertices each has one entry 0, because compiled code needs a
        nonempty tuple.
        """
        found = [divmod(v, self.bits) for v in vertices] or [(0, 0)]
        return tuple(word for word, _ in found), tuple(place for _, place in found)

    @property
    def edges(self) -> list[tuple[int, int]]:
        return [(v, w) for v, beside in enumerate(self.near) for w in members(beside) if v < w]

    def rows(self, masks: Iterable[int]) -> tuple[int, ...]:
        """Convert bit masks of vertices to words: those of the first mask, then those of the second, and so on."""
        word = (1 << self.bits) - 1
        return tuple(mask >> self.bits * j & word for mask in masks for j in range(self.words)) or (0,)


def wide_node_kayles(graph: PlainGraph, position: int, bits: int = BITS) -> BitRule[int]:
    """Return the rules of Node Kayles for compiled search, in which a position is several words.

    Args:
        graph: The graph.
        position: The bit mask of its remaining vertices; more than `bits` of them are left.
        bits: The number of vertices in a word; fewer than the default are useful only in tests.

    Returns:
        The rules, for `position` and all positions that can follow it.
    """
    wide = _wide(graph, position, bits)
    near, size = wide.near, len(wide.near)
    inner = sorted(range(size), key=lambda v: -near[v].bit_count())
    options = _options(wide, [(v, v, near[v] | 1 << v) for v in inner])
    split = _split(wide, size + 2, lone=True)
    return _packed(position, wide, size, (options, split, _node_canon(wide)), size + 2)


def wide_arc_kayles(graph: PlainGraph, position: int, bits: int = BITS) -> BitRule[int]:
    """Return the rules of Arc Kayles for compiled search, in which a position is several words.

    Args:
        graph: The graph.
        position: The bit mask of its remaining vertices; more than `bits` of them are left.
        bits: The number of vertices in a word; fewer than the default are useful only in tests.

    Returns:
        The rules, for `position` and all positions that can follow it.
    """
    wide = _wide(graph, position, bits)
    parts, pairs = len(wide.near) // 2 + 2, wide.edges
    pairs.sort(key=lambda pair: -sum(wide.near[v].bit_count() for v in pair))
    options = _options(wide, [(v, w, 1 << v | 1 << w) for v, w in pairs])
    split = _split(wide, parts, lone=False)
    return _packed(position, wide, len(pairs), (options, split, _arc_canon(wide)), parts)


def _wide(graph: PlainGraph, position: int, bits: int) -> _Wide:
    bit = {v: i for i, v in enumerate(members(position))}
    return _Wide(tuple(sum(1 << bit[w] for w in members(graph.near[v] & position)) for v in bit), bits)


def _packed(position: int, wide: _Wide, most: int, rule: tuple[Writes, Writes, Writes], parts: int) -> BitRule[int]:
    """Build rules for compiled search from `rule`: the functions `options`, `split` and `canon`.

    The bits of the words are the vertices of `position` in ascending order. A position has at most `most` options, and
    `split` needs space for `parts` components.
    """
    order = tuple(members(position))

    def pack(left: int) -> tuple[int, ...]:
        return wide.rows([sum(1 << i for i, v in enumerate(order) if left >> v & 1)])

    def unpack(words: Sequence[int]) -> int:
        return sum(1 << order[i] for i in members(sum(word << wide.bits * j for j, word in enumerate(words))))

    options, split, canon = rule
    return BitRule(wide.words, most, options, pack, unpack, split=split, canon=canon, parts=parts)


def _options(wide: _Wide, moves: Sequence[tuple[int, int, int]]) -> Writes:
    """Return a function that writes the options of a position.

    A move is given by two vertices that must be left (the same one twice if it needs only one), and the bit mask of the
    vertices that it deletes.
    """
    count, size = wide.words, len(moves)
    first, first_bit = wide.places(v for v, _, _ in moves)
    second, second_bit = wide.places(w for _, w, _ in moves)
    gone = wide.rows(mask for _, _, mask in moves)

    def options(state: Any, out: Any) -> int:  # noqa: ANN401  # lists, or arrays
        k = 0
        for i in range(size):
            if state[first[i]] >> first_bit[i] & state[second[i]] >> second_bit[i] & 1:
                for j in range(count):
                    out[k + j] = state[j] & ~gone[count * i + j]
                k += count
        return k // count

    return options


def _split(wide: _Wide, parts: int, *, lone: bool) -> Writes:
    """Return a function that writes the connected components of a position.

    Isolated vertices are omitted. If they have moves (`lone`) and their number is odd, one is written, because pairs
    cancel. The output has space for `parts` components; the space for the last two is working memory.
    """
    size, count = len(wide.near), wide.words
    at, place = wide.places(range(size))
    rest, new = count * (parts - 2), count * (parts - 1)
    spread, kept = _spread(wide, rest, new), 1 if lone else 0

    def split(state: Any, out: Any) -> int:  # noqa: ANN401
        k = 0
        alone = 0
        for j in range(count):
            out[rest + j] = state[j]
        for v in range(size):
            if out[rest + at[v]] >> place[v] & 1:
                for j in range(count):
                    out[k + j] = 0
                    out[new + j] = 0
                out[k + at[v]] = 1 << place[v]
                out[new + at[v]] = 1 << place[v]
                if spread(out, k) > 1:
                    k += count
                else:
                    alone ^= kept
        if alone:
            for j in range(count):
                out[k + j] = 0
            out[k] = 1
            k += count
        return k // count

    return split


def _spread(wide: _Wide, rest: int, new: int) -> Spread:
    """Return a function that moves one component of a set of vertices to index k of `out` and returns its size.

    The set is at index `rest`; at `new` are the vertices of the component whose neighbours are not added yet. Before
    the call the first vertex of the component must be at k and at `new`.
    """
    rows, bits, count = wide.rows(wide.near), wide.bits, wide.words

    def spread(out: Any, k: int) -> int:  # noqa: ANN401
        size = 0
        more = 1
        while more:
            more = 0
            for j in range(count):
                while out[new + j]:
                    low = out[new + j] & -out[new + j]
                    v = bits * j + NUMBERS[low % MODULUS]
                    out[new + j] ^= low
                    out[rest + j] &= ~low
                    size += 1
                    more = 1
                    for i in range(count):
                        found = rows[count * v + i] & out[rest + i] & ~out[k + i]
                        out[k + i] |= found
                        out[new + i] |= found
        return size

    return spread


def _node_canon(wide: _Wide) -> Writes:
    """Return a function that keeps one of each set of adjacent vertices with the same other neighbours."""
    near, count, pairs = wide.near, wide.words, wide.edges
    both = wide.rows(1 << v | 1 << w for v, w in pairs)
    apart = wide.rows((near[v] ^ near[w]) & ~(1 << v | 1 << w) for v, w in pairs)
    second, second_bit = wide.places(w for _, w in pairs)
    tried = len(pairs)

    def canon(state: Any, out: Any) -> int:  # noqa: ANN401
        for j in range(count):
            out[j] = state[j]
        for i in range(tried):
            same = 1
            for j in range(count):
                pair = both[count * i + j]
                if out[j] & pair != pair or out[j] & apart[count * i + j]:
                    same = 0
            if same:
                out[second[i]] ^= 1 << second_bit[i]
        return 1

    return canon


def _arc_canon(wide: _Wide) -> Writes:
    """Return a function that keeps only one of the leaves that have the same neighbour."""
    rows, count = wide.rows(wide.near), wide.words
    at, place = wide.places(range(len(wide.near)))
    pairs = [(v, w) for v, beside in enumerate(wide.near) for w in members(beside)]
    middle, leaf = tuple(v for v, _ in pairs) or (0,), tuple(w for _, w in pairs) or (0,)
    tried = len(pairs)

    def canon(state: Any, out: Any) -> int:  # noqa: ANN401
        for j in range(count):
            out[j] = state[j]
        served = -1
        for i in range(tried):
            v = middle[i]
            w = leaf[i]
            if state[at[w]] >> place[w] & 1:
                lone = 1
                for j in range(count):
                    if rows[count * w + j] & state[j] != (1 << place[v] if at[v] == j else 0):
                        lone = 0
                if lone and served == v:
                    out[at[w]] ^= 1 << place[w]
                elif lone:
                    served = v
        return 1

    return canon
