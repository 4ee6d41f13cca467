"""Limits, and the meter that keeps them.

Memory is kept in two ways. What is remembered is counted, entries times bytes, with bytes that fit small positions;
and the system says how much this process has really taken since the work began. Whatever says stop first is heard. So
the count is a guess on the low side where the system can be asked, and on the high side where it cannot, or where so
little is allowed that its steps are too coarse.

Rules know no meter, and one question to them may take long: they list, try and count `patiently`, and whoever asks them
says whose limits hold meanwhile (`Meter.heard`).
"""

from __future__ import annotations

import os
import sys
from _thread import _local as local  # `threading`, which lends it, takes a millisecond to load
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from math import inf
from time import monotonic, process_time
from typing import NamedTuple, Self, TypeVar

from .errors import BudgetSpent, InputError, LimitReached
from .integers import as_integer, shown

T = TypeVar("T")

TICKS = 1024
"""The clock is asked once in so many positions."""
SLOW = 0.01
"""When more seconds pass between two looks at the clock, the next look comes sooner."""
LATE = 0.3
"""Seconds after its limit at which work that knows no meter is stopped; until then an answer may still be told."""
FEW = 32
"""Items that are made between two looks at the clock, where one may take a millisecond."""

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

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
"""Bytes of a page of memory."""
CODE = {"numpy": 8 << 20, "numba": 64 << 20}
"""Bytes of modules that may be loaded on the way, with what they compile: they are no positions."""
GIVEN_BACK = 3
"""A peak is a table that has grown when at least so small a part of its height was given back, one third."""


class _Bounds(NamedTuple):
    """The fields of `Limits`."""

    seconds: float | None = None
    positions: int | None = None
    memory: int | None = None


class Limits(_Bounds):
    """How much work may be done: seconds, positions expanded, bytes remembered. None means no limit.

    Raises `InputError` for a limit that is no number, or below 0.

    >>> from grundy import solve
    >>> solve("kayles: 9 8", limits=Limits(positions=0)).status
    'limit'
    """

    __slots__ = ()

    def __new__(cls, seconds: float | None = None, positions: int | None = None, memory: int | None = None) -> Self:
        """Check each bound."""
        bounds = [as_integer(bound) for bound in (seconds, positions, memory)]
        for name, bound in zip(cls._fields, bounds, strict=True):
            if bound is not None and not (isinstance(bound, (int, float)) and bound >= 0):
                raise InputError(f"expected a limit of {name}, a number that is not negative, found {shown(bound)}")
        return super().__new__(cls, *bounds)

    @classmethod
    def of(cls, limits: Limits | None) -> Limits:
        """Return the limits given, none for None; raise `InputError` for anything else.

        >>> Limits.of(Limits(seconds=5)).seconds
        5
        """
        if limits is not None and not isinstance(limits, Limits):
            raise InputError(f"expected Limits, for instance Limits(seconds=5), found {limits!r}")
        return limits or NO_LIMITS


NO_LIMITS = Limits()


def at_most(items: Iterable[T], whose: str, kind: str = "options", most: int = MAX_OPTIONS) -> list[T]:
    """Return the items, or raise `LimitReached` when there are more than `most`: "`whose` more than `most` `kind`".

    >>> at_most(range(3), "a position has")
    [0, 1, 2]
    """
    found = list(islice(rest := iter(items), FEW))
    if (meter := _HEARD.meter) is not None:
        meter.pause()
    if len(found) == FEW:
        found += patiently(islice(rest, max(0, most + 1 - FEW)))
    if len(found) > most:
        raise LimitReached(f"{whose} more than {most} {kind}", kind="size")
    return found


class _Heard(local):
    """The meter whose limits hold in this thread for work that knows none."""

    meter: Meter | None = None


_HEARD = _Heard()


class _Hearing:
    """The time in which a meter is heard, None: no limits hold; what was heard before is heard again afterwards."""

    __slots__ = ("_before", "_meter")

    def __init__(self, meter: Meter | None) -> None:
        self._meter = meter

    def __enter__(self) -> None:
        self._before, _HEARD.meter = _HEARD.meter, self._meter

    def __exit__(self, *_: object) -> None:
        _HEARD.meter = self._before


def pause() -> None:
    """Ask the meter that is heard, if any; raise `LimitReached` when its limits are passed for good."""
    if _HEARD.meter is not None:
        _HEARD.meter.pause()


def patiently(items: Iterable[T]) -> Iterable[T]:
    """Return the items; the meter that is heard may stop them between two. For loops of rules, which know no meter.

    >>> sum(patiently(range(10)))
    45
    """
    first = list(islice(rest := iter(items), FEW))
    pause()
    return first if len(first) < FEW else _in_pieces(first, rest)


def _in_pieces(piece: list[T], rest: Iterator[T]) -> Iterator[T]:
    while piece:
        yield from piece
        piece = list(islice(rest, FEW))
        pause()


def memory_taken() -> tuple[int, int] | None:
    """Return the bytes of this process that are in memory, now and at most until now; None where nobody tells.

    Files that are mapped are left out. Where only the greatest extent is told, as on macOS, it stands for both.
    """
    try:
        from resource import RUSAGE_SELF, getrusage

        most = getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    except (ImportError, OSError):
        return None
    if (pages := _pages()) is None:
        return most, most
    _, resident, mapped, *_ = pages
    return (resident - mapped) * PAGE, max(most, resident * PAGE) - mapped * PAGE


def data_left() -> int | None:
    """Return the bytes of data that this process may still take; None without a limit, or where nobody tells."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_DATA, getrlimit

        most = getrlimit(RLIMIT_DATA)[0]
    except (ImportError, OSError):
        return None
    if most == RLIM_INFINITY or (pages := _pages()) is None:
        return None
    return max(0, most - pages[5] * PAGE)  # with the stack, which the limit leaves out


def _pages() -> tuple[int, ...] | None:
    """Return the pages of this process (all, in memory, of files, code, 0, data), None where the system hides them."""
    try:
        file = os.open("/proc/self/statm", os.O_RDONLY)  # opened anew: after a fork it is another process
        try:
            return tuple(map(int, os.read(file, 200).split()))
        finally:
            os.close(file)
    except (OSError, ValueError):
        return None


class Growth:
    """What this process took since `Growth` was made; on systems that do not tell nothing is ever too much.

    A table that grows stands in memory twice for a moment, so its growth shows as a peak of which a good part is given
    back at once. When the process has grown by half the height of that peak, the next one may come, twice as high.
    """

    def __init__(self) -> None:
        """Begin to count; for the greatest extent until now, whose module takes time to load, the first look asks."""
        pages = _pages()
        taken = memory_taken() if pages is None else ((pages[1] - pages[2]) * PAGE, 0)
        self.told = taken is not None
        self._base, self._most = taken or (0, 0)
        self._now = self._due = self._base
        self._leap = 0
        self._absent = [name for name in CODE if name not in sys.modules]

    def exceeds(self, limit: int) -> bool:
        """Return whether `limit` bytes were taken, or would be by the next growth of a table that is due."""
        taken = memory_taken()
        if taken is None:
            return False
        before, (self._now, most) = self._now, taken
        self._most = self._most or most
        if most > self._most:
            leap = most - max(before, self._base)
            if self._leap <= leap < GIVEN_BACK * (most - self._now):
                self._leap, self._due = leap, self._now + leap // 2
            self._most = most
        code = sum(CODE[name] for name in self._absent if name in sys.modules)
        return self._now + (2 * self._leap if self._now >= self._due else 0) > self._base + limit + code


class _Clock:
    """What meters read: seconds of the wall, or of this process alone."""

    now = staticmethod(monotonic)


@contextmanager
def processor_time() -> Iterator[None]:
    """Count the seconds of limits in time of this process inside, so that a busy machine stops no work earlier."""
    _Clock.now = staticmethod(process_time)
    try:
        yield
    finally:
        _Clock.now = staticmethod(monotonic)


class Meter:
    """Counts positions and raises `LimitReached` when a limit is passed.

    `report`, when given, is called about once in `TICKS` positions, oftener where they are slow, with
    the number visited so far.
    """

    visited = 0
    until, timed_by = inf, 0.0
    _room: int | None = None
    _heavy: int | None = None
    _most: int | None = None
    _budget: tuple[int, float] | None = None
    _over: Callable[[], bool] | None = None
    _step = _next = 1
    _held, _unasked = 0, False

    def __init__(
        self, limits: Limits | None = None, report: Callable[[int], None] | None = None, growth: Growth | None = None
    ) -> None:
        """Start the clock; memory counts from now on, or from the beginning of `growth`."""
        self.limits = limits = Limits.of(limits)
        self._report = report
        self._growth = growth
        self._start = self._looked = self._paused = _Clock.now()
        if limits.seconds is not None or _HEARD.meter is not None:
            self.until, self.timed_by = self._deadline()
        if limits.memory is not None:
            self._growth = growth or Growth()
            counted = limits.memory * (LEAST if self._growth.told and limits.memory >= FINE else 1)
            self._room, self._heavy = counted // BYTES_PER_POSITION, counted // BYTES_PER_OPTION
        if limits.positions is not None or self._room is not None:
            self._most = self._least_bound()

    def again(self, limits: Limits, report: Callable[[int], None] | None = None) -> Meter:
        """Return a meter with a new clock and new counts, for which memory counts from the beginning of this one."""
        meter = Meter(limits, report, self._growth).timed(limits.seconds)
        meter._over = self._over  # noqa: SLF001  # of the same class
        return meter

    @property
    def elapsed(self) -> float:
        """Seconds since the clock was started."""
        return _Clock.now() - self._start

    @property
    def late(self) -> bool:
        """Whether time is up; what is unknown then may be known with more of it."""
        return _Clock.now() >= self.until

    def tried(self, positions: int, seconds: float, work: Callable[[], T]) -> T | None:
        """Return what `work` returns, None where it passes so many positions, or so many seconds of this process.

        Whoever tries one way before another one sets such a budget, which `work` hears as `BudgetSpent`; the limits
        hold beside it, and what was kept is let go.
        """
        held, before = self._held, self._budget
        self._budget = self.visited + positions, process_time() + seconds
        self._next = min(self._next, self._budget[0])
        try:
            return work()
        except BudgetSpent:
            self._held = held
            return None
        finally:
            self._budget = before

    def unless(self, over: Callable[[], bool], work: Callable[[], T]) -> T | None:
        """Return what `work` returns, None where `over` is true before that: another way is quicker from then on.

        It is asked with the clock, also by meters that are made `again` meanwhile; `work` hears it as `BudgetSpent`.
        """
        held, before, self._over = self._held, self._over, over
        try:
            return work()
        except BudgetSpent:
            self._held = held
            if not over():
                raise
            return None
        finally:
            self._over = before

    @property
    def spare(self) -> float | None:
        """Seconds that are left, a tenth of the limit at least: what must be told is told in them."""
        seconds = self.limits.seconds
        return None if seconds is None else max(LATE, seconds / 10, seconds - self.elapsed)

    def rest(self) -> Meter:
        """Return a meter for the time that is left, a tenth of the limit at least, as a round number."""
        seconds = None if self.spare is None else round(self.spare, 1)
        return Meter(Limits(seconds)).timed(seconds)

    @contextmanager
    def portion(self, positions: int) -> Iterator[Meter]:
        """Yield a meter for a part of the work, which stops after so many positions; they count here afterwards.

        What is left of the limits of this meter holds there too; nothing left raises `LimitReached` at once.
        """
        seconds = None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.elapsed)
        if self.limits.positions is not None:
            positions = min(positions, self.limits.positions - self.visited)
            if positions <= 0:
                raise self._stop(*self._which())
        meter = Meter(Limits(seconds, positions, self.limits.memory), self._report, self._growth)
        meter._over = self._over
        try:
            yield meter
        finally:
            self._next = 0  # look at every limit now
            self.passed(meter.visited)

    def tick(self, positions: int = 1, partial: Iterable[int] = ()) -> None:
        """Count positions; raise `LimitReached`, which carries `partial`, when they are too many or took too long."""
        self.visited += positions
        if self.visited >= self._next or self._unasked:
            most = self.limits.positions
            if most is not None and self.visited > most:  # those beyond are not begun
                self.visited = max(self.visited - positions, most)
            try:
                self._check()
            except LimitReached as error:
                error.partial = partial
                raise

    def passed(self, positions: int) -> None:
        """Count positions that are forgotten again, or kept in bounded tables: they take time, but no memory."""
        if self._room is not None:
            self._room += positions
            self._most = self._least_bound()
        self.visited += positions
        if self.visited >= self._next:
            self._check(kept=False)

    def fits(self, positions: int) -> int:
        """Return how many of so many positions a piece of work may have, one at least, lest a limit is overrun."""
        most = self.limits.positions
        return positions if most is None else min(positions, max(1, most - self.visited))

    def look(self) -> None:
        """Look at the clock if it is time to; for work between two positions that may take long itself."""
        if _Clock.now() - self._looked > SLOW:
            self._check(counted=False)

    def heard(self) -> AbstractContextManager[None]:
        """Keep the limits inside also where work is done that knows no meter (`pause`, `patiently`)."""
        return _Hearing(self)

    def telling(self) -> AbstractContextManager[None]:
        """Keep only the time that is left inside, a tenth of the limit at least: what was found must be told."""
        return _Hearing(None if self.limits.seconds is None else self.rest())

    def pause(self) -> None:
        """Raise `LimitReached` when time is up for a while, or memory; `BudgetSpent` when a budget is."""
        now = _Clock.now()
        if now - self._paused < SLOW:
            return
        if now >= self.until + LATE:
            raise self._stop("time", f"the {self.timed_by:g}-second limit")
        if self._budget is not None and process_time() >= self._budget[1] + LATE:
            raise BudgetSpent
        if self._over is not None and self._over():
            raise BudgetSpent
        most = self.limits.memory
        if self._growth is not None and most is not None and most >= FINE and self._growth.exceeds(most):
            raise self._stop("memory", f"the memory limit of {most} bytes")
        self._paused = now

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

    def _check(self, *, kept: bool = True, counted: bool = True) -> None:
        """Compare with every limit, that of memory only for positions that are `kept`; set the next moment to look."""
        if counted and self._most is not None and self.visited >= self._most:
            raise self._stop(*self._which())
        now = _Clock.now()
        if now >= self.until:
            raise self._stop("time", f"the {self.timed_by:g}-second limit")
        if self._budget is not None and (self.visited >= self._budget[0] or process_time() >= self._budget[1]):
            raise BudgetSpent
        if self._over is not None and self._over():
            raise BudgetSpent
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
        if self._budget is not None:
            self._next = min(self._next, self._budget[0])

    def timed(self, seconds: float | None) -> Self:
        """Give this meter its own time, whoever is heard."""
        self.until, self.timed_by = (inf, 0.0) if seconds is None else (self._start + seconds, seconds)
        return self

    def _deadline(self) -> tuple[float, float]:
        """Return until when to work, and the seconds of that limit: nobody has more time than whoever is heard."""
        own, outer = self.limits.seconds, _HEARD.meter
        until = inf if own is None else self._start + own
        return (until, own or 0.0) if outer is None or until <= outer.until else (outer.until, outer.timed_by)

    def _least_bound(self) -> int | None:
        """Return how many positions may be counted before one of the limits is reached."""
        return min((bound for bound in (self.limits.positions, self._room) if bound is not None), default=None)

    def _which(self) -> tuple[str, str]:
        """Say whether the count or the memory was the nearer limit."""
        if self._most == self.limits.positions:
            return "steps", f"the limit of {self._most} positions"
        return "memory", f"the memory limit of {self.limits.memory} bytes"

    def _stop(self, kind: str, limit: str) -> LimitReached:
        count = "1 position" if self.visited == 1 else f"{self.visited} positions"
        return LimitReached(f"{limit} was reached after {count}", kind=kind, visited=self.visited)
