"""Slices of a compiled search, each a fraction of a second: in between the meter is asked and an interrupt is heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core import LimitReached, Meter, RuleError
from .solver import Report

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SLICE = 0.2
"""Seconds that a slice takes, about."""
FIRST_STEPS = 2000
"""Steps of the first slice, and the least."""
MEMORY = 2 << 30
"""Bytes for the tables, where no limit is given."""
QUIET = 1.0
"""Seconds before the first report."""


class Pace:
    """How many steps the next slice takes, from how long the last one took."""

    def __init__(self) -> None:
        self.steps = FIRST_STEPS

    def took(self, seconds: float, steps: int) -> None:
        """Learn how long a slice of so many steps took; one that a limit made shorter tells nothing about longer ones.

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
    """Raise `LimitReached` where a kernel finds no room within `limit` bytes, `RuleError` where its rule is broken."""
    try:
        yield
    except MemoryError:
        text = f"the memory limit of {limit} bytes was reached after {visited()} positions"
        raise LimitReached(text, kind="memory", visited=visited()) from None
    except OverflowError as error:
        raise RuleError(str(error)) from None


class Slices:
    """Runs kernels over numbers in a row, each slice of about the same time; between two the meter is asked."""

    def __init__(self, meter: Meter, memory: int | None = None) -> None:
        """Take at most `memory` bytes for the tables together."""
        self.meter = meter
        self.report: Report | None = None
        self.visited = 0
        self.limit = memory or MEMORY
        self._held = 0
        self._pace = Pace()

    def zeros(self, count: int, kind: type[np.unsignedinteger[Any]]) -> NDArray[Any]:
        """Return a table of zeros. Raises `LimitReached` when it would take too much memory."""
        import numpy as np

        size = count * np.dtype(kind).itemsize
        if self._held + size > self.limit:
            text = f"a table of {count} positions needs {size} bytes, more than the memory limit of {self.limit} bytes"
            raise LimitReached(text, kind="memory", visited=self.visited)
        self._held += size
        return np.zeros(count, kind)

    def run(self, kernel: Callable[[int, int], int], start: int, stop: int) -> Iterator[int]:
        """Yield how far the kernel came after each slice; it ends at `stop`, or where the kernel stays behind."""
        first, before = monotonic(), self.visited
        while start < stop:
            end, begin = min(stop, start + self.meter.fits(self._pace.steps)), monotonic()
            reached = kernel(start, end)
            self._pace.took(monotonic() - begin, end - start)
            self.visited += max(0, reached - start)
            yield reached
            if reached != end:
                return
            self.meter.passed(end - start)
            start = end
            if self.report is not None and monotonic() - first > QUIET:
                from ..kernels.boards.proof_search import ProofProgress

                rate = (self.visited - before) / (monotonic() - first)
                self.report(ProofProgress(self.visited, rate, self.visited, 0, 0, 0))
