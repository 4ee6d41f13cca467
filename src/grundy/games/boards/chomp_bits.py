"""The rules of Chomp on one machine word, for compiled search; the reference implementation is `chomp`.

Each row of a bar is a bit field of equal width that contains the number of its squares. The first row is in the lowest
bits and counts one square fewer, because its poison is never taken; so the word 0 is the terminal bar. Bars are
transposed to have at most as many rows as columns, if they fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core import BitRule
from ..bits.masks import Word


def chomp_bits(rows: int, columns: int) -> BitRule[tuple[int, ...]] | None:
    """Return the rules of Chomp for compiled search, on the bars in a rectangle, each packed into one integer.

    Args:
        rows: The number of rows.
        columns: The number of columns, at least `rows`.

    Returns:
        The rules, or None if the lengths of the rows need more than 63 bits.
    """
    bits = columns.bit_length()
    if rows * bits > 63:
        return None

    def pack(position: tuple[int, ...]) -> list[int]:
        lengths = position
        if len(lengths) > rows or lengths[0] > columns:
            lengths = tuple(sum(row > column for row in position) for column in range(position[0]))
        return [sum(row << bits * i for i, row in enumerate(lengths)) - 1]

    def unpack(words: Any) -> tuple[int, ...]:  # noqa: ANN401  # any sequence of words
        lengths = (words[0] + 1 >> bits * row & (1 << bits) - 1 for row in range(rows))
        return tuple(length for length in lengths if length)

    return BitRule(
        words=1,
        most=rows * columns,
        options=_options(rows, bits),
        pack=pack,
        unpack=unpack,
        canon=_canon(rows, bits),
        weight=_weight(rows, bits),
        known=_known(rows, bits),
        diagram=(rows, columns),
    )


def _options(rows: int, bits: int) -> Callable[..., int]:
    row_mask = (1 << bits) - 1

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        count = 0
        bar = state + 1
        for row in range(rows):
            length = bar >> bits * row & row_mask
            above = bar & (1 << bits * row) - 1
            for back in range(length):
                column = length - 1 - back
                left = above
                for below in range(row, rows):
                    left |= min(column, bar >> bits * below & row_mask) << bits * below
                if left:
                    out[count] = left - 1
                    count += 1
        return count

    return options


def _canon(rows: int, bits: int) -> Word:
    """Return a function that maps a bar to its canonical form: the bar or its transpose, whichever has fewer rows.

    If both have equally many rows, the lesser word is chosen.
    """
    row_mask = (1 << bits) - 1

    def canon(state: int) -> int:
        bar = state + 1
        across = bar & row_mask
        high = 0
        while high < rows and bar >> bits * high & row_mask:
            high += 1
        if high < across:
            return state
        image = 0
        for column in range(across):
            length = 0
            while length < high and bar >> bits * length & row_mask > column:
                length += 1
            image |= length << bits * column
        return image - 1 if high > across else min(state, image - 1)

    return canon


def _weight(rows: int, bits: int) -> Word:
    row_mask = (1 << bits) - 1

    def weight(state: int) -> int:
        squares = state & row_mask
        for row in range(1, rows):
            squares += state >> bits * row & row_mask
        return squares

    return weight


def _known(rows: int, bits: int) -> Word:
    """Return a function that computes the value of a bar that is an L (its first row and first column only), else -1.

    A bar is packed into a word with `bits` bits for the length of each row.
    """
    row_mask = (1 << bits) - 1

    def known(state: int) -> int:
        bar = state + 1
        high = 1
        while high < rows and bar >> bits * high & row_mask:
            high += 1
        if high > 1 and bar >> bits & row_mask > 1:
            return -1
        return state & row_mask ^ high - 1

    return known
