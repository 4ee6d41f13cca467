"""Which heaps of a computed sequence are rare in the sparse space, for pictures and statistics.

The types come from the mask that leaves the fewest rare heaps (`sparse.best_mask`). They describe the
values given and prove nothing about later ones (Berlekamp, Conway and Guy, "Winning Ways", 1982,
chapter 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core import Code
from .sparse import GOOD, MOST_VALUES, best_mask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SAMPLE = 1 << 20
"""Heaps from which the mask is chosen, and heaps that are typed at a time."""
LEAST_HEAPS = 64
"""Fewer heaps have no types: among so few some mask always fits."""


def split_takes(code: Code) -> list[int]:
    """Return the takes after which a code may leave two heaps, or nothing when it can leave more or has no end.

    >>> from grundy.core import read_code
    >>> split_takes(read_code("0.137")), split_takes(read_code("4!.0")), split_takes(read_code("0.8"))
    ([3], [0], [])
    """
    if code.tail or any(item.heaps > 2 or item.more for digit in code.digits for item in digit.items):
        return []
    return [taken for taken, digit in enumerate(code.digits) if any(item.heaps == 2 for item in digit.items)]


def rare_heaps(code: Code, values: Sequence[int] | NDArray[np.integer[Any]]) -> NDArray[np.int64] | None:
    """Return the rare heaps in ascending order, given the values of heaps 0, 1, ...; None without a sparse space.

    There is none where the code never leaves two heaps, where the best mask leaves a quarter of the heaps rare or more,
    where a value is 2048 or more, and among fewer than 64 heaps. Heap 0 has no type and is not listed.
    """
    import numpy as np

    splits = split_takes(code)
    if not splits or len(values) < LEAST_HEAPS or np.max(values) >= MOST_VALUES // 2:
        return None
    mask = best_mask(np.asarray(values[:SAMPLE], np.uint16), splits)
    kinds, found, count = mask.kinds(), [], 0
    for start in range(0, len(values), SAMPLE):
        piece = np.asarray(values[start : start + SAMPLE])
        heaps = np.arange(start, start + len(piece))
        rare = heaps[(kinds[piece] ^ ((heaps - mask.tau) & mask.flag & 1) == 0) & (heaps > 0)]
        found.append(rare)
        count += len(rare)
        if count >= GOOD * len(values):
            return None
    return np.concatenate(found)
