"""Periods that begin far out: the run through the sparse space at full speed, and what it needs to begin and to go on.

The run begins behind exact values, from which mask, rare heaps and kernels are learnt. A rare heap that appears
later makes it void: then it begins again behind more exact values, which contain that heap.
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
"""Values that must come again before a candidate is looked at."""
CANDIDATES = 16
"""Repeats of the tail that are judged, the nearest first."""
SEEDS = (1 << 20, 1 << 22, 1 << 24)
"""Exact values that a run begins behind; the next when a rare heap appeared later."""


def proved_repeat(values: NDArray[np.uint16], reach: Callable[[int, int], int], least: int) -> tuple[int, int] | None:
    """Return the minimal (preperiod, period) that an array of values from heap 0 proves, or None.

    `reach(n0, p)` is where the window of the theorem ends for n0 >= `least`. Every period of the tail
    lets the tail come again, so going back from the nearest repeat the first that is proved is the
    smallest: a proved multiple has the same preperiod and needs a longer window.
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
    """What a run found: the repeat, or None as far as it looked; with what gives every value again."""

    repeat: StateRepeat | None
    rule: FewRares
    checkpoints: Checkpoints


def long_search(digits: tuple[int, ...], values: Values, most: int, meter: Meter, way: Way) -> LongSearch | None:
    """Look for a proved period of a code with few rare heaps among the heaps up to `most`.

    `values` are the exact values of the first heaps. None when the code is not of this kind, or has rare
    heaps so late that nothing can be said, or if there is no compiler. Raises `LimitReached`.
    """
    if not has_compiler():  # its kernels are made for one rule
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
