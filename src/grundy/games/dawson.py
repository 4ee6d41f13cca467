"""Dawson's Chess, 0.137: the values of paths in Node Kayles and, one vertex shorter, in Arc Kayles.

Its values have period 34 from 52 on: R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956.
"""

from __future__ import annotations

from functools import lru_cache

from ..core import mex

PREPERIOD, PERIOD = 52, 34


def dawson_value(size: int) -> int:
    """Return the value of a row of `size` >= 0 pieces, of which one is taken with its neighbours.

    >>> [dawson_value(size) for size in (0, 1, 2, 3, 4, 5, 51, 52, 10**18)]
    [0, 1, 1, 2, 0, 3, 2, 3, 7]
    """
    if size >= PREPERIOD:
        size = PREPERIOD + (size - PREPERIOD) % PERIOD
    return _values()[size]


def ring_value(size: int) -> int:
    """Return the value of a ring of `size` >= 3 pieces, of which three neighbours are taken first."""
    return mex((dawson_value(size - 3),))


@lru_cache(maxsize=1)
def _values() -> tuple[int, ...]:
    """Return the values of rows below preperiod + period, by the definition."""
    values = [0]
    for size in range(1, PREPERIOD + PERIOD):
        pairs = ((max(i - 1, 0), max(size - i - 2, 0)) for i in range((size + 1) // 2))
        values.append(mex(values[a] ^ values[b] for a, b in pairs))
    return tuple(values)
