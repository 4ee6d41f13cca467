"""Arc Kayles: choose an edge of a graph; both its ends are deleted with all their edges; who cannot move loses.

`arc-kayles: path(5)` or `arc-kayles: 0-1 1-2 2-0`: the graphs of `undirected`. Every component with an edge is a part.
On a path it is Dawson's Kayles, on a grid it is Cram. Edges are chosen as in T. J. Schaefer, "On the complexity of some
two-person perfect-information games", 1978.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core import Move, Packed, Sum, Theorem
from .dawson import dawson_value, ring_value
from .undirected import InducedGame, numbers


class ArcKayles(InducedGame):
    """Choose an edge and delete both its ends."""

    name = "arc-kayles"
    theory = Theorem(
        "a path of n vertices has the value of 0.07 at n, which has period 34 from 53; "
        "a cycle is 0 or 1, as its one option is a path of n - 2; a complete graph is 1 when n mod 4 is 2 or 3, else 0",
        'R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956',
    )

    def options(self, position: int) -> Iterator[Sum[int]]:
        """Return what each edge leaves, in their order; vertices without edges are gone."""
        graph = self.graph
        for _, ends in self._inside(position):
            left = graph.components(position & ~ends)
            yield Sum.of(piece for piece in left if piece & (piece - 1))

    def moves(self, position: int) -> Iterator[Move[int]]:
        """Return moves called "take 2-3"."""
        for (edge, _), leaves in zip(self._inside(position), self.options(position), strict=True):
            yield Move(f"take {self.graph.edge_name(edge)}", leaves)

    def _inside(self, position: int) -> Iterator[tuple[int, int]]:
        """Yield the number of each edge that is left, with its ends as a mask."""
        for edge, (v, w) in enumerate(self.graph.edges):
            ends = 1 << v | 1 << w
            if position & ends == ends:
                yield edge, ends

    def count_moves(self, position: int) -> int:
        """Return the number of edges."""
        near = self.graph.near
        return sum((near[v] & position).bit_count() for v in numbers(position)) // 2

    def known_value(self, position: int) -> int | None:
        """Return the value of a path, a cycle or a complete graph."""
        kind, size = self.kind(position)
        if kind == "path":
            return dawson_value(size - 1)
        if kind == "cycle":
            return ring_value(size)
        return size // 2 % 2 if kind else None

    def packed(self, position: int) -> Packed[int] | None:
        """Return the rule over words: one for up to 63 vertices, four for up to 252; else None."""
        from .kayles_words import packed_arc_kayles

        return packed_arc_kayles(self.graph, position)
