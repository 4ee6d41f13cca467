"""Stops a check that exceeds its time or memory, even within a step that does not check the limits."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread


@contextmanager
def timed(tick: Callable[[], None], seconds: float) -> Iterator[None]:
    """Return a context that calls `tick` if its body still runs after some seconds.

    In other threads than the main one, and on systems without timers, it does not call `tick`.

    Args:
        tick: A function that raises an exception to stop the body.
        seconds: The time after which it is called.

    Yields:
        Nothing.
    """

    def ring(*_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        tick()

    if current_thread() is not main_thread() or not hasattr(signal, "setitimer") or not 0 < seconds < 1e8:
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def bounded(memory: int | None) -> Iterator[None]:
    """Return a context in which `MemoryError` is raised if the process allocates more than `memory` additional bytes.

    Memory is not limited if `memory` is None, or on systems other than Linux.
    """
    taken, before = 0, None
    with suppress(ImportError, OSError, ValueError):  # on other systems than Linux
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit, setrlimit

        taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
        if memory is not None:
            before = getrlimit(RLIMIT_AS)
            setrlimit(RLIMIT_AS, (min({taken + memory, *before} - {RLIM_INFINITY}), before[1]))
    try:
        yield
    finally:
        if before:
            setrlimit(RLIMIT_AS, before)
