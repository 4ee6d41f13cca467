"""Periods that begin late: a run through the sparse space at full speed, and the exact values that it begins with.

Mask, rare heaps and kernels are derived from the exact values. A rare heap that appears later invalidates the run. Then
a new run begins after more exact values, which include this heap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..core import Meter
from ..kernels.sealed import has_compiler
from .few_course import Kernels
from .few_rares import few_rares
from .period import Period, Unproved
from .sparse import sparse_pieces
from .state_repeat import RepeatSearch, Way

Values = NDArray[np.uint16]

SEEDS = (1 << 20, 1 << 22, 1 << 24)
"""The numbers of exact values before a run; the next one is used if a rare heap appeared later."""


def long_search(digits: tuple[int, ...], values: Values, most: int, meter: Meter, way: Way) -> Period | Unproved | None:
    """Search for a proved period of a code with few rare heaps.

    Args:
        digits: The digits of the code.
        values: The exact values of the first heaps.
        most: The last heap.
        meter: Counts the heaps computed; may raise `LimitReached`.
        way: How the run is executed, for instance by several workers with a journal.

    Returns:
        The period, or the extent of the search; None if the code is not of this kind, has rare heaps too late, or if a
        compiler is missing.

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
            values = np.concatenate([values, *sparse_pieces(digits, values, seed - 1, meter)])
            if len(values) < seed:
                return None
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
            return found or Unproved(most, values)
    return None
