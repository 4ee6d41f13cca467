"""Converts tables of every kind to a header and rows of words, for formats such as Markdown."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...core import nim_sum
from ..fit import TextTable
from ..tables import cell_text
from .blocks import ValueCell, ValueRows

Cells: TypeAlias = tuple[list[str], list[list[str]], list[bool]]
"""The header, the rows, and flags for right-aligned columns."""


def cells_of(table: TextTable) -> Cells:
    """Return the cells of a table for a terminal as (header, rows, right).

    `right` is a list with True for each right-aligned column.

    >>> from ..tables import grid_table
    >>> cells_of(grid_table([[0, 1], [1, 0]]))
    (['', '0', '1'], [['0', '0', '1'], ['1', '1', '0']], [True, True, True])
    """
    return {"columns": _columns, "grid": _grid, "binary": _binary}[table.kind](table.data)


def _columns(data: Any) -> Cells:  # noqa: ANN401  # as the table keeps them
    return list(data["header"]), [list(row) for row in data["rows"]], list(data["numeric"])


def _grid(data: Any) -> Cells:  # noqa: ANN401  # see above
    rows, (down, across) = data["rows"], data["starts"]
    count = max(map(len, rows), default=0)
    head = ["", *(str(across + i) for i in range(count))]
    told = [[str(down + i), *map(cell_text, row), *[""] * (count - len(row))] for i, row in enumerate(rows)]
    return head, told, [True] * len(head)


def _binary(data: Any) -> Cells:  # noqa: ANN401  # see above
    heaps, total = data["heaps"], nim_sum(data["heaps"])
    weights = [1 << k for k in reversed(range(max(1, max(heaps, default=0).bit_length())))]
    notes = [data["note"] if i == data["mark"] else "" for i in range(len(heaps))]
    rows = [[str(heap), *_bits(heap, weights), note] for heap, note in zip(heaps, notes, strict=True)]
    return (
        ["", *map(str, weights), ""],
        [*rows, ["nim-sum", *_bits(total, weights), f"= {total}"]],
        [True] * (len(weights) + 1) + [False],
    )


def _bits(number: int, weights: list[int]) -> list[str]:
    return ["1" if number & weight else "." for weight in weights]


def value_cells(block: ValueRows) -> Cells:
    """Return the cells of a table of values as (header, rows, right), with the first period in brackets.

    `right` is a list with True for each right-aligned column.

    >>> value_cells(ValueRows([0, 1, 0, 1], period=2))[1]
    [['0', '[0', '1]', '0', '1', '', '', '', '', '', '']]
    """
    rows = [[str(at), *map(value_text, cells)] for at, cells in block.rows()]
    if block.remark:
        rows.append(["...", *[""] * block.per_row])
    return ["", *map(str, range(block.per_row))], rows, [True] * (block.per_row + 1)


def value_text(cell: ValueCell | None) -> str:
    """Return the text of a cell, with a bracket where the first period begins or ends; "" for None, an empty cell."""
    return "" if cell is None else "[" * cell.opens + cell_text(cell.value) + "]" * cell.closes
