"""A stretch of a sequence as a picture needs it: at most `EXACT` values as they are, else counts in cells of a grid."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import drawing, sequences
from ...core import InputError, LimitReached, Limits, Meter, Ruleset
from ..solving import DIRECT
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
    values, limit = sequence_begun(ruleset, stop, misere=misere, meter=meter or Meter(limits))
    if limit is not None:
        raise limit
    return values


def sequence_begun(  # noqa: PLR0913  # what is known before, and who hears what is found
    ruleset: Ruleset[Any],
    stop: int,
    *,
    misere: bool,
    meter: Meter,
    known: Values | None = None,
    told: Callable[[Values], None] | None = None,
) -> tuple[Values, LimitReached | None]:
    """Return the values of heaps 0 to `stop`, or with the limit that stopped it, also of memory, those before.

    `known` are the first values, where they are known; `told` hears every piece in ascending order, also of those, as
    soon as there is one. Raises what `sequence_to` raises but for such a limit.
    """
    import numpy as np

    if not 0 <= stop <= MOST:
        raise InputError(f"expected a heap from 0 to {MOST}, found {stop}")
    pieces: list[Values] = []

    def take(piece: NDArray[np.integer[Any]]) -> None:
        pieces.append(_narrow(piece))
        if told is not None:
            told(pieces[-1])

    rule = None if misere != ruleset.last_loses else ruleset.sequence()
    head: NDArray[np.integer[Any]] = np.zeros(0, np.uint8) if known is None else known[: stop + 1]
    limit: LimitReached | None = None
    endless = rule is None and misere == ruleset.last_loses and _is_endless(ruleset, stop)
    in_pieces = endless or rule is not None
    if not len(head) or (not in_pieces and len(head) <= stop):
        try:
            first = min(stop, DIRECT) if in_pieces else stop
            head = np.array(heap_values(ruleset, first, misere=misere, meter=meter))
        except LimitReached as error:
            begun = np.array([value for value in error.partial if value is not None], np.int64)
            head, limit = max(head, begun, key=len), error
    take(head)
    if limit is None and len(head) <= stop:
        start = head.astype(np.uint32)
        try:
            with meter.heard():
                pieces_of = (
                    sequences.set_pieces(ruleset.takes_to(stop) or (), stop, meter, start)
                    if rule is None
                    else sequences.value_pieces(rule, start, stop, meter)
                )
                for piece in pieces_of:
                    take(piece)
        except LimitReached as error:
            limit = error
        except MemoryError:
            limit = LimitReached("the memory allowed was used up", kind="memory")
    return np.concatenate(pieces), limit


def _is_endless(ruleset: Ruleset[Any], stop: int) -> bool:
    """Return whether the values follow from a set of takes without end, and no theorem gives them."""
    return ruleset.known_value(stop) is None and ruleset.takes_to(1) is not None


def _narrow(values: NDArray[np.integer[Any]]) -> Values:
    """Return values as bytes, or as wider numbers where a byte holds not all; raise `LimitReached` where none do."""
    import numpy as np

    narrowest = np.min_scalar_type(int(values.max(initial=0)))
    if narrowest.itemsize > 4:
        raise LimitReached("values beyond 2^32 are not drawn", kind="size")
    return values.astype(narrowest)


def raster(values: Values, start: int, stop: int, width: int = 720, height: int = 320) -> Raster:
    """Return heaps `start` to `stop` of a sequence in at most `width` columns and `height` rows of cells.

    Raises `InputError` when the stretch is not in the sequence or the grid is too large.

    >>> import numpy as np
    >>> found = raster(np.arange(10**4, dtype=np.uint16) % 3, 0, 9999, 4, 2)
    >>> (found.heaps, found.tall), found.counts.tolist()
    ((2500, 2), [1667, 1667, 1666, 1667, 833, 833, 834, 833])
    """
    import numpy as np

    if not 0 <= start <= stop < len(values):
        raise InputError(f"expected heaps from 0 to {len(values) - 1}, the smaller first, found {start} to {stop}")
    if not (1 <= width <= MOST_WIDTH and 1 <= height <= MOST_HEIGHT):
        raise InputError(f"expected at most {MOST_WIDTH} columns and {MOST_HEIGHT} rows, found {width} and {height}")
    shown = values[start : stop + 1]
    largest = int(shown.max())
    if len(shown) <= EXACT:
        return Raster(start, stop, largest, shown, np.zeros(0, np.uint16))
    heaps, tall = -(-len(shown) // width), -(-(largest + 1) // height)
    cells = drawing.Cells(heaps, tall, largest // tall + 1, -(-len(shown) // heaps))
    counts = np.minimum(drawing.density(shown, cells), FULL).astype(np.uint16).reshape(-1)
    empty = shown[:0]
    return Raster(start, stop, largest, empty, counts, heaps, tall, cells.columns, cells.rows, int(counts.max()))
