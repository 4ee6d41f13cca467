"""Long runs of take-and-break codes through the sparse space: the mask, and the driver of the kernel.

A mask is good when few heaps are rare. The Walsh-Hadamard transform of the histogram of the values gives, for every
mask at once, the number of common minus rare heaps; with heaps counted by parity also for masks with a positional
flag, which are allowed when all splits take numbers of one parity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import Code, Meter
from .digits import split_takes, splits_of

Values = NDArray[np.uint16]
Counts = NDArray[np.float64]

PIECE = 1 << 15
"""Heaps computed between two looks at the clock."""
MOST_VALUES = 1 << 12
"""Twice the largest value that a run can have."""
GOOD = 0.25
"""A mask that leaves more than this share of the heaps rare is no help."""
SAMPLE = 1 << 20
"""Values from which a mask is chosen, and heaps that are typed at a time."""
LEAST_HEAPS = 64
"""Fewer heaps have no types: among so few some mask always fits."""


class Mask(NamedTuple):
    """A value v is of common type at heap n when popcount(v & bits) + flag * (n - tau) is odd."""

    bits: int
    flag: int
    tau: int

    def kinds(self) -> NDArray[np.uint8]:
        """Return the parity of v & bits for every value v."""
        found: NDArray[np.uint8] = np.bitwise_count(np.arange(MOST_VALUES) & self.bits) & np.uint8(1)
        return found

    def rares(self, values: Values) -> NDArray[np.int64]:
        """Return the rare heaps among values[1:]."""
        kind = self.kinds()[values]
        if self.flag:
            kind[(self.tau + 1) % 2 :: 2] ^= 1
        return np.flatnonzero(kind[1:] == 0) + 1


def best_mask(values: Values, splits: list[int]) -> Mask:
    """Return the mask that leaves the fewest rare heaps among `values` (from heap 0) of a code that splits."""
    tau = splits[0]
    size = 1 << int(values.max()).bit_length()
    even, odd = (np.bincount(values[start::2], minlength=size).astype(float) for start in (2 - tau % 2, 1 + tau % 2))
    by_value, by_position = _transform(even + odd), _transform(even - odd)
    by_value[0] = by_position[0] = np.inf
    flag = int(all((t - tau) % 2 == 0 for t in splits) and by_position.min() < by_value.min() - 0.5)
    bits = int((by_position if flag else by_value).argmin())
    return Mask(bits | (MOST_VALUES - 1) & ~(size - 1), flag, tau)


@lru_cache(maxsize=1)
def _mask_of(sample: bytes, splits: tuple[int, ...]) -> Mask:
    """Find the mask for 16-bit values; a long search asks for that of the same first values for every piece."""
    return best_mask(np.frombuffer(sample, np.uint16), list(splits))


def sparse_values(digits: tuple[int, ...], stop: int, meter: Meter, seed: Values | Sequence[int]) -> Values | None:
    """Return the values of heaps 0 to `stop` of a code with digits 0-7, or None when no mask helps.

    `seed` are the first values, known by definition. Raises `LimitReached`.
    """
    if max(seed) >= MOST_VALUES // 2:
        return None
    known = np.asarray(seed, np.uint16)
    values = np.concatenate([known, *sparse_pieces(digits, known, stop, meter)])
    return values if len(values) > stop else None


def sparse_pieces(
    digits: tuple[int, ...], known: Values, stop: int, meter: Meter, share: float = GOOD
) -> Iterator[Values]:
    """Yield the values of the heaps from `len(known)` to `stop`, piece by piece.

    `known` are the first values, at least 2^14 of them; from the first of these the mask is chosen. The pieces end
    early, or do not begin, where more than `share` of the heaps are rare or a value is too large for the masks.
    """
    from ..kernels.heaps.calls import sparse_kernel

    splits = splits_of(digits)
    if not splits or len(known) > stop or int(known.max()) >= MOST_VALUES // 2:
        return
    mask = _mask_of(np.asarray(known[:SAMPLE], np.uint16).tobytes(), tuple(splits))
    found = mask.rares(known)
    values = np.zeros(stop + 1, np.uint16)
    values[: len(known)] = known
    kinds, numbers = mask.kinds(), np.array(digits, np.int64)
    rares, count = found, len(found)
    for start in range(len(known), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        if count > share * start:
            return
        if len(rares) < count + PIECE:
            rares = np.concatenate([rares, np.zeros(count + 2 * PIECE, np.int64)])
        meter.tick(end - start, values[:start])
        count = sparse_kernel(numbers, values[:end], start, kinds, mask.flag, mask.tau, rares, count)
        if count < 0:  # a value that is too large for this way
            return
        yield values[start:end]


def _transform(counts: Counts) -> Counts:
    out, half = counts, 1
    while half < len(counts):
        pairs = out.reshape(-1, 2, half)
        out = np.concatenate([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return out.copy()


def rare_heaps(code: Code, values: Sequence[int] | NDArray[np.integer[Any]]) -> NDArray[np.int64] | None:
    """Return the rare heaps in ascending order, given the values of heaps 0, 1, ...; None without a sparse space.

    There is none where the code never leaves two heaps, where the best mask leaves a quarter of the heaps rare or more,
    where a value is 2048 or more, and among fewer than 64 heaps. Heap 0 has no type and is not listed. The types
    describe the values given and prove nothing about later ones ("Winning Ways", 1982, chapter 4).
    """
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
