"""Threads that fill one table in order: each takes the next piece, and waits until the options it needs are done.

The table has an entry for every position. It is divided into pieces, ranges of consecutive entries, which threads take
in increasing order. The options of a position have smaller indices. So a thread waits only for smaller pieces. The
thread with the smallest unfinished piece never waits, and so all threads finish.
"""

from __future__ import annotations

from typing import Any

from ..pointers import count_up, publish, rate_words, seen
from ..typed import njit
from .ordered_threads_shape import APART, DONE, END, OFTEN, PIECE, THREADS, YIELD

BEHIND = 256
"""The distance in positions that a thread keeps from another one that it had to wait for."""
PATIENCE = 1023
"""Looks in vain, less one, after which a waiting thread lets others have the processor."""


@njit(inline="always")
def take(turns: Any) -> Any:
    """Reserve the next piece of the table for the calling thread, and return the number of the piece, from 0.

    `turns` is the shared array by which the threads coordinate.
    """
    return count_up(turns, PIECE, 1)


@njit(inline="always")
def tell(turns: Any, thread: int, position: int) -> None:
    """Publish that a thread has finished all entries of the table below `position` that it has to fill.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index of the first entry that this thread may not have finished.
    """
    publish(turns, DONE + APART * thread, position)


@njit(inline="always")
def told(turns: Any, thread: int, position: int) -> None:
    """Publish that a thread has finished all its entries of the table up to `position`, once per 64 entries.

    If `position` + 1 is not divisible by 64, nothing is published, to save time.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index of the entry that this thread has just filled.
    """
    if position & OFTEN == OFTEN:
        tell(turns, thread, position + 1)


@njit
def past(turns: Any, thread: int, position: int, own: int) -> int:
    """Wait until all other threads have filled their entries of the table up to the index `position`.

    The function also waits for up to 256 further entries below `own`. It is then called less often, which saves time.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index of the entry to wait for, less than `own`.
        own: The index from which on this thread itself fills all entries up to its current one.

    Returns:
        An index greater than `position`. The other threads have filled all their entries with smaller indices.
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
