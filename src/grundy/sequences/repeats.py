"""Finds a repeat at the end of a long array of values, and judges it by the window of a theorem."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TAIL = 512
"""Values that must come again before a candidate is looked at."""
CANDIDATES = 16
"""Repeats of the tail that are judged, the nearest first."""


def proved_repeat(values: NDArray[np.uint16], reach: Callable[[int, int], int], least: int) -> tuple[int, int] | None:
    """Return the minimal (preperiod, period) that an array of values from heap 0 proves, or None.

    `reach(n0, p)` is where the window of the theorem ends for n0 >= `least`. Every period of the tail
    lets the tail come again, so going back from the nearest repeat the first that is proved is the
    smallest: a proved multiple has the same preperiod and needs a longer window.
    """
    import numpy as np

    data, width = values.tobytes(), values.itemsize
    tail = data[-TAIL * width :]
    at = len(data) - len(tail)
    for _ in range(CANDIDATES):
        at = data.rfind(tail, 0, at + len(tail) - 1)
        while at % width and at > 0:
            at = data.rfind(tail, 0, at + len(tail) - 1)
        if at < 0:
            return None
        p = (len(data) - len(tail) - at) // width
        differ = np.flatnonzero(values[:-p] != values[p:])
        n0 = int(differ[-1]) + 1 if len(differ) else 0
        if reach(max(n0, least), p) + p <= len(values):
            return n0, p
    return None
