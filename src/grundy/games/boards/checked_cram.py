"""Cram on boards packed into integers, for certificates: options, and the options of these, as arrays."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, reduce
from operator import or_
from typing import Any

from ...core import CheckedWords
from ..bits.graph_bits import Packing, domino_bits, grid_neighbours, split_joined
from ..bits.masks import members
from ..bits.neighbours import MOST_CELLS
from ..bits.turns import turns
from .fields import Field


def checked_cram(rows: int, columns: int) -> CheckedWords[Field] | None:
    """Return the rules of Cram for certificates, which use no theorem to simplify a position.

    A component is transposed before it is packed only if it does not fit into the board otherwise. Options are sorted
    by the left or upper cell of the domino, row by row; at the same cell the horizontal domino precedes the vertical
    one.

    Args:
        rows: The number of rows.
        columns: The number of columns.

    Returns:
        The rules, or None if the board has more than 252 cells.
    """
    rows, columns = max(rows, columns), min(rows, columns)
    if rows * columns > MOST_CELLS:
        return None

    def steps(part: Field) -> tuple[int, int]:
        return (columns, 1) if part.columns <= columns and part.rows <= rows else (1, columns)

    def pack(part: Field) -> int:
        down, across = steps(part)
        return sum(1 << down * (cell // part.columns) + across * (cell % part.columns) for cell in members(part.free))

    @cache
    def dominoes(high: int, wide: int) -> Any:  # noqa: ANN401  # an array
        import numpy as np

        down, across = steps(Field(high, wide, 0))
        found = [
            packed.words_of(1 << (cell := down * row + across * column) | 1 << cell + step)
            for row in range(high)
            for column in range(wide)
            for step, fits in ((across, column + 1 < wide), (down, row + 1 < high))
            if fits
        ]
        return np.array(found, np.int64).reshape(-1, packed.words)

    def listed(part: Field) -> tuple[Any, Any, Any]:
        import numpy as np

        words, every = np.array(packed.pack(part), np.int64), dominoes(part.rows, part.columns)
        laid = every[reduce(or_, (every & ~words).T) == 0]
        options = words ^ laid
        first, second = (reduce(or_, (each[:, None] & each for each in laid.T)) == 0).nonzero()
        bounds = np.searchsorted(first, np.arange(len(laid) + 1))
        return options, options[first] ^ laid[second], bounds

    packing = Packing(pack, lambda number: Field(rows, columns, number))
    split, canon = split_joined(grid_neighbours(rows, columns), lone=False), turns(rows, columns).least
    packed = replace(domino_bits(rows, columns, packing), split=split, canon=canon, known=None)
    return CheckedWords(packed, listed)
