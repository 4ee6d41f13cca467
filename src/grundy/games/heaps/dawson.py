"""Rows of pieces in octal games of which a move takes neighbours: Kayles, Dawson's Kayles, Treblecross.

Dawson's Kayles, 0.07, has the values of paths in Arc Kayles and, one vertex shorter, in Node Kayles, which is Dawson's
Chess, 0.137. They have period 34 from 53 on, and those of Kayles, 0.77, have period 12 from 71 on: R. K. Guy and C. A.
B. Smith, "The G-values of various games", 1956.
"""

from __future__ import annotations

from functools import lru_cache

from ...core import mex

PERIODS = {(1, 2): (71, 12), (2,): (53, 34)}
"""Preperiod and period of the values of rows, for each set of numbers of neighbours that a move can take."""


def row_value(size: int, *takes: int) -> int:
    """Return the value of a row of pieces if a move takes some neighbours, so that one or two rows may be left.

    Args:
        size: The number of pieces, at least 0.
        takes: The numbers of neighbours that a move can take.

    Returns:
        The value.

    Example:
        >>> [row_value(size, 1, 2) for size in (0, 1, 2, 3, 4, 5, 70, 71, 10**18)]
        [0, 1, 2, 3, 1, 4, 6, 7, 1]
    """
    preperiod, period = PERIODS.get(takes, (1 << size.bit_length(), 0))  # a power of two: few lists serve all sizes
    if size >= preperiod + period:
        size = preperiod + (size - preperiod) % period
    return _row_values(preperiod + period, takes)[size]


@lru_cache(maxsize=32)
def _row_values(stop: int, takes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values of rows of 0 to `stop` - 1 pieces if a move takes so many neighbours, by the definition."""
    values: list[int] = []
    for size in range(stop):
        splits = ((a, size - taken - a) for taken in takes for a in range((size - taken) // 2 + 1))
        values.append(mex(values[a] ^ values[b] for a, b in splits))
    return tuple(values)


def path_value(size: int) -> int:
    """Return the value of a path of `size` vertices in Arc Kayles, or of `size` cells in Cram: the octal game 0.07.

    >>> [path_value(size) for size in (0, 1, 2, 3, 4, 5, 6, 10**18)]
    [0, 0, 1, 1, 2, 0, 3, 3]
    """
    return row_value(size, 2)


def dawson_value(size: int) -> int:
    """Return the Grundy value of a row of `size` >= 0 pieces in Dawson's Chess, 0.137: take one with its neighbours.

    >>> [dawson_value(size) for size in (0, 1, 2, 3, 4, 5, 51, 52, 10**18)]
    [0, 1, 1, 2, 0, 3, 2, 3, 7]
    """
    return path_value(size + 1)


def ring_value(size: int) -> int:
    """Return the value of a cycle of `size` vertices in Node Kayles or Arc Kayles: all options are the same path."""
    return mex((path_value(max(size - 2, 1)),))
