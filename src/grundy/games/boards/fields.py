"""Boards of free and used cells: parser, text form, connected regions, symmetries and pictures.

`4x5` is a board of free cells; `..#/...` lists rows from top to bottom, with `.` for free and `#` for used cells. A
move only uses cells, so it leaves a board of the same size with more `#`. Boards of a sum are separated by ";".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from ...core import Bits, Board, Move, PartwiseRuleset, Picture, PositionError, Scanner, Scene, Sum, on_pieces
from ..bits.masks import members
from ..forms import Choosing
from .squares import ORDER_TWO, cells_of, cropped, read_rows, read_size, shapes, transposed, turned

if TYPE_CHECKING:
    from ...core import BitRule
    from ..bits.graph_bits import Packing

MOST_LINES = 100
"""Limit on the rows and on the columns of a board that is read."""
MOST_CELLS = 252
"""Cells of the largest region that is searched by compiled code."""
_EXPECTED = "a size such as 4x5, or rows of . and # joined by /"
_CELLS = str.maketrans(".#", "10")


class Field(NamedTuple):
    """A board: cell (r, c), counted from 0, is free if bit r * columns + c of `free` is set."""

    rows: int
    columns: int
    free: int


class FieldRuleset(Choosing[Field, tuple[int, int, str]], PartwiseRuleset[Field], Picture[Field], Bits[Field]):
    """A base class of games on boards of free and used cells, whose positions are of type `Field`.

    It checks, reads, writes and draws boards, names moves, and replaces a board by its least image under symmetries. A
    subclass defines `choices`, the moves of a position, and `over_words`, the same rules for compiled search. In
    `choices` a move is a row and a column, from 0, with " across" or " down" for a domino, or "" for a single cell.
    """

    inside = '"/", '
    first_square = (1, 1)

    def _move(self, position: Field, choice: tuple[int, int, str], leaves: Sum[Field]) -> Move[Field]:
        row, column, way = choice
        second = [(row + (way == " down"), column + (way == " across"))] if way else []
        return Move(self.label(choice), leaves, lambda: on_pieces((row, column), *second), "cover")

    def label(self, choice: tuple[int, int, str]) -> str:
        """Return the name of a move, such as "row 1 column 2 across", given as a tuple as `choices` yields it."""
        row, column, way = choice
        return f"row {row + 1} column {column + 1}{way}"

    def image_label(self, position: Field, label: str, image: Sequence[int]) -> str | None:
        """Return the name of the image of a move under a symmetry of the board.

        Args:
            position: The board before the move, without free cells that no move can use.
            label: The name of the move.
            image: The image of every cell of the trimmed board, as `pairings` yields it.

        Returns:
            The name, or None if the board has no such move.
        """
        choice = next((choice for choice, _ in self.choices(position) if self.label(choice) == label), None)
        if choice is None:
            return None
        lines = lines_of(position)
        top = next(row for row, line in enumerate(lines) if "." in line)
        left = min(line.index(".") for line in lines if "." in line)
        columns = trimmed(position).columns
        row, column, way = choice
        cells = [(row, column), (row + (way == " down"), column + (way == " across"))]
        (row, column), (last, _) = sorted(divmod(image[(r - top) * columns + c - left], columns) for r, c in cells)
        return self.label((row + top, column + left, way and (" across" if row == last else " down")))

    def canonical(self, position: Field) -> Field:
        return least_image(position)

    def check(self, position: Field) -> None:
        if type(position) is not Field or not all(type(number) is int for number in position):
            raise PositionError(f"{self.name}: expected a board, found {position!r}")
        rows, columns, free = position
        if not 1 <= rows <= MOST_LINES or not 1 <= columns <= MOST_LINES:
            size = "x".join(str(number) if number < 10**9 else "a longer one" for number in (rows, columns))
            raise PositionError(f"{self.name}: a board has 1 to {MOST_LINES} rows and columns, not {size}")
        if not 0 <= free < 1 << rows * columns:
            raise PositionError(f"{self.name}: a board of {rows}x{columns} has {rows * columns} cells")

    def read_part(self, scanner: Scanner) -> Field:
        """Read a board: a size such as 2x3, or rows of `.` (free) and `#` joined by "/"."""
        if (size := read_size(scanner)) is not None:
            rows, columns = size
            large = max(rows, columns) > MOST_LINES
            return Field(rows, columns, 0 if large else (1 << rows * columns) - 1)
        return field_of(read_rows(scanner, ".#", _EXPECTED, "a row of . and #", "cells"))

    def show_part(self, position: Field) -> str:
        free = position.free == (1 << position.rows * position.columns) - 1
        return f"{position.rows}x{position.columns}" if free else "/".join(lines_of(position))

    def scene(self, position: Field) -> Scene:
        return Board(lines_of(position))

    @abstractmethod
    def over_words(self, rows: int, columns: int) -> BitRule[Field]:
        """Return the rules of the game for compiled search, in which a board of the given size is a bit mask.

        Every subclass defines this method. It is not called for boards with more than 252 cells. Rows and columns at
        the edges that have no free cell are not counted, because they are cut off first.

        Args:
            rows: The number of rows of all boards.
            columns: The number of columns, at most `rows`; at most 252 cells in all.

        Returns:
            The rules; cell (r, c) is bit r * `columns` + c of a packed board.
        """

    def _packing(self, rows: int, columns: int) -> Packing:
        """Return the functions that convert boards of at most this size to bit masks and back."""
        from ..bits.graph_bits import Packing

        return Packing(lambda field: upright(field, columns), lambda free: Field(rows, columns, free))

    def packed(self, position: Field) -> BitRule[Field] | None:
        field = trimmed(position)
        rows, columns = sorted((field.rows, field.columns), reverse=True)
        return self.over_words(rows, columns) if rows * columns <= MOST_CELLS else None


def lines_of(field: Field) -> tuple[str, ...]:
    """Return the rows of a board as text.

    >>> lines_of(Field(2, 3, 0b111011))
    ('..#', '...')
    """
    text = format(field.free, f"0{field.rows * field.columns}b")[::-1].replace("0", "#").replace("1", ".")
    return tuple(text[field.columns * row : field.columns * (row + 1)] for row in range(field.rows))


def field_of(lines: Sequence[str]) -> Field:
    """Return the board that these rows show; all must have the same length.

    >>> field_of(("..#", "..."))
    Field(rows=2, columns=3, free=59)
    """
    return Field(len(lines), len(lines[0]), int("".join(lines).translate(_CELLS)[::-1], 2))


def shifted(field: Field, cells: int) -> tuple[int, int, int, int]:
    """Return the free neighbours of a set of cells of a board, separately for each direction.

    Args:
        field: The board.
        cells: The bit mask of the cells.

    Returns:
        The bit masks of the free cells to the right of, to the left of, below and above them.
    """
    first, columns, free = first_column(field.rows, field.columns), field.columns, field.free
    right, left = (cells & ~(first << columns - 1)) << 1, (cells & ~first) >> 1
    return right & free, left & free, cells << columns & free, cells >> columns & free


def beside(field: Field, cells: int) -> int:
    """Return the free neighbours of a set of cells of a board, in all four directions.

    Args:
        field: The board.
        cells: The bit mask of the cells.

    Returns:
        The bit mask of the neighbours.
    """
    right, left, below, above = shifted(field, cells)
    return right | left | below | above


def regions(field: Field) -> Iterator[int]:
    """Yield the connected regions of at least two free cells as bit masks, in the order of their first cells."""
    rest = beside(field, field.free)
    while rest:
        region, last = rest & -rest, 0
        while region != last:
            last, region = region, region | beside(field, region)
        rest ^= region
        yield region


def trimmed(field: Field) -> Field:
    """Return the smallest board around the free cells, or a 1 x 1 board if none is free.

    >>> trimmed(field_of(("###", "#..", "###")))
    Field(rows=1, columns=2, free=3)
    """
    return field_of(cropped(lines_of(field)))


@lru_cache(maxsize=1 << 17)
def least_image(field: Field) -> Field:
    """Return the least image, at most as high as wide, of the trimmed board under rotations and reflections.

    >>> least_image(field_of(("#.", "..", "#.")))
    Field(rows=2, columns=3, free=23)
    """
    lines = cropped(lines_of(field))
    if len(lines) > len(lines[0]):
        lines = transposed(lines)
    return min(field_of(list(map("".join, shape))) for shape in shapes(lines))


@lru_cache(maxsize=64)
def _involutions(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of order two of a board, each as a tuple of the images of all cells."""
    kinds = ORDER_TWO if rows == columns else ORDER_TWO[:3]
    return tuple(dict.fromkeys(tuple(chain(*turned(cells_of(rows, columns), kind))) for kind in kinds))


def pairings(field: Field) -> Iterator[tuple[int, ...]]:
    """Yield the half turn and the reflections of a board that map its free cells to free cells.

    Each is a tuple that contains for every cell, by its number r * columns + c, the number of its image. Only
    symmetries of the whole rectangle are examined, so the board must be trimmed.
    """
    free = members(field.free)
    for image in _involutions(field.rows, field.columns):
        if all(field.free >> image[cell] & 1 for cell in free):
            yield image


@lru_cache(maxsize=64)
def first_column(rows: int, columns: int) -> int:
    """Return the bit mask of the first column of a board.

    Args:
        rows: The number of rows.
        columns: The number of columns.

    Returns:
        The bit mask.
    """
    return sum(1 << columns * row for row in range(rows))


def upright(field: Field, columns: int) -> int:
    """Return the free cells of a board as bits of a board with a given number of columns, moved to the top left corner.

    Args:
        field: The board; it is trimmed, and transposed if it is then wider than `columns`.
        columns: The number of columns.

    Returns:
        The bit mask; cell (r, c) is bit r * columns + c.
    """
    lines = cropped(lines_of(field))
    if len(lines[0]) > columns:
        lines = transposed(lines)
    return field_of([line.ljust(columns, "#") for line in lines]).free
