"""Graphs whose vertices are bits of an integer: neighbours, degrees, components and images of whole sets of vertices.

Neighbours are computed by shifts: all edges (v, v + d) with the same difference d < 64 are one mask of lower ends. So
the cost is the number of differences, 2 on a grid, and not the number of vertices. The returned functions are plain
Python on words, so that `core.BitRule` can compile them. They get the graph from closure variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...core.packed import BITS
from .masks import Word, least_under, members, met_by
from .turns import SHORT, turns

MOST_CELLS = 4 * BITS
"""Cells of the largest board or graph that is searched by compiled code."""
MOST_SYMMETRIES = 48
"""The largest group of symmetries that is applied to every position of one word; for more words it is smaller."""
MOST_TRIED = 20_000
"""Vertices placed before a search for symmetries is abandoned; fewer in graphs of several words."""


class Places(NamedTuple):
    """An assignment of bits to the vertices of a position, so that a set of vertices is one integer.

    Attributes:
        order: The vertex of each bit.
        near: For each bit the bit mask of its neighbours.
        grid: The numbers of rows and columns (at most as many as rows) of a grid whose cell (r, c) is bit
            r * columns + c; None if the graph is not a grid.
    """

    order: tuple[int, ...]
    near: tuple[int, ...]
    grid: tuple[int, int] | None

    @property
    def by_rows(self) -> bool:
        """Whether neighbours are looked up vertex by vertex, not by shifts: for large graphs that are not grids."""
        return self.grid is None and len(self.near) > BITS

    def pack(self, position: int) -> int:
        """Convert a bit mask of vertices of the graph to the bits of this assignment."""
        return sum(1 << i for i, v in enumerate(self.order) if position >> v & 1)

    def unpack(self, state: int) -> int:
        """Convert bits of this assignment to a bit mask of vertices of the graph."""
        return sum(1 << self.order[i] for i in members(state))


def places(near: Sequence[int], position: int, grid: tuple[int, int] | None = None) -> Places:
    """Assign bits to the remaining vertices of a graph, or to all cells of a grid of up to 252 cells.

    Args:
        near: For each vertex of the graph the bit mask of its neighbours.
        position: The bit mask of the remaining vertices.
        grid: The numbers of rows and columns of the graph if it is a grid.

    Returns:
        The assignment.
    """
    order = tuple(members(position))
    if grid is not None and grid[0] * grid[1] > MOST_CELLS:
        grid = None
    if grid is not None:
        rows, columns = grid
        order = tuple(range(rows * columns))
        if rows < columns:
            order, grid = tuple(r * columns + c for c in range(columns) for r in range(rows)), (columns, rows)
    bit = {v: i for i, v in enumerate(order)}
    beside = tuple(sum(1 << bit[w] for w in members(near[v]) if w in bit) for v in order)
    return Places(order, beside, grid)


def neighbours_of(found: Places) -> Word:
    """Return a function that computes all neighbours of a set of vertices, both as bits of an integer.

    Args:
        found: The graph: which vertex each bit represents, and its neighbours.

    Returns:
        The function.

    Example:
        >>> bin(neighbours_of(Places((0, 1, 2, 3), (0b0010, 0b0101, 0b1010, 0b0100), None))(0b1001))
        '0b110'
    """
    if found.by_rows:
        return met_by(found.near)
    lowers: dict[int, int] = {}  # for each difference d of edges (v, v + d) the bit mask of the lower ends v
    for v, beside in enumerate(found.near):
        for w in members(beside >> v + 1 << v + 1):
            lowers[w - v] = lowers.get(w - v, 0) | 1 << v
    apart, lower = tuple(lowers) or (0,), tuple(lowers.values()) or (0,)  # compiled code needs nonempty tuples
    count = len(apart)

    def neighbours(state: int) -> int:
        met = 0
        for i in range(count):
            met |= (state & lower[i]) << (apart[i] & SHORT) | state >> (apart[i] & SHORT) & lower[i]
        return met

    return neighbours


def least_of(found: Places) -> Word:
    """Return a function that computes the least image of a set of vertices under symmetries of the graph.

    On a grid the symmetries are rotations, reflections and shifts of the set, which do not change the game. On other
    graphs they are those that the function `symmetries` finds.

    Args:
        found: The graph: which vertex each bit represents, and its neighbours.

    Returns:
        A function from a set of vertices to its least image, both as bits of an integer.
    """
    if found.grid is not None:
        return turns(*found.grid).least
    return least_under(symmetries(found.near, MOST_SYMMETRIES // max(1, -(-len(found.near) // BITS))))


@lru_cache(maxsize=64)
def symmetries(near: tuple[int, ...], most: int = MOST_SYMMETRIES) -> tuple[tuple[int, ...], ...]:
    """Compute a group of symmetries of a graph.

    A backtracking search chooses the image of one vertex after the other. The image must have the same degree, and its
    edges to the images chosen before must correspond to edges of the vertex. If the group is too large, or the search
    takes too long, vertices are fixed one by one until it succeeds; the result is then the subgroup that fixes these.

    Args:
        near: For each vertex the bit mask of its neighbours.
        most: The largest number of symmetries that may be returned.

    Returns:
        The symmetries, each as the image of every vertex.

    Example:
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
    """Return the vertices in breadth-first order, beginning with one of the highest degree."""
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
    size = len(near)
    image = [-1] * size
    found: list[tuple[int, ...]] = []
    stack = [(0, iter(_fitting(near, order, 0, image, fixed)))]
    for _ in range(MOST_TRIED * BITS // max(BITS, size)):
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
    """Return the vertices that can be the image of the vertex `order[depth]`, given the images of those before it.

    The first `fixed` vertices of `order` are mapped to themselves.
    """
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
