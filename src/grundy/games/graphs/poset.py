"""Poset games: choose an element of a finite ordered set and remove it with all elements above it.

    poset: a<b b<c a<d                  relations, the smaller element first; also chains a<b<c and single elements
    poset: a<b b<c a<d @ a b ; d        the elements that are left, with components separated by ";"
    poset(order.csv): all               relations from a file: .csv, .json or .dot with arcs from smaller to larger

Elements that are not joined by a chain of comparable ones are independent. If there is a greatest element, the first
player wins: every move removes it too, so if taking it alone loses, the winning reply can be played at once (F. Schuh,
"Spel van delers", 1952). If no element lies directly above two others, values add up from the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ...core import (
    OVER,
    Bits,
    Knowledge,
    Move,
    Network,
    NotationError,
    Outcome,
    Picture,
    PositionError,
    Scanner,
    Scene,
    Sum,
    Theorem,
)
from ..forms import Choosing, Drawn, refused, within
from .files import NAMED, VERTEX, Pair, arcs_of, read_arcs
from .orders import Order
from .undirected import taking

if TYPE_CHECKING:
    from ...core import BitRule

ALL = "all"


class PosetGame(Choosing[int, int], Drawn[int], Picture[int], Bits[int], Knowledge[int]):
    """The rules of poset games: remove an element with all elements above it; positions are bit masks of the rest."""

    name = "poset"
    idea_names_move = True
    theory = Theorem(
        "A greatest element makes a position N (strategy stealing); a least element adds 1 to the value of the rest",
        "S. A. Fenner and J. Rogers, Combinatorial game complexity, 2015",
    )

    def __init__(self, order: Order | None = None, file: str | None = None) -> None:
        """Build the ruleset.

        Args:
            order: The order; None for rules that are not bound to an order yet.
            file: The name of the file from which the order is read, or None.
        """
        self.order = order or Order({})
        self.file = file
        if file is not None:
            self.order = Order(read_arcs(file))
            self.name = f"poset({file})"

    def choices(self, position: int) -> Iterator[tuple[int, Sum[int]]]:
        """Return the elements in the order of their names, and the components left after each is removed."""
        for element, up in enumerate(self.order.above):
            if position >> element & 1:
                yield element, Sum.of(self.order.parts(position & ~up))

    def _move(self, position: int, choice: int, leaves: Sum[int]) -> Move[int]:
        return taking(self.order.names[choice], leaves, (position & (1 << choice) - 1).bit_count())

    def count_moves(self, position: int) -> int:
        return position.bit_count()

    def known_value(self, position: int) -> int | None:
        """Return the value if no element lies directly above two others, else None."""
        return self.order.forest_value(position)

    def known_outcome(self, position: int) -> Outcome | None:
        """Return the outcome if the value is known, N if there is a greatest element, else None."""
        if (known := super().known_outcome(position)) is not None:
            return known
        below = enumerate(self.order.below)
        return Outcome.N if any(position >> i & 1 and not position & ~down for i, down in below) else None

    def idea(self, position: int) -> str:
        if self.known_value(position) is not None or self.known_outcome(position) is not Outcome.N:
            return ""
        return (
            "The first player wins: if taking the greatest element alone loses, then the winning reply to it "
            "is a winning first move. The argument does not name that move."
        )

    def check(self, position: int) -> None:
        if type(position) is not int or not 0 < position < 1 << len(self.order.names):
            raise PositionError(f"{self.name}: expected elements of the order, found {position!r}")
        for element, down in enumerate(self.order.below):
            if position >> element & 1 and down & ~position:
                name = self.order.names[element]
                raise PositionError(f"{self.name}: {name} is left, so all elements below it must be left")

    def bind(self, text: str) -> tuple[PosetGame, Sum[int]]:
        """Read a poset with its position, such as "a<b b<c @ a b".

        The elements after "@" are those that are left, by default all. If the relations come from a file, the text
        contains only the elements.
        """
        scanner = Scanner(text)
        if self.file is not None:
            return self, self._left(scanner)
        pairs: list[Pair] = []
        begin = scanner.at
        while not scanner.done() and scanner.text[scanner.at] != "@":
            chain: list[str] = []
            while not chain or scanner.take("<"):
                chain.append(scanner.needed(VERTEX, "an element, as in a<b"))
            pairs += [(chain[0], None), *pairwise(chain)]
            scanner.take(",")
        if not pairs:
            raise scanner.error("relations such as a<b b<c")
        with within(text, begin):
            bound = PosetGame(Order(arcs_of(pairs)))
        return bound, bound._left(scanner) if scanner.take("@") else Sum(bound.order.all)

    def show(self, parts: Sum[int]) -> str:
        whole = tuple(parts) == (self.order.all,)
        left = ALL if whole else "; ".join(map(self.brief, parts)) or OVER
        if self.file is not None:
            return left
        relations = " ".join(self.order.relations())
        return relations if whole else f"{relations} @ {left}"

    def brief(self, position: int) -> str:
        return " ".join(self.order.members(position)) or OVER

    def scene(self, position: int) -> Scene:
        names, joined = self.order.names, self.order.covers
        arcs = tuple((names[low], names[high]) for low, high in joined if position >> low & position >> high & 1)
        return Network(tuple(self.order.members(position)), arcs, (), "order")

    def packed(self, position: int) -> BitRule[int] | None:
        if position.bit_count() > 63:
            return None
        from .poset_bits import poset_bits

        return poset_bits(self.order, position)

    def __eq__(self, other: object) -> bool:
        """Return whether the other ruleset has the same file and the same order on the same names."""
        if type(self) is not type(other):
            return False
        ours, theirs = ((game.file, game.order.names, game.order.above) for game in (self, other))
        return ours == theirs

    __hash__ = Choosing.__hash__

    def _left(self, scanner: Scanner) -> Sum[int]:
        """Read the remaining elements of the order: all, none ("over"), or components separated by ";"."""
        word = scanner.text[scanner.at :].strip()
        if word in (ALL, OVER) and word not in self.order.names:
            return Sum(self.order.all) if word == ALL else Sum()
        numbers = {name: i for i, name in enumerate(self.order.names)}
        found: list[int] = []
        while not found or scanner.take(";"):
            part, at = 0, scanner.at
            while not scanner.done() and scanner.text[scanner.at] != ";":
                start = scanner.at
                name = scanner.match(VERTEX if self.file is None else NAMED)
                if name not in numbers or part >> numbers[name] & 1:
                    raise refused(scanner, start, "an element of the order, each once")
                part |= 1 << numbers[name]
                scanner.take(",")
            if not part:
                raise scanner.error("the elements that are left", kind=NotationError)
            with within(scanner.text, at):
                self.check(part)
            found.append(part)
        scanner.end('an element, ";" or the end of the text')
        return Sum.of(found)
