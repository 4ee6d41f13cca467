"""Cram on one machine word, for compiled search; the reference implementation is `cram`.

Dominoes parallel to the short side come first, from the middle outwards. This order alone saves at least half of the
work of a search that asks for single values of components.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from ...core import BitRule, CheckedWords
from ..bits.masks import Word, count_bits, members, pieces_of
from ..bits.turns import turns
from ..heaps.dawson import path_value, ring_value
from .fields import Field, first_column, upright

BITS = 63
"""Cells in a word."""


def cram_bits(rows: int, columns: int) -> BitRule[Field]:
    """Return the rules of Cram for compiled search, on boards packed into one integer each.

    Args:
        rows: The number of rows.
        columns: The number of columns, at most `rows`; at most 63 cells in all.

    Returns:
        The rules.
    """
    cells = rows * columns
    return BitRule(
        words=1,
        most=rows * (columns - 1) + columns * (rows - 1) + 1,
        options=_options(rows, columns),
        pack=lambda field: [upright(field, columns)],
        unpack=lambda words: Field(rows, columns, words[0]),
        split=_split_loose(rows, columns),
        canon=_canon(rows, columns),
        known=_known(rows, columns),
        parts=cells // 2 + 1,
    )


def checked_cram(rows: int, columns: int) -> CheckedWords[Field] | None:
    """Return Cram on packed boards as certificates use it, without simplifications by theorems: isolated cells stay.

    Components are packed as they are if they fit into the board with more rows than columns, else transposed. The
    options are sorted by the upper left cells of the dominoes, row by row, horizontal dominoes before vertical ones.
    This is also the order of the texts of the moves.

    Args:
        rows: The number of rows.
        columns: The number of columns.

    Returns:
        The rules, or None if the board has more than 63 cells.
    """
    rows, columns = max(rows, columns), min(rows, columns)
    if rows * columns > BITS:
        return None

    def steps(part: Field) -> tuple[int, int]:
        return (columns, 1) if part.columns <= columns and part.rows <= rows else (1, columns)

    def pack(part: Field) -> list[int]:
        down, across = steps(part)
        return [sum(1 << down * (cell // part.columns) + across * (cell % part.columns) for cell in members(part.free))]

    @cache
    def dominoes(high: int, wide: int) -> Any:  # noqa: ANN401  # an array
        import numpy as np

        down, across = steps(Field(high, wide, 0))
        return np.array(
            [
                1 << (cell := down * row + across * column) | 1 << cell + step
                for row in range(high)
                for column in range(wide)
                for step, fits in ((across, column + 1 < wide), (down, row + 1 < high))
                if fits
            ],
            np.int64,
        )

    def listed(part: Field) -> tuple[Any, Any, Any]:
        import numpy as np

        (word,), every = pack(part), dominoes(part.rows, part.columns)
        laid = every[every & ~word == 0]
        options = word ^ laid
        first, second = (laid[:, None] & laid == 0).nonzero()
        bounds = np.searchsorted(first, np.arange(len(laid) + 1))
        return options, options[first] ^ laid[second], bounds

    split, canon = _split(rows, columns), turns(rows, columns).least
    plain = replace(cram_bits(rows, columns), pack=pack, split=split, canon=canon, known=None)
    return CheckedWords(plain, listed)


def _from_the_middle(length: int) -> tuple[int, ...]:
    """List for k = 0 to `length` rows or columns their numbers, middle ones first, filled up with zeros to `length`.

    >>> _from_the_middle(3)
    (0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2)
    """
    found: list[int] = []
    for lines in range(length + 1):
        order = sorted(range(lines), key=lambda line: abs(2 * line + 1 - lines))
        found += [*order, *[0] * (length - lines)]
    return tuple(found)


def _options(rows: int, columns: int) -> Callable[..., int]:
    """List horizontal dominoes by rows from the middle, then vertical ones by columns from the middle."""
    first = first_column(rows, columns)
    first_row = (1 << columns) - 1
    row_order, column_order = _from_the_middle(rows), _from_the_middle(columns)
    _, height, width, *_ = turns(rows, columns)

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        count = 0
        starts = state & (state & ~first) >> 1
        high = height(state)
        for place in range(rows * high, rows * high + high):
            line = starts & first_row << columns * row_order[place]
            while line:
                cell = line & -line
                line ^= cell
                out[count] = state ^ cell ^ cell << 1
                count += 1
        starts = state & state >> columns
        wide = width(state)
        for place in range(columns * wide, columns * wide + wide):
            line = starts & first << column_order[place]
            while line:
                cell = line & -line
                line ^= cell
                out[count] = state ^ cell ^ cell << columns
                count += 1
        return count

    return options


def _split(rows: int, columns: int) -> Callable[..., int]:
    """Write the regions of at least two cells."""
    near = _near(rows, columns)
    pieces = pieces_of(near)

    def split(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        return pieces(near(state) & state, out, 0)

    return split


def _near(rows: int, columns: int) -> Word:
    first, not_last, not_bottom = _edges(rows, columns)

    def near(cells: int) -> int:
        return (cells & not_last) << 1 | (cells & ~first) >> 1 | (cells & not_bottom) << columns | cells >> columns

    return near


def _split_loose(rows: int, columns: int) -> Callable[..., int]:
    """Write the regions of a board without dominoes that another one makes superfluous.

    An end cell is a cell with exactly one free neighbour. Two facts are used. Each holds for graphs, in misère play
    too, by induction over the moves:

    - A cell whose neighbours v all have an end cell next to them can be removed. A domino on the cell and v leaves the
      same as a domino on v and its end cell, because then the cell can be removed from what is left.
    - Two opposite corners of a square of four cells may have no neighbours except the other corners v and w. Then they
      act as an end cell at v and an end cell at w: if one of them is covered together with v, the other is an end cell
      at w. So no domino needs to cover two cells of the same column of the square, and the square splits into its rows.

    A region is written as the set of its cells. If the rows of a square are still connected by other cells, the region
    contains the whole square again, which has the same value.
    """
    first = first_column(rows, columns)

    def split(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        right, below = state & (state & ~first) >> 1, state & state >> columns  # the first cells of dominoes
        loose = 1
        while loose:
            left, above = right << 1, below << columns
            falling = right & below & ~left & ~above & (left & above & ~right & ~below) >> columns + 1
            rising = left & below & ~right & ~above & (right & above & ~left & ~below) >> columns - 1
            loose = falling | falling << 1 | rising | rising >> 1
            below ^= loose
            above = below << columns
            cells = right | left | below | above
            ends = (right ^ left ^ below ^ above) & ~(right & left) & ~(below & above)
            beside = (ends & right) << 1 | ends >> 1 & right | (ends & below) << columns | ends >> columns & below
            other = cells & ~beside
            beside = (other & right) << 1 | other >> 1 & right | (other & below) << columns | other >> columns & below
            spare = cells & ~beside & ~ends
            loose |= spare
            right &= ~(spare | spare >> 1)
            below &= ~(spare | spare >> columns)
        state = right | right << 1 | below | below << columns
        count = 0
        while state:
            piece, grown = 0, state & -state
            while grown != piece:
                piece = grown
                grown |= (piece & right) << 1 | piece >> 1 & right
                grown |= (piece & below) << columns | piece >> columns & below
            out[count] = piece
            count += 1
            state ^= piece
        return count

    return split


def _canon(rows: int, columns: int) -> Word:
    """Remove interchangeable end cells, as `cram.without_twins` does, and return the least image."""
    first, not_last, not_bottom = _edges(rows, columns)
    least = turns(rows, columns).least

    def canon(state: int) -> int:
        right, left = (state & not_last) << 1, (state & ~first) >> 1
        below, above = (state & not_bottom) << columns, state >> columns
        ends = state & (right ^ left ^ below ^ above) & ~(right & left) & ~(below & above)
        after_left, after_right = state & (ends & not_last) << 1, state & (ends & ~first) >> 1
        after_above, after_below = state & (ends & not_bottom) << columns, state & ends >> columns
        drop = (after_left & after_right & not_last) << 1
        drop |= (after_above & (after_left | after_right)) >> columns
        drop |= (after_below & (after_left | after_right | after_above) & not_bottom) << columns
        return least(state & ~drop)

    return canon


def _known(rows: int, columns: int) -> Word:
    """Return the value of a path or a cycle, and 0 if no domino has a cell in common with its image in a half turn.

    Reflections need not be tried, because their axis would cut a connected region in two.
    """
    first, not_last, not_bottom = _edges(rows, columns)
    _, height, width, upside_down, mirrored, *_ = turns(rows, columns)
    paths = tuple(map(path_value, range(rows * columns + 1)))
    rings = tuple(map(ring_value, range(rows * columns + 1)))

    def known(state: int) -> int:
        right, left = (state & not_last) << 1, (state & ~first) >> 1
        below, above = (state & not_bottom) << columns, state >> columns
        if state & (right & left & (below | above) | below & above & (right | left)) == 0:
            cells = count_bits(state)
            dominoes = count_bits(state & left) + count_bits(state & above)
            return paths[cells] if dominoes < cells else rings[cells]
        if upside_down(mirrored(state)) != state:
            return -1
        high, wide = height(state), width(state)
        middle = 1 << (high - 1) // 2 * columns + (wide - 1) // 2
        if high % 2 == 0:
            middle |= middle << columns
            return 0 if wide % 2 == 0 or state & middle != middle else -1
        if wide % 2 == 0:
            middle |= middle << 1
        return -1 if state & middle == middle else 0

    return known


def _edges(rows: int, columns: int) -> tuple[int, int, int]:
    """Return bit masks of the first column, of all columns except the last, and of all rows except the last."""
    first = first_column(rows, columns)
    return first, ((1 << rows * columns) - 1) & ~(first << columns - 1), (1 << columns * (rows - 1)) - 1
