"""Slices of a compiled search: each of about the same time, and every end of one is typed.

A kernel hears nothing while it runs, so it runs a fraction of a second; in between the meter is asked and an interrupt
is heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..core import LimitReached, RuleError

SLICE = 0.2
"""Seconds that a slice takes, about."""
FIRST_STEPS = 2000
"""Steps of the first slice, and the least."""
MEMORY = 2 << 30
"""Bytes for the tables, where no limit is given."""


class Pace:
    """How many steps the next slice takes, from how long the last one took."""

    def __init__(self) -> None:
        """Begin with few steps."""
        self.steps = FIRST_STEPS

    def took(self, seconds: float) -> None:
        """Learn how long a slice of `steps` took."""
        self.steps = max(FIRST_STEPS, int(self.steps * min(4.0, SLICE / max(seconds, SLICE / 8))))


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
