"""Grundy values of one rule from any heap on, in pieces, for long computations.

A piece takes about a quarter of a second, so that the values can be saved, or the work stopped, between two pieces.
Every value is verified, so the methods differ only in speed: the first one that applies computes all pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from ..core import Budget, Code
from ..kernels import can_run
from . import arrays
from .arrays import Series
from .digits import octal
from .period import Period
from .periods import quick_search
from .values import code_values, plain_subtraction_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Rule: TypeAlias = "Code | tuple[int, ...]"
"""A code or a subtraction set, as `Structure.sequence` returns them."""

PIECE = 256
"""The number of heaps of a piece without a compiler."""
LEAST, MOST = 1 << 6, 1 << 18
"""The smallest and the largest number of heaps of a piece."""
SECONDS = 0.25
"""The time that a piece should take."""
WORTH_A_PERIOD = 1 << 16
"""For fewer heaps no period is searched."""


def value_pieces(rule: Rule, known: Series, stop: int, budget: Budget, workers: int = 1) -> Iterator[Series]:
    """Compute Grundy values of a code or a subtraction set in order, in arrays of about a quarter of a second each.

    Args:
        rule: A code or a subtraction set.
        known: The values of heaps 0, 1, ..., of any width, for instance a mapped file; they are only read.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached` between pieces.
        workers: The number of processors to use.

    Returns:
        An iterator of arrays with the values of heaps len(known) to `stop`.

    Example:
        >>> from grundy.core import read_code
        >>> [piece.tolist() for piece in value_pieces(read_code("0.77"), arrays.narrow([0, 1, 2]), 5, Budget())]
        [[3, 1, 4]]
    """
    if stop - len(known) < WORTH_A_PERIOD:
        return _computed(rule, known, stop, budget, workers)
    searched = quick_search(rule, budget)
    if isinstance(searched, Period):
        return _repeated(searched, len(known), stop, budget)
    if len(searched.values) <= len(known):
        return _computed(rule, known, stop, budget, workers)
    seen = arrays.narrow(searched.values[: stop + 1])
    return chain([seen[len(known) :]], _computed(rule, seen, stop, budget, workers))


def _computed(rule: Rule, known: Series, stop: int, budget: Budget, workers: int) -> Iterator[Series]:
    """Return the Grundy values of heaps len(known) to `stop` in arrays, by the fastest method for the rule."""
    if len(known) > stop:
        return iter(())
    if not isinstance(rule, Code):
        taken = _subtraction if can_run("heaps.bitsets") else _plain_takes
        return taken(rule, known, stop, budget)
    if (split := octal(rule)) is not None:
        from .octals import octal_pieces

        return octal_pieces(split, known, stop, budget, workers)
    return _definition(rule, known, stop, budget)


def _paced(fill: Callable[[int, int], Series], start: int, stop: int) -> Iterator[Series]:
    """Yield the values of heaps `start` to `stop` in arrays that each take about a quarter of a second to compute.

    `fill(first, end)` computes and returns one array.
    """
    size = LEAST
    while start <= stop:
        end = min(start + size, stop + 1)
        began = monotonic()
        piece = fill(start, end)
        took = monotonic() - began
        size = max(LEAST, size // 2) if took > SECONDS else min(MOST, 2 * size) if took < SECONDS / 2 else size
        start = end
        yield piece


def _repeated(period: Period, start: int, stop: int, budget: Budget) -> Iterator[Series]:
    values, n0 = arrays.narrow(period.values), period.preperiod
    repeating = values[n0:]

    def fill(start: int, end: int) -> Series:
        budget.charge(end - start)
        later = arrays.repeated(repeating, 0, max(start - n0, 0), end - n0)
        return arrays.narrow(arrays.joined([values[start : min(end, n0)], later]))

    return _paced(fill, start, stop)


def _subtraction(takes: tuple[int, ...], known: Series, stop: int, budget: Budget) -> Iterator[Series]:
    """Return the Grundy values of the subtraction set `takes` in arrays, for heaps len(known) to `stop`.

    `known` are the values of the first heaps. The code is compiled, and needs only the last max(takes) values before
    each array.
    """
    import numpy as np

    from ..kernels.heaps.calls import stamp_kernel

    numbers = np.array(sorted(k for k in takes if k <= stop), np.int64)
    reach = int(numbers.max(initial=0))
    before: NDArray[np.uint32] = np.array(known[max(0, len(known) - reach) :], np.uint32)

    def fill(start: int, end: int) -> Series:
        nonlocal before
        budget.charge(end - start)
        values = np.concatenate([before, np.zeros(end - start, np.uint32)])
        stamp_kernel(numbers, values, np.zeros(len(numbers) + 2, np.uint32), len(before))
        piece, before = values[len(before) :], values[max(0, len(values) - reach) :]
        return piece

    return _paced(fill, len(known), stop)


def _plain_takes(takes: tuple[int, ...], known: Series, stop: int, budget: Budget) -> Iterator[Series]:
    values = known.tolist()
    for start in range(len(values), stop + 1, PIECE):
        values = plain_subtraction_values(takes, min(start + PIECE, stop + 1) - 1, budget, values)
        yield arrays.narrow(values[start:])


def _definition(rule: Code, known: Series, stop: int, budget: Budget) -> Iterator[Series]:
    values = known.tolist()
    many = rule.plain is not None  # three or more heaps: computed from heap 0 each time

    def fill(start: int, end: int) -> Series:
        nonlocal values
        if end > len(values):
            values = code_values(rule, min(stop, max(end - 1, 2 * start)) if many else end - 1, budget, values)
        return arrays.narrow(values[start:end])

    return _paced(fill, len(known), stop)
