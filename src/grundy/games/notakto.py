"""Notakto: tic-tac-toe in which both players write X; whoever completes the last line loses.

`notakto: X../.../... ; .../.X./...` is a sum of boards separated by ";"; a move writes an X on a free square of a
board that has no line yet. A board with three X in a line is dead, and whoever makes the last move, the one that
kills the last board, loses: the rule itself is misere. Nothing behind the colon is one empty board, `notakto: 3`
three of them. Squares are called a1, b1, ... c3 as in tic-tac-toe.

T. E. Plambeck and G. Whitehead, "The Secrets of Notakto: Winning at X-only Tic-Tac-Toe", 2013.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..core import Board, Move, PositionError, Ruleset, Scanner, Scene, Sum
from .squares import read_board, shapes, square_name

EMPTY, DEAD = 0, 0b111111111
"""Boards are masks of nine bits, bit 3 * row + column from the top left; all dead boards play the same."""
LINES = (0b111, 0b111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
MOST_BOARDS = 1000
_EXPECTED = "a board of three rows of X and dots"


class Notakto(Ruleset[int]):
    """Write an X on a free square of a board without a line; whoever kills the last board loses."""

    name = "notakto"
    last_loses = True

    def options(self, position: int) -> Iterator[int]:
        """Return what an X on each free square leaves, row by row; a dead board has no move."""
        if not is_dead(position):
            yield from (position | 1 << i for i in range(9) if not position >> i & 1)

    def moves(self, position: int) -> Iterator[Move[int]]:
        """Return moves called by their square, "b2"."""
        for after in self.options(position):
            square = (after ^ position).bit_length() - 1
            yield Move(square_name(*divmod(square, 3)), Sum(after))

    def canonical(self, position: int) -> int:
        """Return the least of the boards that turning and reflecting make of this one; one for all dead boards."""
        return _canonical(position)

    def check(self, position: int) -> None:
        """Refuse what is no mask of nine bits."""
        if type(position) is not int or not 0 <= position <= DEAD:
            raise PositionError(f"notakto: expected a board as a number from 0 to {DEAD}, found {position!r}")

    def read(self, text: str) -> Sum[int]:
        """Read boards separated by ";", or a number of empty boards; nothing is one empty board."""
        scanner = Scanner(text)
        if not scanner.done() and scanner.match(r"(?=[0-9]+\s*$)") is not None:
            boards = scanner.integer("a number of boards")
            if not 1 <= boards <= MOST_BOARDS:
                raise PositionError(f"notakto: from 1 to {MOST_BOARDS} boards, not {boards}", text=text, at=0)
            return Sum.of([EMPTY] * boards)
        found, at = [], 0
        for piece in text.split(";"):
            found.append(_read_one(text, at, piece))
            at += len(piece) + 1
        return Sum.of(found)

    def show(self, parts: Sum[int]) -> str:
        """Write the boards."""
        return "; ".join("/".join(_rows(part)) for part in parts) or "over"

    def scene(self, position: int) -> Scene:
        """Show the board."""
        return Board(_rows(position))


def is_dead(board: int) -> bool:
    """Return whether a board has a line.

    >>> is_dead(0b111), is_dead(0b11011)
    (True, False)
    """
    return any(board & line == line for line in LINES)


@lru_cache(maxsize=512)
def _canonical(board: int) -> int:
    """Return the board that stands for all that play like this one."""
    if is_dead(board):
        return DEAD
    cells = [[board >> 3 * row + column & 1 for column in range(3)] for row in range(3)]
    return min(sum(cell << i for i, cell in enumerate((*a, *b, *c))) for a, b, c in shapes(cells))


def _rows(board: int) -> tuple[str, ...]:
    """Return the rows of a board."""
    return tuple("".join("X" if board >> 3 * row + column & 1 else "." for column in range(3)) for row in range(3))


def _read_one(text: str, at: int, piece: str) -> int:
    """Read the board of the `piece` of `text` that begins at character `at`."""
    scanner = Scanner(text[: at + len(piece)], at)
    if scanner.done() and text.strip():
        raise scanner.error(_EXPECTED)
    rows = read_board(scanner, "[X.]+", _EXPECTED, 3)
    if list(map(len, rows)) != [3, 3, 3]:
        raise PositionError("notakto: a board has three rows of three squares", text=text, at=at)
    return sum(1 << 3 * r + c for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "X")
