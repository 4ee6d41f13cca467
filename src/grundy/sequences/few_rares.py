"""Sequences with few rare heaps at the full speed of the processor: kernels made for one rule at run time.

Where the sparse space leaves a short list of rare heaps, code(n) is the least code that no item (d, g) gives as code(n
- d) ^ g: one item for every rare heap r and split t, with d = r + t and the code g of the rare heap, and one for every
plain take that keeps the type. That generates; a second pass verifies that every smaller value of rare type is an
option as well. A heap for which one is missing would be a new rare heap: then nothing from there on counts (Berlekamp,
Conway and Guy, "Winning Ways", 1982, chapter 4; Gangolli and Plambeck 1989; Grossman 2019).
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
"""Lookups of bytes for every block of heaps; a rule that needs more takes long to compile and gains little."""
DEPTH_ROWS = 1024
"""Rows of 64 small parts that the verification may use."""
LEAST_ROWS = 10
"""Rows that it needs room for: those that are searched together, and the small parts that are tried."""
TRAINING = 2048
"""Heaps on which the options of the verification are chosen."""
TRIED, CHOSEN = 600, 96
"""Small parts that are tried for that, and the most that are chosen."""
WORTH = 0.001
"""Values that an option must give for each heap of the training and byte looked at, to be worth its time."""
SPARSE_SHARE = 0.06
"""Share of the heaps that may need codes above those that the first stage looks after."""
HEAPS_TO_ONE = 1 << 17
"""How many heaps, at least, come to one anchor among those that it is learnt from."""


@dataclass(frozen=True)
class FewRares:
    """A rule in its sparse space, given the values of all heaps below `start`, none of them rare since `last_rare`.

    `items` are the partners that generate, `options` splits (distance, code of the small part) that verify, the most
    useful first, `takes` the distances of plain takes that change the type. `bits` codes fit into a set, of which the
    first stage of the verification looks after `planes` bytes. Codes from `anchor` on are seldom.
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
        """The largest rare heap, or 0."""
        return max(self.rares, default=0)

    @property
    def splits(self) -> list[int]:
        """The takes after which two heaps may be left."""
        return splits_of(self.digits)

    @property
    def window(self) -> int:
        """How many values decide the next one: W of the state-repeat theorem."""
        return max(self.last_rare + max(self.splits), len(self.digits) - 1, 1)

    def depth_rows(self) -> int:
        """Return how many rows of 64 small parts can be used from the first heap on: no partner may be rare."""
        room = self.start - self.last_rare - max(self.splits) - 128
        return min(DEPTH_ROWS, room // 64)


def few_rares(digits: tuple[int, ...], values: Values) -> FewRares | None:
    """Return the rule in its sparse space, learnt from its exact values of heaps 0, 1, ...; None when it does not fit.

    It fits when few heaps are rare, all of them early among the values, no take is large, and the codes are small.
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
    needs: NDArray[np.uint64] = tables[heaps & 1, codes[heaps]]  # the sets that the last heaps need
    planes = _planes(needs, bits)
    needs = needs & np.uint64((1 << 8 * planes) - 1)
    for taken in takes:
        needs = needs & ~(np.uint64(1) << codes[heaps - taken])
    options = _chosen_options(codes, common, splits, needs, planes)
    found, anchor = tuple(rares.tolist()), _least_anchor(codes)
    rule = FewRares(digits, coding, start, found, tuple(sorted(items)), options, takes, bits, planes, anchor)
    return rule if rule.depth_rows() >= LEAST_ROWS else None


def never_few(digits: tuple[int, ...], values: Values) -> bool:
    """Return whether too many heaps are rare, or codes too large, already: more values would have no short list."""
    splits = splits_of(digits)
    if not splits or int(values.max()) >= MOST_VALUES // 8:
        return True
    coding = Coding(best_mask(values, splits))
    return _lanes(coding.encode(values), len(coding.mask.rares(values)) * len(splits)) is None


def _lanes(codes: Codes, lookups: int) -> int | None:
    """Return how many codes a set must hold; None where that, or what is looked up for a heap, is too much."""
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
    """Return splits with a small part, the one first that gives the most missing values on the training, and so on."""
    heaps = np.arange(len(codes) - TRAINING, len(codes))
    one = np.uint64(1)
    parts = common[: TRIED + 1].nonzero()[0]
    tried = sorted({(split + int(part), int(codes[part])) for split in splits for part in parts})
    given = np.stack([codes[heaps - distance] ^ np.uint8(code) for distance, code in tried])
    chosen: list[int] = []
    while len(chosen) < min(CHOSEN, len(tried)):
        gains = np.zeros(len(tried), np.int64)
        for at in range(0, TRAINING, 256):  # a part at a time, which stays in the cache
            gains += (needs[None, at : at + 256] >> given[:, at : at + 256] & one).sum(1).astype(np.int64)
        best = int(gains.argmax())
        if gains[best] < WORTH * planes * TRAINING:
            break
        chosen.append(best)
        needs &= ~(one << given[best])
    return tuple(tried[at] for at in chosen)
