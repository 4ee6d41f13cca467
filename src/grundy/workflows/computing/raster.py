"""Prepares a section of a sequence for a picture: up to `EXACT` values as they are, more values as counts in a grid."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import Budget, InputError, LimitReached, Ruleset
from ..solving import DIRECT
from .values import further_values, heap_values, require_heaps

if TYPE_CHECKING:
    from ...sequences.arrays import Series

EXACT = 2000
"""The largest number of exact values."""
MOST_DRAWN = 10**7
"""The largest heap of a sequence that is drawn."""
MOST_WIDTH, MOST_HEIGHT = 2000, 800
"""The largest number of columns and rows of cells."""
FULL = 65535
"""Larger counts are limited to this."""


class Raster(NamedTuple):
    """The values of heaps `start` to `stop` for a picture, as numbers or as counts in the cells of a grid.

    Attributes:
        start: The first heap.
        stop: The last heap.
        largest: The largest value.
        values: The values, or empty if there are too many.
        counts: The number of points (heap, value) in each cell, row by row from the smallest values up; or empty.
        heaps: The number of consecutive heaps that a cell covers.
        tall: The number of consecutive values that a cell covers.
        columns: The number of cells in a row.
        rows: The number of rows.
        most: The largest count.
    """

    start: int
    stop: int
    largest: int
    values: Series
    counts: Series
    heaps: int = 1
    tall: int = 1
    columns: int = 0
    rows: int = 0
    most: int = 0


def sequence_begun(  # noqa: PLR0913  # independent settings
    ruleset: Ruleset[Any],
    stop: int,
    *,
    misere: bool,
    budget: Budget,
    known: Series | None = None,
    received: Callable[[Series], None] | None = None,
) -> tuple[Series, LimitReached | None]:
    """Compute the Grundy values of heaps; if a limit is reached, return the values that were computed before.

    Args:
        ruleset: A ruleset on single heaps.
        stop: The last heap.
        misere: Whether the player who makes the last move loses.
        budget: Counts and limits the work.
        known: The first values, if they are known, or None.
        received: A function that receives the values in blocks as soon as they are computed; known values come first.

    Returns:
        The values of heaps 0 to `stop`, or the first of them, and the limit that was reached or None.

    Raises:
        PositionError: If positions are not heaps.
        InputError: If `stop` is negative or larger than `MOST_DRAWN`.
        LoopyGame: If play need not end.

    Example:
        >>> from grundy.notation import read_ruleset
        >>> values, limit = sequence_begun(read_ruleset("kayles"), 6, misere=False, budget=Budget())
        >>> values.tolist(), limit
        ([0, 1, 2, 3, 1, 4, 3], None)
    """
    from ...sequences import arrays

    require_heaps(ruleset)
    if not 0 <= stop <= MOST_DRAWN:
        raise InputError(f"expected a heap from 0 to {MOST_DRAWN}, found {stop}")
    pieces: list[Series] = []

    def take(piece: Series | list[int]) -> None:
        pieces.append(_narrow(piece))
        if received is not None:
            received(pieces[-1])

    further = further_values(ruleset, stop, budget, misere=misere)
    head: Series = arrays.series(()) if known is None else known[: stop + 1]
    limit: LimitReached | None = None
    if not len(head) or (further is None and len(head) <= stop):
        try:
            first = stop if further is None else min(stop, DIRECT)
            head = arrays.series(heap_values(ruleset, first, misere=misere, budget=budget))
        except LimitReached as error:
            begun = arrays.series([value for value in error.partial if value is not None])
            head, limit = max(head, begun, key=len), error
    take(head)
    if further is not None and limit is None and len(head) <= stop:
        try:
            with budget.interruptible():
                for piece in further(arrays.narrow(head)):
                    take(piece)
        except LimitReached as error:
            limit = error
        except MemoryError:
            limit = LimitReached("the memory limit was reached", kind="memory")
    return arrays.joined(pieces), limit


def _narrow(values: Series | list[int]) -> Series:
    from ...sequences import arrays

    try:
        return arrays.narrow(values)
    except OverflowError:
        raise LimitReached("expected values up to 2^32", kind="size") from None


def raster(values: Series, start: int, stop: int, width: int = 720, height: int = 320) -> Raster:
    """Prepare values of heaps for a picture with a limited number of cells.

    Args:
        values: The values from heap 0 on.
        start: The first heap.
        stop: The last heap.
        width: The largest number of cells in a row.
        height: The largest number of rows.

    Returns:
        The values themselves if they are few, otherwise counts.

    Raises:
        InputError: If the values do not contain these heaps, or if the grid is too large.

    Example:
        >>> from grundy.sequences import arrays
        >>> found = raster(arrays.repeated([0, 1, 2], 0, 0, 10**4), 0, 9999, 4, 2)
        >>> (found.heaps, found.tall), found.counts.tolist()
        ((2500, 2), [1667, 1667, 1666, 1667, 833, 833, 834, 833])
    """
    from ...sequences import arrays

    if not 0 <= start <= stop < len(values):
        raise InputError(f"expected heaps from 0 to {len(values) - 1}, the smaller first, found {start} to {stop}")
    if not (1 <= width <= MOST_WIDTH and 1 <= height <= MOST_HEIGHT):
        raise InputError(f"expected at most {MOST_WIDTH} columns and {MOST_HEIGHT} rows, found {width} and {height}")
    shown = values[start : stop + 1]
    largest = arrays.largest(shown)
    if len(shown) <= EXACT:
        return Raster(start, stop, largest, shown, shown[:0])
    heaps, tall = -(-len(shown) // width), -(-(largest + 1) // height)
    rows, columns = largest // tall + 1, -(-len(shown) // heaps)
    counts = arrays.counts(shown, heaps, tall, rows, columns, FULL)
    return Raster(start, stop, largest, shown[:0], counts, heaps, tall, columns, rows, arrays.largest(counts))
