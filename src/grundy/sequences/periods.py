"""Periods of heap games with proof: g(n + p) = g(n) for every n >= n0, both numbers minimal.

Codes that leave at most h heaps: if the equation holds for n0 <= n < h n0 + (h-1) p + k, where n0 >= 1
and k is the largest take, then it holds for ever, because the largest heap that a move from n + p
leaves is at least n0 + p and p can be taken out of it (Guy and Smith, "The G-values of various
games", 1956, for h = 2). Finite subtraction sets: g(n) depends on the last max S values only, so a
window of that length that repeats does so for ever (Golomb 1966).

A period that was found here is proved; what is not proved is not reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..core import Code, LimitReached, Meter
from .values import code_values, subtraction_values

FIRST = 128
"""Values computed before the first look for a period."""

GUY_SMITH = "Guy and Smith, The G-values of various games, 1956"
WINDOW = "state window: Golomb, A mathematical investigation of games of take-away, 1966"


@dataclass(frozen=True, slots=True)
class Period:
    """A proved period: g(n + period) == g(n) for every n >= preperiod; neither number can be smaller.

    `values` are g(0) to g(preperiod + period - 1), `checked_to` the last heap that the proof looked at.
    """

    preperiod: int
    period: int
    checked_to: int
    theorem: str
    values: tuple[int, ...]

    def value(self, heap: int) -> int:
        """Return g(heap) for a heap of any size."""
        if heap >= len(self.values):
            heap = self.preperiod + (heap - self.preperiod) % self.period
        return self.values[heap]


def code_period(code: Code, most: int, meter: Meter | None = None) -> Period | None:
    """Return the proved period of a code, looking at no more than heaps 0 to `most`; None when none shows.

    Only codes without suffixes and without an endless tail are covered by the theorem.
    """
    digits = code.plain
    if digits is None:
        return None
    heaps = max(1, *(digit.bit_length() - 1 for digit in digits)) if any(digits) else 1
    largest = len(digits) - 1

    def reach(n0: int, p: int) -> int:
        return heaps * n0 + (heaps - 1) * p + largest

    return _search(lambda stop, known: code_values(code, stop, meter, known), reach, 1, most, GUY_SMITH)


def subtraction_period(takes: Sequence[int], most: int, meter: Meter | None = None) -> Period | None:
    """Return the proved period of a finite subtraction set, looking at heaps 0 to `most`."""
    largest = max(takes, default=1)
    return _search(
        lambda stop, known: subtraction_values(takes, stop, meter, known),
        lambda n0, _: n0 + largest,
        0,
        most,
        WINDOW,
    )


def _search(
    compute: Callable[[int, Sequence[int]], list[int]],
    reach: Callable[[int, int], int],
    least: int,
    most: int,
    theorem: str,
) -> Period | None:
    """Double the values until a period fits them and the theorem's window, `reach(n0, p)`, lies inside."""
    values: list[int] = []
    stop = min(FIRST, most)
    while True:
        try:
            values = compute(stop, values)
        except LimitReached:
            return None
        found = _proved(values, reach, least)
        if found is not None:
            n0, p = found
            end = reach(max(n0, least), p) + p - 1
            return Period(n0, p, end, theorem, tuple(values[: n0 + p]))
        if stop >= most:
            return None
        stop = min(2 * stop, most)


def _proved(values: Sequence[int], reach: Callable[[int, int], int], least: int) -> tuple[int, int] | None:
    """Return the minimal (preperiod, period) that the values prove, or None.

    Going up through p, the first that is proved is the minimal period: a proved multiple has the
    same preperiod and needs a longer window.
    """
    top = len(values)
    for p in range(1, top // 2 + 1):
        n = top - p - 1
        while n >= 0 and values[n + p] == values[n]:
            n -= 1
        n0 = n + 1
        if reach(max(n0, least), p) + p <= top:
            return n0, p
    return None
