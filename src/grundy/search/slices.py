"""Time slices of a compiled search, each a fraction of a second; limits and interrupts are checked in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..core import LimitReached, RuleError

SLICE = 0.2
"""The approximate duration of a slice in seconds."""
FIRST_STEPS = 2000
"""Steps of the first slice, and the least number of steps."""
MEMORY = 2 << 30
"""Bytes for the tables if no limit is given."""


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
