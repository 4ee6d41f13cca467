"""The plain twins of the codes of few rare heaps: their definition, heap by heap."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grundy.sequences.few_rares import FewRares

Codes = NDArray[np.uint8]
Values = NDArray[np.uint16]


def plain_codes(rule: FewRares, codes: Codes, stop: int) -> Codes:
    """Return the codes of heaps 0 to `stop` - 1 by their definition, given those below `rule.start`."""
    found = np.zeros(stop, np.uint8)
    found[: rule.start] = codes[: rule.start]
    for n in range(rule.start, stop):
        seen = {int(found[n - distance]) ^ code for distance, code in rule.items}
        found[n] = next(code for code in range(len(seen) + 1) if code not in seen)
    return found


def plain_missing(rule: FewRares, values: Values, heap: int, depth: int) -> set[int]:
    """Return the values of rare type below that of a common heap that no option with a small part <= `depth` gives."""
    value, mask = int(values[heap]), rule.coding.mask.bits
    common = rule.coding.common(heap)
    wanted = {v for v in range(value) if (v & mask).bit_count() & 1 != common}
    given = {int(values[heap - taken]) for taken, digit in enumerate(rule.digits) if taken and digit & 2}
    for split in rule.splits:
        given |= {int(values[a] ^ values[heap - split - a]) for a in range(1, depth + 1)}
    return wanted - given
