"""Finds periods by observation: g(n + p) = g(n) + s for every known n from n0 on.

Read backwards, the differences of such values agree with themselves shifted by p. The Z-function computes how far, in
linear time and simultaneously for all p (D. Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997, section
1.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..core import Course
from .pattern import is_enough

SURPLUS = 16
"""The number of values that a period must predict in addition to the number that describe it."""


def seen_period(values: Sequence[int], start: int = 0) -> Course | None:
    """Find the period of a sequence of Grundy values by observation; preperiod and period are minimal.

    At least as many values as preperiod and period together, and `SURPLUS` more, must confirm the period. For the
    period of outcomes, pass zeros and ones.

    Args:
        values: The values of heaps `start`, `start` + 1, ...
        start: The first heap.

    Returns:
        The period, or None if none is observed.

    Example:
        >>> seen_period([5, 0, 1, 0, 1, 2] + [0, 1, 0, 1, 2] * 8)
        Course(preperiod=1, period=5, saltus=0)
        >>> seen_period([n // 3 for n in range(40)])
        Course(preperiod=0, period=3, saltus=1)
    """
    differences = [int(after - before) for before, after in pairwise(values)]
    most = (len(values) - SURPLUS) // 2
    for period, agreed in enumerate(_agreements(differences[::-1], most)):
        first = len(differences) - period - agreed
        if period and first + period <= most:
            return Course(start + first, period, int(values[-1] - values[-1 - period]))
    return None


def _agreements(items: Sequence[int], most: int) -> list[int]:
    """Return for each shift p up to `most` the largest k such that item i equals item i + p for all i < k."""
    agreed, left, right = [len(items)], 0, 0
    for i in range(1, min(len(items), most + 1)):
        length = max(0, min(right - i, agreed[i - left])) if i < right else 0
        while i + length < len(items) and items[length] == items[i + length]:
            length += 1
        if i + length > right:
            left, right = i, i + length
        agreed.append(length)
    return agreed


def clear_period(values: Sequence[int], start: int = 0) -> Course | None:
    """Find the period of Grundy values by observation, if it is too clear for a coincidence (`pattern.is_enough`).

    Args:
        values: The values of heaps `start`, `start` + 1, ...
        start: The first heap.

    Returns:
        The period, or None if none is observed or the values are too few.

    Example:
        >>> clear_period([7, 7, *([0, 1, 2] * 20)])
        Course(preperiod=2, period=3, saltus=0)
    """
    seen = seen_period(values, start)
    if seen is None:
        return None
    predicted = values[seen.window - start :]
    return (
        seen if is_enough([n % seen.period for n in range(len(predicted))] if seen.saltus else predicted, 2) else None
    )
