"""The maze game: slide a figure up or left as far as you like; the last move wins.

`maze: ..#./@...` draws the rows from top to bottom, joined by `/`: `.` floor, `#` wall, `@` the one
figure. A move goes one or more floor squares to the left or up and never through a wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..core import OVER, Board, Move, NotationError, PositionError, Ruleset, Scene, Sum

Square = tuple[int, int]
"""Row and column, counted from 0 at the top left."""
_GONE = f" {OVER}"


class Maze(Ruleset[Square]):
    """Slide the figure left or up over floor; a position is the square of the figure."""

    name = "maze"

    def __init__(self, rows: tuple[str, ...] = ()) -> None:
        """Build the maze of these rows of `.` and `#`; no rows: not bound to a maze yet."""
        self.rows = rows

    def moves(self, position: Square) -> Iterator[Move[Square]]:
        """Return moves called "left 2" or "up 1", the shortest first."""
        row, column = position
        for name, down, right in (("left", 0, -1), ("up", -1, 0)):
            steps = 1
            while self.is_floor(square := (row + down * steps, column + right * steps)):
                yield Move(f"{name} {steps}", Sum(square))
                steps += 1

    def options(self, position: Square) -> Iterable[Square]:
        """Return the squares that one move reaches."""
        return (move.leaves[0] for move in self.moves(position))

    def is_floor(self, square: Square) -> bool:
        """Return whether the square lies in the maze and is no wall."""
        row, column = square
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]) and self.rows[row][column] != "#"

    def check(self, position: Square) -> None:
        """Refuse a figure outside the maze or on a wall."""
        if type(position) is not tuple or [type(number) for number in position] != [int, int]:
            raise PositionError(f"expected the row and the column of the figure, found {position!r}")
        if not self.is_floor(position):
            where = "on a wall" if self._inside(position) else "outside the maze"
            raise PositionError(f"the figure at row {position[0]}, column {position[1]} stands {where}")

    def _inside(self, square: Square) -> bool:
        """Return whether the square lies in the maze."""
        return 0 <= square[0] < len(self.rows) and 0 <= square[1] < len(self.rows[square[0]])

    def bind(self, text: str) -> tuple[Maze, Sum[Square]]:
        """Read the maze and its figure; behind a maze without one stands "over"."""
        gone = text.rstrip().endswith(_GONE)
        rows, figures = _rows(text.rstrip().removesuffix(_GONE) if gone else text)
        if gone and not figures:
            return Maze(rows), Sum()
        if gone or not figures:
            raise _refuse(text, len(text), "one figure @ in the maze" + ", found none" * (not figures))
        return Maze(rows), Sum.of(figures)

    def read(self, text: str) -> Sum[Square]:
        """Read the figure of a maze text."""
        return self.bind(text)[1]

    def show(self, parts: Sum[Square]) -> str:
        """Write the maze with its figure."""
        return "/".join(self._drawn(parts[0])) if parts else "/".join(self.rows) + _GONE

    def write(self, parts: Sum[Square]) -> str:
        """Write the maze also where its figure is gone."""
        return self.show(parts)

    def _drawn(self, figure: Square) -> Iterator[str]:
        """Yield the rows with the figure in its square."""
        for r, row in enumerate(self.rows):
            yield row[: figure[1]] + "@" + row[figure[1] + 1 :] if r == figure[0] else row

    def brief(self, position: Square) -> str:
        """Return row and column of the figure, counted from 0 at the top left."""
        return f"row {position[0]}, column {position[1]}"

    def scene(self, position: Square) -> Scene:
        """Show the maze with its figure."""
        return Board(tuple(self._drawn(position)))

    def grid(self, position: Square) -> list[list[Square | None]]:
        """Return all squares."""
        return [[(r, c) if cell == "." else None for c, cell in enumerate(row)] for r, row in enumerate(self.rows)]

    def identity(self) -> object:
        """Return the walls."""
        return self.rows


def _rows(text: str) -> tuple[tuple[str, ...], list[Square]]:
    """Return the rows of a maze text without the figure, and its square, if it has one."""
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
    """Return the error at a place of the maze text."""
    return NotationError(f"expected {expected}", text=text, at=at, expected=expected.partition(", found")[0])
