"""Northcott's game: a white and a black piece in every row.

`northcott: W..B./.W..B @ W`: the player of the white pieces (`@ W`, the player to move) advances one of them any number
of free squares towards the black piece of its row; the other player moves a black piece. The player who cannot move
loses. In `northcott(retreats=2): W..B. @ W 2` a player may also step back (a retreat). The number after the letter is
how many retreats are left, for both players together. Without a bound, play might never end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core import (
    Board,
    Knowledge,
    Move,
    NotSummable,
    Outcome,
    Picture,
    PositionError,
    Scanner,
    Scene,
    Sum,
    Theorem,
    nim_sum,
    on_pieces,
    tame_outcome,
)
from ..forms import Labelled, refuse_below, within
from .squares import read_rows


class FacingRows(NamedTuple):
    """A position of Northcott's game: the rows from top to bottom, the side to move, and how many retreats are left."""

    rows: tuple[str, ...]
    side: str = "W"
    retreats: int = 0


class Northcott(Labelled[FacingRows], NotSummable[FacingRows], Picture[FacingRows], Knowledge[FacingRows]):
    """The rules of Northcott's game: in one row, move your piece towards the other piece, or back (a retreat).

    In a whole game both players together may make at most `retreats` retreats.
    """

    material = "chessboard"
    first_square = (1, 1)
    theory = Theorem(
        "The value is the nim-sum of the gaps, whoever is to move and however many steps back are left",
        'E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982',
    )
    idea_lost = (
        "The gaps are heaps of nim, and every binary column of them is even: what you close the other player evens "
        "out, and a step back is made up for."
    )
    idea_won = "The gaps are heaps of nim: make every binary column of them even; a step back then is made up for."
    misere_theory = Theorem(
        "Misere nim on the gaps: a step back is answered by an advance, and a player who can only step back goes one "
        "square",
        'C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901',
    )

    def __init__(self, retreats: int = 0) -> None:
        """Build the ruleset.

        Args:
            retreats: The number of moves back that both players together may make in a game.

        Raises:
            RuleError: If `retreats` is not an integer of at least 0.
        """
        refuse_below(0, "northcott", retreats=retreats)
        self.retreats = retreats
        self.name = f"northcott(retreats={retreats})" if retreats else "northcott"

    def options(self, position: FacingRows) -> Iterator[FacingRows]:
        """Return the position after each move, row by row.

        In a row steps forward precede steps back, and both are sorted by length, short ones first.
        """
        for row in range(len(position.rows)):
            gap, room = _gap(position.rows[row]), _room(position, row)
            yield from (_stepped(position, row, by) for by in range(1, gap + 1))
            yield from (_stepped(position, row, -by) for by in range(1, room + 1))

    def _move(self, before: FacingRows, after: FacingRows) -> Move[FacingRows]:
        row = next(i for i, line in enumerate(before.rows) if line != after.rows[i])
        old, new = before.rows[row], after.rows[row]
        by = _gap(old) - _gap(new)
        label = f"row {row + 1} {'advance' if by > 0 else 'retreat'} {abs(by)}"
        return Move(label, Sum(after), lambda: on_pieces(*((row, line.index(before.side)) for line in (old, new))))

    def count_moves(self, position: FacingRows) -> int:
        """Return the number of moves, which is the number of squares to which the mover's pieces can go."""
        return sum(_gap(row) + _room(position, i) for i, row in enumerate(position.rows))

    def canonical(self, position: FacingRows) -> FacingRows:
        return position._replace(rows=tuple(sorted(position.rows)))

    def known_value(self, position: FacingRows) -> int:
        return nim_sum(map(_gap, position.rows))

    def known_misere(self, parts: Sum[FacingRows]) -> Outcome:
        return tame_outcome(_gap(row) for part in parts for row in part.rows)

    def moves_to(self, position: FacingRows, value: int) -> Iterator[Move[FacingRows]]:
        change = self.known_value(position) ^ value
        for row, line in enumerate(position.rows) if change else ():
            by = _gap(line) - (_gap(line) ^ change)
            if -by <= _room(position, row):
                yield self._move(position, _stepped(position, row, by))

    def check(self, position: FacingRows) -> None:
        if type(position) is not FacingRows or type(position.rows) is not tuple or not position.rows:
            raise PositionError(f"{self.name}: expected rows, the side to move and the steps back, found {position!r}")
        for row in position.rows:
            if len(row) != len(position.rows[0]):
                raise PositionError(f"{self.name}: the rows {position.rows[0]!r} and {row!r} are of different lengths")
            if sorted(row.replace(".", "")) != ["B", "W"]:
                raise PositionError(f"{self.name}: the row {row!r} needs one W, one B, and dots")
        if position.side not in ("W", "B"):
            raise PositionError(f"{self.name}: the side to move is W or B, not {position.side!r}")
        if type(position.retreats) is not int or not 0 <= position.retreats <= self.retreats:
            raise PositionError(f"{self.name}: at most {self.retreats} steps back, found {position.retreats!r}")

    def read(self, text: str) -> Sum[FacingRows]:
        """Read rows joined by "/", then "@", the side to move, and the number of retreats left.

        If the text ends after the rows, W is to move; if it ends before the number, all retreats are left.
        """
        scanner = Scanner(text)
        rows = read_rows(scanner, "WB.", "a row of dots with one W and one B")
        side, left = "W", self.retreats
        if scanner.take("@"):
            side = scanner.needed("[WB](?![A-Za-z0-9])", 'the side to move, "W" or "B"')
            if self.retreats and not scanner.done():
                left = scanner.integer("the number of steps back that are left")
        scanner.end('"/", "@" or the end of the text')
        position = FacingRows(rows, side, left)
        with within(text):
            self.check(position)
        return Sum(position)

    def show(self, parts: Sum[FacingRows]) -> str:
        ends = (f" {part.retreats}" if self.retreats else "" for part in parts)
        return "; ".join(f"{'/'.join(p.rows)} @ {p.side}{end}" for p, end in zip(parts, ends, strict=True))

    def scene(self, position: FacingRows) -> Scene:
        return Board(position.rows)


def _gap(row: str) -> int:
    return abs(row.index("W") - row.index("B")) - 1


def _room(position: FacingRows, row: int) -> int:
    """Return how many squares the mover's piece in a row can step back: 0 if no retreats are left."""
    line = position.rows[row]
    at = line.index(position.side)
    behind = at if line.strip(".")[0] == position.side else len(line) - 1 - at
    return behind if position.retreats else 0


def _stepped(position: FacingRows, row: int, by: int) -> FacingRows:
    """Return the position after the mover's piece in a row moved `by` squares forward, or back if `by` is negative."""
    line = position.rows[row]
    at = line.index(position.side)
    target = at + by if line.strip(".")[0] == position.side else at - by
    cells = list(line)
    cells[at], cells[target] = ".", position.side
    rows = (*position.rows[:row], "".join(cells), *position.rows[row + 1 :])
    return FacingRows(rows, "B" if position.side == "W" else "W", position.retreats - (by < 0))
