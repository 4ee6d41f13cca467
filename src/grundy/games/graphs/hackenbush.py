"""Green Hackenbush: cut an edge of a picture; everything that is no longer connected to the ground vanishes.

    hackenbush: 0-1 1-2 1-3         edges; vertex 0 is the ground; multiple edges and loops 1-1 are allowed
    hackenbush: stalk(3) ring(4)    a stalk of three edges next to a ring of four that begins and ends at the ground

Pictures that share only the ground are components; after ";" vertex names start afresh. The player who cannot cut
loses. A cut is called "cut 1-2"; the second edge between the same two vertices is "cut 1-2 (2)".

By the colon and the fusion principle the value of any picture follows from one walk over its edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from re import fullmatch

from ...core import (
    OVER,
    Knowledge,
    Move,
    Multigraph,
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
from ..forms import refused
from .files import VERTEX
from .fusion import Bush, Edge, standing

MOST_EDGES = 300
"""The largest number of edges of a picture."""
GROUND = "0"
_EXPECTED = "edges such as 0-1 1-2 with the ground 0, stalk(3) or ring(4)"
Edges = tuple[Edge, ...]


class Hackenbush(Ruleset[Edges], Picture[Edges], Structure, Knowledge[Edges]):
    """The rules of Green Hackenbush: remove an edge; everything that is no longer connected to the ground vanishes."""

    name = "hackenbush"
    theory = Theorem(
        "colon principle: a bridge that carries a picture of value g is worth g + 1; fusion principle: the vertices of "
        "a cycle may be made one, its edges loops worth 1",
        'E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 7',
    )

    idea_lost = (
        "A branch is worth one more than what it carries, and branches at one vertex are added as in nim; the "
        "picture is worth 0, and whatever you cut, the other player can make it 0 again."
    )
    idea_won = (
        "A branch is worth one more than what it carries, and branches at one vertex are added as in nim: "
        "leave a picture worth 0."
    )

    def options(self, position: Edges) -> Iterator[Sum[Edges]]:
        return (self._cut(position, i) for i in range(len(position)))

    def moves(self, position: Edges) -> Iterator[Move[Edges]]:
        return (self._named_cut(position, i, label) for i, label in enumerate(_labels(position)))

    def _named_cut(self, position: Edges, edge: int, label: str) -> Move[Edges]:
        return Move(label, self._cut(position, edge), lambda: on_pieces((edge, 0)))

    def _cut(self, position: Edges, edge: int) -> Sum[Edges]:
        return Sum.of(standing((*position[:edge], *position[edge + 1 :]), GROUND))

    def count_moves(self, position: Edges) -> int:
        return len(position)

    def known_value(self, position: Edges) -> int:
        return Bush(position, GROUND).value

    def moves_to(self, position: Edges, value: int) -> Iterable[Move[Edges]]:
        labels = _labels(position)
        return [self._named_cut(position, i, labels[i]) for i in Bush(position, GROUND).cuts_to(value)]

    def count_moves_to(self, position: Edges, value: int) -> int:
        return len(Bush(position, GROUND).cuts_to(value))

    def check(self, position: Edges) -> None:
        pairs = type(position) is tuple and all(type(edge) is tuple and len(edge) == 2 for edge in position)
        if not pairs or not all(type(end) is str and fullmatch(VERTEX, end) for edge in position for end in edge):
            raise PositionError(f"{self.name}: expected edges as pairs of names, found {position!r}")
        if standing(position, GROUND) != [position]:
            raise PositionError(f"{self.name}: expected one component on the ground 0, found {_written(position)}")

    def read(self, text: str) -> Sum[Edges]:
        """Read edges, stalks and rings; the same name of a vertex before and after ";" means two vertices."""
        scanner = Scanner(text)
        if scanner.take(OVER):
            scanner.end()
            return Sum()
        parts: list[Edges] = []
        group: list[Edge] = []
        start = scanner.at
        while True:
            family = _family(scanner)
            if family is None:
                first = scanner.needed(VERTEX, _EXPECTED)
                scanner.expect("-", '"-" and the vertex at the other end of the edge')
                group.append((first, scanner.needed(VERTEX, "the vertex at the other end of the edge")))
            scanner.match(",")
            if len(group) + len(family or ()) + sum(map(len, parts)) > MOST_EDGES:
                raise PositionError(
                    f"{self.name}: expected at most {MOST_EDGES} edges, found more", text=text, at=start
                )
            over = scanner.done()
            if over or family is not None or scanner.take(";"):
                parts += _grounded(tuple(group), text, start)
                parts += [family] if family else []
                group, start = [], scanner.at
            if over:
                return Sum.of(parts)

    def on_graph(
        self, pairs: Sequence[tuple[str, str | None]], *, directed: bool, at: str | None
    ) -> tuple[Ruleset[Edges], Sum[Edges]] | None:
        if directed or at is not None:
            return None
        edges = tuple((v, w) for v, w in pairs if w is not None)
        if len(edges) > MOST_EDGES:
            raise PositionError(f"{self.name}: expected at most {MOST_EDGES} edges, found more")
        return self, Sum.of(_grounded(edges))

    def show(self, parts: Sum[Edges]) -> str:
        text, used = "", set[str]()
        for part in parts:
            names = {end for edge in part for end in edge} - {GROUND}
            text += (" ; " if used & names else " ") * bool(text) + _written(part)
            used = names if used & names else used | names
        return text or OVER

    def scene(self, position: Edges) -> Scene:
        names = dict.fromkeys([GROUND, *(end for edge in position for end in edge)])
        return Multigraph(tuple(names), position, GROUND)


def _written(edges: Edges) -> str:
    return " ".join(f"{v}-{w}" for v, w in edges)


def _labels(edges: Edges) -> list[str]:
    """Return the name of the cut of each edge, such as "cut 1-2", or "cut 1-2 (2)" for a second edge there."""
    seen: dict[frozenset[str], int] = {}
    labels = []
    for v, w in edges:
        number = seen[frozenset((v, w))] = seen.get(frozenset((v, w)), 0) + 1
        labels.append(f"cut {v}-{w}" + (f" ({number})" if number > 1 else ""))
    return labels


def _family(scanner: Scanner) -> Edges | None:
    """Read a named picture of Hackenbush, stalk(n) or ring(n), and return its edges.

    The result is None if the text does not continue with such a name.
    """
    start = scanner.at
    name = scanner.match(r"(?:stalk|ring)(?=\s*\()")
    if name is None:
        return None
    scanner.expect("(")
    size = scanner.integer("a number of edges")
    scanner.expect(")")
    if not 1 <= size <= MOST_EDGES:
        raise refused(scanner, start, f"1 to {MOST_EDGES} edges")
    names = [GROUND, *map(str, range(1, size + 1))]
    if name == "ring":
        names[size] = GROUND
    return tuple(pairwise(names))


def _grounded(edges: Edges, text: str | None = None, at: int | None = None) -> list[Edges]:
    """Return the components of a Hackenbush picture; raise `PositionError` if one does not touch the ground.

    Args:
        edges: The edges of the picture.
        text: The text from which they were read, for the error message, or None.
        at: The index in this text to which the error refers, or None.
    """
    parts = standing(edges, GROUND)
    loose = next((edge for edge in edges if not any(edge in part for part in parts)), None)
    if loose is not None:
        found = _written((loose,))
        raise PositionError(f"expected edges connected to the ground 0, found {found}", text=text, at=at)
    return parts
