"""Time slices of a compiled search, each a fraction of a second; limits and interrupts are checked in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core import Budget, LimitReached, RuleError
from .solver import Report

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SLICE = 0.2
"""The approximate duration of a slice in seconds."""
FIRST_STEPS = 2000
"""Steps of the first slice, and the least number of steps."""
MEMORY = 2 << 30
"""Bytes for the tables if no limit is given."""
QUIET = 1.0
"""Seconds before the first report."""


class Pace:
    """Chooses how many steps a compiled search makes between two checks of limits, from the duration of earlier steps.

    The number for the next time slice is in `steps`; after the slice, pass its duration to `took`.
    """

    def __init__(self) -> None:
        self.steps = FIRST_STEPS

    def took(self, seconds: float, steps: int) -> None:
        """Record how long some steps of the search took, and choose the number of steps until the next check.

        A slice with fewer steps than `self.steps` does not change the choice, unless it took longer than intended. A
        limit may cause such a short slice.

        Args:
            seconds: The duration of the steps.
            steps: The number of steps made.

        Example:
            >>> pace = Pace()
            >>> for steps in (2000, 8000, 5, 4):
            ...     pace.took(0.001, steps)
            >>> pace.steps
            32000
        """
        if steps >= self.steps or seconds > SLICE:
            self.steps = max(FIRST_STEPS, int(steps * min(4.0, SLICE / max(seconds, SLICE / 8))))


@contextmanager
def typed_ends(limit: int, visited: Callable[[], int]) -> Iterator[None]:
    """Return a context in which errors of compiled functions become errors of this package.

    Args:
        limit: The limit of the tables in bytes.
        visited: Returns the number of positions visited.

    Yields:
        Nothing.

    Raises:
        LimitReached: If a compiled function raises `MemoryError`.
        RuleError: If a compiled function raises `OverflowError`, because the rules are invalid.
    """
    try:
        yield
    except MemoryError:
        text = f"the memory limit of {limit} bytes was reached after {visited()} positions"
        raise LimitReached(text, kind="memory", visited=visited()) from None
    except OverflowError as error:
        raise RuleError(str(error)) from None


class Slices:
    """Runs compiled functions over a range of numbers in slices of about 0.2 seconds, and checks limits in between."""

    def __init__(self, budget: Budget, memory: int | None = None) -> None:
        """Prepare to run compiled functions.

        Args:
            budget: Counts and limits the work.
            memory: The limit of all tables together in bytes, or None for the default; `zeros` raises `LimitReached`
                for a table beyond it.
        """
        self.budget = budget
        self.report: Report | None = None
        self.visited = 0
        self.limit = memory or MEMORY
        self._held = 0
        self._pace = Pace()

    def zeros(self, count: int, kind: type[np.unsignedinteger[Any]]) -> NDArray[Any]:
        """Allocate a table of zeros.

        Args:
            count: The number of entries.
            kind: The NumPy type of an entry.

        Returns:
            The table.

        Raises:
            LimitReached: If it needs too much memory.
        """
        import numpy as np

        size = count * np.dtype(kind).itemsize
        if self._held + size > self.limit:
            text = f"a table of {count} positions needs {size} bytes, more than the memory limit of {self.limit} bytes"
            raise LimitReached(text, kind="memory", visited=self.visited)
        self._held += size
        return np.zeros(count, kind)

    def run(self, kernel: Callable[[int, int], int], start: int, stop: int) -> Iterator[int]:
        """Run a compiled function over a range of numbers, and yield its progress after each time slice.

        Args:
            kernel: The function, called with the bounds of a slice; returns the number that it reached.
            start: The first number.
            stop: The end of the numbers.

        Yields:
            The number reached; the last one is `stop`, or the number at which the function stopped.
        """
        first, before = monotonic(), self.visited
        while start < stop:
            end, begin = min(stop, start + self.budget.fits(self._pace.steps)), monotonic()
            reached = kernel(start, end)
            self._pace.took(monotonic() - begin, end - start)
            self.visited += max(0, reached - start)
            yield reached
            if reached != end:
                return
            self.budget.charge_unstored(end - start)
            start = end
            if self.report is not None and monotonic() - first > QUIET:
                from ..kernels.boards.proof_search import ProofProgress

                rate = (self.visited - before) / (monotonic() - first)
                self.report(ProofProgress(self.visited, rate, self.visited, 0, 0, 0))
