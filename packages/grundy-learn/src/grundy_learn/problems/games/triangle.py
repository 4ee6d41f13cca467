"""A game with stones on a triangle that is not a sum of its cells, because a move feeds the rows below.

Row r of a triangle has the cells 1 to r. A move takes 1 to K stones from a cell (r, c) and adds 0 to K stones to each
cell (x, y) of the board with r < x <= r + K and c <= y <= c + x - r. The rows that a move feeds are exactly the other
residue classes of rows mod K + 1, and these classes determine the outcome.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from grundy.core import MAX_OPTIONS, Knowledge, LimitReached, Outcome, PositionError, RuleError, Ruleset, Theorem

Stones: TypeAlias = tuple[int, int, int]
"""Row, column, and number of stones in that cell; rows and columns count from 1."""

Triangular: TypeAlias = tuple[Stones, ...]
"""The cells that hold stones, in ascending order."""


class Triangle(Ruleset[Triangular], Knowledge[Triangular]):
    """The game in which a move takes 1 to `most` stones from a cell of a triangle and adds stones to cells below it.

    The move may add up to `most` stones to each of the cells below, which are the 2, 3, ... nearest cells in the next
    `most` rows.
    """

    theory = Theorem(
        "Nim-add the stones mod K + 1 of the cells of each class of rows mod K + 1; the position is P exactly when "
        "every class gives 0",
        "ICPC Asia Jakarta Regional 2024, problem F (Codeforces 2045F)",
    )

    def __init__(self, rows: int, most: int) -> None:
        """Build the ruleset.

        Args:
            rows: The number of rows, at least 1.
            most: The largest number of stones taken from or added to a cell, at least 1.

        Raises:
            RuleError: If a number is not an integer of at least 1.
        """
        if not all(type(number) is int and number >= 1 for number in (rows, most)):
            raise RuleError(f"triangle: rows and stones are whole numbers from 1, not {(rows, most)!r}")
        self.rows, self.most = rows, most
        self.name = f"triangle({rows}, {most})"

    def options(self, position: Triangular) -> Iterator[Triangular]:
        """Yield the position after each move: for each cell, number of stones taken, and way to add stones below it.

        Args:
            position: The cells that hold stones.

        Yields:
            The positions.

        Raises:
            LimitReached: If a cell has too many moves.
        """
        for row, column, stones in position:
            depth = min(self.most, self.rows - row)
            if (self.most + 1) ** min(depth * (depth + 3) // 2, 20) > MAX_OPTIONS:
                raise LimitReached(f"{self.name}: a cell has more than {MAX_OPTIONS} moves", kind="size")
            fed = [(row + down, column + right) for down in range(1, depth + 1) for right in range(down + 1)]
            for taken in range(1, min(stones, self.most) + 1):
                for added in product(range(self.most + 1), repeat=len(fed)):
                    board = defaultdict(int, {(r, c): n for r, c, n in position})
                    board[row, column] -= taken
                    for cell, number in zip(fed, added, strict=True):
                        board[cell] += number
                    yield tuple(sorted((r, c, n) for (r, c), n in board.items() if n))

    def known_outcome(self, position: Triangular) -> Outcome:
        """Return the outcome by nim-sums modulo m = `most` + 1.

        The position is P if, for each class of rows whose numbers are equal modulo m, the numbers of stones modulo m
        have the nim-sum 0.
        """
        return Outcome.wins(triangle_wins(position, self.most))

    def check(self, position: Triangular) -> None:
        """Raise `PositionError` unless the position is a sorted tuple of cells of the board with stones."""
        if type(position) is not tuple or not all(type(cell) is tuple and len(cell) == 3 for cell in position):
            raise PositionError(f"{self.name}: expected cells (row, column, stones), found {position!r}")
        if not all(1 <= c <= r <= self.rows and n >= 1 for r, c, n in position):
            raise PositionError(f"{self.name}: a cell is not on the board or has no stone: {position!r}")
        if sorted({(r, c) for r, c, _ in position}) != [(r, c) for r, c, _ in position]:
            raise PositionError(f"{self.name}: expected each cell once, in order, found {position!r}")


def triangle_wins(cells: Iterable[Stones], most: int) -> bool:
    """Return whether the player to move wins the game of `Triangle`.

    Args:
        cells: Triples (row, column, stones) in any order.
        most: The largest number of stones taken from or added to a cell.

    Returns:
        Whether the position is an N-position.

    Example:
        >>> triangle_wins([(1, 1, 3), (2, 1, 2)], 4), triangle_wins([(4, 1, 10), (4, 4, 10)], 1)
        (True, False)
    """
    classes: defaultdict[int, int] = defaultdict(int)
    modulus = most + 1
    for row, _, stones in cells:
        classes[row % modulus] ^= stones % modulus
    return any(classes.values())
