"""Boards of black and white stones, as in Go: groups, their free neighbours, allowed moves and components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..bits.masks import members
from .fields import first_column
from .squares import cropped, transposed

COLOURS = ("black", "white")


class Stones(NamedTuple):
    """A board of stones, each kind as a bit mask in which square (r, c), from 0, is bit r * columns + c.

    A square that is neither free, black nor white is a hole.
    """

    rows: int
    columns: int
    free: int
    black: int = 0
    white: int = 0


def lines_of(board: Stones) -> tuple[str, ...]:
    """Return the rows of a board as text.

    >>> lines_of(Stones(2, 2, 0b0011, black=0b0100))
    ('..', 'B#')
    """
    _, columns, *masks = board
    signs = "".join(
        next((sign for sign, mask in zip(".BW", masks, strict=True) if mask >> cell & 1), "#")
        for cell in range(board.rows * columns)
    )
    return tuple(signs[columns * row : columns * (row + 1)] for row in range(board.rows))


def stones_of(lines: Sequence[Sequence[str]]) -> Stones:
    """Return the board that these rows show; all must have the same length.

    >>> stones_of(["B.", "#."])
    Stones(rows=2, columns=2, free=10, black=1, white=0)
    """
    signs = [sign for line in lines for sign in line]
    masks = (sum(1 << cell for cell, sign in enumerate(signs) if sign == mark) for mark in ".BW")
    return Stones(len(lines), len(lines[0]), *masks)


def near(board: Stones, cells: int) -> int:
    """Return the neighbours of a set of squares, whether these are free, stones or holes.

    Args:
        board: The board; only its size matters.
        cells: The bit mask of the squares.

    Returns:
        The bit mask of the neighbours.
    """
    first, columns = first_column(board.rows, board.columns), board.columns
    across = (cells & ~(first << columns - 1)) << 1 | (cells & ~first) >> 1
    return (across | cells << columns | cells >> columns) & (1 << board.rows * columns) - 1


def plays(board: Stones) -> Iterator[tuple[int, str]]:
    """Yield the square, as its number, and the colour of every stone that may be placed.

    >>> list(plays(stones_of(["B..", "###"])))
    [(1, 'black'), (2, 'black'), (2, 'white')]
    """
    found = [[*groups(board, board.black)], [*groups(board, board.white)]]
    of_cell = [{cell: number for number, (group, _) in enumerate(each) for cell in members(group)} for each in found]
    for cell in members(board.free):
        beside = near(board, 1 << cell)
        touched = [{of[other] for other in members(beside) if other in of} for of in of_cell]
        for own, colour in enumerate(COLOURS):
            liberties = beside & board.free
            for number in touched[own]:
                liberties |= found[own][number][1]
            spared = all(found[1 - own][number][1] != 1 << cell for number in touched[1 - own])
            if spared and liberties & ~(1 << cell):
                yield cell, colour


def components(board: Stones) -> list[Stones]:
    """Return the independent components of a board, each as a board of the same size with holes elsewhere.

    Stones that are in no component, because their group has no free neighbour, are omitted.
    """
    found = []
    rest = board.free
    while rest:
        free, black, white, last = rest & -rest, 0, 0, None
        while last != (free, black, white):
            last = (free, black, white)
            beside = near(board, free | black) & board.black
            black |= beside
            white |= near(board, free | white) & board.white
            free |= near(board, free | black | white) & board.free
        rest &= ~free
        found.append(board._replace(free=free, black=black, white=white))
    return found


def trimmed(board: Stones) -> Stones:
    """Return the smallest board that holds all free squares and stones, or a 1 x 1 board if there are none."""
    return stones_of(cropped(lines_of(board)))


def upright(board: Stones) -> Stones:
    """Return a board with at most as many columns as rows: the board or its transpose."""
    return board if board.columns <= board.rows else stones_of(transposed(lines_of(board)))


def shortened(line: str) -> str:
    """Return a row of squares in which every group is replaced by one stone.

    >>> shortened("BB..WWW.B")
    'B..W.B'
    """
    return "".join(sign for i, sign in enumerate(line) if sign == "." or sign != line[i - 1 : i])


def groups(board: Stones, stones: int) -> Iterator[tuple[int, int]]:
    """Yield the groups of connected stones of one colour, each with its free neighbours.

    Args:
        board: The board.
        stones: The bit mask of the stones of this colour.

    Yields:
        Pairs of bit masks (group, free neighbours).
    """
    while stones:
        group, last = stones & -stones, 0
        while group != last:
            last, group = group, group | near(board, group) & stones
        stones ^= group
        yield group, near(board, group) & board.free
