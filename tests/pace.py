"""Seconds as a quiet machine would need them, so that a bound on time fails where a promise is broken and nowhere else.

Seconds of this process are counted, as what other processes take is nobody's fault; and where a plain loop takes longer
than usual at this moment, whatever was measured may, too.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

USUAL = 0.012
"""The seconds that the loop takes on a quiet machine like the one for which bounds were chosen."""


def spent(start: float) -> float:
    """Return the seconds of this process since `start`, a `process_time()`, divided by how slow the machine is now."""
    seconds = process_time() - start
    return seconds / slowness()


def slowness() -> float:
    """Return how many times longer than usual a plain loop takes now, at least 1."""
    return max(1.0, max(loop() for _ in range(3)) / USUAL)


def crowded() -> float:
    """Return how many times longer than usual a plain loop takes on the clock now, at least 1.

    It is for programs whose processor time cannot be counted, such as a page in a browser.
    """
    found = []
    for _ in range(5):
        start = perf_counter()
        loop()
        found.append(perf_counter() - start)
    return max(1.0, max(found) / USUAL)


def loop() -> float:
    """Return the seconds of this process that a plain loop takes."""
    start, total = process_time(), 0
    for number in range(200_000):
        total += number * number % 7
    return process_time() - start


def quickest(work: Callable[[], object], times: int = 3) -> float:
    """Return the fewest seconds of this process, as of a quiet machine, in which something is done."""
    return min(_once(work) for _ in range(times))


def _once(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return spent(start)
