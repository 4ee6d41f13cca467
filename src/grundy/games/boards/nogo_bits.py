"""The rules of impartial NoGo on two machine words, for compiled search; the reference implementation is `nogo`.

A square is one bit in both words. Free squares are set in the first word, black stones in the second, white ones in
both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import Any

from ...core import BitRule
from ..bits.graph_bits import grid_neighbours
from ..bits.masks import Word, image_table
from ..bits.turns import turns
from .squares import cells_of, shapes
from .stones import Stones, lines_of, stones_of, trimmed, upright


@lru_cache(maxsize=16)
def nogo_bits(rows: int, columns: int) -> BitRule[Stones]:
    """Return the rules of impartial NoGo for compiled search, on boards packed into two integers each.

    Args:
        rows: The number of rows.
        columns: The number of columns, at most `rows`; at most 63 squares in all.

    Returns:
        The rules.
    """
    cells = rows * columns
    near = grid_neighbours(rows, columns)
    plays = _plays(near)

    def pack(position: Stones) -> list[int]:
        board = stones_of([line.ljust(columns, "#") for line in lines_of(upright(trimmed(position)))])
        return [board.free | board.white, board.black | board.white]

    def unpack(words: Any) -> Stones:  # noqa: ANN401  # two numbers
        low, high = (int(word) for word in words)
        return Stones(rows, columns, low & ~high, high & ~low, low & high)

    def options(state: Any, out: Any) -> int:  # noqa: ANN401  # lists or arrays of words
        low, high = state[0], state[1]
        count = 0
        rest = low & ~high
        while rest:
            bit = rest & -rest
            rest ^= bit
            allowed = plays(low, high, bit)
            if allowed & 1:
                out[2 * count] = low ^ bit
                out[2 * count + 1] = high | bit
                count += 1
            if allowed & 2:
                out[2 * count] = low
                out[2 * count + 1] = high | bit
                count += 1
        return count

    def weight(state: Any) -> int:  # noqa: ANN401  # a list or an array of words
        return (state[0] & ~state[1]).bit_count()  # type: ignore[no-any-return]  # an array

    return BitRule(
        words=2,
        most=2 * cells,
        options=options,
        pack=pack,
        unpack=unpack,
        split=_split(near, plays),
        canon=_canon(rows, columns),
        weight=weight,
        parts=cells,
        encoding=f"{rows}x{columns}",
    )


def _plays(near: Word) -> Callable[[int, int, int], int]:
    """Return a function of a board and a square that computes which stones may be placed there.

    The board is given by its two words. Bit 0 of the result is set for a black stone, bit 1 for a white one.
    """

    def grown(group: int, stones: int) -> int:
        more = near(group) & stones & ~group
        while more:
            group |= more
            more = near(group) & stones & ~group
        return group

    def kept(stones: int, beside: int, free: int) -> int:
        """Return two flags for the groups of `stones` that contain a square of `beside`.

        Bit 0 is set if one of these groups has a neighbour in `free`, and bit 1 if one of them has none.
        """
        found = 0
        rest = beside & stones
        while rest:
            group = grown(rest & -rest, stones)
            rest &= ~group
            found |= 1 if near(group) & free else 2
        return found

    def plays(low: int, high: int, bit: int) -> int:
        free = low & ~high & ~bit
        beside = near(bit)
        black, white = kept(high & ~low, beside, free), kept(low & high, beside, free)
        room = beside & free
        allowed = 0
        if (room or black & 1) and white & 2 == 0:
            allowed |= 1
        if (room or white & 1) and black & 2 == 0:
            allowed |= 2
        return allowed

    return plays


def _split(near: Word, plays: Callable[[int, int, int], int]) -> Callable[..., int]:
    """Return a function that writes those components of a board in which a stone may be placed to an array.

    `near` is a function from a set of squares to their neighbours, and `plays` states which stones may be placed on a
    square.
    """

    def split(state: Any, out: Any) -> int:  # noqa: ANN401  # lists or arrays of words
        low, high = state[0], state[1]
        all_free, all_black, all_white = low & ~high, high & ~low, low & high
        count = 0
        rest = all_free
        while rest:
            free = rest & -rest
            black = white = 0
            size = -1
            while size != free | black | white:
                size = free | black | white
                black |= near(free | black) & all_black
                white |= near(free | white) & all_white
                free |= near(size | black | white) & all_free
            rest &= ~free
            lower, higher = free | white, black | white
            waiting = free
            while waiting and plays(lower, higher, waiting & -waiting) == 0:
                waiting &= waiting - 1
            if waiting:
                out[2 * count] = lower
                out[2 * count + 1] = higher
                count += 1
        return count

    return split


def _canon(rows: int, columns: int) -> Callable[..., None]:
    """Return a function that writes the least image of a board, shifted to the first row and column, to an array.

    The images are those under symmetries and the exchange of colours. The board has `rows` rows and `columns` columns.
    """
    images = list(dict.fromkeys(tuple(chain(*shape)) for shape in shapes(cells_of(rows, columns))))
    tables = tuple(entry for image in images for entry in image_table(image))
    chunks, count = (rows * columns + 7) // 8, len(images)
    aligned, linear = turns(rows, columns).aligned, columns == 1

    def canon(state: Any, out: Any) -> None:  # noqa: ANN401  # lists or arrays of words
        from_low, from_high = state[0], state[1]
        if linear:
            _shorten(from_low, from_high, out)
            from_low, from_high = out[0], out[1]
        best_low = best_high = -1
        for i in range(count):
            low = high = 0
            rest_low, rest_high = from_low, from_high
            at = i * chunks << 8
            while rest_low | rest_high:
                low |= tables[at + (rest_low & 255)]
                high |= tables[at + (rest_high & 255)]
                rest_low >>= 8
                rest_high >>= 8
                at += 256
            squares = low | high
            if squares:
                moved = aligned(squares)
                places = (squares & -squares).bit_length() - (moved & -moved).bit_length()
                low >>= places
                high >>= places
            for _ in range(2):
                if best_low < 0 or high < best_high or (high == best_high and low < best_low):
                    best_low, best_high = low, high
                low ^= high  # exchange the colours
        out[0], out[1] = best_low, best_high

    return canon


def _shorten(low: int, high: int, out: Any) -> None:  # noqa: ANN401  # a list or an array of words
    """Replace, in a row of stones, every group of adjacent stones of one colour by one stone.

    The row is given by its two words, `low` and `high`, and the result is written to `out`.

    >>> out = [0, 0]
    >>> _shorten(0b1001, 0b0111, out)
    >>> out
    [5, 3]
    """
    to_low = to_high = last = place = 0
    while low | high:
        sign = low & 1 | (high & 1) << 1
        if sign == 1 or sign != last:
            to_low |= (sign & 1) << place
            to_high |= (sign >> 1) << place
            place += 1
        last = sign
        low >>= 1
        high >>= 1
    out[0], out[1] = to_low, to_high
