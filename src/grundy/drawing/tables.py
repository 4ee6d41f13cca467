"""Text tables for the terminal: values of single heaps, values of two heaps, and rows of words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeAlias

from .fit import NARROW, TextTable, columns_of, fitting, printable, prose, short_number

Cell: TypeAlias = "int | str | None"
"""A number, a word, or None if unknown."""
LEAST_PROSE = 24
"""On a narrow terminal, the least width of a last column that is wrapped; otherwise rows become paragraphs."""


def cell_text(cell: Cell) -> str:
    """Return the text of a table cell; None, an unknown value, becomes a question mark.

    >>> cell_text(3), cell_text(None), cell_text("-")
    ('3', '?', '-')
    """
    return "?" if cell is None else printable(cell) if isinstance(cell, str) else short_number(cell)


def value_table(values: Sequence[Cell], start: int = 0, width: int = 80) -> str:
    """Return the values of consecutive heaps as a text table, in rows of ten (five, two or one if values are wide).

    Args:
        values: The values.
        start: The size of the first heap.
        width: The largest width of the table in characters.

    Returns:
        The table.

    Example:
        >>> print(value_table([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]))
             | 0  1  2  3  4  5  6  7  8  9
        -----+-----------------------------
           0 | 0  1  2  3  1  4  3  2  1  4
          10 | 2  6
    """
    if not values:
        return "(no values)"
    width = fitting(width)
    texts = {value: cell_text(value) for value in set(values)}  # a million heaps have only some hundred distinct values
    last = len(str(start + len(values) - 1)) + 2
    size = max(map(columns_of, texts.values()))
    per_row = next((n for n in (10, 5, 2) if last + 3 + n * (size + 2) - 2 <= width), 1)
    first = start - start % per_row
    fitted = {value: _right(text, size) for value, text in texts.items()}
    cells = [" " * size] * (start - first) + list(map(fitted.__getitem__, values))
    begins = range(0, len(cells), per_row)
    rows = (cells[i : i + per_row] for i in begins)  # one at a time, because a hundred thousand lists are slow
    labels = [str(first + i).rjust(last) for i in begins]
    return _ruled(rows, labels, [str(i) for i in range(per_row)], size)


def grid_table(rows: Sequence[Sequence[Cell]], width: int = 80, starts: tuple[int, int] = (0, 0)) -> TextTable:
    """Return a text table of the values of two heaps, with the first heap downwards and the second to the right.

    Columns that do not fit are left out.

    Args:
        rows: The values: `rows[i][j]` is that of the i-th size of the first heap and the j-th of the second.
        width: The largest width of the table in characters.
        starts: The size of the first heap in the first row, and of the second heap in the first column.

    Returns:
        The table.

    Example:
        >>> print(grid_table([[0, 1, 2], [1, 2, 0]]))
            | 0  1  2
        ----+--------
          0 | 0  1  2
          1 | 1  2  0
    """
    width = fitting(width)
    columns = max(map(len, rows), default=0)
    data = {"rows": rows, "starts": starts}
    if not columns:
        return TextTable("(no values)", "grid", data)
    cells = [[cell_text(cell) for cell in row] for row in rows]
    last = len(str(starts[0] + len(rows) - 1)) + 2
    size = max(len(str(starts[1] + columns - 1)), *(columns_of(cell) for row in cells for cell in row))
    across = max(1, min(columns, (width - last - 1) // (size + 2)))
    labels = [str(starts[0] + i).rjust(last) for i in range(len(rows))]
    table = _ruled(
        [[_right(cell, size) for cell in row[:across]] for row in cells],
        labels,
        [str(starts[1] + i) for i in range(across)],
        size,
    )
    return TextTable(table if across == columns else f"{table}\n({across} of {columns} columns)", "grid", data)


def _ruled(rows: Iterable[Sequence[str]], labels: Sequence[str], header: Sequence[str], size: int) -> str:
    last = max(map(len, labels))
    lines = [f"{' ' * last} | {'  '.join(_right(word, size) for word in header)}"]
    lines.append(f"{'-' * (last + 1)}+{'-' * (len(header) * (size + 2) - 1)}")
    for label, row in zip(labels, rows, strict=True):
        lines.append(f"{label} | {'  '.join(row)}".rstrip())
    return "\n".join(lines)


def columns(rows: Sequence[Sequence[Cell]], header: Sequence[str], right: Container[str] | None = None) -> TextTable:
    """Return rows as an aligned text table; on a narrow terminal the last column is wrapped.

    Args:
        rows: The rows.
        header: The names of the columns.
        right: The names of the right-aligned columns. If it is None, columns of numbers are right-aligned.

    Returns:
        The table.

    Example:
        >>> print(columns([["nim: 10", 10], ["nim: 5", 5]], ["part", "value"]))
        part     value
        -------  -----
        nim: 10     10
        nim: 5       5
    """
    count = max([len(header), *map(len, rows)])
    words = [[cell_text(cell) for cell in row] + [""] * (count - len(row)) for row in rows]
    top = [printable(word) for word in header] + [""] * (count - len(header))
    widths = [max(columns_of(row[i]) for row in [top, *words]) for i in range(count)]
    figures = [bool(rows) and not any(row[i].strip("0123456789.,%-+ ?") for row in words) for i in range(count)]
    numeric = figures if right is None else [name in right for name in top]
    data = {"rows": words, "header": top, "numeric": numeric}
    room = NARROW[0] - sum(widths[:-1]) - 2 * (count - 1) if NARROW else widths[-1]
    if room < widths[-1] and (numeric[-1] or room < LEAST_PROSE):
        return TextTable(_records(top, words), "columns", data)
    lines = []
    for row in [top, *words]:
        *cells, last = row
        first, *rest = [last]
        if room < widths[-1]:
            from textwrap import wrap

            first, *rest = wrap(last, room, break_long_words=False, break_on_hyphens=False) or [""]
        fitted = [
            _right(word, width) if right else word + " " * (width - columns_of(word))
            for word, width, right in zip([*cells, first], widths, numeric, strict=True)
        ]
        lines.append("  ".join(fitted).rstrip())
        lines += [" " * (sum(widths[:-1]) + 2 * len(cells)) + piece for piece in rest]
        if row is top:
            lines.append(
                "  ".join("-" * min(width, room if i == count - 1 else width) for i, width in enumerate(widths))
            )
    return TextTable("\n".join(lines), "columns", data)


def _records(top: Sequence[str], words: Sequence[Sequence[str]]) -> str:
    """Return rows as paragraphs, for a narrow terminal.

    A paragraph begins with the first cell of the row; below it are lines such as "value: 10" for the other cells. `top`
    has the names of the columns, and `words` the cells of each row.
    """
    lines = []
    for row in words:
        lines += [row[0]] * bool(row[0])
        for name, cell in zip(top[1:], row[1:], strict=True):
            if cell:
                head = f"  {name}: " if name and len(top) > 2 else "  "
                lines.append(prose(cell, initial_indent=head, subsequent_indent="    "))
    return "\n".join(lines)


def _right(word: str, width: int) -> str:
    return " " * (width - columns_of(word)) + word
