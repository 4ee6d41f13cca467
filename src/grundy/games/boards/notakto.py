"""Notakto: tic-tac-toe in which both players write X; whoever completes the last line loses.

`notakto: X../.../... ; .../.X./...` is a sum of boards. No text after the colon is one empty board, `notakto: 3` three
of them. A board with three X in a line is dead, and the player who kills the last board loses: the rule itself is
misère. T. E. Plambeck and G. Whitehead, "The Secrets of Notakto: Winning at X-only Tic-Tac-Toe", 2013.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...core import Board, Move, Picture, PositionError, Scanner, Scene, Structure, Sum, on_pieces
from ..forms import Choosing, pieces_of
from .squares import read_board, shapes, square_name

EMPTY, DEAD = 0, 0b111111111
"""Boards are masks of nine bits, bit 3 * row + column from the top left; all dead boards are equivalent."""
LINES = (0b111, 0b111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
MOST_BOARDS = 1000
_EXPECTED = "a board of three rows of X and dots"


class Notakto(Choosing[int, int], Picture[int], Structure):
    """The rules of Notakto: write an X on one of several boards; a board with three X in a line is dead.

    The player who makes the last board dead loses.
    """

    name = "notakto"
    material = "slate"
    lettered = True
    misere_rule = True

    def choices(self, position: int) -> Iterator[tuple[int, int]]:
        """Return the free squares, row by row, and the board after an X on each; a dead board has no move."""
        squares = () if is_dead(position) else range(9)
        return ((i, position | 1 << i) for i in squares if not position >> i & 1)

    def _move(self, position: int, choice: int, leaves: Sum[int]) -> Move[int]:
        square = divmod(choice, 3)
        return Move(square_name(*square), leaves, lambda: on_pieces(square))

    def canonical(self, position: int) -> int:
        """Return the least image of the board under symmetries; all boards with three X in a line become the same."""
        return _canonical(position)

    def check(self, position: int) -> None:
        if type(position) is not int or not 0 <= position <= DEAD:
            raise PositionError(f"notakto: expected a board as a number from 0 to {DEAD}, found {position!r}")

    def read(self, text: str) -> Sum[int]:
        """Read boards separated by ";", or a number of empty boards; an empty text is one empty board."""
        scanner = Scanner(text)
        if not scanner.done() and scanner.match(r"(?=[0-9]+\s*$)") is not None:
            boards = scanner.integer("a number of boards")
            if not 1 <= boards <= MOST_BOARDS:
                raise PositionError(f"notakto: from 1 to {MOST_BOARDS} boards, not {boards}", text=text, at=0)
            return Sum.of([EMPTY] * boards)
        found = []
        for at, piece in pieces_of(text):
            scanner = Scanner(text[: at + len(piece)], at)
            if scanner.done() and text.strip():
                raise scanner.error(_EXPECTED)
            rows = read_board(scanner, "X.", _EXPECTED, 3)
            if list(map(len, rows)) != [3, 3, 3]:
                raise PositionError("notakto: a board has three rows of three squares", text=text, at=at)
            found.append(sum(1 << i for i, cell in enumerate("".join(rows)) if cell == "X"))
        return Sum.of(found)

    def show(self, parts: Sum[int]) -> str:
        return "; ".join("/".join(_rows(part)) for part in parts) or "over"

    def scene(self, position: int) -> Scene:
        return Board(_rows(position))


def is_dead(board: int) -> bool:
    """Return whether a board, a bit mask of nine squares, has three X in a line.

    >>> is_dead(0b111), is_dead(0b11011)
    (True, False)
    """
    return any(board & line == line for line in LINES)


@lru_cache(maxsize=512)
def _canonical(board: int) -> int:
    if is_dead(board):
        return DEAD
    cells = [[board >> 3 * row + column & 1 for column in range(3)] for row in range(3)]
    return min(sum(cell << i for i, cell in enumerate((*a, *b, *c))) for a, b, c in shapes(cells))


def _rows(board: int) -> tuple[str, ...]:
    return tuple("".join("X" if board >> 3 * row + column & 1 else "." for column in range(3)) for row in range(3))
