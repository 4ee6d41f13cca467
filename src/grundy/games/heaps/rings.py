"""Kayles on a ring of pins.

`circular-kayles: 7`: seven pins form a circle; a move knocks down one pin or two neighbours. The first move opens the
ring into a row, "r6" or "r5", and then the game is Kayles: "r7" is a row of seven, and knocking down two pins may leave
rows of 2 and 3. "7 r5" is a ring and a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...core import (
    Board,
    Heaps,
    Knowledge,
    Move,
    PartwiseRuleset,
    Picture,
    PositionError,
    Ring,
    Scanner,
    Scene,
    Sum,
    Theorem,
    Ways,
    from_heap,
    from_row,
    mex,
    on_pieces,
)
from .dawson import row_value

Pins: TypeAlias = tuple[str, int]
"""The word "ring" or "row" and a number of pins."""

WIDEST = 200
"""The longest row that is drawn pin by pin."""
ROUNDEST = 40
"""The largest ring that is drawn pin by pin."""


class CircularKayles(PartwiseRuleset[Pins], Picture[Pins], Knowledge[Pins]):
    """The rules of Kayles on a ring: knock down one pin or two neighbours of a ring or of a row."""

    between = " "
    nothing = "r0"
    name = "circular-kayles"
    theory = Theorem(
        "A ring of n >= 3 pins has value 0; the values of rows have period 12 from 71",
        'R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956',
    )

    def idea(self, position: Pins) -> str:
        shape, pins = position
        if shape == "row":
            return ""
        if pins < 3:
            return "Knock down everything." if pins else ""
        return (
            "Your first move makes the ring a row: the other player knocks out its middle, one pin or two, and "
            "then copies each of your moves in the other half."
        )

    def options(self, position: Pins) -> Iterator[Sum[Pins]]:
        """Return the results of knocking down one pin, then of two: a ring becomes a row, a row one or two rows."""
        shape, pins = position
        for down in range(1, min(pins, 2) + 1):
            rest = pins - down
            yield Sum(("row", rest))
            if shape == "row":
                yield from (Sum(("row", piece), ("row", rest - piece)) for piece in range(1, rest // 2 + 1))

    def moves(self, position: Pins) -> Iterator[Move[Pins]]:
        return (self._move(*position, leaves) for leaves in self.options(position))

    def _move(self, shape: str, pins: int, leaves: Sum[Pins]) -> Move[Pins]:
        left = [size for _, size in leaves]
        down = pins - sum(left)

        def touches() -> Ways:
            if shape == "ring" and pins <= ROUNDEST:
                return _from_ring(pins, down)
            return from_row(pins, left) if shape == "row" and pins <= WIDEST else from_heap(pins, left)

        label = f"knock {down} leave {'+'.join(map(str, left))}" if len(left) > 1 else f"knock {down}"
        return Move(label, leaves, touches, "knock")

    def count_moves(self, position: Pins) -> int:
        """Return the number of moves, which is the number of different sums of rows after one move."""
        shape, pins = position
        return min(pins, 2) if shape == "ring" else (pins + 1) // 2 + pins // 2

    def known_value(self, position: Pins) -> int:
        """Return the Grundy value of a ring or a row.

        The values of rows are periodic. The value of a ring is the mex of the values of the rows that a move leaves.
        """
        shape, pins = position
        if shape == "row":
            return row_value(pins, 1, 2)
        return mex(row_value(pins - down, 1, 2) for down in range(1, min(pins, 2) + 1))

    def moves_to(self, position: Pins, value: int) -> Iterable[Move[Pins]] | None:
        if position[0] == "row":
            return None
        return [move for move in self.moves(position) if self.known_value(move.leaves[0]) == value]

    def check(self, position: Pins) -> None:
        if type(position) is not tuple or len(position) != 2 or position[0] not in ("ring", "row"):
            raise PositionError(f"{self.name}: expected a ring or a row with its pins, found {position!r}")
        if type(position[1]) is not int or position[1] < 0:
            raise PositionError(f"{self.name}: expected a number of pins, found {position[1]!r}")

    def read_part(self, scanner: Scanner) -> Pins:
        """Read a number of pins in a ring, or one with r in front for a row."""
        shape = "ring" if scanner.match("r(?=[0-9])") is None else "row"
        return shape, scanner.integer('a number of pins, with "r" in front for a row')

    def show_part(self, position: Pins) -> str:
        shape, pins = position
        return f"{'r' if shape == 'row' else ''}{pins}"

    def scene(self, position: Pins) -> Scene:
        shape, pins = position
        if shape == "row" and 0 < pins <= WIDEST:
            return Board(("I" * pins,))
        if shape == "ring" and 0 < pins <= ROUNDEST:
            return Ring(pins)
        return Heaps((pins,), (shape,))


def _from_ring(pins: int, down: int) -> Ways:
    """Return, for each move that knocks down `down` neighbouring pins of a ring, these pins as intervals of one pin.

    There is one move for each first pin, and only one if `down` is the number of all pins.

    >>> [[span.begin for span in way] for way in _from_ring(3, 2)]
    [[0, 1], [1, 2], [2, 0]]
    """
    begins = range(pins if down < pins else 1)
    return tuple(way for begin in begins for way in on_pieces(*((0, (begin + i) % pins) for i in range(down))))
