"""Series of integers as numpy arrays; `plain_series` has the same functions for the standard library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .plain_series import MOST, Series

Numbers = Any
"""A series of either kind, or a list."""


def series(numbers: Iterable[int]) -> Numbers:
    """Return numbers as a numpy array of 64-bit integers."""
    return _array(numbers)


def narrow(numbers: Iterable[int]) -> Numbers:
    """Return numbers as an array with 1, 2 or 4 bytes each, as few as possible."""
    found = _array(numbers)
    kind = np.min_scalar_type(int(found.max(initial=0)))
    if kind.itemsize > 4:
        raise OverflowError(f"expected numbers of at most 32 bits, found one of {int(found.max()).bit_length()}")
    return found.astype(kind)


def joined(pieces: Iterable[Series]) -> Numbers:
    """Return the concatenation of arrays."""
    return np.concatenate([np.asarray(piece) for piece in pieces])


def largest(numbers: Numbers) -> int:
    """Return the largest number, or 0 if there are none."""
    return int(np.max(numbers, initial=0))


def zeros(numbers: Numbers) -> Numbers:
    """Return the indices at which an array is 0."""
    return np.flatnonzero(np.asarray(numbers) == 0)


def is_zero(numbers: Numbers) -> Numbers:
    """Return an array with 1 where an array is 0, and 0 elsewhere."""
    return (np.asarray(numbers) == 0).astype(np.int64)


def marked(places: Numbers, size: int) -> Numbers:
    """Return an array with 1 at some indices and 0 elsewhere.

    Args:
        places: The indices.
        size: The length.

    Returns:
        The array.
    """
    found = np.zeros(size, np.int64)
    found[np.asarray(places)] = 1
    return found


def repeated(period: Series | Sequence[int], saltus: int, start: int, stop: int) -> Numbers:
    """Return an interval of a sequence that repeats a period, increased by a saltus each time.

    Args:
        period: The first period, from index 0.
        saltus: The increase per period.
        start: The first index.
        stop: The index after the last.

    Returns:
        The numbers of the interval.
    """
    rounds, places = np.divmod(np.arange(start, max(start, stop)), len(period))
    return np.asarray(period, np.int64)[places] + rounds * saltus


def first_difference(one: Numbers, other: Numbers) -> int | None:
    """Find the first index at which two arrays of equal length differ.

    Args:
        one: An array.
        other: Another one.

    Returns:
        The index, or None if they are equal.
    """
    differs = np.asarray(one) != np.asarray(other)
    return int(differs.argmax()) if differs.any() else None


def nim_sums(one: Numbers, other: Numbers) -> Numbers:
    """Return x ^ y for all pairs of x in one array and y in the other.

    Args:
        one: The array of x.
        other: The array of y.

    Returns:
        The nim-sums, with y varying fastest.
    """
    return np.bitwise_xor.outer(np.asarray(one), np.asarray(other)).reshape(-1)


def maxima(one: Numbers, other: Numbers) -> Numbers:
    """Return the larger of x and y for all pairs of x in one array and y in the other.

    Args:
        one: The array of x.
        other: The array of y.

    Returns:
        The maxima, with y varying fastest.
    """
    return np.maximum.outer(np.asarray(one), np.asarray(other)).reshape(-1)


def lost_in_misere(sums: Numbers, heaps: Numbers) -> Numbers:
    """Return for positions of nim 1 for misère P-positions, else 0.

    Args:
        sums: The nim-sum of each position.
        heaps: The largest heap of each position.

    Returns:
        The array.
    """
    return ((np.asarray(sums) == 0) != (np.asarray(heaps) <= 1)).astype(np.int64)


def counts(values: Numbers, heaps: int, tall: int, rows: int, columns: int, most: int) -> Numbers:  # noqa: PLR0913
    """Count the points (n, values[n]) in each cell of a grid.

    Args:
        values: The values.
        heaps: The width of a cell.
        tall: The height of a cell.
        rows: The number of rows.
        columns: The number of columns.
        most: The largest count; larger ones are cut.

    Returns:
        The counts row by row, lowest row first.
    """
    values = np.asarray(values)
    found = np.zeros(rows * columns, np.int64)
    for start in range(0, len(values), MOST):
        piece = values[start : start + MOST].astype(np.int64)
        places = piece // tall * columns + np.arange(start, start + len(piece)) // heaps
        found += np.bincount(places, minlength=rows * columns)
    return np.minimum(found, most)


def little_endian(numbers: Numbers, width: int) -> bytes:
    """Return non-negative numbers as bytes, lowest byte first.

    Args:
        numbers: The numbers.
        width: The bytes per number: 1, 2 or 4.

    Returns:
        The bytes.

    Raises:
        OverflowError: If a number needs more bytes.
    """
    if largest(numbers) >> 8 * width:
        raise OverflowError(f"expected numbers of {width} bytes")
    return np.asarray(numbers).astype(f"<u{width}").tobytes()


def read(data: Any, width: int, count: int, start: int = 0) -> Numbers:  # noqa: ANN401  # any buffer
    """Read numbers that `little_endian` wrote; they are not copied, so the buffer must remain valid.

    Args:
        data: A buffer.
        width: The bytes per number: 1, 2 or 4.
        count: How many numbers to read.
        start: The first byte.

    Returns:
        The numbers.
    """
    return np.frombuffer(data, f"<u{width}", count, start)


def _array(numbers: Numbers) -> Numbers:
    return np.asarray(numbers if hasattr(numbers, "__len__") else list(numbers), np.int64)
