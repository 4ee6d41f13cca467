"""Games on finite directed graphs: a token moves along an arc; the player who cannot move loses.

    graph: 2>1 3>2 4>1 4>2 @ 4          arcs, then the token's vertex; several tokens make a sum
    graph(games.dot): v7                arcs from a file

Files may be in the formats .dot, .json and .csv.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

from ...core import (
    OVER,
    Knowledge,
    Move,
    Network,
    Picture,
    PositionError,
    Ruleset,
    Scanner,
    Scene,
    Structure,
    Sum,
    on_pieces,
)
from ..forms import Drawn, refused
from .files import NAMED, VERTEX, Arcs, Pair, arcs_of, read_arcs


class GraphGame(Drawn[str], Picture[str], Structure, Knowledge[str]):
    """The rules of moving a token along an arc of a fixed graph; a position is the name of a vertex."""

    idea_lesson = "graphs"
    name = "graph"

    def __init__(self, arcs: Arcs | None = None, file: str | None = None) -> None:
        """Build the ruleset.

        Args:
            arcs: The options of each vertex; None for rules that are not bound to a graph yet.
            file: The name of the file from which the arcs are read, or None.
        """
        self.arcs: Arcs = arcs or {}
        self.file = file
        if file is not None:
            self.arcs = read_arcs(file)
            self.name = f"graph({file})"

    def options(self, position: str) -> Iterable[str]:
        return self.arcs.get(position, ())

    def idea(self, position: str) -> str:
        return (
            "Label the vertices backwards from the terminal positions: P if every arc leads to N, N if some "
            "arc leads to P. Move to P."
        )

    def moves(self, position: str) -> Iterable[Move[str]]:
        return (self._step(position, v) for v in self.options(position))

    def _step(self, position: str, v: str) -> Move[str]:
        return Move(f"to {v}", Sum(v), lambda: on_pieces((self._rows[position], 0), (self._rows[v], 0)), "move")

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {vertex: row for row, vertex in enumerate(self.arcs)}

    def check(self, position: str) -> None:
        if position not in self.arcs:
            raise PositionError(f"expected a vertex of the graph, found {position!r}")

    def bind(self, text: str) -> tuple[GraphGame, Sum[str]]:
        """Read arcs, "@" and the vertices of tokens; if the graph comes from a file, read only the tokens."""
        scanner = Scanner(text)
        if self.file is not None:
            return self, self._tokens(scanner)
        pairs: list[Pair] = []
        while not scanner.take("@"):
            start = scanner.needed(VERTEX, 'an arc such as 2>1, or "@" and the vertex of the token')
            joined = scanner.match(">") is not None
            pairs.append((start, scanner.needed(VERTEX, "the vertex at the end of the arc") if joined else None))
            scanner.match(",")
        bound = GraphGame(arcs_of(pairs))
        return bound, bound._tokens(scanner)

    def on_graph(
        self, pairs: Sequence[Pair], *, directed: bool, at: str | None
    ) -> tuple[Ruleset[str], Sum[str]] | None:
        if not directed or at is None or self.file is not None:
            return None
        return GraphGame(arcs_of(pairs)), Sum(at)

    def _tokens(self, scanner: Scanner) -> Sum[str]:
        if scanner.text[scanner.at :].strip() == self._gone():
            return Sum()
        tokens: list[str] = []
        while not scanner.done():
            start = scanner.at
            tokens.append(scanner.needed(VERTEX if self.file is None else NAMED, "the vertex of a token"))
            if tokens[-1] not in self.arcs:
                raise refused(scanner, start, "a vertex of the graph")
        if not tokens:
            raise scanner.error("the vertex of a token")
        return Sum.of(tokens)

    def show(self, parts: Sum[str]) -> str:
        tokens = " ".join(parts) or self._gone()
        if self.file is not None:
            return tokens
        named = {end for ends in self.arcs.values() for end in ends}
        arcs = ([f"{v}>{end}" for end in ends] or [v] * (v not in named) for v, ends in self.arcs.items())
        return f"{' '.join(chain.from_iterable(arcs))} @ {tokens}"

    def _gone(self) -> str:
        """Return the text of a position without tokens: "over", or "@" if the graph has a vertex named "over"."""
        return "@" if OVER in self.arcs else OVER

    def brief(self, position: str) -> str:
        return position

    def scene(self, position: str) -> Scene:
        arcs = tuple((vertex, end) for vertex, ends in self.arcs.items() for end in ends)
        return Network(tuple(self.arcs), arcs, (position,), "arrows")

    def __eq__(self, other: object) -> bool:
        """Return whether the other ruleset has the same file and the same arcs, in any order."""
        if type(self) is not type(other) or self.file != other.file:
            return False
        ours, theirs = ({v: frozenset(ends) for v, ends in game.arcs.items()} for game in (self, other))
        return ours == theirs

    __hash__ = Ruleset.__hash__
