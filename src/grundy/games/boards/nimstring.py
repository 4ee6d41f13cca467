"""Nimstring: Dots and Boxes without counting. Completing a box forces another draw; a player who cannot draw loses.

`nimstring: 2x3` is the grid of 2 x 3 boxes with no line drawn. `nimstring: -./|../.-` draws a 1 x 2 grid: horizontal
and vertical lines in turn, row by row from the top, with `-` or `|` if the line is drawn. A final `!` means that a box
has just been completed.

Known results make components small (E. R. Berlekamp, "The Dots and Boxes Game", 2000). Suppose that one line of a box
is missing. It can be drawn at no cost if it is at the rim, or if the box on its other side has one or at least three
lines missing. If that box has two lines missing, the box at its second missing line counts: if nothing else of this
third box is missing, all three can be completed at no cost. Otherwise the position is loony, and the player to move
wins by choosing the better of two ways. One is to complete both boxes and draw again. The other is to draw the second
line, so that the opponent completes both boxes and must draw next.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from ...core import (
    BitRule,
    Bits,
    Board,
    EntailedPosition,
    Entailing,
    Move,
    Picture,
    PositionError,
    Scanner,
    Scene,
    Sum,
    on_pieces,
)
from ..forms import within
from .boxes import Grid, least_image, line_count, pieces, places, shape
from .nimstring_bits import LOONY, packed_nimstring, settled_on
from .squares import read_size

Drawn: TypeAlias = Grid | EntailedPosition[Grid]
"""A grid, or one on which a box was just completed."""
MOST_BOXES = 20
"""Limit on the rows and on the columns of a grid."""
_EXPECTED = 'a size such as 2x3, or rows of lines such as "-./|../.-"'


class Nimstring(Entailing[Grid], Picture[Drawn], Bits[Drawn]):
    """The rules of Nimstring: draw a line between two adjacent dots; a player who completes a box draws again."""

    material = "paper"

    def __init__(self, name: str = "nimstring") -> None:
        """Build the ruleset.

        Args:
            name: The name of the ruleset: "nimstring" or "dots-and-boxes". The rules are the same for both names; the
                score of Dots and Boxes is not counted.
        """
        self.name = name

    def free_options(self, position: Grid) -> Iterator[Drawn]:
        rows, columns, free = position
        boxes, beside = shape(rows, columns)
        for _, _, line in places(rows, columns):
            if free >> line & 1:
                left = free ^ 1 << line
                after = Grid(rows, columns, left)
                full = any(not left & boxes[box] for box in beside[line])
                yield EntailedPosition(after, "pass") if full else after

    def free_moves(self, position: Grid) -> Iterator[Move[Drawn]]:
        """Return the lines that can be drawn, as moves with names such as "row 2 line 3".

        The position is a grid without a box just completed. Rows are those of the text of a position, from 1, and lines
        are counted from 1 within a row. A move that completes a box leaves an `EntailedPosition`, in which the opponent
        must pass, so that the same player draws again.
        """
        rows, columns, free = position
        lines = ((row, place) for row, place, line in places(rows, columns) if free >> line & 1)
        for (row, place), after in zip(lines, self.free_options(position), strict=True):
            square = row - 1, 2 * place - 1 if row % 2 else 2 * place - 2  # in a row of lines and of dots or boxes
            yield Move(f"row {row} line {place}", Sum(after), on_pieces(square))

    def pieces(self, position: Grid) -> Sum[Grid] | None:
        return _pieces(position)

    def canonical(self, position: Drawn) -> Drawn:
        """Return the least image of the grid under rotations and reflections.

        If the player to move must pass, because a box was just completed, this obligation is kept.
        """
        if isinstance(position, EntailedPosition):
            return EntailedPosition(least_image(position.position), position.only)
        return least_image(position)

    def check(self, position: Drawn) -> None:
        grid = position.position if isinstance(position, EntailedPosition) else position
        if type(grid) is not Grid or not all(type(number) is int for number in grid):
            raise PositionError(f"{self.name}: expected a grid, found {position!r}")
        rows, columns, free = grid
        if not 1 <= rows <= MOST_BOXES or not 1 <= columns <= MOST_BOXES:
            raise PositionError(
                f"{self.name}: a grid has 1 to {MOST_BOXES} rows and columns of boxes, not {rows}x{columns}"
            )
        if not 0 <= free < 1 << line_count(rows, columns):
            raise PositionError(f"{self.name}: a grid of {rows}x{columns} boxes has {line_count(rows, columns)} lines")
        if isinstance(position, EntailedPosition):
            if not position.passing:
                raise PositionError(f"{self.name}: after a completed box a pass is the only move")
            if all(free & box for box in shape(rows, columns).boxes):
                raise PositionError(f'{self.name}: "!" comes after a grid on which a box was completed')

    def read(self, text: str) -> Sum[Drawn]:
        """Read a size, or rows of lines joined by "/", followed by "!" if the player to move must pass.

        The player to move must pass if the opponent has just completed a box and therefore draws again.
        """
        scanner = Scanner(text)
        if (size := read_size(scanner)) is None:
            grid = _read_lines(scanner)
        else:  # keep the size of a grid that is too large; the error message shows it
            grid = Grid(*size, 0 if max(size) > MOST_BOXES else (1 << line_count(*size)) - 1)
        passing = scanner.take("!")
        scanner.end('"/", "!" or the end of the text')
        position: Drawn = EntailedPosition(grid, "pass") if passing else grid
        with within(text):
            self.check(position)
        return Sum(position)

    def show(self, parts: Sum[Drawn]) -> str:
        return "; ".join(map(self._shown, parts))

    def _shown(self, part: Drawn) -> str:
        if isinstance(part, EntailedPosition):
            return f"{self._shown(part.position)} !"
        empty = part.free == (1 << line_count(part.rows, part.columns)) - 1
        return f"{part.rows}x{part.columns}" if empty else "/".join(_rows(part))

    def packed(self, position: Drawn) -> BitRule[Drawn] | None:
        return None if isinstance(position, EntailedPosition) else packed_nimstring(position)

    def scene(self, position: Drawn) -> Scene:
        grid = position.position if isinstance(position, EntailedPosition) else position
        lines = enumerate(_rows(grid))
        return Board(tuple(" ".join(line) if i % 2 else f"+{'+'.join(line)}+" for i, line in lines))


def _read_lines(scanner: Scanner) -> Grid:
    """Read rows of horizontal and of vertical lines in turn, joined by "/"; the first and the last are horizontal."""
    lines: list[str] = []
    while not lines or scanner.take("/"):
        mark = "-|"[len(lines) % 2]
        lines.append(scanner.needed(f"[{mark}.]+", f"a row of {mark} and dots" if lines else _EXPECTED))
        if len(lines) > 2 * MOST_BOXES + 1:
            raise scanner.error(f"at most {MOST_BOXES} rows of boxes")
    if len(lines) < 3 or len(lines) % 2 == 0:
        raise scanner.error('"/" and another row: a grid ends with a row of horizontal lines, as in "../.../.."')
    rows, columns = len(lines) // 2, len(lines[0])
    for i, row in enumerate(lines):
        if len(row) != columns + i % 2:
            raise PositionError(f"nimstring: row {i + 1} needs {columns + i % 2} lines or dots, found {len(row)}")
    free = sum(1 << line for row, place, line in places(rows, columns) if lines[row - 1][place - 1] == ".")
    return Grid(rows, columns, free)


def _rows(grid: Grid) -> list[str]:
    rows = [""] * (2 * grid.rows + 1)
    for row, _, line in places(grid.rows, grid.columns):
        rows[row - 1] += "." if grid.free >> line & 1 else "-|"[(row - 1) % 2]
    return rows


@lru_cache(maxsize=1 << 17)
def _pieces(grid: Grid) -> Sum[Grid] | None:
    free = settled_on(grid.rows, grid.columns)(grid.free)
    return None if free == LOONY else Sum.of(sorted(map(least_image, pieces(grid._replace(free=free)))))
