"""Dawson's Chess, 0.137: the values of paths in Node Kayles and, one vertex shorter, in Arc Kayles.

The values have period 34 from 52 on: R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956.
"""

from __future__ import annotations

from functools import lru_cache

from ...core import mex

PREPERIOD, PERIOD = 52, 34


def dawson_value(size: int) -> int:
    """Return the Grundy value of a row of `size` >= 0 pieces in Dawson's Chess, 0.137: take one with its neighbours.

    >>> [dawson_value(size) for size in (0, 1, 2, 3, 4, 5, 51, 52, 10**18)]
    [0, 1, 1, 2, 0, 3, 2, 3, 7]
    """
    if size >= PREPERIOD:
        size = PREPERIOD + (size - PREPERIOD) % PERIOD
    return row_values(PREPERIOD + PERIOD, 1)[size]


def path_value(size: int) -> int:
    """Return the value of a path of `size` vertices in Arc Kayles, or of `size` cells in Cram: the octal game 0.07.

    >>> [path_value(size) for size in (0, 1, 2, 3, 4, 5, 6, 10**18)]
    [0, 0, 1, 1, 2, 0, 3, 3]
    """
    return dawson_value(max(size - 1, 0))


def ring_value(size: int) -> int:
    """Return the value of a cycle of `size` vertices in Node Kayles or Arc Kayles: all options are the same path."""
    return mex((dawson_value(max(size - 3, 0)),))


@lru_cache(maxsize=32)
def row_values(stop: int, reach: int) -> tuple[int, ...]:
    """Return the values of rows of pieces if a move takes one piece and all others within a distance of it.

    Args:
        stop: The number of values.
        reach: The largest distance from the piece at which other pieces are taken too.

    Returns:
        The values of rows of 0 to `stop` - 1 pieces.
    """
    values = [0]
    for size in range(1, stop):
        pairs = ((max(i - reach, 0), max(size - i - 1 - reach, 0)) for i in range((size + 1) // 2))
        values.append(mex(values[a] ^ values[b] for a, b in pairs))
    return tuple(values)
