"""Limits, and the meter that keeps them.

Memory is kept in two ways. What is remembered is counted, entries times bytes, with bytes that fit small positions;
and the system says how much this process has really taken since the work began. Whatever says stop first is heard. So
the count is a guess on the low side where the system can be asked, and on the high side where it cannot, or where so
little is allowed that its steps are too coarse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import monotonic
from typing import NamedTuple, TypeVar

from .errors import LimitReached
from .resident import Growth

T = TypeVar("T")

TICKS = 1024
"""The clock is asked once in so many positions."""
SLOW = 0.01
"""When more seconds pass between two looks at the clock, the next look comes sooner."""

BYTES_PER_POSITION = 400
"""What one remembered position costs in a dict, keys and all; measured on tuples of a few integers."""

BYTES_PER_OPTION = 100
"""What one option costs that waits for its value."""

FINE = 32 << 20
"""Limits of fewer bytes are kept by the counts above; above it the system is asked, and they are `LEAST` times less."""

LEAST = 5
"""How much less a position and an option cost at least: integers in a dict, and integers that stand elsewhere too."""

TABLE = 60
"""Bytes for each position of a dict that must grow: twice the places, 20 bytes each; it is two thirds full then."""

MAX_OPTIONS = 100_000
"""More options than this are not listed one by one."""


class Limits(NamedTuple):
    """How much work may be done: seconds, positions expanded, bytes remembered. None means no limit."""

    seconds: float | None = None
    positions: int | None = None
    memory: int | None = None


def at_most(items: Iterable[T], whose: str, kind: str = "options", most: int = MAX_OPTIONS) -> list[T]:
    """Return the items, or raise `LimitReached` when there are more than `most`: "`whose` more than `most` `kind`".

    >>> at_most(range(3), "a position has")
    [0, 1, 2]
    """
    found = list(islice(items, most + 1))
    if len(found) > most:
        raise LimitReached(f"{whose} more than {most} {kind}", kind="size")
    return found


class Meter:
    """Counts positions and raises `LimitReached` when a limit is passed.

    `report`, when given, is called about once in `TICKS` positions, oftener where they are slow, with
    the number visited so far.
    """

    def __init__(
        self, limits: Limits | None = None, report: Callable[[int], None] | None = None, growth: Growth | None = None
    ) -> None:
        """Start the clock; memory counts from now on, or from the beginning of `growth`."""
        self.limits = limits or Limits()
        self.visited = 0
        self._report = report
        self._start = self._looked = monotonic()
        self._step = 1
        self._growth = growth
        self._unasked = False
        self._room = self._heavy = None
        if self.limits.memory is not None:
            self._growth = growth or Growth()
            counted = self.limits.memory * (LEAST if self._growth.told and self.limits.memory >= FINE else 1)
            self._room, self._heavy = counted // BYTES_PER_POSITION, counted // BYTES_PER_OPTION
        self._most = self._least_bound()
        self._next = 1
        self._held = 0

    def again(self, limits: Limits, report: Callable[[int], None] | None = None) -> Meter:
        """Return a meter with a new clock and new counts, for which memory counts from the beginning of this one."""
        return Meter(limits, report, self._growth)

    def tick(self, positions: int = 1, partial: Iterable[int] = ()) -> None:
        """Count positions; raise `LimitReached`, which carries `partial`, when they are too many or took too long."""
        self.visited += positions
        if self.visited >= self._next or self._unasked:
            try:
                self._check()
            except LimitReached as error:
                error.partial = [int(value) for value in partial]
                raise

    def passed(self, positions: int) -> None:
        """Count positions that are forgotten again, or kept in bounded tables: they take time, but no memory."""
        if self._room is not None:
            self._room += positions
            self._most = self._least_bound()
        self.visited += positions
        if self.visited >= self._next:
            self._check(kept=False)

    def watch(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, which make up one position, and look at the clock between them without counting."""
        for number, item in enumerate(items, 1):
            if number % TICKS == 0:
                self._check()
            yield item

    def hold(self, options: int) -> None:
        """Count options that are kept until their position is judged (a negative number lets them go)."""
        self._held += options
        if self._heavy is not None and self._held > self._heavy:
            raise self._stop("memory", f"the memory limit of {self.limits.memory} bytes")

    def _next_table(self) -> int:
        """Return the bytes that a dict of all positions counted takes at once if it is about to grow, else 0."""
        size = self.visited.bit_length()
        full = (2 << size) // 3
        if full < self.visited:
            full = (4 << size) // 3
        return TABLE * self.visited if full - self.visited <= 2 * TICKS else 0

    def _check(self, *, kept: bool = True) -> None:
        """Compare with every limit, that of memory only for positions that are `kept`; set the next moment to look."""
        if self._most is not None and self.visited >= self._most:
            raise self._stop(*self._which())
        now = monotonic()
        if self.limits.seconds is not None and now - self._start >= self.limits.seconds:
            raise self._stop("time", f"the limit of {self.limits.seconds:g} seconds")
        self._unasked = not kept and self._growth is not None
        most = self.limits.memory
        if kept and self._growth and most is not None and self._growth.exceeds(most - self._next_table()):
            raise self._stop("memory", f"the memory limit of {self.limits.memory} bytes")
        if self._report is not None:
            self._report(self.visited)
        self._step = max(1, self._step // 2) if now - self._looked > SLOW else min(TICKS, 2 * self._step)
        self._looked = now
        self._next = self.visited + self._step
        if self._most is not None:
            self._next = min(self._next, self._most)

    def _least_bound(self) -> int | None:
        """Return how many positions may be counted before one of the limits is reached."""
        return min((bound for bound in (self.limits.positions, self._room) if bound is not None), default=None)

    def _which(self) -> tuple[str, str]:
        """Say whether the count or the memory was the nearer limit."""
        if self._most == self.limits.positions:
            return "steps", f"the limit of {self._most} positions"
        return "memory", f"the memory limit of {self.limits.memory} bytes"

    def _stop(self, kind: str, limit: str) -> LimitReached:
        """Return the error that says which limit was reached."""
        count = "1 position" if self.visited == 1 else f"{self.visited} positions"
        return LimitReached(f"{limit} was reached after {count}", kind=kind, visited=self.visited)
