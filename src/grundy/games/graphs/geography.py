"""Geography: a token moves along edges of a graph and never repeats a vertex; the player who cannot move loses.

    geography: 0>1 1>2 2>0 @ 0              directed; no vertex is visited twice
    geography: grid(3x3) @ 4                undirected edges, written 0-1
    geography(edges=true): 0-1 1-2 2-0 @ 0  no edge is used twice, but vertices may be visited again
    geography: 0-1 1-2 @ 2 without 1        visited vertices (or used edges: "without 0-1") follow the token

Tokens separated by ";" are components, each with its own visits. On undirected graphs the game of vertices is
polynomial: a move wins if it goes to a vertex that some maximum matching of the graph without the token's vertex misses
(A. S. Fraenkel, E. R. Scheinerman and D. Ullman, "Undirected edge geography", 1993). The other three games are
PSPACE-complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from ...core import (
    OVER,
    BitRule,
    Bits,
    Knowledge,
    Move,
    Network,
    Outcome,
    Picture,
    PositionError,
    Ruleset,
    Scanner,
    Scene,
    Structure,
    Sum,
    Theorem,
    on_pieces,
)
from ..bits.masks import members
from ..forms import Choosing, Drawn, refused
from .files import VERTEX, Pair
from .matching import inessential
from .undirected import PlainGraph, graph_of, read_graph, read_vertex

MERGED = 64
"""With more left than this, removing the unreachable part costs more than it saves."""
Token = tuple[int, int]
"""The vertex of the token, and a mask of the unvisited vertices or of the unused edges."""


class Geography(Choosing[Token, int], Drawn[Token], Picture[Token], Bits[Token], Structure, Knowledge[Token]):
    """The rules of Geography: move a token to a neighbour not visited before, or along an edge not used before."""

    theory = Theorem(
        "in the game of vertices on an undirected graph the player to move wins exactly when the token is on a "
        "vertex of every maximum matching",
        'A. S. Fraenkel, E. R. Scheinerman and D. Ullman, "Undirected edge geography", 1993',
    )

    idea_lost = (
        "The free vertices can be paired along edges, as many as possible, so that the token's own has no partner: "
        "wherever you go, the other player moves to the partner of that vertex."
    )
    idea_won = (
        "Pair the vertices along edges, as many as possible: the token's has a partner then. Move there, and "
        "move to the partner every time."
    )

    def __init__(self, graph: PlainGraph | None = None, *, edges: bool = False) -> None:
        """Build the ruleset.

        Args:
            graph: The graph; None for rules that are not bound to one yet.
            edges: Whether edges must not repeat, instead of vertices.
        """
        self.graph = graph or PlainGraph()
        self.edges = edges
        self.name = "geography(edges=true)" if edges else "geography"
        self.ways: list[list[tuple[int, int]]] = [[] for _ in self.graph.names]
        """For each vertex the steps from it: the number of the edge or vertex that a step uses, and its end."""
        for edge, (v, w) in enumerate(self.graph.edges):
            self.ways[v].append((edge if edges else w, w))
            if not self.graph.directed:
                self.ways[w].append((edge if edges else v, v))
        for steps in self.ways:
            steps.sort()

    def choices(self, position: Token) -> Iterator[tuple[int, Token]]:
        """Return each vertex to which the token can go, and the position after this move.

        The order is that of the vertices or, if edges must not repeat, that of the edges.
        """
        token, left = position
        return ((head, (head, left ^ 1 << number)) for number, head in self.ways[token] if left >> number & 1)

    def _move(self, position: Token, choice: int, leaves: Sum[Token]) -> Move[Token]:
        token, left = position
        kept = self.graph.whole if self.edges else left | 1 << token
        rows = ((kept & (1 << vertex) - 1).bit_count() for vertex in (token, choice))
        return Move(f"to {self.graph.names[choice]}", leaves, lambda: on_pieces(*((row, 0) for row in rows)), "move")

    def canonical(self, position: Token) -> Token:
        """Return the position without vertices or edges that the token cannot reach.

        If more than 64 are left (`MERGED`), the position is returned unchanged, because this would take too long.
        """
        return self.reached(position) if position[1].bit_count() <= MERGED else position

    def reached(self, position: Token) -> Token:
        """Return the position without the vertices or edges that the token cannot reach."""
        token, left = position
        seen, kept, queue = {token}, 0, [token]
        for vertex in queue:  # the list grows during the loop
            for number, head in self.ways[vertex]:
                if left >> number & 1:
                    kept |= 1 << number
                    if head not in seen:
                        seen.add(head)
                        queue.append(head)
        return token, kept

    def known_outcome(self, position: Token) -> Outcome | None:
        """Return the outcome by a theorem if the graph is undirected and vertices must not repeat; else None."""
        to_lost = self._to_lost(position)
        return None if to_lost is None else Outcome.wins(to_lost != 0)

    def moves_to(self, position: Token, value: int) -> Iterable[Move[Token]] | None:
        to_lost = None if value else self._to_lost(position)
        if to_lost is None:
            return None
        return [move for move in self.moves(position) if to_lost >> move.leaves[0][0] & 1]

    def _to_lost(self, position: Token) -> int | None:
        """Return a bit mask of the neighbours to which a move wins, or None if no theorem gives these."""
        if self.edges or self.graph.directed:
            return None
        token, left = position
        near = self.graph.near
        return near[token] & left and near[token] & inessential(near, self.reached(position)[1])

    def check(self, position: Token) -> None:
        graph = self.graph
        size = len(graph.edges if self.edges else graph.names)
        if type(position) is not tuple or [type(number) for number in position] != [int, int]:
            raise PositionError(f"{self.name}: expected a vertex and what is left, found {position!r}")
        token, left = position
        if not 0 <= token < len(graph.names) or not 0 <= left < 1 << size or (not self.edges and left >> token & 1):
            raise PositionError(f"{self.name}: the graph has no such vertex, or not so much left: {position!r}")

    def bind(self, text: str) -> tuple[Geography, Sum[Token]]:
        """Read the graph and the token, with the vertices that it has visited or the edges used."""
        scanner = Scanner(text)
        bound = Geography(read_graph(scanner, "->"), edges=self.edges)
        scanner.expect("@", '"@" and the vertex of the token')
        return bound, bound.tokens(scanner)

    def on_graph(
        self, pairs: Sequence[Pair], *, directed: bool, at: str | None
    ) -> tuple[Ruleset[Token], Sum[Token]] | None:
        if at is None:
            return None
        bound = Geography(graph_of(pairs, directed=directed), edges=self.edges)
        token = bound.graph.number[at]
        gone = 0 if self.edges else 1 << token
        return bound, Sum((token, (1 << len(bound.graph.edges)) - 1 if self.edges else bound.graph.whole & ~gone))

    def tokens(self, scanner: Scanner) -> Sum[Token]:
        """Read tokens separated by ";", each with its visited vertices or used edges."""
        if scanner.take(OVER):
            scanner.end()
            return Sum()
        size = len(self.graph.edges if self.edges else self.graph.names)
        found: list[Token] = []
        while not found or scanner.take(";"):  # token [ "without" { vertex | edge } ]
            token = read_vertex(scanner, self.graph)
            gone = 0 if self.edges else 1 << token
            if scanner.take("without"):
                gone |= 1 << self._gone(scanner)
                while not scanner.done() and scanner.text[scanner.at] != ";":
                    scanner.match(",")
                    gone |= 1 << self._gone(scanner)
            found.append((token, (1 << size) - 1 & ~gone))
        scanner.end('"without", ";" or the end of the text')
        return Sum.of(found)

    def _gone(self, scanner: Scanner) -> int:
        graph = self.graph
        if not self.edges:
            return read_vertex(scanner, graph)
        start = scanner.at
        first, sign, second = (scanner.match(part) for part in (VERTEX, "[->]", VERTEX))
        known = {graph.edge_name(edge): edge for edge in range(len(graph.edges))}
        for name in (f"{first}{sign}{second}", f"{second}{sign}{first}" if sign == "-" else ""):
            if name in known:
                return known[name]
        raise refused(scanner, start, "an edge of the graph")

    def show(self, parts: Sum[Token]) -> str:
        return f"{self.graph} @ {' ; '.join(map(self.brief, parts)) or OVER}"

    def brief(self, position: Token) -> str:
        graph = self.graph
        token, left = position
        size = len(graph.edges if self.edges else graph.names)
        gone = (1 << size) - 1 & ~(left if self.edges else left | 1 << token)
        names = [graph.edge_name(number) if self.edges else graph.names[number] for number in members(gone)]
        return " ".join([graph.names[token], *(["without"] if gone else []), *names])

    def scene(self, position: Token) -> Scene:
        graph = self.graph
        token, left = position
        kept = graph.whole if self.edges else left | 1 << token
        edges = enumerate(graph.edges)
        inside = [(v, w) for i, (v, w) in edges if (left >> i if self.edges else kept >> v & kept >> w) & 1]
        arcs = inside + [(w, v) for v, w in inside if not graph.directed]
        names = graph.names
        shown = tuple((names[v], names[w]) for v, w in arcs)
        return Network(
            tuple(names[v] for v in members(kept)), shown, (names[token],), "arrows" if graph.directed else "edges"
        )

    def packed(self, position: Token) -> BitRule[Token] | None:
        from .geography_bits import packed_token

        return packed_token(self.graph, self.ways, self.reached(position), edges=self.edges)


def geography(edges: Literal["true", "false"] = "false") -> Geography:
    """Return Geography in which vertices must not repeat, or edges if `edges` is "true"; positions state the graph."""
    return Geography(edges=edges == "true")
