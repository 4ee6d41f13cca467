"""Values of one rule from any heap on, piece by piece: what long runs are made of.

A piece takes about a quarter of a second, so that between two pieces a run can be saved or stopped. Every value is
verified, so the method is a matter of time: the first in the table that takes the rule computes all pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..core import Code, Meter, can_compile
from .digits import octal
from .marked import marked_values, take_options
from .periods import quick_period
from .values import code_values

Piece: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]
Known: TypeAlias = NDArray[np.unsignedinteger[Any]]

Rule: TypeAlias = "Code | tuple[int, ...]"
"""What `Ruleset.sequence` returns: a code, or the takes of a subtraction game."""

LEAST, MOST = 1 << 6, 1 << 18
"""The fewest and the most heaps of a piece."""
SECONDS = 0.25
"""What a piece should take."""
WORTH_A_PERIOD = 1 << 16
"""Fewer heaps are computed without looking for a period."""


def value_pieces(rule: Rule, known: Known, stop: int, meter: Meter, workers: int = 1) -> Iterator[Piece]:
    """Yield the values of heaps `len(known)` to `stop`, both included, in order, in pieces.

    `known` are the values of heaps 0, 1, ..., of any width, a mapped file for instance; it is only
    read. `workers` is how many processors may be used. Raises `LimitReached` between pieces.

    >>> import numpy as np
    >>> from grundy.core import read_code
    >>> [piece.tolist() for piece in value_pieces(read_code("0.77"), np.array([0, 1, 2], np.uint8), 5, Meter())]
    [[3, 1, 4]]
    """
    if len(known) > stop:
        return iter(())
    found = (method(rule, known, stop, meter, workers) for method in METHODS)
    return next(pieces for pieces in found if pieces is not None)


def _paced(fill: Callable[[int, int], Piece | None], start: int, stop: int) -> Iterator[Piece]:
    """Yield `fill(start, end)` again and again up to heap `stop`, each about as long as a piece should take.

    A `fill` that returns None gives up: its heaps are the first that were not yielded.
    """
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


def _periodic(rule: Rule, known: Known, stop: int, meter: Meter, _: int) -> Iterator[Piece] | None:
    if stop - len(known) < WORTH_A_PERIOD:
        return None
    period = quick_period(rule, meter)
    if period is None:
        return None
    values = np.array(period.values, np.uint32)
    n0, p = period.preperiod, period.period

    def fill(start: int, end: int) -> Piece:
        meter.tick(end - start)
        heaps = np.arange(start, end)
        return values[np.where(heaps < n0, heaps, n0 + (heaps - n0) % p)]

    return _paced(fill, len(known), stop)


def _subtraction(rule: Rule, known: Known, stop: int, meter: Meter, _: int) -> Iterator[Piece] | None:
    """Take away by the definition, compiled; only the last max S values are kept."""
    if not isinstance(rule, tuple):
        return None
    takes = np.array([k for k in rule if k <= stop], np.uint32)
    if not can_compile():
        return marked_values(take_options(np.sort(takes).astype(np.int64)), known, stop, meter)
    from ..kernels.heaps.reference import subtraction_kernel

    reach = int(takes.max(initial=0))
    before = np.array(known[max(0, len(known) - reach) :], np.uint32)

    def fill(start: int, end: int) -> Piece:
        nonlocal before
        meter.tick(end - start)
        values = np.concatenate([before, np.zeros(end - start, np.uint32)])
        subtraction_kernel(takes, values, np.zeros(len(takes) + 2, np.uint32), len(before))
        piece, before = values[len(before) :], values[max(0, len(values) - reach) :]
        return piece

    return _paced(fill, len(known), stop)


def _octal(rule: Rule, known: Known, stop: int, meter: Meter, workers: int) -> Iterator[Piece] | None:
    from .octals import octal_pieces

    split = octal(rule) if isinstance(rule, Code) else None
    return None if split is None else octal_pieces(split, known, stop, meter, workers)


def _definition(rule: Rule, known: Known, stop: int, meter: Meter, _: int) -> Iterator[Piece] | None:
    """Every other code by listing what its moves leave."""
    if not isinstance(rule, Code):
        return None
    values: list[int] = known.tolist()
    many = rule.plain is not None  # three heaps or more: these are computed from heap 0 every time

    def fill(start: int, end: int) -> Piece:
        nonlocal values
        if end > len(values):
            values = code_values(rule, min(stop, max(end - 1, 2 * start)) if many else end - 1, meter, values)
        return np.array(values[start:end], np.uint32)

    return _paced(fill, len(known), stop)


METHODS: tuple[Callable[[Rule, Known, int, Meter, int], Iterator[Piece] | None], ...] = (
    _periodic,
    _subtraction,
    _octal,
    _definition,
)
"""The methods, the fastest first; each returns None for rules that are not its own."""
