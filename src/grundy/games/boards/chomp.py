"""Chomp: take a square of a bar of chocolate and all squares below and to the right; the first square is poison.

`chomp: 3x4` is a bar of 3 rows, `chomp: 4,4,2` has rows of these lengths. The player who must take the poison has lost,
so taking it is not a move here, and a bar of one square is terminal. The first player wins every rectangle of at least
two squares, by strategy stealing: if taking the last square alone loses, the winning reply to it was available as a
first move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ...core import (
    Bits,
    Board,
    Checked,
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
    on_pieces,
)
from ..forms import Choosing
from .squares import read_size

if TYPE_CHECKING:
    from ...core import BitRule, CheckedGame

Rows = tuple[int, ...]
"""Lengths of the rows, nonincreasing; the first row holds the poison."""
MOST_LINES = 1000
"""Limit on the rows and on the columns of a bar that is read."""
MOST_CHECKED = 64
"""Limit on the rows and on the columns of a bar in a certificate."""
_EXPECTED = "a size such as 3x4, or lengths of rows such as 4,4,2"


class Chomp(
    Choosing[Rows, tuple[int, int]], PartwiseRuleset[Rows], Checked[Rows], Picture[Rows], Bits[Rows], Knowledge[Rows]
):
    """The rules of Chomp: take a square and all squares below and to the right of it, but never the poison."""

    inside = '",", '
    name = "chomp"
    material = "chocolate"
    first_square = (1, 1)
    idea_names_move = True
    theory = Theorem(
        "A rectangle of two squares or more is N (strategy stealing); two rows are P exactly when the first has one "
        "square more; a board of one row and one column is nim on its two arms",
        "D. Gale, A curious Nim-type game, 1974",
    )

    def choices(self, position: Rows) -> Iterator[tuple[tuple[int, int], Rows]]:
        """Return each square except the poison, row by row, and the bar that is left if the player chooses it."""
        for row, length in enumerate(position):
            for column in range(0 if row else 1, length):
                below = tuple(min(other, column) for other in position[row:]) if column else ()
                yield (row, column), (*position[:row], *below)

    def _move(self, position: Rows, choice: tuple[int, int], leaves: Sum[Rows]) -> Move[Rows]:
        return Move(f"row {choice[0] + 1} column {choice[1] + 1}", leaves, lambda: on_pieces(choice))

    def count_moves(self, position: Rows) -> int:
        return sum(position) - 1

    def canonical(self, position: Rows) -> Rows:
        return min(position, reflected(position))

    def known_value(self, position: Rows) -> int | None:
        """Return the value of a bar that has squares only in its first row and first column; None for other bars."""
        return (position[0] - 1) ^ (len(position) - 1) if len(position) == 1 or position[1] == 1 else None

    def known_outcome(self, position: Rows) -> Outcome | None:
        """Return the outcome of a bar if a theorem gives it, else None.

        A theorem is known for four kinds of bars: those whose value `known_value` returns, rectangles, bars of two rows
        and bars of two columns. A rectangle of more than one square is N by strategy stealing.
        """
        if (known := super().known_outcome(position)) is not None:
            return known
        if position[0] == position[-1]:
            return Outcome.N
        rows = position if len(position) == 2 else reflected(position) if position[0] == 2 else None
        return None if rows is None else Outcome.wins(rows[0] != rows[1] + 1)

    def idea(self, position: Rows) -> str:
        across, down = position[0], len(position)
        if 1 in (across, down):
            return "Take everything except the poisoned square." if across != down else ""
        if position[1] == 1:
            copied = "the other player copies every bite in the other arm."
            equal, unequal = (
                f"Both arms are equally long: {copied}",
                "Make both arms equally long, then copy every bite.",
            )
            return equal if across == down else unequal
        if across == down == position[-1]:
            return "Bite row 2 column 2: two equal arms are left; then copy every bite in the other arm."
        if 2 in (across, down):
            lost = self.known_outcome(position) is Outcome.P
            longer = "One line is one square longer than the other: after any bite the other player makes it so again."
            return longer if lost else "Leave two lines, the one with the poisoned square one square longer."
        stolen = (
            "The first player wins: if biting the last corner loses, then the winning reply to it is a winning "
            "first bite. The argument does not name that bite."
        )
        return stolen if across == position[-1] else ""

    def check(self, position: Rows) -> None:
        if type(position) is not tuple or not position or not all(type(row) is int for row in position):
            raise PositionError(f"chomp: expected lengths of rows, found {position!r}")
        if min(position) < 1 or any(row < below for row, below in pairwise(position)):
            raise PositionError("chomp: rows have at least one square, and none is longer than the row above it")
        if max(len(position), position[0]) > MOST_LINES:
            raise PositionError(f"chomp: a bar has at most {MOST_LINES} rows and columns")

    def read_part(self, scanner: Scanner) -> Rows:
        """Read a size such as 3x4, or the lengths of the rows, separated by commas."""
        if (size := read_size(scanner)) is not None:
            return (size[1],) * min(size[0], MOST_LINES + 1)
        lengths = [scanner.integer(_EXPECTED)]
        while scanner.take(","):
            lengths.append(scanner.integer("the length of a row"))
        return tuple(lengths)

    def show_part(self, position: Rows) -> str:
        return f"{len(position)}x{position[0]}" if position[0] == position[-1] else ",".join(map(str, position))

    def scene(self, position: Rows) -> Scene:
        lines = ["." * row for row in position]
        return Board(("X" + lines[0][1:], *lines[1:]))

    def packed(self, position: Rows) -> BitRule[Rows] | None:
        from .chomp_bits import chomp_bits

        return chomp_bits(*sorted((len(position), position[0])))

    def checked(self, parts: Sum[Rows]) -> CheckedGame | None:
        from ...core import CheckedGame, CheckedMoves

        if len(parts) != 1 or max(len(parts[0]), parts[0][0]) > MOST_CHECKED:
            return None
        options, show = lambda bar: (left for _, left in self.choices(bar)), lambda bar: ",".join(map(str, bar))
        moves = CheckedMoves[Rows](options, show, lambda bar: [bar], sum)
        rule = {"family": "chomp", "rows": len(parts[0]), "cols": parts[0][0]}
        return CheckedGame(rule, moves, parts[0], below=lambda: _bars_within(parts[0]))


def _bars_within(whole: Rows) -> Iterator[Rows]:
    """Yield all bars contained in a bar, in lexicographic order of their rows, so that each comes after its options.

    >>> [*_bars_within((2, 2))]
    [(1,), (1, 1), (2,), (2, 1), (2, 2)]
    """
    rows = [0]
    while rows:
        if rows[-1] < min(whole[len(rows) - 1], *rows[-2:-1], MOST_LINES):
            rows[-1] += 1
            yield tuple(rows)
            rows += [0] * (len(rows) < len(whole))
        else:
            rows.pop()


def reflected(position: Rows) -> Rows:
    """Return the lengths of the columns of a bar, given by the lengths of its rows: the conjugate partition.

    >>> reflected((4, 4, 2))
    (3, 3, 2, 2)
    """
    lengths: list[int] = []
    for rows in range(len(position), 0, -1):
        lengths += [rows] * (position[rows - 1] - len(lengths))
    return tuple(lengths)
