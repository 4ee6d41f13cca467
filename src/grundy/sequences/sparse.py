"""Long runs of take-and-break codes through the sparse space: the mask, and the driver of the kernel.

A mask is good when few heaps are rare. The Walsh-Hadamard transform of the histogram of the values
gives, for every mask at once, the number of common minus rare heaps; heaps counted by the parity of
their position beside that give the masks with a positional flag, which are allowed when all splits
take numbers of one parity. The kernel verifies every value, so the choice is a matter of time only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..core import Meter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.uint16]
    Counts = NDArray[np.float64]

SEED = 1 << 14
"""Heaps computed by definition before the first mask is chosen."""
PIECE = 1 << 15
"""Heaps computed between two looks at the clock."""
MOST_VALUES = 1 << 12
"""Twice the largest value that a run can have."""
GOOD = 0.25
"""A mask that leaves more than this share of the heaps rare is no help."""
SAMPLE = 1 << 20
"""Values from which a mask is chosen."""


class Mask(NamedTuple):
    """A value v is of common type at heap n when popcount(v & bits) + flag * (n - tau) is odd."""

    bits: int
    flag: int
    tau: int

    def kinds(self) -> NDArray[np.uint8]:
        """Return the parity of v & bits for every value v."""
        import numpy as np

        return _parity(np.arange(MOST_VALUES) & self.bits)

    def rares(self, values: Values) -> NDArray[np.int64]:
        """Return the rare heaps among values[1:]."""
        import numpy as np

        heaps = np.arange(len(values))
        kind = self.kinds()[values] ^ ((heaps - self.tau) & self.flag & 1)
        return np.nonzero(kind[1:] == 0)[0] + 1


def best_mask(values: Values, splits: list[int]) -> Mask:
    """Return the mask that leaves the fewest rare heaps among `values` (from heap 0) of a code that splits."""
    import numpy as np

    tau = splits[0]
    size = 1 << int(values.max()).bit_length()
    shifted = (np.arange(1, len(values)) - tau) & 1
    even, odd = (np.bincount(values[1:][shifted == parity], minlength=size).astype(float) for parity in (0, 1))
    by_value, by_position = _transform(even + odd), _transform(even - odd)
    by_value[0] = by_position[0] = np.inf
    flag = int(all((t - tau) % 2 == 0 for t in splits) and by_position.min() < by_value.min() - 0.5)
    bits = int((by_position if flag else by_value).argmin())
    return Mask(bits | (MOST_VALUES - 1) & ~(size - 1), flag, tau)


def rare_count(digits: tuple[int, ...], values: Values) -> int:
    """Return how many of the values are rare under their best mask."""
    return len(best_mask(values, splits_of(digits)).rares(values))


def sparse_values(digits: tuple[int, ...], stop: int, meter: Meter, seed: Values | Sequence[int]) -> Values | None:
    """Return the values of heaps 0 to `stop` of a code with digits 0-7, or None when no mask helps.

    `seed` are the first values, known by definition. Raises `LimitReached`.
    """
    import numpy as np

    if max(seed) >= MOST_VALUES // 2:
        return None
    known = np.asarray(seed, np.uint16)
    values = np.concatenate([known, *sparse_pieces(digits, known, stop, meter)])
    return values if len(values) > stop else None


def sparse_pieces(
    digits: tuple[int, ...], known: Values, stop: int, meter: Meter, share: float = GOOD
) -> Iterator[Values]:
    """Yield the values of the heaps from `len(known)` to `stop`, piece by piece.

    `known` are the first values, at least `SEED` of them; from the first of these the mask is chosen. The
    pieces end early, or do not begin, where more than `share` of the heaps are rare or a value is too large for
    the masks.
    """
    import numpy as np

    from ..kernels import sparse_kernel

    splits = splits_of(digits)
    if not splits or len(known) > stop or int(known.max()) >= MOST_VALUES // 2:
        return
    mask = best_mask(known[:SAMPLE], splits)
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


def splits_of(digits: Sequence[int]) -> list[int]:
    """Return the takes after which two heaps may be left."""
    return [taken for taken, digit in enumerate(digits) if digit & 4]


def _transform(counts: Counts) -> Counts:
    """Return the Walsh-Hadamard transform of an array whose length is a power of two."""
    import numpy as np

    out, half = counts, 1
    while half < len(counts):
        pairs = out.reshape(-1, 2, half)
        out = np.concatenate([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return out.copy()


def _parity(numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the parity of the number of ones of each number."""
    import numpy as np

    return (np.bitwise_count(numbers) & 1).astype(np.uint8)
