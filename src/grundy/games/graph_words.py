"""Vertices of a graph of up to 63 as bits of a word: neighbours, degrees, components and images, all at once.

Neighbours come by shifts: edges (v, v + d) with the same difference d are one mask of their lower ends, so the cost is
the number of differences, 2 on a grid, and not the number of vertices. All functions are plain Python over words, as
`core.Packed` wants them; each knows its graph by its closure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .field_words import turns
from .graph_symmetries import symmetries
from .undirected import PlainGraph, numbers

Word = Callable[[int], int]
BITS = 63
"""Vertices in a word."""


class Places(NamedTuple):
    """The vertices of a position as bits: `order[i]` is the vertex of bit i, `near[i]` the bits of its neighbours.

    `grid` are the rows and the columns, at most as many, of the board on which bit r * columns + c is a cell.
    """

    order: tuple[int, ...]
    near: tuple[int, ...]
    grid: tuple[int, int] | None

    def pack(self, position: int) -> int:
        """Return the bits of vertices."""
        return sum(1 << i for i, v in enumerate(self.order) if position >> v & 1)

    def unpack(self, state: int) -> int:
        """Return the vertices of bits."""
        return sum(1 << self.order[i] for i in numbers(state))


def places(graph: PlainGraph, position: int) -> Places:
    """Give bits to the vertices of a position; the whole board where the graph is a grid of up to 63 cells."""
    grid, order = None, tuple(numbers(position))
    if graph.grid is not None and graph.grid[0] * graph.grid[1] <= BITS:
        rows, columns = graph.grid
        order, grid = tuple(range(rows * columns)), (rows, columns)
        if rows < columns:
            order, grid = tuple(r * columns + c for c in range(columns) for r in range(rows)), (columns, rows)
    bit = {v: i for i, v in enumerate(order)}
    near = tuple(sum(1 << bit[w] for w in numbers(graph.near[v]) if w in bit) for v in order)
    return Places(order, near, grid)


def shifts(near: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the differences d of edges (v, v + d), and for each the mask of the lower ends v; never without one.

    >>> shifts((0b0010, 0b0101, 0b1010, 0b0100))
    ((1,), (7,))
    """
    lower: dict[int, int] = {}
    for v, beside in enumerate(near):
        for w in numbers(beside >> v + 1 << v + 1):
            lower[w - v] = lower.get(w - v, 0) | 1 << v
    return (tuple(lower), tuple(lower.values())) if lower else ((0,), (0,))


def neighbours_of(near: Sequence[int]) -> Word:
    """Return the function that gives all neighbours of the vertices of a state."""
    apart, lower = shifts(near)
    count = len(apart)

    def neighbours(state: int) -> int:
        found = 0
        for i in range(count):
            found |= (state & lower[i]) << apart[i] | state >> apart[i] & lower[i]
        return found

    return neighbours


def leaves_of(near: Sequence[int]) -> Word:
    """Return the function that gives the vertices of a state with exactly one neighbour in it."""
    apart, lower = shifts(near)
    count = len(apart)

    def leaves(state: int) -> int:
        once = 0
        twice = 0
        for i in range(count):
            met = (state & lower[i]) << apart[i]
            twice |= once & met
            once |= met
            met = state >> apart[i] & lower[i]
            twice |= once & met
            once |= met
        return state & once & ~twice

    return leaves


def forks_of(near: Sequence[int]) -> Word:
    """Return the function that gives the vertices of a state with three or more neighbours in it."""
    apart, lower = shifts(near)
    count = len(apart)

    def forks(state: int) -> int:
        once = 0
        twice = 0
        thrice = 0
        for i in range(count):
            met = (state & lower[i]) << apart[i]
            thrice |= twice & met
            twice |= once & met
            once |= met
            met = state >> apart[i] & lower[i]
            thrice |= twice & met
            twice |= once & met
            once |= met
        return state & thrice

    return forks


def pieces_of(neighbours: Word) -> Callable[[int, Any, int], int]:
    """Return the function that writes the components of a state behind the first k that stand in `out`."""

    def pieces(state: int, out: Any, k: int) -> int:  # noqa: ANN401  # a list, or an array
        while state:
            piece = state & -state
            grown = piece | neighbours(piece) & state
            while grown != piece:
                piece = grown
                grown |= neighbours(grown) & state
            out[k] = piece
            k += 1
            state ^= piece
        return k

    return pieces


def least_of(found: Places) -> Word:
    """Return the least image of a state under symmetries, on a grid under translations too."""
    return least_under(symmetries(found.near)) if found.grid is None else turns(*found.grid).least


def unmoved(state: int) -> int:
    """Return the state itself."""
    return state


def least_under(group: Sequence[Sequence[int]], moved: Word = unmoved) -> Word:
    """Return the function that gives the least image, then `moved`, of a state under a group of permutations of bits.

    >>> least_under([(0, 1, 2), (2, 1, 0)])(0b110)
    3
    """
    chunks = (len(group[0]) + 7) // 8
    images = tuple(image for each in group for image in _images(each, chunks))
    count = len(group)

    def least(state: int) -> int:
        best = -1
        for i in range(count):
            image = 0
            rest = state
            at = i * chunks << 8
            while rest:
                image |= images[at + (rest & 255)]
                rest >>= 8
                at += 256
            image = moved(image)
            best = image if best < 0 else min(best, image)
        return best

    return least


def _images(image: Sequence[int], chunks: int) -> list[int]:
    """Return where each choice of eight bits goes, chunk by chunk."""
    found = []
    for chunk in range(chunks):
        table = [0]
        for v in range(8 * chunk, 8 * chunk + 8):
            bit = 1 << image[v] if v < len(image) else 0
            table += [other | bit for other in table]
        found += table
    return found
