"""Strings and coins: the values of every set of strings, where whoever frees a coin moves again.

Nimstring on a graph, or Dots and Boxes from inside: strings tie coins to each other or to the ground, a move cuts one,
and whoever cuts the last string of a coin must cut again; who cannot has lost. All 2^n sets are taken in increasing
order (`kernels.nimstring_table`); the plain twin in the tests, and `entailed`, say what the values are. Source: E. R.
Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapters 12 and 16.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core import InputError, Meter

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOONY_BYTE = 255
"""How a table says loony."""
PIECE = 12
"""A thread takes two to this many sets at once."""
MOST_STRINGS = 36
"""More strings than this have more sets than any memory has bytes."""


def coin_values(
    coins: Sequence[int], strings: int, meter: Meter | None = None, memory: int | None = None, threads: int = 1
) -> NDArray[Any]:
    """Return the value of every set of strings as a byte, `LOONY_BYTE` for loony; a coin is the mask of its strings.

    It takes 2^strings bytes, which so many threads fill. Raises `LimitReached`, and `InputError` for coins with other
    strings or none.

    >>> values = coin_values([0b11, 0b11], strings=2)
    >>> values.tolist()
    [0, 0, 0, 1]
    """
    import numpy as np

    from ..kernels.boards.calls import coin_values as write
    from .in_order import InOrder
    from .slices import Slices

    _check(coins, strings)
    slices = Slices(meter or Meter(), memory)
    table, masks = slices.zeros(1 << strings, np.uint8), np.array(coins, np.int64)

    def kernel(start: int, stop: int, turns: NDArray[Any], thread: int) -> int:
        return write(table, start, stop, masks, len(masks), turns, thread)

    for _ in InOrder(slices, threads, PIECE).run(kernel, 0, 1 << strings):
        pass
    return table


def _check(coins: Sequence[int], strings: int) -> None:
    if not 0 <= strings <= MOST_STRINGS:
        raise InputError(f"expected 0 to {MOST_STRINGS} strings, found {strings}")
    for number, coin in enumerate(coins, 1):
        if not 0 < coin < 1 << strings:
            raise InputError(f"coin {number}: expected a mask of some of {strings} strings, found {coin}")
