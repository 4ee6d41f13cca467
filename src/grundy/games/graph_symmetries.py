"""Symmetries of a graph: permutations of its vertices under which edges stay edges.

Vertices are mapped one after the other, each next to one that is mapped, wherever degrees and edges allow; a group
that is too large is cut down to those that leave the first vertices where they are, which is a group again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MOST = 48
"""Symmetries that are worth trying on every position."""
MOST_TRIED = 20_000
"""Vertices placed until a search for symmetries is given up."""


@lru_cache(maxsize=64)
def symmetries(near: tuple[int, ...], most: int = MOST) -> tuple[tuple[int, ...], ...]:
    """Return a group of at most `most` symmetries of the graph with these neighbours, each as vertex -> vertex.

    >>> len(symmetries((0b0010, 0b0101, 0b1010, 0b0100)))  # a path of four vertices
    2
    """
    size = len(near)
    order = _order(near)
    for fixed in range(size):
        found = _found(near, order, fixed, most)
        if found is not None:
            return tuple(found)
    return (tuple(range(size)),)


def _order(near: Sequence[int]) -> list[int]:
    """Return the vertices, each as far as possible behind a neighbour, the one with most neighbours first."""
    left, queue, order = set(range(len(near))), list[int](), list[int]()
    while left or queue:
        if not queue:
            queue.append(max(left, key=lambda v: (near[v].bit_count(), -v)))
            left.discard(queue[0])
        v = queue.pop(0)
        order.append(v)
        new = sorted((w for w in left if near[v] >> w & 1), key=lambda w: -near[w].bit_count())
        left.difference_update(new)
        queue += new
    return order


def _found(near: Sequence[int], order: Sequence[int], fixed: int, most: int) -> list[tuple[int, ...]] | None:
    """Return the symmetries that leave the first `fixed` vertices of the order; None: there are too many."""
    size = len(near)
    image = [-1] * size
    found: list[tuple[int, ...]] = []
    stack = [(0, iter(_fitting(near, order, 0, image, fixed)))]
    for _ in range(MOST_TRIED):
        depth, choices = stack[-1]
        w = next(choices, -1)
        image[order[depth]] = w
        if w < 0:
            stack.pop()
            if not stack:
                return found
        elif depth + 1 < size:
            stack.append((depth + 1, iter(_fitting(near, order, depth + 1, image, fixed))))
        elif len(found) == most:
            return None
        else:
            found.append(tuple(image))
    return None


def _fitting(near: Sequence[int], order: Sequence[int], depth: int, image: Sequence[int], fixed: int) -> list[int]:
    """Return the vertices to which the next one may go, as far as the ones before it say."""
    v = order[depth]
    if depth < fixed:
        return [v]
    before = order[:depth]
    taken = [image[u] for u in before]
    beside = sum(1 << image[u] for u in before if near[v] >> u & 1)
    among = sum(1 << w for w in taken)
    degree = near[v].bit_count()
    free = (w for w in range(len(near)) if not among >> w & 1 and near[w].bit_count() == degree)
    return [w for w in free if near[w] & among == beside]
