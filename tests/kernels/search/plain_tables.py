"""The reference implementation of tables filled bottom-up: the definition, position by position, in the same order."""

from __future__ import annotations

from math import comb

from grundy.core import mex
from grundy.search.ranked import rank, unrank


def plain_diagram_values(rows: int, columns: int) -> list[int]:
    """Return the Grundy value of every diagram in a rectangle by its number, from the moves alone.

    >>> plain_diagram_values(2, 2)
    [0, 0, 1, 1, 0, 2]
    """
    values: list[int] = []
    for number in range(comb(rows + columns, columns)):
        lengths = unrank(number, rows)
        options = (
            lengths[:row] + [min(column, length) for length in lengths[row:]]
            for row in range(rows)
            for column in range(0 if row else 1, lengths[row])
        )
        values.append(mex(values[rank(option)] for option in options))
    return values
