"""Cram on packed boards for certificates: the options, and the options of these, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from ...core import CheckedWords
from ...core.packed import BITS
from ..bits.graph_bits import Packing, domino_bits, edges_of
from ..bits.masks import members, pieces_of
from ..bits.turns import turns
from .fields import Field


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

    packing = Packing(lambda part: pack(part)[0], lambda word: Field(rows, columns, word))
    split, canon = _split(rows, columns), turns(rows, columns).least
    return CheckedWords(replace(domino_bits(rows, columns, packing), split=split, canon=canon, known=None), listed)


def _split(rows: int, columns: int) -> Callable[..., int]:
    """Write the regions of at least two cells."""
    first, not_last, not_bottom = edges_of(rows, columns)

    def near(cells: int) -> int:
        return (cells & not_last) << 1 | (cells & ~first) >> 1 | (cells & not_bottom) << columns | cells >> columns

    pieces = pieces_of(near)

    def split(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        return pieces(near(state) & state, out, 0)

    return split
