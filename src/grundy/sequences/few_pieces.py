"""Values of a code with few rare heaps, piece by piece, at the full speed of the kernels that are made for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core import Meter
from .coding import BYTE_CODES
from .few_course import Course, Kernels
from .few_rares import FewRares, few_rares
from .sparse import SAMPLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.uint16]

LEARNT = 1 << 17
"""Values from which mask, rare heaps and kernels are learnt."""


def few_rare_pieces(
    digits: tuple[int, ...], known: Values, stop: int, meter: Meter, workers: int
) -> Iterator[Values] | None:
    """Yield the values of heaps `len(known)` to `stop`; end early where a new rare heap appears.

    `known` are at least `LEARNT` exact values. None when the code has no short list of rare heaps.
    """
    import numpy as np

    if int(known[:LEARNT].max()) >= 2 * BYTE_CODES:
        return None
    first = np.asarray(known[:LEARNT], np.uint16)
    rule = few_rares(digits, first)
    if rule is None or not _fits(rule, known):
        return None
    kernels = Kernels(rule, rule.coding.encode(first))
    start = len(known) // 2 * 2
    before = rule.coding.encode(np.asarray(known[start - kernels.history : start], np.uint16))
    course = Course(kernels, before, start, workers)

    def pieces() -> Iterator[Values]:
        skipped = len(known) - start
        for verified in course:
            meter.passed(len(verified.codes))
            end = min(len(verified.codes), stop + 1 - verified.heap)
            yield rule.coding.decode(verified.codes[:end], verified.heap)[skipped:]
            skipped = 0
            if course.heap > stop:
                return

    return pieces()


def _fits(rule: FewRares, known: Values) -> bool:
    """Return whether the heaps that the rule was not learnt from are common too, and their codes small enough."""
    import numpy as np

    mask = rule.coding.mask
    kinds = mask.kinds()
    for begin in range(rule.start, len(known), SAMPLE):
        part = known[begin : begin + SAMPLE]
        heaps = np.arange(begin, begin + len(part))
        if int(part.max()) >= 2 * BYTE_CODES or int(rule.coding.encode(part).max()) >= rule.bits:
            return False
        if not (kinds[part] ^ (heaps - mask.tau) & mask.flag & 1).all():
            return False
    return True
