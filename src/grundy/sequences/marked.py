"""Values of heaps where nothing can be compiled: the options of a heap marked in a table, a vector of numpy at a time.

Plain twins: `values.plain_code_values` and `plain_subtraction_values`; about a hundred times as quick as these for long
heaps, about a tenth as quick as the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core import Meter
from .digits import Octal

Values = NDArray[np.intp]
Options = Callable[[Values, int], Iterable[Any]]

PIECE = 256
"""Heaps of a piece."""


def marked_values(
    options: Options, known: Sequence[int] | NDArray[Any], stop: int, meter: Meter
) -> Iterator[NDArray[np.uint32]]:
    """Yield the values of the heaps from len(known) to `stop` piece by piece; options(values, n) are those of heap n.

    >>> from ..core import Meter
    >>> [piece.tolist() for piece in marked_values(take_options(np.array([1, 2])), [0, 1], 4, Meter())]
    [[2, 0, 1]]
    """
    values = np.zeros(stop + 1, np.intp)
    values[: len(known)] = known[: stop + 1]
    top = int(values.max(initial=0))
    for start in range(len(known), stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        for n in range(start, end):
            meter.tick(1, values[:n])
            seen = np.zeros(2 << top.bit_length(), np.bool_)  # a nim-sum has no more bits than what is summed
            for found in options(values, n):
                seen[found] = True
            values[n] = least = int(seen.argmin())
            top = max(top, least)
        yield values[start:end].astype(np.uint32)


def take_options(takes: NDArray[np.int64]) -> Options:
    """Return the options of heaps from which a number of `takes`, ascending, may be taken."""
    return lambda values, n: (values[n - takes[: np.searchsorted(takes, n, "right")]],)


def split_options(rule: Octal) -> Options:
    """Return the options of the heaps of a code with digits 0-7."""

    def options(values: Values, n: int) -> Iterator[Any]:
        for taken, digit in enumerate(rule.digits[: n + 1]):
            rest = n - taken
            if digit & (2 if rest else 1):
                yield values[rest]
            if digit & 4:
                most = (rest - 1) // 2 if rule.distinct else rest // 2
                yield values[1 : most + 1] ^ values[rest - most : rest][::-1]

    return options
