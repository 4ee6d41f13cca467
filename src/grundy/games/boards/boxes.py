"""The grid of Dots and Boxes: lines as bits, the boxes that they bound, symmetries and connected components.

A grid of r x c boxes has (r + 1) * c horizontal lines, numbered row by row from the top left, and then r * (c + 1)
vertical lines. In the dual picture, boxes are coins, and each line not drawn is a string that ties a coin to its
neighbour or, at the edge of the grid, to the ground.

The text of a position lists rows of lines from the top: horizontal lines in rows 1, 3, ..., vertical lines in rows
2, 4, ...
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..bits.masks import Word, least_under


class Grid(NamedTuple):
    """A position of Dots and Boxes: the rows and columns of boxes, and a bit mask of the lines not drawn yet."""

    rows: int
    columns: int
    free: int


class Shape(NamedTuple):
    """For one size of a grid of Dots and Boxes, the four lines of each box and the boxes at each line.

    Attributes:
        boxes: For each box the bit mask of its four lines.
        beside: For each line the numbers of the one or two boxes that it bounds.
    """

    boxes: tuple[int, ...]
    beside: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=1024)
def shape(rows: int, columns: int) -> Shape:
    """Compute which lines of a grid of Dots and Boxes bound which boxes.

    Args:
        rows: The number of rows of boxes.
        columns: The number of columns of boxes.

    Returns:
        The lines of each box, row by row, and the boxes of each line.
    """
    beside: list[list[int]] = [[] for _ in range(line_count(rows, columns))]
    boxes = []
    for box in range(rows * columns):
        lines = _box_lines(rows, columns, *divmod(box, columns))
        boxes.append(sum(1 << line for line in lines))
        for line in lines:
            beside[line].append(box)
    return Shape(tuple(boxes), tuple(map(tuple, beside)))


def line_count(rows: int, columns: int) -> int:
    """Return the number of lines of a grid of Dots and Boxes.

    Args:
        rows: The number of rows of boxes.
        columns: The number of columns of boxes.

    Returns:
        The number of horizontal and vertical lines together.

    Example:
        >>> line_count(1, 1), line_count(2, 3), line_count(3, 3)
        (4, 17, 24)
    """
    return (rows + 1) * columns + rows * (columns + 1)


def _box_lines(rows: int, columns: int, row: int, column: int) -> tuple[int, int, int, int]:
    above, left = row * columns + column, (rows + 1) * columns + row * (columns + 1) + column
    return above, above + columns, left, left + 1


@lru_cache(maxsize=1024)
def places(rows: int, columns: int) -> tuple[tuple[int, int, int], ...]:
    """List the lines of a grid of Dots and Boxes in the order in which the text of a position lists them.

    Args:
        rows: The number of rows of boxes.
        columns: The number of columns of boxes.

    Returns:
        For each line the triple (row of the text, index in this row, number of the line). Rows and indices count from
        1, and the numbers of lines from 0.
    """
    found = []
    for written in range(2 * rows + 1):
        half, vertical = divmod(written, 2)
        start = (rows + 1) * columns + half * (columns + 1) if vertical else half * columns
        found += [(written + 1, place + 1, start + place) for place in range(columns + vertical)]
    return tuple(found)


def least_image(grid: Grid) -> Grid:
    """Return the least image of a grid of Dots and Boxes under rotations and reflections.

    Of the images that are at most as high as wide, it is the one whose bit mask `free` is least.
    """
    rows, columns, free = grid
    return Grid(min(rows, columns), max(rows, columns), _least_lines(rows, columns)(free))


@lru_cache(maxsize=256)
def _least_lines(rows: int, columns: int) -> Word:
    return least_under(line_images(rows, columns))


@lru_cache(maxsize=64)
def line_images(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """List the rotations and reflections of a grid of Dots and Boxes whose images are at most as high as wide.

    Args:
        rows: The number of rows of boxes.
        columns: The number of columns of boxes.

    Returns:
        For each a tuple with the number, in the image, of each line of the grid.

    Example:
        >>> line_images(1, 1)[2]
        (0, 1, 3, 2)
    """
    images = []
    middles = {line: _middle(written, place) for written, place, line in places(rows, columns)}
    for number in range(8):
        high, wide = (columns, rows) if number & 4 else (rows, columns)
        lines = {_middle(written, place): line for written, place, line in places(high, wide)}
        image = []
        for line in range(len(lines)):  # bit 1 flips vertically, bit 2 horizontally, bit 4 over the diagonal
            down, right = middles[line]
            down = 2 * rows - down if number & 1 else down
            right = 2 * columns - right if number & 2 else right
            image.append(lines[(right, down) if number & 4 else (down, right)])
        if high <= wide:
            images.append(tuple(image))
    return tuple(images)


def _middle(written: int, place: int) -> tuple[int, int]:
    """Return the middle of a line of a grid as (down, right), measured from the top left corner in halves of a box.

    Args:
        written: The row of the line in the text of a position, from 1.
        place: The index of the line in this row, from 1.
    """
    return written - 1, 2 * place - (1 if written % 2 else 2)


def pieces(grid: Grid) -> Iterator[Grid]:
    """Yield the components of a grid: two boxes are connected if the line between them is not drawn yet.

    Each component is the smallest grid that contains its boxes. In this grid, the lines of these boxes that are not
    drawn yet remain so, and all other lines are drawn.
    """
    rows, columns, free = grid
    left = [(box, free & lines) for box, lines in enumerate(shape(rows, columns).boxes) if free & lines]
    while left:
        lines, boxes = 0, []
        found = left[:1]
        while found:
            boxes += [box for box, _ in found]
            for _, own in found:
                lines |= own
            left = [pair for pair in left if pair not in found]
            found = [pair for pair in left if pair[1] & lines]
        across = [box % columns for box in boxes]
        top, start = min(boxes) // columns, min(across)
        high, wide = max(boxes) // columns - top + 1, max(across) - start + 1
        if (high, wide) != (rows, columns):
            kept = _window(rows, columns, top, start, high, wide)
            lines = sum(1 << new for old, new in kept if lines >> old & 1)
        yield Grid(high, wide, lines)


@lru_cache(maxsize=1024)
def _window(rows: int, columns: int, top: int, left: int, high: int, wide: int) -> list[tuple[int, int]]:  # noqa: PLR0913
    found: dict[int, int] = {}
    for box in range(high * wide):
        row, column = divmod(box, wide)
        new = _box_lines(high, wide, row, column)
        found |= zip(_box_lines(rows, columns, top + row, left + column), new, strict=True)
    return list(found.items())
