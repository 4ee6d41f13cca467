"""Values of take-and-break codes for which no sparse space is found: the driver of the candidate scan.

How many splits are stamped before the scan follows from what the last heaps cost: a stamp is cheap and
blind, a scan passes 64 splits at the price of a few stamps and stops at every value that it wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..core import Meter

if TYPE_CHECKING:
    from ..kernels.lookup import Lookup

Values = NDArray[np.uint16]

PIECE = 1024
"""Heaps computed between two looks at the clock."""
LARGEST = 1 << 15
"""Values stay below this size."""
STAMPED = 4096
"""Splits stamped one by one at first."""
WANTED = 256
"""Values wanted at a time, at least, where they are kept as bits."""
MET = 3
"""What a wanted value that is met costs, in stamps, where they are kept as bits."""
SHARE = 46
"""Where they are a list, it costs the heap divided by this: a part of the next look through all splits."""


def candidate_pieces(
    digits: tuple[int, ...], stop: int, meter: Meter, known: Values | Sequence[int] = (), *, distinct: bool = False
) -> Iterator[Values]:
    """Yield the values of the heaps from len(known) to `stop` piece by piece, for digits 0-7.

    `known` are the first values; the pieces end before the first heap whose value reaches 2^15. With `distinct` the two
    heaps of a split must differ: digits (4,) are then Grundy's game. Raises `LimitReached`.
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
        meter.tick(end - start, values[:start])
        reached, met = candidate_kernel(numbers, values, back, start, end, stamps, most, wanted, many, sift, distinct)
        stamped, scanned = most * (reached - start), met * (MET if many else end // SHARE)
        if scanned > stamped:
            most += most // 4
        elif 2 * scanned < stamped:
            most = max(most * 4 // 5, 64)
        if reached > start:
            yield values[start:reached]
        if reached < end:  # a value needs more room
            if len(stamps) >= LARGEST:
                return
            stamps = np.zeros(2 * len(stamps), np.uint8)
        start = reached


def _way() -> Lookup:
    from ..kernels.heaps.calls import best_way

    return best_way()
