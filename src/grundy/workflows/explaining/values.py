"""Explains answers in normal play: a sum by its values in binary, a single component by its value as a mex.

The table is that of C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901: a sum is a P-position
exactly if every column has an even number of ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ... import drawing
from ...core import HeapRuleset, Knowledge, LimitReached, Picture, RuleError, Ruleset, facet, mex, nim_sum
from ...drawing.fit import (
    MOST_LINES,
    MOST_PARTS,
    TextBlock,
    TextTable,
    abridged,
    listed,
    number,
    part_name,
    part_texts,
    position_rows,
    printable,
    prose,
)
from ..solving import Answer, Solver, listed_moves

MOST_WITNESSES = 10_000
"""The largest number of moves of one component whose values are computed to explain its value."""
MOST_PLACES = 900
"""The largest number of squares of an arena whose values are shown."""
MAX_ROWS = 32
"""The largest number of heaps in a table; others are only counted."""
MAX_COLUMNS = 64
"""The largest number of bits of numbers in a binary table."""
WIDE = 60
"""Wider tables have the exponent above each column, one digit below the other, instead of its weight."""


def lines(answer: Answer, solver: Solver) -> Iterator[TextBlock]:
    """Explain an answer in normal play: the binary nim-sum of a sum, or the mex of a single component.

    Args:
        answer: The answer to explain.
        solver: Computes the values after moves.

    Yields:
        Paragraphs, lists and tables.
    """
    values = known(answer)
    yield from parts_table(answer)
    if len(values) == answer.game.size > 1:
        yield from _columns(answer, values)
    elif answer.game.size == 1:
        ruleset, position = next(answer.game.parts)
        stated = facet(ruleset, Knowledge)
        found = stated.addends(position) if answer.value is not None else ()
        if 1 < len(found) <= MOST_PARTS:
            yield drawing.columns([[name, value] for name, value in found], ["", "value"])
            yield f"The nim-sum of these values is {number(answer.value or 0)}."
        yield from _witness(answer, solver)


def known(answer: Answer) -> list[int]:
    """Return the values of the components in their order, without the components whose values are not known."""
    return [value for value in answer.values if value is not None]


def parts_table(answer: Answer) -> Iterator[TextBlock]:
    """Yield a table of the components of a sum with their values.

    Nothing is yielded for a single component, for very many components, or if each component is written like its value,
    as nim heaps are.
    """
    game = answer.game
    if not known(answer) or not 1 < game.size <= MOST_PARTS:
        return
    if len(game.summands) > 1 or part_texts(game) != [str(value) for value in answer.values]:
        yield drawing.columns(position_rows(game, answer.values), ["", "position", "value"])


def binary(answer: Answer, values: list[int], note: str) -> Iterator[TextBlock]:
    """Yield a table of the values in binary with their nim-sum, or nothing if a value has more than 64 bits.

    Args:
        answer: The answer; the component of its first winning move is marked with an arrow.
        values: The values of the components.
        note: The text at the arrow.

    Yields:
        The table, as text with its data.
    """
    if max(values).bit_length() <= MAX_COLUMNS:
        first = answer.winning_moves[0] if answer.winning_moves else None
        yield binary_table(values, None if first is None else first.part, note)


def _columns(answer: Answer, values: list[int]) -> Iterator[TextBlock]:
    total = answer.value or 0
    note = ""
    if answer.winning_moves:
        move = answer.winning_moves[0]
        note = f"{move.move}, leaving {number(values[move.part] ^ total)}"
    yield from binary(answer, values, note)
    if not total:
        yield (
            "Every column holds an even number of ones: the nim-sum is 0. Any move changes one row and makes\n"
            "some column odd; the opponent can make all of them even again."
        )
        return
    odd = [1 << i for i in reversed(range(total.bit_length())) if total >> i & 1]
    if len(odd) > 16:
        yield f"The nim-sum is {number(total)}, not 0."
        return
    which = f"column {odd[0]} is" if len(odd) == 1 else f"columns {listed(map(str, odd))} are"
    yield f"The nim-sum is {number(total)}: {which} odd."
    if answer.game.size <= MOST_PARTS:
        able = [part_name(answer.game, i) for i, value in enumerate(values) if value & odd[0]]
        has = "has" if len(able) == 1 else "have"
        yield f"The highest odd column is {odd[0]}; {listed(able)} {has} a 1 there and can make every column even."


def _witness(answer: Answer, solver: Solver) -> Iterator[TextBlock]:
    """Explain the value of a single component as a mex: for every smaller number, yield moves to this value.

    The component is that of the solved game `answer`, and `solver` gives the values of its options. Nothing is yielded
    if there are too many options, or if replies to every move explain more.
    """
    value, count = answer.value, answer.move_count
    if value is None or not count or count > MOST_WITNESSES:
        return
    ruleset, position = next(answer.game.parts)
    if (
        not value
        and not isinstance(ruleset, HeapRuleset)
        and facet(ruleset, Knowledge).known_value(position) is not None
    ):
        return  # the replies to every move explain more, without a search
    yield from _arena(ruleset, position, solver)
    part = solver.part_solver(ruleset)
    try:
        found = [(move.label, part.sum_value(move.leaves)) for move in listed_moves(ruleset, position)]
    except LimitReached:
        return
    values = sorted({v for _, v in found})
    shown = ", ".join(map(str, values[:40])) + (", ..." if len(values) > 40 else "")
    yield prose(f"The options have the values {{{shown}}}; the least number missing (mex) is {value}.")
    if mex(values) != value:
        raise RuleError(f"{ruleset.name} does not return the same options at every call")
    items = []
    for m in range(min(value, MOST_LINES)):
        ways = [label for label, v in found if v == m]
        items.append(f"value {m}: {'; '.join(abridged(ways, 4, 'move'))}")
    larger = [label for label, v in found if v > value]
    if larger and value:
        listed = "; ".join(abridged(larger, 4, "move"))
        items.append(f"moves to larger values ({listed}) are reversible: the opponent moves back to value {value}.")
    if items:
        yield items


def _arena(ruleset: Ruleset[Any], position: Any, solver: Solver) -> Iterator[TextBlock]:  # noqa: ANN401  # any position
    part = solver.part_solver(ruleset)
    grid = facet(ruleset, Picture).grid(position)
    if grid and len(grid) * len(grid[0]) <= MOST_PLACES:
        values = [["#" if place is None else part.value(place) for place in row] for row in grid]
        yield "The values of all squares:"
        yield drawing.grid_table(values)


class _Columns(NamedTuple):
    """The layout of a binary table: the weight (a power of 2) and width of each column, and the separator."""

    weights: list[int]
    widths: list[int]
    between: str

    def row(self, number: int, blank: str = ".") -> str:
        """Return a number in binary, with `blank` for every 0."""
        bits = ["1" if number & weight else blank for weight in self.weights]
        return self.between.join(bit.rjust(width) for bit, width in zip(bits, self.widths, strict=True))


def binary_table(heaps: Sequence[int], mark: int | None = None, note: str = "") -> TextTable:
    """Return a table of heaps in binary, one per row, and their nim-sum.

    Args:
        heaps: The sizes of the heaps.
        mark: The index of the row with an arrow, if there is one.
        note: The text at the arrow.

    Returns:
        The table as text, together with its data.

    Example:
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
    return TextTable(_table(heaps, mark, note), "binary", data)


def _table(heaps: Sequence[int], mark: int | None, note: str) -> str:
    if not heaps:
        return "(no heaps)"
    columns = _columns_of(max(heaps).bit_length())
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
    odd = [weight for weight in columns.weights if total & weight]
    names = [str(weight) if columns.between else f"2^{weight.bit_length() - 1}" for weight in odd]
    carets = columns.row(total, " ").replace("1", "^")
    verdict = f"odd column{'s' * (len(odd) > 1)}: {listed(names, most=6)}" if odd else "every column is even"
    return [f"{'nim-sum':>{margin}}    {columns.row(total)}   = {total}", f"{' ' * margin}    {carets}   {verdict}"]


def _columns_of(bits: int) -> _Columns:
    """Return the layout for numbers of `bits` bits.

    The columns are as wide as their weights, or one character wide if the table would be too wide.
    """
    weights = [1 << k for k in reversed(range(max(1, bits)))]
    widths = [len(str(weight)) for weight in weights]
    if sum(widths) + 2 * len(widths) <= WIDE:
        return _Columns(weights, widths, "  ")
    return _Columns(weights, [1] * len(weights), "")


def _header(columns: _Columns) -> list[str]:
    """Return the lines above a binary table: one line with the powers of 2 (weights) of the columns.

    If columns are one character wide, there are two lines with the exponents of 2, the tens above the units.
    """
    if columns.between:
        return [columns.between.join(map(str, columns.weights))]
    powers = [weight.bit_length() - 1 for weight in columns.weights]
    tens = "".join(str(k // 10) if k >= 10 else " " for k in powers)
    return [tens, "".join(str(k % 10) for k in powers) + "   (the power of 2, read downwards)"]


def _chosen(count: int, mark: int | None) -> list[int]:
    if count <= MAX_ROWS:
        return list(range(count))
    first = list(range(MAX_ROWS - 2))
    return [*first, mark] if mark is not None and len(first) <= mark < count else first
