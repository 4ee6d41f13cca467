"""Tic-tac-toe and variants: X and O in turn; the first line of marks wins, a full board is a draw.

`tic-tac-toe: X.O/.X./..O` lists the rows from top to bottom. X moves first, so the marks determine whose turn it is. No
text after the colon is the empty board of 3 x 3; `tic-tac-toe(line=4): 4x4` is an empty board of another size on which
four marks in a line win. In misère play a line loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...core import Board, Knowledge, Move, Outcome, Picture, PositionError, Scanner, Scene, Sum, TwoSided, on_pieces
from ..forms import Choosing, refuse_below, within
from .squares import read_board, shapes, square_name

Rows = tuple[str, ...]
"""Rows from top to bottom, of `X`, `O` and `.`."""
MOST_SQUARES = 26
"""Limit on the rows and on the columns of a board."""


class TicTacToe(Choosing[Rows, tuple[int, int]], TwoSided[Rows], Picture[Rows], Knowledge[Rows]):
    """The rules of tic-tac-toe: put your mark on a free square; `line` marks in a row, a column or a diagonal win."""

    material = "slate"
    lettered = True
    idea_names_move = True

    def __init__(self, line: int = 3) -> None:
        """Build the ruleset.

        Args:
            line: The number of marks in a line that win.

        Raises:
            RuleError: If `line` is not an integer of at least 1.
        """
        refuse_below(1, "tic-tac-toe", line=line)
        self.line = line
        self.name = "tic-tac-toe" if line == 3 else f"tic-tac-toe(line={line})"
        self.aim = f"Whoever first has {line} marks in a line wins; a full board without a line is a draw."
        self.misere_aim = f"Whoever first has {line} marks in a line loses; a full board without a line is a draw."

    def side(self, position: Rows) -> str:
        marks = "".join(position)
        return "X" if marks.count("X") == marks.count("O") else "O"

    def result(self, position: Rows) -> Outcome | None:
        if self._has_line(position, "O" if self.side(position) == "X" else "X"):
            return Outcome.P
        return None if "." in "".join(position) else Outcome.D

    def choices(self, position: Rows) -> Iterator[tuple[tuple[int, int], Rows]]:
        """Return the free squares, row by row, and the board after a mark on each; nothing once play has ended."""
        if self.result(position) is not None:
            return
        mark = self.side(position)
        for r, row in enumerate(position):
            for c, cell in enumerate(row):
                if cell == ".":
                    yield (r, c), (*position[:r], row[:c] + mark + row[c + 1 :], *position[r + 1 :])

    def _move(self, position: Rows, choice: tuple[int, int], leaves: Sum[Rows]) -> Move[Rows]:
        return Move(square_name(*choice), leaves, lambda: on_pieces(choice))

    def idea(self, position: Rows) -> str:
        side = self.side(position)
        mine, theirs = self._completing(position, side), self._completing(position, "O" if side == "X" else "X")
        if self.result(position) is not None:
            return ""
        if mine:
            return f"Complete your line of {self.line}, at {mine[0]}."
        if len(theirs) > 1:
            two = f"at {theirs[0]} and {theirs[1]}"
            return f"The other player threatens two lines at once, {two}: only one can be stopped."
        if theirs:
            return f"Stop the line that the other player is about to complete, at {theirs[0]}."
        forks = (square_name(*at) for at, left in self.choices(position) if len(self._completing(left, side)) > 1)
        if (fork := next(forks, None)) is not None:
            return f"Threaten two lines at once, at {fork}: only one of them can be stopped."
        return "Look for a move that threatens two lines at once, and prevent such moves of the other player."

    def _completing(self, position: Rows, mark: str) -> list[str]:
        width, board = len(position[0]), "".join(position)
        found = set()
        for line in _lines(len(position), width, self.line):
            if board[line].count(mark) == self.line - 1 and "." in board[line]:
                found.add(range(len(board))[line][board[line].index(".")])
        return [square_name(*divmod(at, width)) for at in sorted(found)]

    def canonical(self, position: Rows) -> Rows:
        return min(tuple(map("".join, shape)) for shape in shapes(position))

    def check(self, position: Rows) -> None:
        if type(position) is not tuple or not position or not all(type(row) is str and row for row in position):
            raise PositionError(f"{self.name}: expected rows of X, O and dots, found {position!r}")
        for row in position:
            if len(row) != len(position[0]):
                raise PositionError(f"{self.name}: the rows {position[0]!r} and {row!r} are of different lengths")
            if row.strip("XO."):
                raise PositionError(f"{self.name}: a row is made of X, O and dots, not {row!r}")
        if max(len(position), len(position[0])) > MOST_SQUARES:
            raise PositionError(f"{self.name}: a board has at most {MOST_SQUARES} rows and columns")
        marks = "".join(position)
        crosses, noughts = marks.count("X"), marks.count("O")
        if crosses - noughts not in (0, 1):
            raise PositionError(
                f"{self.name}: X began, so there are as many X as O or one more, not {crosses}/{noughts}"
            )
        side = self.side(position)
        if self._has_line(position, side):
            raise PositionError(f"{self.name}: {side} has a line and would be to move, so play had ended")

    def read(self, text: str) -> Sum[Rows]:
        """Read rows joined by "/", or a size such as 4x4; an empty text is the empty board of 3 x 3."""
        position = read_board(Scanner(text), "XO.", "a row of X, O and dots, or a size such as 3x3", MOST_SQUARES)
        with within(text):
            self.check(position)
        return Sum(position)

    def show(self, parts: Sum[Rows]) -> str:
        return "; ".join(map("/".join, parts))

    def scene(self, position: Rows) -> Scene:
        return Board(position)

    def _has_line(self, position: Rows, mark: str) -> bool:
        wanted = mark * self.line
        board = "".join(position)
        return any(board[line] == wanted for line in _lines(len(position), len(position[0]), self.line))


@lru_cache(maxsize=64)
def _lines(rows: int, columns: int, length: int) -> tuple[slice, ...]:
    if length == 1:
        return tuple(slice(i, i + 1) for i in range(rows * columns))
    found = []
    for r in range(rows):
        for c in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = r + down * (length - 1), c + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    step, start = down * columns + right, r * columns + c
                    found.append(slice(start, start + step * (length - 1) + 1, step))
    return tuple(found)
