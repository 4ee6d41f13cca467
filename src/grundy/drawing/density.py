"""Counts of points in cells, for sequences too long to draw point by point.

A cell is a run of heaps times a run of values; it counts the heaps of the run whose value lies in the
run of values. Nothing is left out: the counts of all cells add up to the number of points.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sequences.series import arrays

COLUMNS = 720
"""Columns of cells at most."""
ROWS = 320
"""Rows of cells at most."""

Ramp = tuple[str, str]
"""The colour of the smallest and of the largest count, as #rrggbb."""


class Cells(NamedTuple):
    """How many heaps and how many values one cell holds, and how many rows and columns of cells there are."""

    heaps: int
    values: int
    rows: int
    columns: int


def cells_of(count: int, largest: int) -> Cells:
    """Return the finest cells that hold `count` heaps with values up to `largest`.

    >>> cells_of(300_001, 291)
    Cells(heaps=417, values=1, rows=292, columns=720)
    """
    heaps, values = -(-count // COLUMNS), -(-(largest + 1) // ROWS)
    return Cells(heaps, values, largest // values + 1, -(-count // heaps))


def density(values: NDArray[np.integer[Any]], cells: Cells) -> NDArray[np.int64]:
    """Return counts[row, column] of the points (n, values[n]); the first row holds the smallest values.

    >>> import numpy as np
    >>> density(np.array([0, 1, 2, 0, 1, 2]), Cells(3, 2, 2, 2)).tolist()
    [[2, 2], [1, 1]]
    """
    found = arrays.counts(values, cells.heaps, cells.values, cells.rows, cells.columns, len(values))
    return np.asarray(found).reshape(cells.rows, cells.columns)


def point_density(heaps: NDArray[np.int64], values: NDArray[np.integer[Any]], cells: Cells) -> NDArray[np.int64]:
    """Return counts[row, column] of the points (heap, value), which must lie inside the cells."""
    places = values.astype(np.int64) // cells.values * cells.columns + heaps // cells.heaps
    return np.bincount(places, minlength=cells.rows * cells.columns).reshape(cells.rows, cells.columns)


def dyed(counts: NDArray[np.int64], ramp: Ramp) -> NDArray[np.float64]:
    """Return the colours of counts, red, green, blue and opacity from 0 to 1; the scale is logarithmic, 0 is clear."""
    least, most = (np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]) for colour in ramp)
    share = np.log(np.maximum(counts, 1)) / max(1.0, np.log(max(1, counts.max())))
    colours = np.zeros((*counts.shape, 4))
    colours[..., :3] = least + share[..., None] * (most - least)
    colours[..., 3] = counts > 0
    return colours


def spread(image: NDArray[np.float64], lines: int) -> NDArray[np.float64]:
    """Return an image each of whose rows is `lines` rows high, the middle three of them filled and the others clear.

    Below four lines it is returned as it is.
    """
    if lines < 4:
        return image
    filled = np.zeros(lines)
    filled[(lines - 3) // 2 : (lines - 3) // 2 + 3] = 1
    tall = np.repeat(image, lines, axis=0)
    tall[..., 3] *= np.tile(filled, len(image))[:, None]
    return tall
