"""Grundy values of take-and-break codes, computed with sets of excluded values.

This method is for codes for which no sparse space is known (see `sparse`). The value of a heap is the least number that
is not the value of an option. The options that split the heap are examined in two steps:

- The values of the first splits are marked one by one, as excluded, in a table.
- The least numbers without a mark, called candidates, are then searched among the values of the other splits, 64 splits
  at a time. The least candidate that is not found is the value of the heap.

The number of splits in the first step is adjusted to the time that the last heaps took in both steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..core import Budget

if TYPE_CHECKING:
    from ..kernels.lookup import Lookup

Values = NDArray[np.uint16]

PIECE = 1024
"""The number of heaps between two readings of the clock."""
LARGEST = 1 << 15
"""The bound of values."""
STAMPED = 4096
"""The initial number of splits that are stamped one by one."""
WANTED = 256
"""The least number of candidates at a time if they are stored as bits."""
MET = 3
"""The cost, in stamps, of a candidate that is found among the splits, if candidates are stored as bits."""
SHARE = 46
"""If candidates are stored as a list, the cost is the heap divided by this number: a part of the next scan."""


def candidate_pieces(
    digits: tuple[int, ...], stop: int, budget: Budget, known: Values | Sequence[int] = (), *, distinct: bool = False
) -> Iterator[Values]:
    """Yield the Grundy values of a code with digits 0-7 in arrays, one after the other.

    Args:
        digits: The digits of the code.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        known: The values of the first heaps.
        distinct: Whether the two heaps of a split must differ; then the digits (4,) are Grundy's game.

    Yields:
        Arrays with the values of heaps len(known) to `stop`. If a value is 2^15 or more, the iteration ends before
        its heap, without an error.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    from ..kernels.heaps.calls import candidate_kernel, sifter
    from ..kernels.heaps.shapes import WANTED_PLACES, has_bitmap

    way = _way()
    sift, many, numbers = sifter(way).address("sift"), WANTED if has_bitmap(way) else 0, np.array(digits, np.int64)
    values, back = np.zeros(stop + 1, np.uint16), np.zeros(stop + 1, np.uint16)
    wanted, most = np.zeros(WANTED_PLACES, np.uint16), STAMPED
    start, known = len(known), known[: stop + 1]
    values[: len(known)] = known
    back[stop + 1 - len(known) : stop + 1] = values[: len(known)][::-1]
    stamps = np.zeros(max(64, 1 << int(values.max()).bit_length()), np.uint8)
    while start <= stop:
        end = min(start + PIECE, stop + 1)
        budget.charge(end - start, values[:start])
        reached, met = candidate_kernel(numbers, values, back, start, end, stamps, most, wanted, many, sift, distinct)
        stamped, scanned = most * (reached - start), met * (MET if many else end // SHARE)
        if scanned > stamped:
            most += most // 4
        elif 2 * scanned < stamped:
            most = max(most * 4 // 5, 64)
        if reached > start:
            yield values[start:reached]
        if reached < end:  # a value needs a larger table
            if len(stamps) >= LARGEST:
                return
            stamps = np.zeros(2 * len(stamps), np.uint8)
        start = reached


def _way() -> Lookup:
    from ..kernels.heaps.calls import best_way

    return best_way()
