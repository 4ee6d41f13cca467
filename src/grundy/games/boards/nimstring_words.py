"""Nimstring in normal play over one word: the lines that are not drawn, on a grid of up to 63.

A word stands for a grid on which no box can be completed. A line that lets the other player complete boxes for nothing
leaves the grid with these completed; one that opens a longer chain leaves a loony grid, which whoever is to move wins
beside anything, so it is no option for a Grundy value. What is left is a game without entailing moves (`nimstring` says
why; its values by `search.EntailedSolver` are the twin). In misere play none of this holds.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ...core import Packed
from ..bits.masks import MODULUS, NUMBERS, Word, least_under, split_by
from .boxes import Grid, line_count, line_images, shape

BITS = 63
LOONY = -1
"""What `settled` returns for a loony grid."""


def packed_nimstring(grid: Grid) -> Packed[Any] | None:
    """Return the game from a grid on; None for a loony grid, or one of more than 63 lines."""
    rows, columns, _ = grid
    size = line_count(rows, columns)
    settled = settled_on(rows, columns) if size <= BITS else None
    if settled is None or settled(grid.free) == LOONY:
        return None

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list, or an array
        k = 0
        rest = state
        while rest:
            line = rest & -rest
            rest ^= line
            left = settled(state ^ line)
            if left >= 0:
                out[k] = left
                k += 1
        return k

    boxes, beside = shape(rows, columns)
    return Packed(
        1,
        size,
        options,
        pack=lambda found: [settled(found.free)],
        unpack=lambda words: Grid(rows, columns, int(words[0])),
        split=split_by(tuple(reduce(or_, (boxes[box] for box in found)) for found in beside)),
        canon=least_under(line_images(rows, columns), _aligned(rows, columns)),
        parts=rows * columns,
        normal_only=True,
    )


def settled_on(rows: int, columns: int) -> Word:
    """Return the function that completes the boxes which cost nothing, or says that the grid is loony."""
    lines, beside = shape(rows, columns)
    one = tuple(boxes[0] for boxes in beside)
    two = tuple(boxes[1] if len(boxes) > 1 else -1 for boxes in beside)  # -1 is beyond the rim
    count = len(lines)

    def settled(free: int) -> int:
        box = 0
        behind = count
        while behind:  # boxes to look at since the last one that was completed
            last = free & lines[box]
            if last and last & (last - 1) == 0:
                behind = count + 1
                i = NUMBERS[last % MODULUS]
                other = one[i] + two[i] - box
                if two[i] >= 0:
                    far = free & lines[other] & ~last
                    if far and far & (far - 1) == 0:
                        j = NUMBERS[far % MODULUS]
                        if two[j] < 0 or free & lines[one[j] + two[j] - other] != far:
                            return LOONY
                        last |= far  # three boxes by themselves
                free &= ~last
            behind -= 1
            box = box + 1 if box + 1 < count else 0
        return free

    return settled


def _aligned(rows: int, columns: int) -> Word:
    """Return the function that moves a piece as far to the left and up as the rims allow.

    A line at the rim ties a box to the ground and must stay there. A piece that is not at the right rim and has no box
    in the first column moves one column to the left; the numbers of its lines all fall by 1, or by a row upwards.
    """
    boxes = shape(rows, columns).boxes
    down = (rows + 1) * columns
    first_column = reduce(or_, boxes[::columns])
    first_row = reduce(or_, boxes[:columns])
    right = sum(1 << down + row * (columns + 1) + columns for row in range(rows))
    bottom = sum(1 << rows * columns + column for column in range(columns))
    across = (1 << down) - 1

    def aligned(state: int) -> int:
        if state:
            while state & (first_column | right) == 0:
                state >>= 1
            while state & (first_row | bottom) == 0:
                state = (state & across) >> columns | (state & ~across) >> columns + 1
        return state

    return aligned
