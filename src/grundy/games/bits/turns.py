"""Symmetries of sets of free cells of a board, computed by shifts and masks of one integer.

Cell (r, c) of a board with `columns` columns is bit r * columns + c. The returned functions are plain Python on words,
so that `core.BitRule` can compile them. They get the board from closure variables. Boards have at most as many columns
as rows, so a region with fewer rows than columns fits after it is transposed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .masks import Word

SHORT = 63
"""Numbers of columns are not changed by this mask; it lets a compiler see that a shift is shorter than a word."""
HALF = 8
"""Cells of a row that a table transposes at once."""


class Turns(NamedTuple):
    """Functions that measure a region, a set of cells as the bits of an integer, and apply symmetries of the board.

    `aligned` shifts a region to the first row and the first column, and `least` chooses one of its images; for these a
    region may be anywhere. All other functions (height, width, upside_down, mirrored and transposed) need a region that
    touches the first row and the first column; if they return a region, it touches them too.
    """

    aligned: Word
    """Shifts a nonempty region to the first row and the first column."""
    height: Word
    """Returns the number of rows of a region."""
    width: Word
    """Returns the number of columns of a region."""
    upside_down: Word
    """Reverses the rows."""
    mirrored: Word
    """Reverses the columns."""
    transposed: Word
    """Exchanges rows and columns; the region must not have more rows than the board has columns."""
    least: Word
    """Returns the least image of a region among those with at most as many columns as rows; 0 stays 0."""


@lru_cache(maxsize=64)
def turns(rows: int, columns: int) -> Turns:
    """Return functions that measure, shift, reflect and transpose regions of a rectangular board.

    Args:
        rows: The number of rows.
        columns: The number of columns, at most `rows`; at most 252 cells in all.

    Returns:
        The functions; each takes a region of this board, given as the bits of an integer.
    """
    aligned, height, width = _measures(rows, columns)
    upside_down = _row_reversal(columns)
    mirrored, transposed = _column_reversal(rows, columns, width), _transposition(columns)

    def smallest(region: int) -> int:
        turned = mirrored(region)
        return min(region, turned, upside_down(region), upside_down(turned))

    def least(region: int) -> int:
        if region == 0:
            return 0
        region = aligned(region)
        high, wide = height(region), width(region)
        if high > wide:
            return smallest(region)
        other = smallest(transposed(region))
        return other if high < wide else min(smallest(region), other)

    return Turns(aligned, height, width, upside_down, mirrored, transposed, least)


def _measures(rows: int, columns: int) -> tuple[Word, Word, Word]:
    first_row = (1 << columns) - 1
    first_column = sum(1 << columns * row for row in range(rows))

    def aligned(region: int) -> int:
        step = columns & SHORT
        while region & first_row == 0:
            region >>= step
        while region & first_column == 0:
            region >>= 1
        return region

    def height(region: int) -> int:
        step = columns & SHORT
        high = 0
        while region:
            region >>= step
            high += 1
        return high

    def width(region: int) -> int:
        step = columns & SHORT
        row = 0
        while region:
            row |= region & first_row
            region >>= step
        return row.bit_length()

    return aligned, height, width


def _row_reversal(columns: int) -> Word:
    first_row = (1 << columns) - 1

    def upside_down(region: int) -> int:
        step = columns & SHORT
        image = 0
        while region:
            image = image << step | region & first_row
            region >>= step
        return image

    return upside_down


def _column_reversal(rows: int, columns: int, width: Word) -> Word:
    """Return a function that reverses the columns of a region and shifts the image to the first column.

    The board has `rows` rows and `columns` columns, and the function `width` returns the width of a region.
    """
    first = sum(1 << columns * row for row in range(rows))
    half = columns // 2
    middle = first << half if columns % 2 else 0
    left = tuple(first << column for column in range(half)) or (0,)

    def mirrored(region: int) -> int:
        image = region & middle
        for column in range(half):
            apart = columns - 1 - 2 * column & SHORT
            image |= (region & left[column]) << apart | region >> apart & left[column]
        return image >> (columns - width(region) & SHORT)

    return mirrored


def _transposition(columns: int) -> Word:
    """Return a function that exchanges the rows and columns of a region, by a table for eight cells at a time.

    A row of the board has `columns` cells.
    """
    wide = min(columns, HALF)
    left, right = (1 << wide) - 1, (1 << columns - wide) - 1
    column_of = tuple(sum((row >> place & 1) << columns * place for place in range(wide)) for row in range(left + 1))
    shift = columns * HALF

    def transposed(region: int) -> int:
        step = columns & SHORT
        image, row = 0, 0
        while region:
            image |= column_of[region & left] << (row & SHORT)
            if right:
                image |= column_of[region >> HALF & right] << shift + row
            region >>= step
            row += 1
        return image

    return transposed
