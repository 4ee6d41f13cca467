"""The maze game: slide a figure any distance up or left; the last move wins.

`maze: ..#./@...` lists the rows from top to bottom, joined by `/`: `.` is floor, `#` a wall, `@` the figure. A move
goes one or more floor squares to the left or up, and never through a wall.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import OVER, Board, Knowledge, Move, NotationError, Picture, PositionError, Scene, Sum, on_pieces
from ..forms import Choosing, Drawn

Square = tuple[int, int]
"""Row and column, counted from 0 at the top left."""
_GONE = f" {OVER}"


class Maze(Choosing[Square, tuple[str, int]], Drawn[Square], Picture[Square], Knowledge[Square]):
    """The rules of the maze game: slide the figure left or up, any distance without crossing a wall.

    A position is the square of the figure.
    """

    idea_lesson = "graphs"
    name = "maze"
    material = "tiles"

    def __init__(self, rows: tuple[str, ...] = ()) -> None:
        """Build a maze.

        Args:
            rows: The rows, of `.` and `#`; empty for rules that are not bound to a maze yet.
        """
        self.rows = rows

    def idea(self, position: Square) -> str:
        return (
            "Label the squares backwards from the terminal positions: P if every move leads to N, N if some "
            "move leads to P. Move to P."
        )

    def choices(self, position: Square) -> Iterator[tuple[tuple[str, int], Square]]:
        """Return each move, as a direction and a distance (left first, short first), and the square that is reached."""
        row, column = position
        for name, down, right in (("left", 0, -1), ("up", -1, 0)):
            steps = 1
            while self.is_floor(square := (row + down * steps, column + right * steps)):
                yield (name, steps), square
                steps += 1

    def _move(self, position: Square, choice: tuple[str, int], leaves: Sum[Square]) -> Move[Square]:
        return Move("{} {}".format(*choice), leaves, lambda: on_pieces(position, *leaves), "move")

    def is_floor(self, square: Square) -> bool:
        """Return whether the square is inside the maze and not a wall."""
        row, column = square
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]) and self.rows[row][column] != "#"

    def check(self, position: Square) -> None:
        if type(position) is not tuple or [type(number) for number in position] != [int, int]:
            raise PositionError(f"expected the row and the column of the figure, found {position!r}")
        if not self.is_floor(position):
            row, column = position
            inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])
            where = "on a wall" if inside else "outside the maze"
            raise PositionError(f"the figure at row {row}, column {column} is {where}")

    def bind(self, text: str) -> tuple[Maze, Sum[Square]]:
        """Read the rows of a maze with one "@" for the figure, or a maze without a figure, followed by "over".

        Returns:
            The rules of this maze, and the sum with the square of the figure. After "over" this is the empty sum.
        """
        gone = text.rstrip().endswith(_GONE)
        rows, figures = _rows(text.rstrip().removesuffix(_GONE) if gone else text)
        if gone and not figures:
            return Maze(rows), Sum()
        if gone or not figures:
            raise _refuse(text, len(text), "one figure @ in the maze" + ", found none" * (not figures))
        return Maze(rows), Sum.of(figures)

    def show(self, parts: Sum[Square]) -> str:
        return "/".join(self._drawn(parts[0])) if parts else "/".join(self.rows) + _GONE

    def _drawn(self, figure: Square) -> Iterator[str]:
        for r, row in enumerate(self.rows):
            yield row[: figure[1]] + "@" + row[figure[1] + 1 :] if r == figure[0] else row

    def brief(self, position: Square) -> str:
        return f"row {position[0]}, column {position[1]}"

    def scene(self, position: Square) -> Scene:
        return Board(tuple(self._drawn(position)))

    def grid(self, position: Square) -> list[list[Square | None]]:
        return [[(r, c) if cell == "." else None for c, cell in enumerate(row)] for r, row in enumerate(self.rows)]


def _rows(text: str) -> tuple[tuple[str, ...], list[Square]]:
    rows, at = text.strip().split("/"), len(text) - len(text.lstrip())
    figures = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell not in ".#@":
                raise _refuse(text, at + c, f"a square . (floor), # (wall) or @ (the figure), found {cell!r}")
            if cell == "@":
                figures.append((r, c))
                if len(figures) > 1:
                    raise _refuse(text, at + c, "one figure @, found a second one")
        if len(row) != len(rows[0]) or not row:
            raise _refuse(text, at, f"a row of {len(rows[0]) or 'some'} squares, found {len(row)}")
        at += len(row) + 1
    return tuple(row.replace("@", ".") for row in rows), figures


def _refuse(text: str, at: int, expected: str) -> NotationError:
    return NotationError(f"expected {expected}", text=text, at=at, expected=expected.partition(", found")[0])
