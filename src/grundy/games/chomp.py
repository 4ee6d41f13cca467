"""Chomp: take a square of a bar of chocolate and all squares below and to the right; the first square is poison.

`chomp: 3x4` is a bar of 3 rows, `chomp: 4,4,2` has rows of these lengths. Whoever must take the poison has lost, so
that is no move here and a bar of one square is over. What is known (D. Gale, "A curious Nim-type game", American
Mathematical Monthly 81, 1974):

- a rectangle of two squares or more is won by the first player: were taking the last square a mistake, the answer to it
  could have been taken at once (strategy stealing);
- two rows are lost exactly when the first is one square longer than the second;
- where only the first row and the first column are longer than one square, play is nim on what they have besides the
  poison; from a square bar, row 2 column 2 leaves equal arms and wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ..core import OVER, Board, Move, Outcome, PositionError, Ruleset, Scanner, Scene, Sum, Theorem
from .several import read_several

if TYPE_CHECKING:
    from ..core import Packed

Rows = tuple[int, ...]
"""Lengths of the rows, none longer than the one before it, the first holding the poison."""
MOST_LINES = 1000
"""Rows and columns of the largest bar that is read."""
_EXPECTED = "a size such as 3x4, or lengths of rows such as 4,4,2"


class Chomp(Ruleset[Rows]):
    """Take a square and all squares below and to the right of it, but never the poison."""

    name = "chomp"
    theory = Theorem(
        "A rectangle of two squares or more is N (strategy stealing); two rows are P exactly when the first has one "
        "square more; a bar that is one row and one column is nim on its two arms",
        "D. Gale, A curious Nim-type game, 1974",
    )

    def options(self, position: Rows) -> Iterator[Rows]:
        """Return what each bite leaves, row by row."""
        return (after for _, _, after in _bites(position))

    def moves(self, position: Rows) -> Iterator[Move[Rows]]:
        """Return moves called by the square that is bitten, "row 2 column 3"."""
        return (Move(f"row {row + 1} column {column + 1}", Sum(after)) for row, column, after in _bites(position))

    def count_moves(self, position: Rows) -> int:
        """Count the squares besides the poison."""
        return sum(position) - 1

    def canonical(self, position: Rows) -> Rows:
        """Return the lesser of the bar and its reflection, which exchanges rows and columns."""
        return min(position, reflected(position))

    def known_value(self, position: Rows) -> int | None:
        """Return the value of a bar that is only a row and a column."""
        if len(position) == 1 or position[1] == 1:
            return (position[0] - 1) ^ (len(position) - 1)
        return None

    def known_outcome(self, position: Rows) -> Outcome | None:
        """Return N for rectangles, and the outcome of two rows or two columns."""
        value = self.known_value(position)
        if value is not None:
            return Outcome.of_value(value)
        if position[0] == position[-1]:
            return Outcome.N
        rows = position if len(position) == 2 else reflected(position) if position[0] == 2 else None
        return None if rows is None else Outcome.wins(rows[0] != rows[1] + 1)

    def check(self, position: Rows) -> None:
        """Refuse what is no bar with its poison."""
        if type(position) is not tuple or not position or not all(type(row) is int for row in position):
            raise PositionError(f"chomp: expected lengths of rows, found {position!r}")
        if min(position) < 1 or any(row < below for row, below in pairwise(position)):
            raise PositionError("chomp: rows have at least one square, and none is longer than the row above it")
        if max(len(position), position[0]) > MOST_LINES:
            raise PositionError(f"chomp: a bar has at most {MOST_LINES} rows and columns")

    def read(self, text: str) -> Sum[Rows]:
        """Read bars, each a size or lengths of rows, separated by ";"."""
        return read_several(text, _read_bar, self.check, '",", ')

    def show(self, parts: Sum[Rows]) -> str:
        """Write a rectangle by its size, any other bar by the lengths of its rows."""
        return "; ".join(map(_shown, parts)) or OVER

    def scene(self, position: Rows) -> Scene:
        """Show the bar, with an X on the poison."""
        lines = ["." * row for row in position]
        return Board(("X" + lines[0][1:], *lines[1:]))

    def packed(self, position: Rows) -> Packed[Rows] | None:
        """Return the rule over one word where the lengths of the rows, or of the columns, fit into one."""
        from .chomp_words import chomp_words

        return chomp_words(*sorted((len(position), position[0])))


def reflected(position: Rows) -> Rows:
    """Return the lengths of the columns.

    >>> reflected((4, 4, 2))
    (3, 3, 2, 2)
    """
    lengths: list[int] = []
    for rows in range(len(position), 0, -1):
        lengths += [rows] * (position[rows - 1] - len(lengths))
    return tuple(lengths)


def _bites(position: Rows) -> Iterator[tuple[int, int, Rows]]:
    """Yield row, column and what is left for every square but the poison."""
    for row, length in enumerate(position):
        for column in range(0 if row else 1, length):
            below = tuple(min(other, column) for other in position[row:]) if column else ()
            yield row, column, (*position[:row], *below)


def _shown(position: Rows) -> str:
    """Write one bar."""
    return f"{len(position)}x{position[0]}" if position[0] == position[-1] else ",".join(map(str, position))


def _read_bar(scanner: Scanner) -> Rows:
    """Read a size or lengths of rows; what follows a comma is one more length."""
    size = scanner.match(r"[1-9][0-9]{0,8}x[1-9][0-9]{0,8}(?![0-9A-Za-z])")
    if size is not None:
        rows, columns = map(int, size.split("x"))
        return (columns,) * min(rows, MOST_LINES + 1)
    lengths = [scanner.integer(_EXPECTED)]
    while scanner.take(","):
        lengths.append(scanner.integer("the length of a row"))
    return tuple(lengths)
