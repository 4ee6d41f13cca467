"""Strings and coins: the values of every set of strings, when a player who frees a coin moves again.

This is Nimstring on a graph, the dual of Dots and Boxes: strings tie coins to each other or to the ground, and a move
cuts one. A player who cuts the last string of a coin must cut again, and a player who cannot has lost. All 2^n sets are
evaluated in increasing order (`kernels.nimstring_table`); the reference implementations are in the tests and in
`entailed`. Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapters 12 and 16.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core import Budget, InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOONY_BYTE = 255
"""The entry of a table for a loony position."""
PIECE = 12
"""The binary logarithm of the number of sets that a thread takes at once."""
MOST_STRINGS = 36
"""More strings have more sets than any memory has bytes."""


def coin_values(
    coins: Sequence[int], strings: int, budget: Budget | None = None, memory: int | None = None, threads: int = 1
) -> NDArray[Any]:
    """Compute the Grundy value of every set of strings in Nimstring, where coins are tied by strings.

    A move cuts a string. A player who cuts the last string of a coin must move again, and loses if no string is left.

    Args:
        coins: For each coin the bit mask of its strings.
        strings: The number of strings.
        budget: Counts and limits the work.
        memory: Bytes for the table, or None for the default; 2^strings are needed.
        threads: The number of threads that fill the table.

    Returns:
        One byte per set of remaining strings, indexed by its bit mask: the Grundy value, or `LOONY_BYTE` (255) for a
        loony set, with which the player to move wins whatever games are added.

    Raises:
        LimitReached: If a limit was reached.
        InputError: If a coin has no strings, or strings beyond the given number.

    Example:
        >>> values = coin_values([0b11, 0b11], strings=2)
        >>> values.tolist()
        [0, 0, 0, 1]
    """
    import numpy as np

    from ..kernels.boards.calls import coin_values as write
    from .ordered_threads import InOrder
    from .slices import Slices

    _check(coins, strings)
    slices = Slices(budget or Budget(), memory)
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
