"""The table of Bouton's theorem: heaps in binary, odd columns marked.

Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901: a position
is lost for the player to move exactly when every column holds an even number of ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core import nim_sum
from .fit import listing, printable, short_number
from .laid import Laid

MAX_ROWS = 32
"""More heaps than this are counted, not drawn."""
MAX_COLUMNS = 64
"""Numbers of more bits are not drawn in binary."""
WIDE = 60
"""Wider tables write the power above each column, one digit below the other, instead of its weight."""


class _Columns(NamedTuple):
    """The columns from the left: the weight of each, its width, and what stands between two."""

    weights: list[int]
    widths: list[int]
    between: str

    def row(self, number: int, blank: str = ".") -> str:
        """Return a number in binary, `blank` for every 0."""
        bits = ["1" if number & weight else blank for weight in self.weights]
        return self.between.join(bit.rjust(width) for bit, width in zip(bits, self.widths, strict=True))


def binary_table(heaps: Sequence[int], mark: int | None = None, note: str = "") -> Laid:
    """Return heaps in binary, one a row, and their nim-sum; an arrow and `note` stand at row number `mark`.

    >>> print(binary_table([10, 12, 5], mark=0, note="take 1, leave 9"))
               8  4  2  1
         10    1  .  1  .   <- take 1, leave 9
         12    1  1  .  .
          5    .  1  .  1
    ---------------------
    nim-sum    .  .  1  1   = 3
                     ^  ^   odd columns: 2 and 1
    """
    data = {"heaps": list(heaps), "mark": mark, "note": note}
    return Laid(_table(heaps, mark, note), "binary", data)


def _table(heaps: Sequence[int], mark: int | None, note: str) -> str:
    """Return the table as text."""
    if not heaps:
        return "(no heaps)"
    if max(heaps).bit_length() > MAX_COLUMNS:
        return _too_wide(heaps, mark, note)
    columns = _columns(max(heaps).bit_length())
    rows = _chosen(len(heaps), mark)
    margin = max(7, *(len(str(heaps[i])) for i in rows))
    lines = [f"{' ' * margin}    {line}".rstrip() for line in _header(columns)]
    for i in rows:
        arrow = f"   <- {printable(note)}".rstrip() if i == mark else ""
        lines.append(f"{heaps[i]:>{margin}}    {columns.row(heaps[i])}{arrow}")
    if len(rows) < len(heaps):
        lines.append(f"{'...':>{margin}}    ({len(heaps) - len(rows)} more heaps, counted below but not drawn)")
    lines.append("-" * (margin + 4 + len(columns.row(0))))
    return "\n".join([*lines, *_sum_lines(nim_sum(heaps), columns, margin)])


def _sum_lines(total: int, columns: _Columns, margin: int) -> list[str]:
    """Return the nim-sum, and below it the marks of the odd columns with their names."""
    odd = [_weight(weight, columns) for weight in columns.weights if total & weight]
    carets = columns.row(total, " ").replace("1", "^")
    verdict = f"odd column{'s' * (len(odd) > 1)}: {listing(odd)}" if odd else "every column is even"
    return [f"{'nim-sum':>{margin}}    {columns.row(total)}   = {total}", f"{' ' * margin}    {carets}   {verdict}"]


def _columns(bits: int) -> _Columns:
    """Return columns as wide as their weights, or of one character when there are many."""
    weights = [1 << k for k in reversed(range(max(1, bits)))]
    widths = [len(str(weight)) for weight in weights]
    if sum(widths) + 2 * len(widths) <= WIDE:
        return _Columns(weights, widths, "  ")
    return _Columns(weights, [1] * len(weights), "")


def _header(columns: _Columns) -> list[str]:
    """Return the weights, or the exponents of 2 with their tens above their units."""
    if columns.between:
        return [columns.between.join(map(str, columns.weights))]
    powers = [weight.bit_length() - 1 for weight in columns.weights]
    tens = "".join(str(k // 10) if k >= 10 else " " for k in powers)
    return [tens, "".join(str(k % 10) for k in powers) + "   (the power of 2, read downwards)"]


def _weight(weight: int, columns: _Columns) -> str:
    """Name a column as the header does."""
    return str(weight) if columns.between else f"2^{weight.bit_length() - 1}"


def _chosen(count: int, mark: int | None) -> list[int]:
    """Return the rows that are drawn: the first ones, and the marked one in any case."""
    if count <= MAX_ROWS:
        return list(range(count))
    first = list(range(MAX_ROWS - 2))
    return [*first, mark] if mark is not None and len(first) <= mark < count else first


def _too_wide(heaps: Sequence[int], mark: int | None, note: str) -> str:
    """Return the heaps in decimal and say why there is no binary."""
    bits = max(heaps).bit_length()
    rows = _chosen(len(heaps), mark)
    lines = [short_number(heaps[i]) + (f"   <- {printable(note)}".rstrip() if i == mark else "") for i in rows]
    if len(rows) < len(heaps):
        lines.append(f"... and {len(heaps) - len(rows)} more heaps")
    lines.append(f"nim-sum = {short_number(nim_sum(heaps))}")
    return "\n".join([*lines, f"(numbers of {bits} bits: the table in binary is drawn up to {MAX_COLUMNS} bits)"])
