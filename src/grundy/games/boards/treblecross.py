"""Treblecross: tic-tac-toe on one row in which both players write X; whoever completes three in a row wins.

`treblecross: 9` is an empty row, `treblecross: ..x..` one with an X. A row with three X in a row, or a full one, has no
moves, so the player who moved last has won; in a sum, play continues in the other rows. In the literature a line of
three ends the whole game, with all its rows: that game is `treblecross(ends=game)`.

A player who writes an X next to another one, or two squares from it, lets the opponent complete three. So no player
does so willingly: an X uses five squares, and a row splits into stretches of squares at distance at least three from
every X.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

from ...core import (
    Board,
    EntailedPosition,
    Entailing,
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
from ..heaps.dawson import row_value

Row: TypeAlias = str | EntailedPosition[str]
"""A row of x and dots, marked as obliged if three X in it have ended the whole game."""
MOST_SQUARES = 2000
"""The longest row."""
_EXPECTED = "a number of squares, or a row of x and dots"
THREATS = ("xx.", ".xx", "x.x")
"""What a row contains in which the next X can complete three."""


class Treblecross(Choosing[str, int], PartwiseRuleset[str], Picture[str], Knowledge[str]):
    """The rules of Treblecross: write an X on a free square; three in a row end play.

    A position is a row of `x` and `.`.
    """

    name = "treblecross"
    material = "slate"
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
        if _threatens(position):
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
        if _threatens(position):
            return Outcome.N
        return Outcome.of_value(nim_sum(map(stretch_value, _stretches(position))))

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


class WholeTreblecross(Entailing[str], Picture[Row]):
    """The rules of Treblecross on several rows in which three X in a row end the whole game, not only their row.

    Whoever completes three leaves the opponent without a move. So a row in which the next X can complete three is
    loony, nobody wants to leave one, and the value of n >= 3 empty squares is that of heap n + 2 of the game 0.007
    (E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982; OEIS A071426).
    """

    name = "treblecross(ends=game)"
    material = "slate"
    first_square = (0, 1)
    _rows = Treblecross()

    def free_moves(self, position: str) -> Iterator[Move[Row]]:
        """Return the moves "square 1", ... on a row; after three in a row the opponent has no move in any row."""
        for choice, after in self._rows.choices(position):
            yield Move(f"square {choice + 1}", Sum(_whole(after)), partial(on_pieces, (0, choice)))

    def answers(self, position: str) -> Iterator[Move[Row]]:
        """Return no moves: after a move that makes three in a row the game is over, so the opponent has no answer."""
        return iter(())

    def free_options(self, position: str) -> Iterator[Row]:
        return (_whole(after) for _, after in self._rows.choices(position))

    def canonical(self, position: Row) -> Row:
        if isinstance(position, EntailedPosition):
            return EntailedPosition("xxx")
        return min(position, position[::-1])

    def pieces(self, position: str) -> Sum[str] | None:
        """Return the stretches of squares that are safe to play on, or None if the next X can complete three.

        Safe squares are at distance at least three from every X.
        """
        if _threatens(position):
            return None
        if len(position) < 3:
            return Sum(".") if position.count(".") % 2 else Sum()
        return Sum.of("." * squares if squares > 2 else f"x..{'.' * squares}..x" for squares in _stretches(position))

    def check(self, position: Row) -> None:
        self._rows.check(position.position if isinstance(position, EntailedPosition) else position)

    def read(self, text: str) -> Sum[Row]:
        """Read rows separated by ";", each a number of squares or a row of x and dots."""
        return Sum.of(map(_whole, self._rows.read(text)))

    def show(self, parts: Sum[Row]) -> str:
        plain = (part.position if isinstance(part, EntailedPosition) else part for part in parts)
        return self._rows.show(Sum.of(plain))

    def scene(self, position: Row) -> Scene:
        return self._rows.scene(position.position if isinstance(position, EntailedPosition) else position)


def treblecross(ends: str = "row") -> Treblecross | WholeTreblecross:
    """Return the rules of Treblecross.

    Args:
        ends: "row" if three X in a row end only their row, "game" if they end the whole game, as in the literature.

    Returns:
        The ruleset.
    """
    return WholeTreblecross() if ends == "game" else Treblecross()


def _whole(row: str) -> Row:
    """Return a row as a component of the game in which three X in a row end the whole game.

    A row with three X in a row becomes an `EntailedPosition`, in which the player to move has no reply and loses.
    """
    return EntailedPosition(row) if "xxx" in row else row


def _threatens(row: str) -> bool:
    return any(threat in row for threat in THREATS)


def _stretches(row: str) -> list[int]:
    """Return the lengths of the maximal stretches of squares at distance at least three from every X."""
    marked = ("x" in row[max(0, i - 2) : i + 3] for i in range(len(row)))
    return [len(stretch) for stretch in "".join("x" if used else "." for used in marked).split("x") if stretch]


def stretch_value(squares: int) -> int:
    """Return the value of a stretch of `squares` squares, all at distance at least three from every X.

    It is the value of a heap of `squares` + 2 in the octal game 0.007.

    >>> [stretch_value(squares) for squares in range(13)]
    [0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0]
    """
    return row_value(squares + 2, 3)
