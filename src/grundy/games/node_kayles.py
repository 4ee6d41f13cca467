"""Node Kayles: choose a vertex of a graph; it is deleted with all its neighbours; who cannot move loses.

`node-kayles: 0-1 1-2 2-3` or `node-kayles: grid(4x5)`: the graphs of `undirected`. Every component is a part. On a path
it is Dawson's Chess. To decide it is PSPACE-complete (T. J. Schaefer, "On the complexity of some two-person
perfect-information games", 1978).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..core import Move, Packed, Sum, Theorem
from .dawson import dawson_value, ring_value
from .undirected import InducedGame, numbers


class NodeKayles(InducedGame):
    """Choose a vertex and delete it with its neighbours."""

    name = "node-kayles"
    theory = Theorem(
        "a path of n vertices has the value of 0.137 at n, which has period 34 from 52; "
        "a cycle is 0 or 1, as its one option is a path of n - 3; a complete graph is 1",
        'R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956',
    )

    def options(self, position: int) -> Iterator[Sum[int]]:
        """Return what each vertex leaves, in their order."""
        graph = self.graph
        for v in numbers(position):
            yield Sum.of(graph.components(position & ~(graph.near[v] | 1 << v)))

    def moves(self, position: int) -> Iterator[Move[int]]:
        """Return moves called "take 3"."""
        for v, leaves in zip(numbers(position), self.options(position), strict=True):
            yield Move(f"take {self.graph.names[v]}", leaves)

    def count_moves(self, position: int) -> int:
        """Return the number of vertices."""
        return position.bit_count()

    def known_value(self, position: int) -> int | None:
        """Return the value of a path, a cycle or a complete graph."""
        kind, size = self.kind(position)
        if kind == "path":
            return dawson_value(size)
        if kind == "cycle":
            return ring_value(size)
        return 1 if kind else None

    def packed(self, position: int) -> Packed[int] | None:
        """Return the rule over words: one for up to 63 vertices, four for up to 252; else None."""
        from .kayles_words import packed_node_kayles

        return packed_node_kayles(self.graph, position)
