"""Computes long sequences of take-and-break codes in a sparse space, which is chosen here.

Terms of this module, `coding`, `few_rares` and `many_rares`:

- mask: a number that divides the values v into two types, by the parity of the bits of v & mask
- rare value: a value of even type; these values are closed under nim addition and are called the sparse space
- common value: a value of odd type; a nim-sum of two common values is rare
- rare heap, common heap: a heap whose value is rare or common
- flag, tau: two numbers of a mask; if the flag is 1, the two types are exchanged at heaps n with n - tau odd

A split into two common heaps has a rare value. So if few heaps are rare, few options can have common values.

A mask is good if few heaps are rare. The Walsh-Hadamard transform of the histogram of the values gives the number of
common heaps minus rare heaps for all masks at once. If heaps are counted by parity, it also does so for masks with flag
1, which are allowed if all splits take even numbers of tokens, or all take odd numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import Budget, Code
from .digits import split_takes, splits_of

Values = NDArray[np.uint16]
Counts = NDArray[np.float64]

PIECE = 1 << 15
"""The number of heaps between two readings of the clock."""
MOST_VALUES = 1 << 12
"""Twice the bound of values in a run."""
GOOD = 0.25
"""A mask that leaves a larger fraction of the heaps rare is not used."""
SAMPLE = 1 << 20
"""The number of values from which a mask is chosen."""
LEAST_HEAPS = 64
"""Fewer heaps have no types, because some mask always fits."""


class Mask(NamedTuple):
    """A sparse space: a rule that divides the possible values of each heap into common and rare ones.

    The value v is common at heap n if popcount(v & bits) + flag * (n - tau) is odd, else rare. A heap is common or rare
    as its own value is.

    Attributes:
        bits: The mask, as a bit mask.
        flag: 1 if the parity of the heap matters, else 0.
        tau: A number with the parity of the heaps at which `flag` changes nothing.
    """

    bits: int
    flag: int
    tau: int

    def kinds(self) -> NDArray[np.uint8]:
        """Return for each value v < 2048 (`MOST_VALUES`) the parity, 0 or 1, of the number of bits of v & `bits`."""
        found: NDArray[np.uint8] = np.bitwise_count(np.arange(MOST_VALUES) & self.bits) & np.uint8(1)
        return found

    def rares(self, values: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Return the rare heaps, given the values of heaps 0, 1, ...; heap 0 is not listed."""
        kind = self.kinds()[values]
        if self.flag:
            kind[(self.tau + 1) % 2 :: 2] ^= 1
        return np.flatnonzero(kind[1:] == 0) + 1


def best_mask(values: Values, splits: list[int]) -> Mask:
    """Return the sparse space in which the fewest heaps are rare.

    Args:
        values: The values of heaps 0, 1, ...
        splits: The numbers of tokens that a move may take and leave two heaps.

    Returns:
        The sparse space.
    """
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
    return best_mask(np.frombuffer(sample, np.uint16), list(splits))


def sparse_pieces(
    digits: tuple[int, ...], known: Values, stop: int, budget: Budget, share: float = GOOD
) -> Iterator[Values]:
    """Yield the Grundy values of a code with digits 0-7 in arrays, fast if few heaps are rare.

    The iteration ends early, perhaps without any array, if too many heaps are rare or a value is too large.

    Args:
        digits: The digits of the code.
        known: The first values, at least 2^14, from which the sparse space is chosen.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        share: The largest fraction of rare heaps.

    Yields:
        Arrays with the values of heaps len(known) to `stop`.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    from ..kernels.heaps.calls import sparse_kernel

    splits = splits_of(digits)
    if not splits or len(known) > stop or int(known.max()) >= MOST_VALUES // 2:
        return
    mask = _mask_of(np.asarray(known[:SAMPLE], np.uint16).tobytes(), tuple(splits))
    values = np.zeros(stop + 1, np.uint16)
    values[: len(known)] = known
    kinds, numbers = mask.kinds(), (np.array(digits, np.int64), np.array(splits, np.int64))
    rares = mask.rares(known)
    own, count = known[rares].astype(np.uint16), len(rares)
    memory = np.zeros(MOST_VALUES, np.uint32), np.zeros(MOST_VALUES, np.int64)
    for start in range(len(known), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        if count > share * start:
            return
        if len(rares) < count + PIECE:
            rares, own = (np.concatenate([each, np.zeros(count + 2 * PIECE, each.dtype)]) for each in (rares, own))
        budget.charge(end - start, values[:start])
        count = sparse_kernel(*numbers, values[:end], start, kinds, mask.flag, mask.tau, rares, own, count, *memory)
        if count < 0:  # a value is too large for this kernel
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
    """Find the rare heaps of a code in its best sparse space (Berlekamp, Conway and Guy, "Winning Ways", 1982).

    The result describes the given values and proves nothing about later ones. Heap 0 is neither common nor rare.

    Args:
        code: The code.
        values: The values of heaps 0, 1, ...

    Returns:
        The rare heaps, ascending. The result is None if the code never leaves two heaps, or if at least a quarter of
        the heaps are rare. It is also None if a value is 2048 or more, or if there are fewer than 64 heaps.
    """
    splits = split_takes(code)
    if not splits or len(values) < LEAST_HEAPS or np.max(values) >= MOST_VALUES // 2:
        return None
    mask = best_mask(np.asarray(values[:SAMPLE], np.uint16), splits)
    rares = mask.rares(np.asarray(values))
    return None if len(rares) >= GOOD * len(values) else rares
