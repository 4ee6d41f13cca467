"""Limits on work, and the budget that enforces them.

A memory limit is enforced in two ways. First, the budget multiplies the number of remembered positions by an estimate
of the size of one. Second, it compares the memory that the operating system reports with that at the start. The work
stops if either figure exceeds the limit. The estimate is low if the system reports the memory of the process. It is
high if the system does not, or if the limit is too small for the coarse steps of the system's figures.

Rulesets have no access to a budget, and one call of a ruleset may take long. So their loops use `iterate_checked`,
which checks the active budget of the thread. `Budget.interruptible` makes a budget active.
"""

from __future__ import annotations

import os
import sys
from _thread import _local as local  # importing it from `threading` takes a millisecond
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
"""The largest number of positions between two readings of the clock."""
SLOW = 0.01
"""If more seconds than this pass between two readings of the clock, the next reading comes sooner."""
LATE = 0.3
"""Seconds after the time limit until work without its own budget is stopped; a result may still arrive meanwhile."""
FEW = 32
"""The number of items between two readings of the clock in loops where one item may take a millisecond."""

BYTES_PER_POSITION = 400
"""The estimated size of a remembered position in a dict, with its key; measured on tuples of a few integers."""

BYTES_PER_OPTION = 100
"""The estimated size of an option that waits for its value."""

FINE = 32 << 20
"""Smaller memory limits, in bytes, are enforced by the estimates alone; larger ones also by the system's figures."""

LEAST = 5
"""The estimates are divided by this number if the system's figures are used: a lower bound of the true size."""

TABLE = 60
"""Bytes per entry of a dict that grows: twice the slots at 20 bytes each, while two thirds of them are used."""

MAX_OPTIONS = 100_000
"""The largest number of options that are listed one by one."""

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
"""The size of a page of memory in bytes."""
CODE = {"numpy": 8 << 20, "numba": 64 << 20}
"""Bytes that a module takes when it is loaded meanwhile, with the code it compiles; they do not count as positions."""
GIVEN_BACK = 3
"""A peak of memory counts as the growth of a table if at least 1/`GIVEN_BACK` of its height was released."""


class _Bounds(NamedTuple):
    seconds: float | None = None
    positions: int | None = None
    memory: int | None = None


class Limits(_Bounds):
    """Upper bounds on the work of one call; None means unlimited.

    Args:
        seconds: The elapsed time in seconds.
        positions: The number of positions that may be expanded.
        memory: The memory for remembered positions, in bytes.

    Raises:
        InputError: If a limit is negative or not a number.

    Example:
        >>> from grundy import solve
        >>> solve("kayles: 9 8", limits=Limits(positions=0)).status
        'limit'
    """

    __slots__ = ()

    def __new__(cls, seconds: float | None = None, positions: int | None = None, memory: int | None = None) -> Self:
        """Build the limits; raise `InputError` for a bound that is negative or not a number."""
        bounds = [as_integer(bound) for bound in (seconds, positions, memory)]
        for name, bound in zip(cls._fields, bounds, strict=True):
            if bound is not None and not (isinstance(bound, (int, float)) and bound >= 0):
                raise InputError(f"expected a limit of {name} that is not negative, found {shown(bound)}")
        return super().__new__(cls, *bounds)

    @classmethod
    def of(cls, limits: Limits | None) -> Limits:
        """Return the given limits, or no limits if they are None.

        Args:
            limits: Limits, or None.

        Returns:
            The limits.

        Raises:
            InputError: If `limits` is neither `Limits` nor None.

        Example:
            >>> Limits.of(Limits(seconds=5)).seconds
            5
            >>> Limits.of(None) == Limits()
            True
        """
        if limits is not None and not isinstance(limits, Limits):
            raise InputError(f"expected Limits, for instance Limits(seconds=5), found {limits!r}")
        return limits or NO_LIMITS


NO_LIMITS = Limits()


def at_most(items: Iterable[T], whose: str, kind: str = "options", most: int = MAX_OPTIONS) -> list[T]:
    """Return items as a list; raise `LimitReached` if there are too many.

    Args:
        items: The items; an infinite iterable is allowed.
        whose: The beginning of the error message, for instance "a position has".
        kind: The noun for the items in the error message.
        most: The largest number of items.

    Returns:
        The items as a list.

    Raises:
        LimitReached: If there are more than `most` items.

    Example:
        >>> at_most(range(3), "a position has")
        [0, 1, 2]
    """
    listed = list(islice(iterate_checked(items), most + 1))
    if len(listed) > most:
        raise LimitReached(f"{whose} more than {most} {kind}", kind="size")
    return listed


class _ActiveBudget(local):
    """The active budget of each thread: a `Budget` whose limits apply to code without a budget of its own."""

    budget: Budget | None = None
    report: Callable[[int], None] | None = None
    """Receives the counts of budgets that have no function of their own for this."""


_ACTIVE = _ActiveBudget()


class _Activation:
    """A context in which a given budget, or none, is the active budget of the thread."""

    __slots__ = ("_before", "_budget")

    def __init__(self, budget: Budget | None) -> None:
        self._budget = budget

    def __enter__(self) -> None:
        self._before, _ACTIVE.budget = _ACTIVE.budget, self._budget

    def __exit__(self, *_: object) -> None:
        _ACTIVE.budget = self._before


def check_cancelled() -> None:
    """Raise `LimitReached` if this thread has an active budget and one of its limits is exceeded."""
    if _ACTIVE.budget is not None:
        _ACTIVE.budget.check_cancelled()


def iterate_checked(items: Iterable[T]) -> Iterable[T]:
    """Return the items in order, and raise `LimitReached` between them if a limit of the caller is exceeded.

    The limits are those of the active budget of the thread; they are checked after every `FEW` items. Use this
    function for the loops of rulesets, which have no budget as an argument.

    >>> sum(iterate_checked(range(10)))
    45
    """
    first = list(islice(rest := iter(items), FEW))
    check_cancelled()
    return first if len(first) < FEW else _in_pieces(first, rest)


def _in_pieces(piece: list[T], rest: Iterator[T]) -> Iterator[T]:
    while piece:
        yield from piece
        piece = list(islice(rest, FEW))
        check_cancelled()


def memory_taken() -> tuple[int, int] | None:
    """Return (current, peak) memory of this process in bytes, or None if the system does not report it.

    Mapped files are not counted. On systems that report only the peak, such as macOS, both numbers are the peak.
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
    """Return the number of bytes that this process may still allocate; None if it is unlimited or unknown."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_DATA, getrlimit

        most = getrlimit(RLIMIT_DATA)[0]
    except (ImportError, OSError):
        return None
    if most == RLIM_INFINITY or (pages := _pages()) is None:
        return None
    return max(0, most - pages[5] * PAGE)  # the system counts the stack too, the limit does not


def _pages() -> tuple[int, ...] | None:
    """Return the memory of this process in pages as (all, resident, files, code, 0, data), as Linux reports it.

    Return None if the system does not report it.
    """
    try:
        file = os.open("/proc/self/statm", os.O_RDONLY)  # opened each time: after a fork it is another process
        try:
            return tuple(map(int, os.read(file, 200).split()))
        finally:
            os.close(file)
    except (OSError, ValueError):
        return None


class Growth:
    """Measures how much the memory of this process has grown since the object was made.

    It also predicts peaks. A hash table that grows is copied to one of twice the size, so for a moment both are in
    memory, and then the old one is released. The next peak of this kind is assumed to be twice as high. It is expected
    once the memory has grown by half the height of the last peak. On systems that do not report memory, no limit is
    ever exceeded.
    """

    def __init__(self) -> None:
        """Measure the current memory, from which growth is counted."""
        pages = _pages()
        taken = memory_taken() if pages is None else ((pages[1] - pages[2]) * PAGE, 0)
        self.measured = taken is not None
        self._base, self._most = taken or (0, 0)
        self._now = self._due = self._base
        self._leap = 0
        self._absent = [name for name in CODE if name not in sys.modules]

    def exceeds(self, limit: int) -> bool:
        """Return whether memory has grown by more than `limit` bytes since the object was made.

        If a growing table is expected to be copied soon, the additional memory of the copy counts too.
        """
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
    """The clock by which all budgets measure time: elapsed time by default, or processor time of this process."""

    now = staticmethod(monotonic)


@contextmanager
def processor_time() -> Iterator[None]:
    """Measure all time limits in processor time, instead of elapsed time, within a `with` statement.

    Then work does not stop earlier on a busy machine.
    """
    _Clock.now = staticmethod(process_time)
    try:
        yield
    finally:
        _Clock.now = staticmethod(monotonic)


@contextmanager
def progress(report: Callable[[int], None]) -> Iterator[None]:
    """Call a function with the progress of all long work of this thread within a `with` statement.

    An error that the function raises stops the work.

    Args:
        report: Called with the number of positions visited so far, several times a second. The count starts again when
            the work begins another search.

    Yields:
        Nothing.

    Example:
        >>> from grundy import misere_quotient, progress
        >>> counts = []
        >>> with progress(counts.append):
        ...     quotient = misere_quotient("kayles", 20)
        >>> len(counts) > 2
        True
    """
    before, _ACTIVE.report = _ACTIVE.report, report
    try:
        yield
    finally:
        _ACTIVE.report = before


class Budget:
    """Counts positions and raises `LimitReached` if a limit is exceeded.

    Args:
        limits: The limits; None means no limits.
        report: Called with the number of visited positions, at least once in `TICKS` positions and more often if they
            are slow.
        growth: The measurement of memory to continue; by default memory is counted from now.

    Raises:
        InputError: If `limits` is neither `Limits` nor None.

    Example:
        >>> budget = Budget(Limits(positions=100))
        >>> budget.charge()
        >>> budget.visited
        1
        >>> budget.charge(200)
        Traceback (most recent call last):
        grundy.core.errors.LimitReached: the limit of 100 positions was reached after 100 positions
    """

    visited = 0
    until, timed_by = inf, 0.0
    _room: int | None = None
    _heavy: int | None = None
    _most: int | None = None
    _allowance: tuple[int, float] | None = None
    _step = _next = 1
    _held, _unasked = 0, False

    def __init__(
        self, limits: Limits | None = None, report: Callable[[int], None] | None = None, growth: Growth | None = None
    ) -> None:
        self.limits = limits = Limits.of(limits)
        self._report = report or _ACTIVE.report
        self._growth = growth
        self._start = self._looked = self._paused = _Clock.now()
        if limits.seconds is not None or _ACTIVE.budget is not None:
            self.until, self.timed_by = self._deadline()
        if limits.memory is not None:
            self._growth = growth or Growth()
            counted = limits.memory * (LEAST if self._growth.measured and limits.memory >= FINE else 1)
            self._room, self._heavy = counted // BYTES_PER_POSITION, counted // BYTES_PER_OPTION
        if limits.positions is not None or self._room is not None:
            self._most = self._least_bound()

    def restart(self, limits: Limits, report: Callable[[int], None] | None = None) -> Budget:
        """Return a budget whose time and positions start at 0, while its memory is counted from the start of this one.

        Args:
            limits: The limits of the new budget.
            report: Its progress function, as for `Budget`.

        Returns:
            The new budget.

        Example:
            >>> budget = Budget(Limits(positions=100))
            >>> budget.charge(60)
            >>> budget.restart(budget.limits).visited
            0
        """
        return Budget(limits, report, self._growth).timed(limits.seconds)

    @property
    def elapsed(self) -> float:
        """Seconds since the clock was started.

        Example:
            >>> Budget().elapsed < 60
            True
        """
        return _Clock.now() - self._start

    @property
    def late(self) -> bool:
        """Whether the time limit has passed.

        Example:
            >>> Budget(Limits(seconds=0)).late, Budget(Limits(seconds=60)).late
            (True, False)
        """
        return _Clock.now() >= self.until

    def attempt(self, positions: int, seconds: float, work: Callable[[], T]) -> T | None:
        """Call a function with an allowance of positions and seconds, in addition to the limits of this budget.

        Use it to try one method before another. If the allowance is exceeded while `work` counts positions with this
        budget, `BudgetSpent` stops `work`, and the options that it reserved (`reserve`) are no longer counted.

        Args:
            positions: The number of positions that `work` may visit.
            seconds: The processor time in seconds that it may use.
            work: The function to call.

        Returns:
            The result of `work`, or None if the allowance was exceeded.

        Raises:
            LimitReached: If a limit of this budget is exceeded.

        Example:
            >>> budget = Budget()
            >>> def expand(count):
            ...     budget.charge(count)
            ...     return count
            >>> budget.attempt(10, 1.0, lambda: expand(5)), budget.attempt(10, 1.0, lambda: expand(50))
            (5, None)
        """
        held, before = self._held, self._allowance
        self._allowance = self.visited + positions, process_time() + seconds
        self._next = min(self._next, self._allowance[0])
        try:
            return work()
        except BudgetSpent:
            self._held = held
            return None
        finally:
            self._allowance = before

    @property
    def remaining(self) -> float | None:
        """The seconds left to present a result; None without a time limit.

        It is at least a tenth of the time limit, and at least `LATE` seconds, even after the time limit.

        Example:
            >>> Budget(Limits(seconds=0)).remaining, Budget().remaining
            (0.3, None)
        """
        seconds = self.limits.seconds
        return None if seconds is None else max(LATE, seconds / 10, seconds - self.elapsed)

    def remaining_budget(self) -> Budget:
        """Return a budget with only a time limit: the seconds in `remaining`, rounded to 0.1 seconds.

        Example:
            >>> rest = Budget(Limits(seconds=60, positions=9)).remaining_budget()
            >>> rest.limits.seconds <= 60, rest.limits.positions
            (True, None)
        """
        seconds = None if self.remaining is None else round(self.remaining, 1)
        return Budget(Limits(seconds)).timed(seconds)

    @contextmanager
    def sub_budget(self, positions: int) -> Iterator[Budget]:
        """Return a context with a new budget for one part of the work; the visited positions are added to this budget.

        They are added when the context ends. The time and memory left to this budget limit the part too.

        Args:
            positions: The number of positions that the part may visit.

        Yields:
            The budget of the part.

        Raises:
            LimitReached: If no positions are left.

        Example:
            >>> budget = Budget(Limits(positions=100))
            >>> with budget.sub_budget(10) as part:
            ...     part.charge(4)
            >>> part.limits.positions, budget.visited
            (10, 4)
        """
        seconds = None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.elapsed)
        if self.limits.positions is not None:
            positions = min(positions, self.limits.positions - self.visited)
            if positions <= 0:
                raise self._stop(self._which())
        budget = Budget(Limits(seconds, positions, self.limits.memory), self._report, self._growth)
        try:
            yield budget
        finally:
            self._next = 0  # check every limit now
            self.charge_unstored(budget.visited)

    def charge(self, positions: int = 1, partial: Iterable[int] = ()) -> None:
        """Add to the count of visited positions, which stay in memory, and check the limits.

        The limit of positions is checked at every call, those of time and memory at least once in `TICKS` positions.

        Args:
            positions: The number of positions.
            partial: The values known so far; `LimitReached.partial` returns them.

        Raises:
            LimitReached: If a limit is exceeded.
            BudgetSpent: If the caller runs in `attempt` and exceeds its allowance.

        Example:
            >>> try:
            ...     Budget(Limits(positions=1)).charge(2, partial=[0, 1])
            ... except LimitReached as error:
            ...     print(error.partial)
            [0, 1]
        """
        self.visited += positions
        if self.visited >= self._next or self._unasked:
            most = self.limits.positions
            if most is not None and self.visited > most:  # positions beyond the limit were not visited
                self.visited = max(self.visited - positions, most)
            try:
                self._check()
            except LimitReached as error:
                error.partial = partial
                raise

    def charge_unstored(self, positions: int) -> None:
        """Add to the count of visited positions that take no memory, because they are not remembered.

        Tables of bounded size do not count as memory here.

        Args:
            positions: The number of positions.

        Raises:
            LimitReached: If a limit is exceeded.
            BudgetSpent: If the caller runs in `attempt` and exceeds its allowance.

        Example:
            >>> budget = Budget(Limits(positions=100))
            >>> budget.charge_unstored(40)
            >>> budget.visited
            40
        """
        if self._room is not None:
            self._room += positions
            self._most = self._least_bound()
        self.visited += positions
        if self.visited >= self._next:
            self._check(kept=False)

    def fits(self, positions: int) -> int:
        """Return the number of positions that the next step of the work may visit within the limit of positions.

        Args:
            positions: The number of positions that the step would like to visit.

        Returns:
            `positions` or the number of positions left, whichever is smaller, and at least 1.

        Example:
            >>> Budget(Limits(positions=100)).fits(1000), Budget().fits(1000)
            (100, 1000)
        """
        most = self.limits.positions
        return positions if most is None else min(positions, max(1, most - self.visited))

    def poll(self) -> None:
        """Check time and memory if the clock was not read recently; call it in long work that counts no positions.

        Raises:
            LimitReached: If the limit of time or memory is exceeded.
            BudgetSpent: If the caller runs in `attempt` and exceeds its allowance.

        Example:
            >>> Budget(Limits(seconds=60)).poll()
        """
        if _Clock.now() - self._looked > SLOW:
            self._check(counted=False)

    def interruptible(self) -> AbstractContextManager[None]:
        """Return a context in which the limits also apply to code without a budget (`iterate_checked`).

        Example:
            >>> with Budget(Limits(seconds=60)).interruptible():
            ...     sum(iterate_checked(range(100)))
            4950
        """
        return _Activation(self)

    def presenting(self) -> AbstractContextManager[None]:
        """Return a context for presenting a result, in which only time is limited, to the seconds in `remaining`.

        Without a time limit, nothing is limited.

        Example:
            >>> with Budget(Limits(seconds=0)).presenting():
            ...     print("presented in time")
            presented in time
        """
        return _Activation(None if self.limits.seconds is None else self.remaining_budget())

    def check_cancelled(self) -> None:
        """Check the limits of time and memory within loops of rulesets; `iterate_checked` calls this method.

        In contrast to `poll`, it stops only `LATE` seconds after the time limit, because a result may still arrive.

        Raises:
            LimitReached: If the time limit is exceeded by `LATE` seconds, or if the memory limit is exceeded.
            BudgetSpent: If the caller runs in `attempt` and exceeds its seconds by `LATE`.

        Example:
            >>> Budget(Limits(seconds=60)).check_cancelled()
        """
        now = _Clock.now()
        if now - self._paused < SLOW:
            return
        if now >= self.until + LATE:
            raise self._stop("time")
        if self._allowance is not None and process_time() >= self._allowance[1] + LATE:
            raise BudgetSpent
        most = self.limits.memory
        if self._growth is not None and most is not None and most >= FINE and self._growth.exceeds(most):
            raise self._stop("memory")
        self._paused = now

    def reserve(self, options: int) -> None:
        """Count options that are kept in memory until the value of their position is known.

        Args:
            options: The number of options; a negative number releases them.

        Raises:
            LimitReached: If the memory limit is exceeded.

        Example:
            >>> Budget(Limits(memory=1000)).reserve(1000)
            Traceback (most recent call last):
            grundy.core.errors.LimitReached: the memory limit of 1000 bytes was reached after 0 positions
        """
        self._held += options
        if self._heavy is not None and self._held > self._heavy:
            raise self._stop("memory")

    def _next_table(self) -> int:
        """Return the estimated bytes that a dict of all visited positions allocates at its next growth.

        It is 0 if the dict will not grow soon.
        """
        size = self.visited.bit_length()
        full = (2 << size) // 3
        if full < self.visited:
            full = (4 << size) // 3
        return TABLE * self.visited if full - self.visited <= 2 * TICKS else 0

    def _check(self, *, kept: bool = True, counted: bool = True) -> None:
        """Raise an error if a limit is exceeded, and set the number of positions at which to check again.

        Time is always checked, memory only if `kept` is true, the number of positions only if `counted` is true.
        """
        if counted and self._most is not None and self.visited >= self._most:
            raise self._stop(self._which())
        now = _Clock.now()
        if now >= self.until:
            raise self._stop("time")
        if self._allowance is not None and (self.visited >= self._allowance[0] or process_time() >= self._allowance[1]):
            raise BudgetSpent
        self._unasked = not kept and self._growth is not None
        most = self.limits.memory
        if kept and self._growth and most is not None and self._growth.exceeds(most - self._next_table()):
            raise self._stop("memory")
        if self._report is not None:
            self._report(self.visited)
        self._step = max(1, self._step // 2) if now - self._looked > SLOW else min(TICKS, 2 * self._step)
        self._looked = now
        self._next = self.visited + self._step
        if self._most is not None:
            self._next = min(self._next, self._most)
        if self._allowance is not None:
            self._next = min(self._next, self._allowance[0])

    def timed(self, seconds: float | None) -> Self:
        """Replace the time limit of this budget.

        Before this call, a budget stops no later than the active budget of the thread did when it was made. After this
        call only `seconds` counts. The attribute `timed_by` is the time limit in seconds; it is 0 if there is none.

        Args:
            seconds: The elapsed time in seconds since the budget was made, or None for no limit.

        Returns:
            This budget.

        Example:
            >>> Budget().timed(60).timed_by
            60
        """
        self.until, self.timed_by = (inf, 0.0) if seconds is None else (self._start + seconds, seconds)
        return self

    def _deadline(self) -> tuple[float, float]:
        """Return (the time on the clock when to stop, the time limit in seconds).

        Both are those of this budget, or those of the active budget of the thread if that stops earlier.
        """
        own, outer = self.limits.seconds, _ACTIVE.budget
        until = inf if own is None else self._start + own
        return (until, own or 0.0) if outer is None or until <= outer.until else (outer.until, outer.timed_by)

    def _least_bound(self) -> int | None:
        """Return the number of positions at which the limit of positions or of estimated memory is reached first.

        Return None if there is neither limit.
        """
        return min((bound for bound in (self.limits.positions, self._room) if bound is not None), default=None)

    def _which(self) -> str:
        return "steps" if self._most == self.limits.positions else "memory"

    def _stop(self, kind: str) -> LimitReached:
        count = "1 position" if self.visited == 1 else f"{self.visited} positions"
        limit = {
            "steps": f"the limit of {self._most} positions",
            "time": f"the {self.timed_by:g}-second limit",
            "memory": f"the memory limit of {self.limits.memory} bytes",
        }
        return LimitReached(f"{limit[kind]} was reached after {count}", kind=kind, visited=self.visited)
