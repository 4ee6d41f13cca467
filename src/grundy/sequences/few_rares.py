"""Octal games with few rare heaps: the data for functions that are compiled for one game at run time.

The sparse space divides heaps into common and rare ones (see `sparse`). If few heaps are rare, the coded value code(n)
of a common heap n (see `Coding`) is the least code that differs from code(n - d) ^ g for every item (d, g). There is an
item for every rare heap r and every number t of tokens that a splitting move may take: d is r + t, and g is the code of
heap r. There is also an item for every move that leaves one heap and leads from common to common heaps.

The codes computed in this way are then verified: every smaller rare value must be the value of an option too. If one is
missing, heap n is a new rare heap, and the values from it on are not used. Terms of this method:

- item (d, g): heap n does not have the code code(n - d) ^ g
- option (d, g): a split of heap n into heap n - d and a smaller heap with code g, tried by the verification
- take: a number of tokens that a move may take to leave one heap
- window: the number of last codes that determine the next one
- anchor: a heap whose code is among the very largest

Sources: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 4; A. Gangolli and T. Plambeck, "A
note on periodicity in some octal games", 1989; J. P. Grossman, "Searching for periodicity in Officers", 2019.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .coding import Coding, lanes_for
from .digits import splits_of
from .sparse import MOST_VALUES, best_mask

Codes = NDArray[np.uint8]
Values = NDArray[np.uint16]

MOST_LOOKUPS = 400
"""The largest number of byte lookups per block of heaps; a rule that needs more compiles slowly and gains little."""
DEPTH_ROWS = 1024
"""The largest number of rows, of 64 small parts each, that verification may use."""
LEAST_ROWS = 10
"""The number of rows that verification needs."""
TRAINING = 2048
"""The number of heaps on which the options of the verification are chosen."""
TRIED, CHOSEN = 600, 96
"""The number of small parts that are tried for it, and the largest number that is chosen."""
WORTH = 0.001
"""The values that an option must give, per training heap and examined byte, to be worth its time."""
SPARSE_SHARE = 0.06
"""The largest fraction of heaps that need codes beyond those of the first stage."""
HEAPS_TO_ONE = 1 << 17
"""The least number of heaps per anchor in the values from which the anchor is derived."""


@dataclass(frozen=True)
class FewRares:
    """An octal code with few rare heaps, prepared for fast generation of its values from heap `start` on.

    Attributes:
        digits: The digits of the code.
        coding: The mask and the conversion of values to coded values (codes), which are values without one bit.
        start: The heap from which on values are generated.
        rares: The rare heaps, all below `start`.
        items: Pairs (d, g): heap n has an option with the code code(n - d) ^ g. The code of a common heap n is the
            least one that no pair excludes.
        options: Pairs (d, g) of splits that verification tries first, most useful first. The split leaves heap n - d
            and a smaller heap with the code g.
        takes: The numbers t such that a move may take t tokens and leave one heap, and a common value of heap n - t is
            of rare type for heap n. (The type of a value can depend on the parity of the heap.)
        bits: The number of bits with which a set of codes is represented.
        planes: Verification first looks only for codes below 8 * `planes`, which are most of those needed, then for
            the others.
        anchor: The least code of an anchor; very few codes are as large.
    """

    digits: tuple[int, ...]
    coding: Coding
    start: int
    rares: tuple[int, ...]
    items: tuple[tuple[int, int], ...]
    options: tuple[tuple[int, int], ...]
    takes: tuple[int, ...]
    bits: int
    planes: int
    anchor: int

    @property
    def last_rare(self) -> int:
        """The size of the largest rare heap, or 0 if no heap is rare."""
        return max(self.rares, default=0)

    @property
    def splits(self) -> list[int]:
        """The numbers of tokens that a move may take and leave two heaps."""
        return splits_of(self.digits)

    @property
    def window(self) -> int:
        """The number of consecutive values that determine the next one, provided that no new heap is rare."""
        return max(self.last_rare + max(self.splits), len(self.digits) - 1, 1)

    def depth_rows(self) -> int:
        """Return a bound on the smaller heap of the splits that verification uses, divided by 64.

        If the smaller heap is below 64 times the result, the larger heap is after the last rare heap.
        """
        room = self.start - self.last_rare - max(self.splits) - 128
        return min(DEPTH_ROWS, room // 64)


def few_rares(digits: tuple[int, ...], values: Values) -> FewRares | None:
    """Find the rare heaps of an octal code from exact values, and prepare the fast computation of further values.

    The method applies if few heaps are rare, all of them are small, no move takes many tokens, and values are small.

    Args:
        digits: The digits of the code.
        values: The exact values of heaps 0, 1, ...

    Returns:
        The prepared rule, or None if the method does not apply.
    """
    splits = splits_of(digits)
    if not splits or max(digits) > 7 or int(values.max()) >= MOST_VALUES // 8:
        return None
    start = len(values) // 2 * 2
    values = values[:start]
    coding = Coding(best_mask(values, splits))
    common = coding.common_heaps(values)
    rares = (~common[1:]).nonzero()[0] + 1
    codes = coding.encode(values)
    bits = _lanes(codes, len(rares) * len(splits))
    if bits is None:
        return None
    if start < 2 * (TRAINING + TRIED) or 4 * max(int(rares.max(initial=0)), len(digits)) > start:
        return None
    flag, plain = coding.mask.flag, [taken for taken, digit in enumerate(digits) if taken and digit & 2]
    items = {(split + int(rare), int(codes[rare])) for split in splits for rare in rares}
    items |= {(taken, 0) for taken in plain if not flag or taken % 2 == 0}
    if not items:
        return None
    takes = tuple(taken for taken in plain if flag and taken % 2)
    tables = np.array([coding.needs(heap, bits) for heap in (0, 1)], np.uint64)
    heaps = np.arange(start - TRAINING, start)
    needs: NDArray[np.uint64] = tables[heaps & 1, codes[heaps]]  # the sets of codes that the training heaps need
    planes = _planes(needs, bits)
    needs = needs & np.uint64((1 << 8 * planes) - 1)
    for taken in takes:
        needs = needs & ~(np.uint64(1) << codes[heaps - taken])
    options = _chosen_options(codes, common, splits, needs, planes)
    listed, anchor = tuple(rares.tolist()), _least_anchor(codes)
    rule = FewRares(digits, coding, start, listed, tuple(sorted(items)), options, takes, bits, planes, anchor)
    return rule if rule.depth_rows() >= LEAST_ROWS else None


def never_few(digits: tuple[int, ...], values: Values) -> bool:
    """Return whether the method for few rare heaps cannot apply: too many heaps are rare or values are too large.

    Args:
        digits: The digits of the code.
        values: The exact values of heaps 0, 1, ...

    Returns:
        True if the method cannot apply, whatever the later values are.
    """
    splits = splits_of(digits)
    if not splits or int(values.max()) >= MOST_VALUES // 8:
        return True
    coding = Coding(best_mask(values, splits))
    return _lanes(coding.encode(values), len(coding.mask.rares(values)) * len(splits)) is None


def _lanes(codes: Codes, lookups: int) -> int | None:
    """Return how many bits, 16, 32 or 64, an integer needs to represent a set of these coded values (codes).

    The result is None if 64 bits do not suffice. It is also None if the method would need too many table lookups:
    `lookups` of them for each byte of the integer.
    """
    bits = lanes_for(int(codes.max()))
    return None if bits is None or lookups * bits // 8 > MOST_LOOKUPS else bits


def _least_anchor(codes: Codes) -> int:
    codes = codes[len(codes) // 2 :]
    counts = np.bincount(codes, minlength=256)[::-1].cumsum()[::-1]
    present = (counts > 0).nonzero()[0]
    few = present[counts[present] <= max(1, len(codes) // HEAPS_TO_ONE)]
    return int(few[0]) if len(few) else int(present[-1])


def _planes(needs: NDArray[np.uint64], bits: int) -> int:
    for planes in range(1, bits // 8):
        if ((needs >> np.uint64(8 * planes)) != 0).mean() < SPARSE_SHARE:
            return planes
    return bits // 8


def _chosen_options(
    codes: Codes, common: NDArray[np.bool_], splits: Sequence[int], needs: NDArray[np.uint64], planes: int
) -> tuple[tuple[int, int], ...]:
    """Choose the splits that verification tries first, most useful first.

    The verification of a heap needs options with certain coded values (codes). For each of the last heaps, `needs` has
    the set of these codes as a bitset. Each time, the split is chosen that gives the most codes that are still needed.
    `codes` has the codes of all heaps, and `common` states which heaps are common. A split that gives few codes,
    compared with the 8 * `planes` codes that may be needed, is not chosen.
    """
    heaps = np.arange(len(codes) - TRAINING, len(codes))
    one = np.uint64(1)
    parts = common[: TRIED + 1].nonzero()[0]
    tried = sorted({(split + int(part), int(codes[part])) for split in splits for part in parts})
    given = np.stack([codes[heaps - distance] ^ np.uint8(code) for distance, code in tried])
    chosen: list[int] = []
    while len(chosen) < min(CHOSEN, len(tried)):
        gains = np.zeros(len(tried), np.int64)
        for at in range(0, TRAINING, 256):  # in parts that fit in the cache
            gains += (needs[None, at : at + 256] >> given[:, at : at + 256] & one).sum(1).astype(np.int64)
        best = int(gains.argmax())
        if gains[best] < WORTH * planes * TRAINING:
            break
        chosen.append(best)
        needs &= ~(one << given[best])
    return tuple(tried[at] for at in chosen)
