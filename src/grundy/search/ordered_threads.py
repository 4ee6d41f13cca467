"""Fills tables in increasing order by several threads, each of which takes the next free piece of the table.

A thread waits if an entry that it needs is not filled yet.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from ..kernels.boards.ordered_threads_shape import APART, DONE, GRAIN, PIECE, THREADS, YIELD
from .slices import Slices

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import NDArray

    Kernel = Callable[[int, int, NDArray[Any], int], int]

WORTH = 1 << 14
"""The least number of consecutive positions for which a second thread pays."""


class InOrder:
    """Runs compiled functions that fill a table in increasing order, by several threads and in short time slices.

    The result does not depend on the number of threads.
    """

    def __init__(self, slices: Slices, threads: int, grain: int) -> None:
        """Prepare to fill a table.

        Args:
            slices: Runs functions in time slices and checks limits.
            threads: The number of threads.
            grain: A number q that determines the size of the pieces of the table. The entries are for Young diagrams,
                and those of a piece differ only in their last q rows.
        """
        import numpy as np

        self._slices, self.threads = slices, threads
        self._turns = np.zeros(DONE + APART * threads, np.int64)
        self._turns[THREADS], self._turns[GRAIN], self._turns[YIELD] = threads, grain, _yielding()

    def run(self, kernel: Kernel, start: int, stop: int) -> Iterator[int]:
        """Fill the entries `start` to `stop` - 1 of a table, and yield after each time slice how far it is filled.

        Args:
            kernel: The compiled function, called by each thread. Its arguments are the first entry, the entry after the
                last, an array in which the threads state their progress to each other, and the number of the thread. It
                returns the index of the entry after the last.
            start: The index of the first entry.
            stop: The index after the last entry.

        Yields:
            The index of the first entry that is not filled; the last index yielded is `stop`.
        """
        if self.threads == 1:
            yield from self._slices.run(lambda begin, end: self._alone(kernel, begin, end), start, stop)
            return
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(self.threads) as crew:
            yield from self._slices.run(lambda begin, end: self._together(kernel, begin, end, crew), start, stop)

    def _alone(self, kernel: Kernel, start: int, stop: int) -> int:
        self._begin(1, start)
        return kernel(start, stop, self._turns, 0)

    def _together(self, kernel: Kernel, start: int, stop: int, crew: ThreadPoolExecutor) -> int:
        if stop - start < WORTH:
            return self._alone(kernel, start, stop)
        self._begin(self.threads, start)
        for end in [crew.submit(kernel, start, stop, self._turns, thread) for thread in range(self.threads)]:
            end.result()
        return stop

    def _begin(self, threads: int, start: int) -> None:
        self._turns[THREADS], self._turns[PIECE] = threads, 0
        self._turns[DONE:] = start


@cache
def _yielding() -> int:
    """Return the address of the system function that lets other threads run, or 0 if it is unknown."""
    with suppress(AttributeError, OSError, TypeError):
        system: Any = ctypes
        named = system.windll.kernel32.SwitchToThread if hasattr(ctypes, "windll") else ctypes.CDLL(None).sched_yield
        return ctypes.cast(named, ctypes.c_void_p).value or 0
    return 0
