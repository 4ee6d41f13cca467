"""A stretch of a sequence as a picture needs it: every value, or counts in cells where there are too many.

    heaps start..stop -> at most `EXACT` values as they are, else counts[row, column] of a grid of cells

The counts of all cells add up to the number of heaps, so nothing is left out (`drawing.density`). A sequence of 10^7
values is computed once and kept by whoever asks; each stretch of it is then a matter of milliseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import InputError, LimitReached, Limits, Meter, Ruleset
from .parts import DIRECT
from .values import heap_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

EXACT = 2000
"""So many values are given as they are."""
MOST = 10**7
"""The largest heap of a sequence that is drawn."""
MOST_WIDTH, MOST_HEIGHT = 2000, 800
"""Columns and rows of cells at most."""
FULL = 65535
"""A count is told as at most this."""


class Raster(NamedTuple):
    """Heaps `start` to `stop`; `values` of all of them, or `counts` of cells of `heaps` times `tall`.

    `counts` are the rows from the smallest values up, one after the other, `columns` counts each; `largest` is the
    largest value of the stretch and `most` the largest count. One of `values` and `counts` is empty.
    """

    start: int
    stop: int
    largest: int
    values: Values
    counts: NDArray[np.uint16]
    heaps: int = 1
    tall: int = 1
    columns: int = 0
    rows: int = 0
    most: int = 0


def sequence_to(
    ruleset: Ruleset[Any], stop: int, *, misere: bool = False, limits: Limits | None = None, meter: Meter | None = None
) -> Values:
    """Return the values of heaps 0 to `stop` as an array of the narrowest whole numbers that hold them.

    Works under `limits` or by a `meter`. Raises `PositionError` when the positions are no heaps, `InputError` for a
    heap beyond `MOST`, `LimitReached` and `LoopyGame`.

    >>> from grundy.notation import read_ruleset
    >>> sequence_to(read_ruleset("kayles"), 6).tolist()
    [0, 1, 2, 3, 1, 4, 3]
    """
    import numpy as np

    if not 0 <= stop <= MOST:
        raise InputError(f"expected a heap from 0 to {MOST}, found {stop}")
    meter = meter or Meter(limits)
    known = np.array(heap_values(ruleset, min(stop, DIRECT), misere=misere, meter=meter))
    rule = ruleset.sequence()
    if stop > DIRECT and (rule is None or misere != ruleset.last_loses):
        known = np.array(heap_values(ruleset, stop, misere=misere, meter=meter))
    pieces = [_narrow(known)]
    if rule is not None and len(known) <= stop:
        from ..sequences import value_pieces

        pieces += map(_narrow, value_pieces(rule, known.astype(np.uint32), stop, meter))
    return np.concatenate(pieces)


def _narrow(values: NDArray[np.integer[Any]]) -> Values:
    """Return values as bytes, or as wider numbers where a byte holds not all; raise `LimitReached` where none do."""
    import numpy as np

    largest = int(values.max(initial=0))
    for width in (np.uint8, np.uint16, np.uint32):
        if largest <= np.iinfo(width).max:
            return values.astype(width)
    raise LimitReached("values beyond 2^32 are not drawn", kind="size")


def raster(values: Values, start: int, stop: int, width: int = 720, height: int = 320) -> Raster:
    """Return heaps `start` to `stop` of a sequence in at most `width` columns and `height` rows of cells.

    Raises `InputError` when the stretch is not in the sequence or the grid is too large.

    >>> import numpy as np
    >>> found = raster(np.arange(10**4, dtype=np.uint16) % 3, 0, 9999, 4, 2)
    >>> (found.heaps, found.tall), found.counts.tolist()
    ((2500, 2), [1667, 1667, 1666, 1667, 833, 833, 834, 833])
    """
    import numpy as np

    _check(len(values), start, stop, width, height)
    shown = values[start : stop + 1]
    largest = int(shown.max())
    if len(shown) <= EXACT:
        return Raster(start, stop, largest, shown, np.zeros(0, np.uint16))
    from ..drawing import Cells, density

    heaps, tall = -(-len(shown) // width), -(-(largest + 1) // height)
    cells = Cells(heaps, tall, largest // tall + 1, -(-len(shown) // heaps))
    counts = np.minimum(density(shown, cells), FULL).astype(np.uint16).reshape(-1)
    empty = shown[:0]
    return Raster(start, stop, largest, empty, counts, heaps, tall, cells.columns, cells.rows, int(counts.max()))


def _check(length: int, start: int, stop: int, width: int, height: int) -> None:
    """Refuse a stretch that is not there and a grid that is too large."""
    if not 0 <= start <= stop < length:
        raise InputError(f"expected heaps from 0 to {length - 1}, the smaller first, found {start} to {stop}")
    if not (1 <= width <= MOST_WIDTH and 1 <= height <= MOST_HEIGHT):
        raise InputError(f"expected at most {MOST_WIDTH} columns and {MOST_HEIGHT} rows, found {width} and {height}")
