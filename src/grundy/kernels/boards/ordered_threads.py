"""Threads that fill one table in order: each takes the next piece, and waits where an option is not done yet.

Options are smaller numbers, and pieces are taken in increasing order. So a thread waits only for positions of smaller
pieces, the thread with the smallest piece for nobody, and all come to an end. With one thread nothing is waited for.
"""

from __future__ import annotations

from typing import Any

from ..typed import njit
from .ordered_threads_shape import APART, DONE, END, GRAIN, OFTEN, PIECE, STOP, STOPPED, THREADS, YIELD
from .pointers import count_up, publish, rate_words, seen

BEHIND = 256
"""Positions that a thread stays behind another one that it had to wait for."""
PATIENCE = 1023
"""Looks in vain, less one, after which a waiting thread lets others have the processor."""


@njit(inline="always")
def take(turns: Any) -> Any:
    """Return the next piece, which is this thread's now."""
    return count_up(turns, PIECE, 1)


@njit(inline="always")
def take_positions(turns: Any, thread: int, limits: tuple[int, int], before: tuple[int, int, int]) -> Any:
    """Take the next piece of two to the `GRAIN` positions within limits, and tell the others where it begins.

    Return its first position, its end, and from where on all pieces are this thread's, given the same of the piece
    before, (-1, -1, -1) at first. It is empty where none is left.
    """
    (start, stop), grain = limits, turns[GRAIN]
    place = (start >> grain) + take(turns)
    first, last = max(start, place << grain), min(stop, (place + 1) << grain)
    if first < last:
        tell(turns, thread, first)
    return first, last, before[2] if first == before[1] else first


@njit(inline="always")
def tell(turns: Any, thread: int, position: int) -> None:
    """Tell the others that all positions of this thread's pieces below `position` are done."""
    publish(turns, DONE + APART * thread, position)


@njit(inline="always")
def told(turns: Any, thread: int, position: int) -> None:
    """Tell the others that a position is done, now and then."""
    if position & OFTEN == OFTEN:
        tell(turns, thread, position + 1)


@njit
def past(turns: Any, thread: int, position: int, own: int) -> int:
    """Wait until all other threads are past a position below `own`, from where on all pieces are this thread's.

    Return how far they are, or `STOPPED`. Who has to wait stays behind for a while: a line of memory that one thread
    reads while another still writes it goes to and fro.
    """
    looks, position = 0, min(position + BEHIND, own - 1)
    while True:
        least = END
        for other in range(turns[THREADS]):
            if other != thread:
                least = min(least, seen(turns, DONE + APART * other))
        if least > position:
            return least
        if seen(turns, STOP):
            return STOPPED
        looks += 1
        if looks & PATIENCE == 0 and turns[YIELD]:
            rate_words(turns[YIELD], turns)


@njit(inline="always")
def give_up(turns: Any, found: int) -> int:
    """Stop all threads, and return what was found."""
    publish(turns, STOP, 1)
    return found
