"""The rules of Nimstring in normal play on one machine word, whose bits are the lines not drawn, at most 63.

A word is a grid in which no box can be completed at once. After a move the opponent may be able to complete boxes. If
completing all of them at once is never worse, the option is the grid after these boxes are completed. If the opponent
could also leave the last two boxes of a chain, the grid is loony: the opponent wins in any sum, so it is not an option
for a Grundy value. The remaining game has no entailing moves;
`nimstring` gives the reason. `search.EntailedSolver` computes the same values as a reference. None of this holds in
misère play.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Any

from ...core import BitRule
from ..bits.masks import Word, least_under, met_by, pieces_of
from .boxes import Grid, least_image, line_count, line_images, shape

BITS = 63
LOONY = -1
"""The result of `settled` for a loony grid."""


def packed_nimstring(grid: Grid) -> BitRule[Any] | None:
    """Return the rules of Nimstring for compiled search of positions from a grid on.

    The result is None if the grid has more than 63 lines. It is also None if the grid is loony, which means that the
    player to move wins every sum with it.
    """
    rows, columns, free = least_image(grid)
    size, settled = line_count(rows, columns), settled_on(rows, columns)
    if size > BITS or settled(free) == LOONY:
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
    return BitRule(
        1,
        size,
        options,
        pack=lambda found: [settled(least_image(found).free)],
        unpack=lambda words: Grid(rows, columns, int(words[0])),
        split=pieces_of(met_by(tuple(reduce(or_, (boxes[box] for box in found)) for found in beside))),
        canon=least_under(line_images(rows, columns), _aligned(rows, columns)),
        parts=rows * columns,
        normal_only=True,
    )


@lru_cache(maxsize=256)
def settled_on(rows: int, columns: int) -> Word:
    """Return a function that completes all boxes of a grid which a player can complete at no cost.

    Args:
        rows: The number of rows of boxes.
        columns: The number of columns of boxes.

    Returns:
        A function that takes the bit mask of the lines not drawn yet, and returns the mask of those that are then still
        not drawn. It returns `LOONY` if the grid is loony, so that the player to move wins every sum with it.
    """
    lines, beside = shape(rows, columns)
    one = tuple(boxes[0] for boxes in beside)
    two = tuple(boxes[1] if len(boxes) > 1 else -1 for boxes in beside)  # -1 is outside the grid
    count = len(lines)

    def settled(free: int) -> int:
        box = 0
        behind = count
        while behind:  # boxes left to examine since the last completed one
            last = free & lines[box]
            if last and last & (last - 1) == 0:
                behind = count + 1
                i = last.bit_length() - 1
                other = one[i] + two[i] - box
                if two[i] >= 0:
                    far = free & lines[other] & ~last
                    if far and far & (far - 1) == 0:
                        j = far.bit_length() - 1
                        if two[j] < 0 or free & lines[one[j] + two[j] - other] != far:
                            return LOONY
                        last |= far  # an isolated chain of three boxes
                free &= ~last
            behind -= 1
            box = box + 1 if box + 1 < count else 0
        return free

    return settled


def _aligned(rows: int, columns: int) -> Word:
    """Return a function that moves a component of a grid, given by its missing lines, as far left and up as possible.

    A missing line at the edge of the grid belongs to one box only, so it must stay at an edge. A component with
    no line at the right edge and no box in the first column can move one column to the left; the numbers of its lines
    then decrease by 1. In the same way it moves up, and the numbers decrease by the length of a row of lines.
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
