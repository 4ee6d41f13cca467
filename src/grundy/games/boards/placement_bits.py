"""Nonattacking chess pieces on one machine word, for compiled search; the reference implementation is `placement`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...core import BitRule
from ..bits.masks import Word, split_by
from ..bits.turns import Turns, turns
from .fields import Field, upright


def placement_bits(near: tuple[int, ...], rows: int, columns: int) -> BitRule[Field]:
    """Return the rules of placing chess pieces for compiled search, on boards packed into one integer each.

    Args:
        near: For each cell a bit mask of the cell and those that a piece on it attacks.
        rows: The number of rows.
        columns: The number of columns, at most `rows`; at most 63 squares in all.

    Returns:
        The rules.
    """
    cells = rows * columns
    symmetries = turns(rows, columns)
    return BitRule(
        words=1,
        most=cells,
        options=_options(rows, columns, near),
        pack=lambda field: [upright(field, columns)],
        unpack=lambda words: Field(rows, columns, words[0]),
        split=split_by(near),
        canon=symmetries.least,
        known=_known(rows, columns, near, symmetries),
        parts=cells,
    )


def _options(rows: int, columns: int, near: tuple[int, ...]) -> Callable[..., int]:
    """Put a piece on each free square, squares in the middle first."""
    order = tuple(
        sorted(
            range(rows * columns),
            key=lambda cell: (2 * (cell // columns) + 1 - rows) ** 2 + (2 * (cell % columns) + 1 - columns) ** 2,
        )
    )

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        count = 0
        for cell in order:
            if state >> cell & 1:
                out[count] = state & ~near[cell]
                count += 1
        return count

    return options


def _known(rows: int, columns: int, near: tuple[int, ...], symmetries: Turns) -> Word:
    """Return 1 for one square, and 0 if a symmetry maps the board to itself and no square is or attacks its image.

    The tables contain the squares with such images in regions of every size: by the height for vertical flips, by the
    width for horizontal flips, by height * (columns + 1) + width for half turns.
    """
    height, width = symmetries.height, symmetries.width
    upside_down, mirrored, transposed = symmetries.upside_down, symmetries.mirrored, symmetries.transposed
    heights, widths = range(rows + 1), range(columns + 1)

    def apart(pairs: Iterable[tuple[int, int]]) -> int:
        return sum(1 << cell for cell, image in pairs if not near[cell] >> image & 1)

    def flipped(high: int, wide: int, *, down: bool = True, across: bool = True) -> int:
        cells = ((row, column) for row in range(high) for column in range(wide))
        images = ((r, c, high - 1 - r if down else r, wide - 1 - c if across else c) for r, c in cells)
        return apart((r * columns + c, row * columns + column) for r, c, row, column in images)

    down = tuple(flipped(high, columns, across=False) for high in heights)
    across = tuple(flipped(rows, wide, down=False) for wide in widths)
    turn = tuple(flipped(high, wide) for high in heights for wide in widths)
    diagonal = apart((r * columns + c, c * columns + r) for r in range(columns) for c in range(columns))

    def known(state: int) -> int:
        if state & (state - 1) == 0:
            return 1 if state else 0
        high, wide = height(state), width(state)
        over, beside = upside_down(state), mirrored(state)
        if over == state and state & ~down[high] == 0:
            return 0
        if beside == state and state & ~across[wide] == 0:
            return 0
        if mirrored(over) == state and state & ~turn[high * (columns + 1) + wide] == 0:
            return 0
        if high == wide and transposed(state) == state and state & ~diagonal == 0:
            return 0
        return -1

    return known
