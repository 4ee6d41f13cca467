"""Chess pieces that must not attack each other, over one machine word, for compiled search: plain twin `placement`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core import Packed
from .field_words import Turns, Word, split_by, turns
from .fields import Field
from .placement import attacks


def placement_words(piece: str, rows: int, columns: int, pack: Callable[[Field], list[int]]) -> Packed[Field]:
    """Return the placement of one piece on `rows` x `columns` squares, at most 63 of them and columns <= rows."""
    cells = rows * columns
    near = attacks(piece, rows, columns)
    symmetries = turns(rows, columns)
    return Packed(
        words=1,
        most=cells,
        options=_options(rows, columns, near),
        pack=pack,
        unpack=lambda words: Field(rows, columns, words[0]),
        split=split_by(near),
        canon=symmetries.least,
        known=_known(rows, columns, near, symmetries),
        parts=cells,
    )


def _options(rows: int, columns: int, near: tuple[int, ...]) -> Callable[..., int]:
    """Return the function that places a piece, the middle of the board first."""
    order = tuple(
        sorted(
            range(rows * columns),
            key=lambda cell: (2 * (cell // columns) + 1 - rows) ** 2 + (2 * (cell % columns) + 1 - columns) ** 2,
        )
    )

    def options(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        count = 0
        for cell in order:
            if state >> cell & 1:
                out[count] = state & ~near[cell]
                count += 1
        return count

    return options


def _known(rows: int, columns: int, near: tuple[int, ...], symmetries: Turns) -> Word:
    """Return the function that knows boards which a symmetry pairs off, and single squares, as `known_value`."""
    height, width = symmetries.height, symmetries.width
    upside_down, mirrored, transposed = symmetries.upside_down, symmetries.mirrored, symmetries.transposed
    turn, across, down = (_paired(rows, columns, near, way) for way in ("turn", "across", "down"))
    diagonal = _diagonal(rows, columns, near)

    def known(state: int) -> int:
        if state & (state - 1) == 0:
            return 1 if state else 0
        high, wide = height(state), width(state)
        over, beside = upside_down(state), mirrored(state)
        if over == state and state & ~down[high] == 0:
            return 0
        if beside == state and state & ~across[wide] == 0:
            return 0
        if mirrored(over) == state and state & ~turn[high * (columns + 1) + wide] == 0:
            return 0
        if high == wide and transposed(state) == state and state & ~diagonal == 0:
            return 0
        return -1

    return known


def _paired(rows: int, columns: int, near: tuple[int, ...], way: str) -> tuple[int, ...]:
    """Return, for regions of every size, the squares that neither are nor attack their image.

    Sizes are heights for the reflection `down`, widths for `across`, height * (columns + 1) + width for `turn`.
    """
    heights, widths = range(rows + 1), range(columns + 1)
    sizes = {"down": [(h, columns) for h in heights], "across": [(rows, w) for w in widths]}
    found = []
    for high, wide in sizes.get(way, [(h, w) for h in heights for w in widths]):
        mask = 0
        for row in range(high):
            for column in range(wide):
                other_row = row if way == "across" else high - 1 - row
                other_column = column if way == "down" else wide - 1 - column
                cell, image = row * columns + column, other_row * columns + other_column
                mask |= (~near[cell] >> image & 1) << cell
        found.append(mask)
    return tuple(found)


def _diagonal(rows: int, columns: int, near: tuple[int, ...]) -> int:
    """Return the squares that neither are nor attack their image when rows and columns change places."""
    mask = 0
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        if row < columns and not near[cell] >> column * columns + row & 1:
            mask |= 1 << cell
    return mask
