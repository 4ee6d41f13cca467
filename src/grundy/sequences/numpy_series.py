"""Series of whole numbers as arrays of numpy; `plain_series` says what each function returns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .plain_series import MOST, Series

Numbers = Any
"""A series of either kind, or a list."""


def series(numbers: Iterable[int]) -> Numbers:
    """Return numbers as a series."""
    return _array(numbers)


def narrow(numbers: Iterable[int]) -> Numbers:
    """Return numbers in the fewest of 1, 2 or 4 bytes each."""
    found = _array(numbers)
    kind = np.min_scalar_type(int(found.max(initial=0)))
    if kind.itemsize > 4:
        raise OverflowError(f"expected numbers of at most 32 bits, found one of {int(found.max()).bit_length()}")
    return found.astype(kind)


def joined(pieces: Iterable[Series]) -> Numbers:
    """Return series one after the other."""
    return np.concatenate([np.asarray(piece) for piece in pieces])


def largest(numbers: Numbers) -> int:
    """Return the largest number, 0 where there is none."""
    return int(np.max(numbers, initial=0))


def zeros(numbers: Numbers) -> Numbers:
    """Return the places where a series is 0."""
    return np.flatnonzero(np.asarray(numbers) == 0)


def is_zero(numbers: Numbers) -> Numbers:
    """Return 1 where a series is 0, else 0."""
    return (np.asarray(numbers) == 0).astype(np.int64)


def marked(places: Numbers, size: int) -> Numbers:
    """Return `size` numbers: 1 at the places, else 0."""
    found = np.zeros(size, np.int64)
    found[np.asarray(places)] = 1
    return found


def repeated(period: Series | Sequence[int], saltus: int, start: int, stop: int) -> Numbers:
    """Return the numbers from `start` to `stop` - 1 of a period that is repeated."""
    rounds, places = np.divmod(np.arange(start, max(start, stop)), len(period))
    return np.asarray(period, np.int64)[places] + rounds * saltus


def first_difference(one: Numbers, other: Numbers) -> int | None:
    """Return the first place where two series of one length differ, or None."""
    differs = np.asarray(one) != np.asarray(other)
    return int(differs.argmax()) if differs.any() else None


def nim_sums(one: Numbers, other: Numbers) -> Numbers:
    """Return x ^ y for every x of the first series and every y of the second."""
    return np.bitwise_xor.outer(np.asarray(one), np.asarray(other)).reshape(-1)


def maxima(one: Numbers, other: Numbers) -> Numbers:
    """Return the larger of x and y for every x of the first series and every y of the second."""
    return np.maximum.outer(np.asarray(one), np.asarray(other)).reshape(-1)


def lost_in_misere(sums: Numbers, heaps: Numbers) -> Numbers:
    """Return 1 where a board is lost in misere play, by its nim-sum and its largest heap, else 0."""
    return ((np.asarray(sums) == 0) != (np.asarray(heaps) <= 1)).astype(np.int64)


def counts(values: Numbers, heaps: int, tall: int, rows: int, columns: int, most: int) -> Numbers:  # noqa: PLR0913
    """Return how many of the points (n, values[n]) lie in each cell."""
    values = np.asarray(values)
    found = np.zeros(rows * columns, np.int64)
    for start in range(0, len(values), MOST):
        piece = values[start : start + MOST].astype(np.int64)
        places = piece // tall * columns + np.arange(start, start + len(piece)) // heaps
        found += np.bincount(places, minlength=rows * columns)
    return np.minimum(found, most)


def little_endian(numbers: Numbers, width: int) -> bytes:
    """Return numbers from 0 on as 1, 2 or 4 bytes each, the lowest byte first."""
    if largest(numbers) >> 8 * width:
        raise OverflowError(f"expected numbers of {width} bytes")
    return np.asarray(numbers).astype(f"<u{width}").tobytes()


def read(data: Any, width: int, count: int, start: int = 0) -> Numbers:  # noqa: ANN401  # any buffer
    """Return numbers that `little_endian` wrote into a buffer, which must stay: they are not copied."""
    return np.frombuffer(data, f"<u{width}", count, start)


def _array(numbers: Numbers) -> Numbers:
    return np.asarray(numbers if hasattr(numbers, "__len__") else list(numbers), np.int64)
