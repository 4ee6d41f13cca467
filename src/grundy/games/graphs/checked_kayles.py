"""Node Kayles on positions packed into integers, for certificates: options, and the options of these, as arrays."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any

from ...core import CheckedWords
from ..bits.graph_bits import Packing, vertex_bits
from ..bits.masks import members, pieces_of
from ..bits.neighbours import MOST_CELLS, neighbours_of, places
from .undirected import PlainGraph


def checked_node_kayles(graph: PlainGraph, position: int) -> CheckedWords[int] | None:
    """Return the rules of Node Kayles for certificates, which use no theorem to simplify a position.

    Options are sorted by their texts, which list the remaining vertices in ascending order, such as "0,1,3".

    Args:
        graph: The graph.
        position: The bit mask of its remaining vertices.

    Returns:
        The rules, or None if more than 252 vertices are left.
    """
    if position.bit_count() > MOST_CELLS:
        return None
    found = places(graph.near, position, graph.grid)
    deleted = [near | 1 << v for v, near in enumerate(found.near)]

    def listed(part: int) -> tuple[Any, Any, Any]:
        import numpy as np

        lefts = options(found.pack(part))
        replies = [options(left) for left in lefts]
        arrays = (np.array([*map(packed.words_of, each)], np.int64) for each in (lefts, chain(*replies)))
        options_of, replies_of = (array.reshape(-1, packed.words) for array in arrays)
        return options_of, replies_of, np.cumsum([0, *map(len, replies)])

    vertices = [(str(v), 1 << bit) for v, bit in sorted((v, bit) for bit, v in enumerate(found.order))]

    def options(word: int) -> list[int]:
        lefts = dict.fromkeys(word & ~deleted[v] for v in members(word))
        return sorted(lefts, key=lambda left: ",".join([name for name, bit in vertices if left & bit]) or "-")

    plain = vertex_bits(found, Packing(found.pack, found.unpack))
    packed = replace(plain, split=pieces_of(neighbours_of(found)), canon=None, known=None)
    return CheckedWords(packed, listed)


def show(position: int) -> str:
    """Write a set of vertices, given as a bit mask, as certificates do, or "-" if it is empty.

    >>> show(0b1011)
    '0,1,3'
    """
    return ",".join(map(str, members(position))) or "-"
