"""Series of integers: numpy arrays if numpy is installed, else arrays of the standard library.

For example, `joined([narrow([0, 1]), narrow([300])])`. Each function has two versions; the one without numpy comes
first.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import starmap
from operator import ne, xor
from typing import Any, Protocol, overload

from .installed import has_numpy

MOST = 1 << 20
"""The number of items of numpy arrays that are processed at once."""


class Series(Protocol):
    """A sequence of integers, for instance the values of heaps 0, 1, ...: a numpy array or an `array`.

    Example:
        >>> numbers = series([0, 1, 2])
        >>> len(numbers), int(numbers[2]), numbers.tolist(), numbers.itemsize
        (3, 2, [0, 1, 2], 8)
    """

    @property
    def itemsize(self) -> int:
        """The number of bytes that each number of the series takes in memory."""

    def __len__(self) -> int:
        """Return how many numbers the series has."""

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, place: slice, /) -> Series: ...

    def __iter__(self) -> Iterator[int]:
        """Yield the numbers of the series in order."""

    def tolist(self) -> list[int]:
        """Return the numbers of the series as a list of Python integers."""

    def tobytes(self) -> bytes:
        """Return the numbers of the series as bytes, as they are in memory.

        Example:
            >>> len(narrow([1, 2, 3]).tobytes())
            3
        """


np: Any = import_module("numpy") if has_numpy() else None


def series(numbers: Iterable[int]) -> Series:
    """Return numbers of less than 63 bits as a series with 8 bytes each.

    >>> series([3, -1]).tolist()
    [3, -1]
    """
    if np is None:
        return array("q", numbers)
    return np.asarray(numbers if hasattr(numbers, "__len__") else list(numbers), np.int64)


def narrow(numbers: Iterable[int]) -> Series:
    """Return non-negative numbers as a series with 1, 2 or 4 bytes each; raise `OverflowError` for larger numbers.

    >>> narrow([1, 256]).itemsize
    2
    """
    wide: Any = series(numbers)
    size = largest(wide).bit_length()
    if size > 32:
        raise OverflowError(f"expected numbers of at most 32 bits, found one of {size}")
    kind = "B" if size <= 8 else "H" if size <= 16 else "I"
    return array(kind, wide) if np is None else wide.astype(kind)


def joined(pieces: Iterable[Series]) -> Series:
    """Return the concatenation of one or more series, with the largest number of bytes per item among them.

    >>> joined([narrow([1]), narrow([300])]).tolist()
    [1, 300]
    """
    parts: list[Any] = list(pieces)
    if np is not None:
        return np.concatenate([np.asarray(part) for part in parts])
    whole = array(max(parts, key=lambda part: part.itemsize).typecode)
    for part in parts:
        whole.extend(part if part.typecode == whole.typecode else array(whole.typecode, part))
    return whole


def largest(numbers: Any) -> int:  # noqa: ANN401  # a series, or an array of any kind
    """Return the largest of non-negative numbers, or 0 if there are none."""
    return max(numbers, default=0) if np is None else int(np.max(numbers, initial=0))


def zeros(numbers: Series) -> Series:
    """Return the indices at which a series is 0.

    >>> zeros(series([0, 2, 0])).tolist()
    [0, 2]
    """
    if np is None:
        return series(place for place, number in enumerate(numbers) if not number)
    return np.flatnonzero(np.asarray(numbers) == 0)


def is_zero(numbers: Iterable[int]) -> Series:
    """Return a series with 1 where a series is 0, and 0 elsewhere.

    >>> is_zero(series([0, 2, 0])).tolist()
    [1, 0, 1]
    """
    if np is None:
        return series(int(not number) for number in numbers)
    return (np.asarray(numbers) == 0).astype(np.int64)


def marked(places: Iterable[int], size: int) -> Series:
    """Return a series with 1 at some indices and 0 elsewhere.

    Args:
        places: The indices at which the series is 1.
        size: The length of the series.

    Returns:
        The series of `size` numbers.

    Example:
        >>> marked([0, 2], 4).tolist()
        [1, 0, 1, 0]
    """
    flags: Any = repeated([0], 0, 0, size)
    if np is not None:
        flags[np.asarray(places)] = 1
        return flags
    for place in places:
        flags[place] = 1
    return flags


def repeated(period: Series | Sequence[int], saltus: int, start: int, stop: int) -> Series:
    """Return an interval of a sequence that repeats a period, increased by a saltus each time.

    Args:
        period: The first period, from index 0.
        saltus: The increase per period.
        start: The first index.
        stop: The index after the last.

    Returns:
        The numbers of the interval.

    Example:
        >>> repeated([0, 1, 2], 10, 2, 7).tolist()
        [2, 10, 11, 12, 20]
    """
    p = len(period)
    if np is not None:
        rounds, places = np.divmod(np.arange(start, max(start, stop)), p)
        return np.asarray(period, np.int64)[places] + rounds * saltus
    if saltus:
        return series(period[n % p] + n // p * saltus for n in range(start, stop))
    skipped, count = start % p, max(0, stop - start)
    return (array("q", period) * -(-(skipped + count) // p))[skipped : skipped + count]


def first_difference(one: Series, other: Series) -> int | None:
    """Find the first index at which two series of equal length differ.

    Args:
        one: A series.
        other: Another series of the same length.

    Returns:
        The index, or None if they are equal.

    Example:
        >>> first_difference(series([1, 2]), series([1, 3])), first_difference(series([]), series([]))
        (1, None)
    """
    if np is None:
        return next((place for place, differs in enumerate(map(ne, one, other)) if differs), None)
    differs = np.asarray(one) != np.asarray(other)
    return int(differs.argmax()) if differs.any() else None


def nim_sums(one: Series, other: Series) -> Series:
    """Return x ^ y for all pairs of x in one series and y in the other.

    Args:
        one: The series of x.
        other: The series of y.

    Returns:
        The nim-sums, with y varying fastest.

    Example:
        >>> nim_sums(series([1, 2]), series([1, 3])).tolist()
        [0, 2, 3, 1]
    """
    if np is None:
        return series(xor(x, y) for x in one for y in other)
    return np.bitwise_xor.outer(np.asarray(one), np.asarray(other)).reshape(-1)


def maxima(one: Series, other: Series) -> Series:
    """Return the larger of x and y for all pairs of x in one series and y in the other.

    Args:
        one: The series of x.
        other: The series of y.

    Returns:
        The maxima, with y varying fastest.

    Example:
        >>> maxima(series([1, 2]), series([1, 3])).tolist()
        [1, 3, 2, 3]
    """
    if np is None:
        return series(starmap(max, ((x, y) for x in one for y in other)))
    return np.maximum.outer(np.asarray(one), np.asarray(other)).reshape(-1)


def lost_in_misere(sums: Series, heaps: Series) -> Series:
    """Return a series with 1 for each position of nim that is a P-position in misère play, else 0 (Bouton, 1901).

    Args:
        sums: The nim-sum of each position.
        heaps: The largest heap of each position.

    Returns:
        A series with a 1 or 0 for each position.

    Example:
        >>> lost_in_misere(series([0, 0, 1]), series([1, 2, 1])).tolist()
        [0, 1, 1]
    """
    if np is None:
        return series(int((total == 0) != (heap <= 1)) for total, heap in zip(sums, heaps, strict=True))
    return ((np.asarray(sums) == 0) != (np.asarray(heaps) <= 1)).astype(np.int64)


def counts(values: Series, heaps: int, tall: int, rows: int, columns: int, most: int) -> Series:  # noqa: PLR0913
    """Count the points (n, values[n]) in each cell of a grid.

    Args:
        values: The values.
        heaps: The width of a cell, as a number of heaps n.
        tall: The height of a cell, as a number of values.
        rows: The number of rows of cells.
        columns: The number of columns of cells.
        most: The largest count; it replaces larger ones.

    Returns:
        The counts row by row, lowest row first.

    Example:
        >>> counts(series([0, 1, 2, 0, 1, 2]), 3, 2, 2, 2, 9).tolist()
        [2, 2, 1, 1]
    """
    if np is None:
        totals = [0] * (rows * columns)
        for n, value in enumerate(values):
            totals[value // tall * columns + n // heaps] += 1
        return series(min(count, most) for count in totals)
    total = np.zeros(rows * columns, np.int64)
    for start in range(0, len(values), MOST):
        piece = np.asarray(values[start : start + MOST], np.int64)
        places = piece // tall * columns + np.arange(start, start + len(piece)) // heaps
        total += np.bincount(places, minlength=rows * columns)
    return np.minimum(total, most)


def little_endian(numbers: Series, width: int) -> bytes:
    r"""Return non-negative numbers as bytes, lowest byte first.

    Args:
        numbers: The numbers.
        width: The bytes per number: 1, 2 or 4.

    Returns:
        The bytes.

    Raises:
        OverflowError: If a number needs more bytes.

    Example:
        >>> little_endian(series([1, 258]), 2)
        b'\x01\x00\x02\x01'
    """
    if np is None:
        return b"".join(number.to_bytes(width, "little") for number in numbers)
    if largest(numbers) >> 8 * width:
        raise OverflowError(f"expected numbers of {width} bytes")
    return np.asarray(numbers).astype(f"<u{width}").tobytes()


def read(data: Any, width: int, count: int, start: int = 0) -> Series:  # noqa: ANN401  # any buffer
    r"""Read numbers that `little_endian` wrote; the series may use the memory of `data`, which must remain valid.

    Args:
        data: A buffer.
        width: The bytes per number: 1, 2 or 4.
        count: How many numbers to read.
        start: The index in `data` of the first byte to read.

    Returns:
        The numbers.

    Example:
        >>> read(b"\x01\x00\x02\x01", 2, 1, 2).tolist()
        [258]
    """
    if np is not None:
        return np.frombuffer(data, f"<u{width}", count, start)
    numbers = array({1: "B", 2: "H", 4: "I"}[width], bytes(data[start : start + width * count]))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
