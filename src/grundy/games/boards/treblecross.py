"""Treblecross: tic-tac-toe on one row in which both players write X; whoever completes three in a row wins.

`treblecross: 9` is an empty row, `treblecross: ..x..` one with an X. A row with three X in a row, or a full one, has no
moves, so the player who moved last has won; in a sum, play continues in the other rows.

A player who writes an X next to another one, or two squares from it, lets the opponent complete three. So no player
does so willingly: an X uses five squares, and a row splits into stretches of squares at distance at least three from
every X.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import (
    Board,
    Knowledge,
    Move,
    Outcome,
    PartwiseRuleset,
    Picture,
    PositionError,
    Scanner,
    Scene,
    Sum,
    Theorem,
    nim_sum,
    on_pieces,
)
from ..forms import Choosing, refused
from ..heaps.dawson import row_values

MOST_SQUARES = 2000
"""The longest row."""
_EXPECTED = "a number of squares, or a row of x and dots"


class Treblecross(Choosing[str, int], PartwiseRuleset[str], Picture[str], Knowledge[str]):
    """The rules of Treblecross: write an X on a free square; three in a row end play.

    A position is a row of `x` and `.`.
    """

    name = "treblecross"
    first_square = (0, 1)
    theory = Theorem(
        "A row of n >= 3 squares is P exactly when a heap of n + 2 has value 0 in the game 0.007; with X on "
        "it, N if two X are too near, otherwise P exactly when the nim-sum over the stretches at least three "
        "squares from each X is 0",
        "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982",
    )

    idea_names_move = True

    def idea(self, position: str) -> str:
        outcome, middle = self.known_outcome(position), len(position) // 2
        if len(position) < 3 or self.count_moves(position) == 0:
            return ""
        if any(threat in position for threat in ("xx.", ".xx", "x.x")):
            return "Two X are so near that a third one completes three in a row: write it."
        if len(position) % 2 and "x" not in position:
            return "Write the first X in the middle, then mirror every move, or complete three in a row."
        if outcome is Outcome.P and position == position[::-1] and position[middle] == "x":
            return "The row is its own mirror image: the other player mirrors every move, or completes three in a row."
        return ""

    def choices(self, position: str) -> Iterator[tuple[int, str]]:
        """Return the free squares, and the row after an X on each; nothing if three are in a row."""
        free = () if "xxx" in position else (i for i, mark in enumerate(position) if mark == ".")
        return ((i, f"{position[:i]}x{position[i + 1 :]}") for i in free)

    def _move(self, position: str, choice: int, leaves: Sum[str]) -> Move[str]:
        return Move(f"square {choice + 1}", leaves, lambda: on_pieces((0, choice)))

    def count_moves(self, position: str) -> int:
        return 0 if "xxx" in position else position.count(".")

    def canonical(self, position: str) -> str:
        """Return the lesser of the row and its reflection; all terminal rows become "x"."""
        return "x" if "xxx" in position or "." not in position else min(position, position[::-1])

    def known_outcome(self, position: str) -> Outcome | None:
        """Return the outcome of a row.

        It is N if the next move can complete three X. Otherwise a player must not play within distance two of an X, and
        the stretches of other squares are heaps of the octal game 0.007.
        """
        if "xxx" in position:
            return Outcome.P
        if len(position) < 3:
            return Outcome.wins(position.count(".") % 2 == 1)
        if any(threat in position for threat in ("xx.", ".xx", "x.x")):
            return Outcome.N
        marked = ("x" in position[max(0, i - 2) : i + 3] for i in range(len(position)))
        stretches = "".join("x" if used else "." for used in marked).split("x")
        return Outcome.of_value(nim_sum(stretch_value(len(stretch)) for stretch in stretches))

    def check(self, position: str) -> None:
        if type(position) is not str or not position or position.strip("x."):
            raise PositionError(f"treblecross: expected a row of x and dots, found {str(position)[:40]!r}")
        if len(position) > MOST_SQUARES:
            raise PositionError(f"treblecross: a row has at most {MOST_SQUARES} squares, not {len(position)}")

    def read_part(self, scanner: Scanner) -> str:
        """Read a number of squares or a row."""
        if scanner.match("(?=[0-9])") is not None:
            at = scanner.at
            squares = scanner.integer("a number of squares")
            if not 1 <= squares <= MOST_SQUARES:
                raise refused(scanner, at, f"from 1 to {MOST_SQUARES} squares", number=True)
            return "." * squares
        return scanner.needed("[x.]+", _EXPECTED)

    def show_part(self, position: str) -> str:
        return position if "x" in position else str(len(position))

    def scene(self, position: str) -> Scene:
        return Board((position.replace("x", "X"),))


def stretch_value(squares: int) -> int:
    """Return the value of a stretch of squares none of which is within distance two of an X.

    It is the value of a heap of `squares` + 2 in the octal game 0.007.

    >>> [stretch_value(squares) for squares in range(13)]
    [0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0]
    """
    return row_values(1 << squares.bit_length(), 2)[squares]
