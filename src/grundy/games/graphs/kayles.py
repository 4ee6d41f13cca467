"""Kayles on graphs: delete a vertex with its neighbours, or both ends of an edge; a player who cannot loses.

`node-kayles: grid(4x5)` deletes a vertex with its neighbours, `arc-kayles: 0-1 1-2 2-0` both ends of an edge, on the
graphs of `undirected`. On a path these are Dawson's Chess and Dawson's Kayles; Arc Kayles on a grid is Cram. Node
Kayles is PSPACE-complete (T. J. Schaefer, "On the complexity of some two-person perfect-information games", 1978).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from ...core import (
    BitRule,
    Bits,
    Checked,
    CheckedGame,
    CheckedMoves,
    CheckedWords,
    CoreMove,
    Knowledge,
    Move,
    Multigraph,
    Scene,
    Sum,
    Theorem,
)
from ..bits.masks import members
from ..heaps.dawson import dawson_value, path_value, ring_value
from .tails import TailedGame
from .undirected import taking


class NodeKayles(TailedGame, Checked[int], Bits[int], Knowledge[int]):
    """The rules of Node Kayles: choose a vertex and delete it with its neighbours."""

    name = "node-kayles"
    path_digits = (0, 1, 3, 7)
    theory = Theorem(
        "a path of n vertices has the value of 0.137 at n, which has period 34 from 52; "
        "a cycle is 0 or 1, as its one option is a path of n - 3; a complete graph is 1",
        'R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956',
    )

    def choices(self, position: int) -> Iterator[tuple[int, Sum[int]]]:
        """Return the vertices in their order, each with the connected components left after it is chosen."""
        graph = self.graph
        for v in members(position):
            yield v, Sum.of(graph.components(position & ~(graph.near[v] | 1 << v)))

    def core_moves(self, ends: tuple[int, int]) -> Iterator[CoreMove]:
        for v, near in enumerate(self.graph.near):
            yield CoreMove(1 << v, near | 1 << v, (int(v == ends[0]), int(v == ends[1])))
        yield CoreMove(1 << ends[0], 1 << ends[0], (2, 0), (1, 0))
        yield CoreMove(1 << ends[1], 1 << ends[1], (0, 2), (0, 1))

    def _move(self, position: int, choice: int, leaves: Sum[int]) -> Move[int]:
        return taking(self.graph.names[choice], leaves, (position & (1 << choice) - 1).bit_count())

    def count_moves(self, position: int) -> int:
        return position.bit_count()

    def known_value(self, position: int) -> int | None:
        kind, size = self.kind(position)
        if kind == "path":
            return dawson_value(size)
        if kind == "cycle":
            return ring_value(size)
        return 1 if kind else None

    def packed(self, position: int) -> BitRule[int] | None:
        from ..bits.graph_bits import Packing, vertex_bits
        from ..bits.neighbours import MOST_CELLS, places

        if position.bit_count() > MOST_CELLS:
            return None
        found = places(self.graph.near, position, self.graph.grid)
        return vertex_bits(found, Packing(found.pack, found.unpack))

    def checked(self, parts: Sum[int]) -> CheckedGame | None:
        """Return the sum as one graph, in the form in which the independent proof checker verifies certificates.

        The result is None, and no certificate can be made, if components of the sum overlap or are adjacent.
        """
        from .checked_kayles import checked_node_kayles, show

        graph, whole = self.graph, reduce(or_, parts, 0)
        if sorted(graph.components(whole)) != sorted(piece for part in parts for piece in graph.components(part)):
            return None

        def options(left: int) -> Iterator[int]:
            return (left & ~(graph.near[v] | 1 << v) for v in members(left))

        def words() -> CheckedWords[int] | None:
            return checked_node_kayles(graph, whole)

        rule = {"family": "node-kayles", "n": len(graph.names), "edges": [list(edge) for edge in graph.edges]}
        return CheckedGame(rule, CheckedMoves(options, show, graph.components, int.bit_count), whole, words)


class ArcKayles(TailedGame, Bits[int], Knowledge[int]):
    """The rules of Arc Kayles: choose an edge and delete both its ends."""

    name = "arc-kayles"
    path_digits = (0, 0, 7)
    theory = Theorem(
        "a path of n vertices has the value of 0.07 at n, which has period 34 from 53; "
        "a cycle is 0 or 1, as its one option is a path of n - 2; a complete graph is 1 when n mod 4 is 2 or 3, else 0",
        'R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956',
    )

    def choices(self, position: int) -> Iterator[tuple[int, Sum[int]]]:
        """Return the edges in their order, each with the components of two or more vertices left after it is chosen."""
        for edge, (v, w) in enumerate(self.graph.edges):
            if position >> v & position >> w & 1:
                left = self.graph.components(position & ~(1 << v | 1 << w))
                yield edge, Sum.of(piece for piece in left if piece & (piece - 1))

    def core_moves(self, ends: tuple[int, int]) -> Iterator[CoreMove]:
        for v, w in self.graph.edges:
            yield CoreMove(1 << v | 1 << w, 1 << v | 1 << w)
        yield CoreMove(1 << ends[0], 1 << ends[0], (1, 0), (1, 0))
        yield CoreMove(1 << ends[1], 1 << ends[1], (0, 1), (0, 1))

    def moves(self, position: int) -> Iterator[Move[int]]:
        """Return the moves, with names such as "take 2-3" for the edge between vertices 2 and 3.

        In the picture a move is marked on its edge.
        """
        for row, (edge, left) in enumerate(self.choices(position)):
            yield taking(self.graph.edge_name(edge), left, row)

    def scene(self, position: int) -> Scene:
        names = self.graph.names
        inside = (edge for edge in self.graph.edges if all(position >> end & 1 for end in edge))
        return Multigraph(
            tuple(names[v] for v in members(position)), tuple((names[v], names[w]) for v, w in inside), ""
        )

    def count_moves(self, position: int) -> int:
        near = self.graph.near
        return sum((near[v] & position).bit_count() for v in members(position)) // 2

    def known_value(self, position: int) -> int | None:
        kind, size = self.kind(position)
        if kind == "path":
            return path_value(size)
        if kind == "cycle":
            return ring_value(size)
        return size // 2 % 2 if kind else None

    def packed(self, position: int) -> BitRule[int] | None:
        from ..bits.graph_bits import Packing, domino_bits, edge_bits
        from ..bits.neighbours import MOST_CELLS, places

        if position.bit_count() > MOST_CELLS:
            return None
        found = places(self.graph.near, position, self.graph.grid)
        packing = Packing(found.pack, found.unpack)
        return edge_bits(found, packing) if found.grid is None else domino_bits(*found.grid, packing)
