"""Threads that fill one table in order: each takes the next piece, and waits until the options it needs are done.

The table has an entry for every position. It is divided into pieces, ranges of consecutive entries, which threads take
in increasing order. The options of a position have smaller indices. So a thread waits only for smaller pieces, the
thread with the smallest unfinished piece never waits, and all finish. A single thread never waits.
"""

from __future__ import annotations

from typing import Any

from ..typed import njit
from .ordered_threads_shape import APART, DONE, END, OFTEN, PIECE, THREADS, YIELD
from .pointers import count_up, publish, rate_words, seen

BEHIND = 256
"""The distance in positions that a thread keeps from another one that it had to wait for."""
PATIENCE = 1023
"""Looks in vain, less one, after which a waiting thread lets others have the processor."""


@njit(inline="always")
def take(turns: Any) -> Any:
    """Reserve the next piece of the table for the calling thread; return the number of the piece, counted from 0."""
    return count_up(turns, PIECE, 1)


@njit(inline="always")
def tell(turns: Any, thread: int, position: int) -> None:
    """Publish that a thread has finished every position below `position` in the pieces of the table assigned to it.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index in the table of the first position that this thread may not have finished.
    """
    publish(turns, DONE + APART * thread, position)


@njit(inline="always")
def told(turns: Any, thread: int, position: int) -> None:
    """Publish that a thread has finished all its positions up to `position`, if the index ends a group of 64.

    For other positions nothing is published, to save time.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index in the table of the position that this thread has just finished.
    """
    if position & OFTEN == OFTEN:
        tell(turns, thread, position + 1)


@njit
def past(turns: Any, thread: int, position: int, own: int) -> int:
    """Wait until all other threads have finished their positions up to `position`, an index in the table.

    The function also waits for up to 256 further positions below `own`, so that it is called less often. To read the
    progress of other threads is slow while they write it.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index of the position to wait for, less than `own`.
        own: The index from which on this thread has computed, or computes, all positions up to its current one.

    Returns:
        An index greater than `position`; the other threads have finished all their positions below it.
    """
    looks, position = 0, min(position + BEHIND, own - 1)
    while True:
        least = END
        for other in range(turns[THREADS]):
            if other != thread:
                least = min(least, seen(turns, DONE + APART * other))
        if least > position:
            return least
        looks += 1
        if looks & PATIENCE == 0 and turns[YIELD]:
            rate_words(turns[YIELD], turns)
