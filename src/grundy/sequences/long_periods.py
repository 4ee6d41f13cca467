"""Periods that begin late: a run through the sparse space at full speed, and the exact values that it begins with.

Mask, rare heaps and kernels are derived from the exact values. A rare heap that appears later invalidates the run. Then
a new run begins after more exact values, which include this heap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import Meter
from ..kernels.sealed import has_compiler
from .checkpoints import Checkpoints
from .few_course import Kernels
from .few_rares import FewRares, few_rares
from .sparse import sparse_values
from .state_repeat import RepeatSearch, StateRepeat, Way

Values = NDArray[np.uint16]

TAIL = 512
"""The number of values that must be repeated before a candidate is examined."""
CANDIDATES = 16
"""The number of repetitions of the tail that are examined, nearest first."""
SEEDS = (1 << 20, 1 << 22, 1 << 24)
"""The numbers of exact values before a run; the next one is used if a rare heap appeared later."""


def proved_repeat(values: NDArray[np.uint16], reach: Callable[[int, int], int], least: int) -> tuple[int, int] | None:
    """Return the minimal preperiod and period that a theorem proves from an array of values.

    Every period of the tail repeats the tail. So among the repetitions, nearest first, the first that is proved gives
    the smallest period: a proved multiple has the same preperiod and needs more values.

    Args:
        values: The values of heaps 0, 1, ...
        reach: Returns, for preperiod n0 and period p, the heap up to which the theorem needs equality.
        least: The least preperiod to which the theorem applies.

    Returns:
        (preperiod, period), or None if no period is proved.
    """
    data, width = values.tobytes(), values.itemsize
    tail = data[-TAIL * width :]
    at = len(data) - len(tail)
    for _ in range(CANDIDATES):
        at = data.rfind(tail, 0, at + len(tail) - 1)
        while at % width and at > 0:
            at = data.rfind(tail, 0, at + len(tail) - 1)
        if at < 0:
            return None
        p = (len(data) - len(tail) - at) // width
        differ = np.flatnonzero(values[:-p] != values[p:])
        n0 = int(differ[-1]) + 1 if len(differ) else 0
        if reach(max(n0, least), p) + p <= len(values):
            return n0, p
    return None


class LongSearch(NamedTuple):
    """The result of a search for a late period: the proved period or None, and what is needed to recompute values."""

    repeat: StateRepeat | None
    rule: FewRares
    checkpoints: Checkpoints


def long_search(digits: tuple[int, ...], values: Values, most: int, meter: Meter, way: Way) -> LongSearch | None:
    """Search for a proved period of a code with few rare heaps.

    Args:
        digits: The digits of the code.
        values: The exact values of the first heaps.
        most: The last heap.
        meter: Counts the heaps computed; may raise `LimitReached`.
        way: How the run is executed, for instance by several workers with a journal.

    Returns:
        The result; None if the code is not of this kind, has rare heaps too late, or if a compiler is missing.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    if not has_compiler():  # the kernels are compiled for one rule
        return None
    for seed in SEEDS:
        if seed < len(values) and seed != SEEDS[0]:
            continue
        if len(values) < seed:
            if seed > most:
                return None
            further = sparse_values(digits, seed - 1, meter, values)
            if further is None:
                return None
            values = further
        rule = few_rares(digits, values)
        if rule is None:
            return None
        entries = way.journal.begin(rule, values) if way.journal else ()
        if entries is None:
            continue
        kernels = Kernels(rule, rule.coding.encode(values))
        search = RepeatSearch(kernels, values, way, entries)
        found = search.run(most, meter)
        if found is not None or search.course.lost is None:
            return LongSearch(found, rule, search.checkpoints)
    return None
