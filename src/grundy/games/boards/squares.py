"""Squares of small boards: names, symmetries, and the parser of boards written as rows or as a size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import TypeVar

from ...core import Scanner
from ..forms import refused

T = TypeVar("T")


def square_name(row: int, column: int) -> str:
    """Return the name of a square: columns a, b, ... from the left and rows 1, 2, ... from the top.

    Args:
        row: The row, from 0.
        column: The column, from 0.

    Returns:
        The name, such as "b3".

    Example:
        >>> square_name(0, 0), square_name(2, 1)
        ('a1', 'b3')
    """
    return f"{ascii_lowercase[column]}{row + 1}"


def read_size(scanner: Scanner) -> tuple[int, int] | None:
    """Read the rows and columns of a size such as 3x4, at most nine digits each, or return None if none comes next."""
    size = scanner.match(r"[1-9][0-9]{0,8}x[1-9][0-9]{0,8}(?![0-9A-Za-z])")
    if size is None:
        return None
    rows, columns = map(int, size.split("x"))
    return rows, columns


def turned(rows: Sequence[Sequence[T]], kind: int) -> list[Sequence[T]]:
    """Return the image of a board under a rotation or reflection.

    Args:
        rows: The rows of the board.
        kind: The number of the symmetry: 4 if the board is transposed, plus 2 if the order of the rows is reversed
            afterwards, plus 1 if each row is.

    Returns:
        The rows of the image.

    Example:
        >>> [["".join(row) for row in turned(["ab", ".."], kind)] for kind in (1, 2, 4)]
        [['ba', '..'], ['..', 'ab'], ['a.', 'b.']]
    """
    lines: list[Sequence[T]] = [*zip(*rows, strict=True)] if kind & 4 else [*rows]
    if kind & 2:
        lines.reverse()
    return [line[::-1] for line in lines] if kind & 1 else lines


ORDER_TWO = (3, 1, 2, 4, 7)
"""The numbers of the half turn and of the reflections, in two of which the board is transposed."""


def shapes(rows: Sequence[Sequence[T]]) -> Iterator[list[tuple[T, ...]]]:
    """Yield the images of a board under rotations and reflections that keep its size: 8 of a square, else 4.

    They are those of `turned` in the order of their numbers, computed faster, as every search of boards needs them.
    """
    board = [tuple(row) for row in rows]
    boards = [board, list(zip(*board, strict=True))] if len(board) == len(board[0]) else [board]
    for found in boards:
        mirrored = [row[::-1] for row in found]
        yield from (found, mirrored, found[::-1], mirrored[::-1])


def cells_of(rows: int, columns: int) -> list[range]:
    """Return the numbers of the cells of a board, counted row by row from 0.

    Args:
        rows: The number of rows.
        columns: The number of columns.

    Returns:
        The numbers in each row.
    """
    return [range(row * columns, (row + 1) * columns) for row in range(rows)]


def transposed(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the columns of a board as rows.

    >>> transposed(["ab", ".."])
    ['a.', 'b.']
    """
    return list(map("".join, zip(*rows, strict=True)))


def cropped(rows: Sequence[str]) -> Sequence[str]:
    """Return the smallest rectangle that contains all characters but `#`, or one `#` if there are none.

    >>> cropped(["####", "#.B#"])
    ['.B']
    """
    used = [row for row, line in enumerate(rows) if line.strip("#")]
    if not used:
        return ["#"]
    rows = rows[used[0] : used[-1] + 1]
    left = min(len(line) - len(line.lstrip("#")) for line in rows)
    right = max(len(line.rstrip("#")) for line in rows)
    return [line[left:right] for line in rows]


def read_board(scanner: Scanner, signs: str, expected: str, most: int) -> tuple[str, ...]:
    """Read a board: rows joined by "/", or only a size such as 4x4, which means an empty board of that size.

    An empty text means an empty board of 3 x 3. A row of an empty board consists of dots.

    Args:
        scanner: The scanner, placed before the text of the board.
        signs: The characters allowed in a row, in the form of a class of a regular expression.
        expected: The description of a row for error messages.
        most: The largest number of rows and of columns, if the text is a size.

    Returns:
        The rows from top to bottom. The lengths of rows in the text are not compared.

    Raises:
        NotationError: If the text is not a board of this kind, or a size exceeds `most`.
    """
    if scanner.done():
        return ("...",) * 3
    at = scanner.at
    if (size := read_size(scanner)) is not None:
        rows, columns = size
        if max(size) > most:
            raise scanner.error(f"a board of at most {most}x{most}", at=at)
        scanner.end("the end of the text")
        return ("." * columns,) * rows
    lines = read_rows(scanner, signs, expected)
    scanner.end('"/" or the end of the text')
    return lines


def read_rows(scanner: Scanner, signs: str, expected: str, rest: str = "", each: str = "") -> tuple[str, ...]:
    """Read the rows of a board, joined by "/".

    Args:
        scanner: The scanner, placed before the first row.
        signs: The characters allowed in a row, such as ".#", in the form of a class of a regular expression.
        expected: The description, for error messages, of the text expected at the beginning.
        rest: The description of a row expected after a "/", if it is another one.
        each: The noun for the places of a row, such as "cells", if all rows must have the same length.

    Returns:
        The rows.

    Raises:
        NotationError: If a row does not match.
        PositionError: If a row has another length than the first one, and `each` is given.
    """
    lines: list[str] = []
    while not lines or scanner.take("/"):
        at = scanner.at
        lines.append(scanner.needed(f"[{signs}]+", (rest if lines else "") or expected))
        if each and len(lines[-1]) != len(lines[0]):
            raise refused(scanner, at, f"a row of {len(lines[0])} {each}, as the first one")
    return tuple(lines)
