"""Values of one rule from any heap on, piece by piece, for long runs.

A piece takes about a quarter of a second, so that a run can be saved or stopped between two pieces. Every value is
verified, so the methods differ only in speed: the first method in the table that applies computes all pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from ..core import Code, Meter
from ..kernels import can_run
from . import arrays
from .arrays import Series
from .digits import octal
from .period import Unproved
from .periods import quick_search
from .values import code_values, plain_subtraction_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Rule: TypeAlias = "Code | tuple[int, ...]"
"""A code or a subtraction set, as `Structure.sequence` returns them."""
Method: TypeAlias = "Callable[[Rule, Series, int, Meter, int], Iterator[Series] | None]"
"""Returns the pieces of `value_pieces`, or None for rules to which it does not apply."""

PIECE = 256
"""The number of heaps of a piece without a compiler."""
LEAST, MOST = 1 << 6, 1 << 18
"""The smallest and the largest number of heaps of a piece."""
SECONDS = 0.25
"""The time that a piece should take."""
WORTH_A_PERIOD = 1 << 16
"""For fewer heaps no period is searched."""


def value_pieces(  # noqa: PLR0913  # a run may omit methods
    rule: Rule, known: Series, stop: int, meter: Meter, workers: int = 1, methods: Sequence[Method] = ()
) -> Iterator[Series]:
    """Compute Grundy values of a code or a subtraction set in order, in arrays of about a quarter of a second each.

    Args:
        rule: A code or a subtraction set.
        known: The values of heaps 0, 1, ..., of any width, for instance a mapped file; they are only read.
        stop: The last heap.
        meter: Counts the heaps computed; may raise `LimitReached` between pieces.
        workers: The number of processors to use.
        methods: The methods to use instead of all `METHODS`.

    Returns:
        An iterator of arrays with the values of heaps len(known) to `stop`.

    Example:
        >>> from grundy.core import read_code
        >>> [piece.tolist() for piece in value_pieces(read_code("0.77"), arrays.narrow([0, 1, 2]), 5, Meter())]
        [[3, 1, 4]]
    """
    if len(known) > stop:
        return iter(())
    found = (method(rule, known, stop, meter, workers) for method in methods or METHODS)
    return next(pieces for pieces in found if pieces is not None)


def _paced(fill: Callable[[int, int], Series | None], start: int, stop: int) -> Iterator[Series]:
    """Yield the arrays that `fill(first, end)` returns in about a quarter of a second each, until it returns None."""
    size = LEAST
    while start <= stop:
        end = min(start + size, stop + 1)
        began = monotonic()
        piece = fill(start, end)
        if piece is None:
            return
        took = monotonic() - began
        size = max(LEAST, size // 2) if took > SECONDS else min(MOST, 2 * size) if took < SECONDS / 2 else size
        start = end
        yield piece


def _periodic(rule: Rule, known: Series, stop: int, meter: Meter, workers: int) -> Iterator[Series] | None:
    """Return values that follow from a proved period, or those that the search for it computed, and later ones."""
    if stop - len(known) < WORTH_A_PERIOD:
        return None
    found = quick_search(rule, meter)
    if isinstance(found, Unproved):
        if len(found.values) <= len(known):
            return None
        seen = arrays.narrow(found.values[: stop + 1])
        return chain([seen[len(known) :]], value_pieces(rule, seen, stop, meter, workers, METHODS[1:]))
    values, n0 = arrays.narrow(found.values), found.preperiod
    repeating = values[n0:]

    def fill(start: int, end: int) -> Series:
        meter.tick(end - start)
        rest = arrays.repeated(repeating, 0, max(start - n0, 0), end - n0)
        return arrays.narrow(arrays.joined([values[start : min(end, n0)], rest]))

    return _paced(fill, len(known), stop)


def _subtraction(rule: Rule, known: Series, stop: int, meter: Meter, _: int) -> Iterator[Series] | None:
    """Compute a subtraction set S by definition; compiled code stores only the last max(S) values."""
    if not isinstance(rule, tuple):
        return None
    if not can_run("heaps.reference"):
        return _plain_takes(rule, known, stop, meter)
    import numpy as np

    from ..kernels.heaps.calls import subtraction_kernel

    takes = np.array([k for k in rule if k <= stop], np.uint32)
    reach = int(takes.max(initial=0))
    before: NDArray[np.uint32] = np.array(known[max(0, len(known) - reach) :], np.uint32)

    def fill(start: int, end: int) -> Series:
        nonlocal before
        meter.tick(end - start)
        values = np.concatenate([before, np.zeros(end - start, np.uint32)])
        subtraction_kernel(takes, values, np.zeros(len(takes) + 2, np.uint32), len(before))
        piece, before = values[len(before) :], values[max(0, len(values) - reach) :]
        return piece

    return _paced(fill, len(known), stop)


def _plain_takes(takes: tuple[int, ...], known: Series, stop: int, meter: Meter) -> Iterator[Series]:
    values = known.tolist()
    for start in range(len(values), stop + 1, PIECE):
        values = plain_subtraction_values(takes, min(start + PIECE, stop + 1) - 1, meter, values)
        yield arrays.narrow(values[start:])


def _octal(rule: Rule, known: Series, stop: int, meter: Meter, workers: int) -> Iterator[Series] | None:
    from .octals import octal_pieces

    split = octal(rule) if isinstance(rule, Code) else None
    return None if split is None else octal_pieces(split, known, stop, meter, workers)


def _definition(rule: Rule, known: Series, stop: int, meter: Meter, _: int) -> Iterator[Series] | None:
    if not isinstance(rule, Code):
        return None
    values = known.tolist()
    many = rule.plain is not None  # three or more heaps: computed from heap 0 each time

    def fill(start: int, end: int) -> Series:
        nonlocal values
        if end > len(values):
            values = code_values(rule, min(stop, max(end - 1, 2 * start)) if many else end - 1, meter, values)
        return arrays.narrow(values[start:end])

    return _paced(fill, len(known), stop)


METHODS: tuple[Method, ...] = (
    _periodic,
    _subtraction,
    _octal,
    _definition,
)
"""The methods, fastest first; each returns None for rules to which it does not apply."""
