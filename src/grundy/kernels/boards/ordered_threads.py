"""Threads that fill one table in order: each takes the next piece, and waits if an option is not done yet.

The table has an entry for every position; options have smaller indices, and pieces are taken in increasing order. So a
thread waits only for smaller pieces, the thread with the smallest piece never waits, and all finish. A single thread
never waits.
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
    """Reserve the next piece of the table for the calling thread, and return the number of the piece."""
    return count_up(turns, PIECE, 1)


@njit(inline="always")
def tell(turns: Any, thread: int, position: int) -> None:
    """Publish that a thread has finished all positions of its pieces whose indices are below `position`.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index in the table of the first position that is not done.
    """
    publish(turns, DONE + APART * thread, position)


@njit(inline="always")
def told(turns: Any, thread: int, position: int) -> None:
    """Publish that a thread has finished a position, but only at every few positions, to save time.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index of the position in the table.
    """
    if position & OFTEN == OFTEN:
        tell(turns, thread, position + 1)


@njit
def past(turns: Any, thread: int, position: int, own: int) -> int:
    """Wait until all other threads have passed a position, given by its index in the table.

    A thread that must wait remains `BEHIND` positions late, because a memory line that one thread reads and another
    writes moves between their caches.

    Args:
        turns: The shared array in which threads publish their progress.
        thread: The number of this thread.
        position: The index to wait for, below `own`.
        own: The index from which on all pieces belong to this thread.

    Returns:
        The index that all other threads have passed.
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
