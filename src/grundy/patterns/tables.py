"""Closed forms from a table of one period: (0, 1, 0, 1, 2, 3, 2)[n % 7], or n + 1 if n % 4 == 3, n otherwise.

The language of claims has no tables, but the digits of a number are a table: digit r of t in base b is t // b ** r % b.
So value == 2321010 // 10 ** (n % 7) % 10 is the first of these examples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..core.expressions import Node
from .find_periods import seen_period
from .formula_terms import N, evaluate, number, symbols
from .pattern import Pattern, is_enough

MOST_PERIOD = 32
"""The longest period whose values are listed."""
LARGEST = 10**18
"""The bound of numbers in the language of claims."""


class FormulaTable(NamedTuple):
    """A formula in n plus a table entry that depends on n % p, for values that the language of claims cannot state.

    `base` is the formula, and `entries` is the table, whose length is p.
    """

    base: Node
    entries: tuple[int, ...]

    def evaluate(self, n: int) -> int:
        """Return the value for n."""
        return next(iter(evaluate(self.base, (n,)))) + self.entries[n % len(self.entries)]


def find_table(values: Sequence[int], start: int, exceptions: int) -> Pattern | None:
    """Find a formula for Grundy values with an arithmetic period p: a table entry for n % p plus a linear expression.

    The linear expression is a multiple of n or of n // p. The cost of the pattern counts the digits of the table.

    Args:
        values: The values of heaps `start`, `start` + 1, ...
        start: The first heap.
        exceptions: The largest number of heaps before the periodic part.

    Returns:
        The pattern, or None if the period is long, starts late, or is not supported by enough values.
    """
    seen = seen_period(values, start)
    if seen is None or seen.period > MOST_PERIOD or seen.preperiod - start > exceptions:
        return None
    first, period, saltus = seen
    heaps = [first + (r - first) % period for r in range(period)]
    if saltus % period == 0:
        base = _times(saltus // period, N)
        table = [values[heap - start] - saltus // period * heap for heap in heaps]
    else:
        base = _times(saltus, Node("//", (N, number(period))))
        table = [values[heap - start] - saltus * (heap // period) for heap in heaps]
    cost = 2 + symbols(base) + sum(len(str(item)) for item in table) + max(0, first - max(start, 1))
    if not is_enough(values[first - start :], cost):
        return None
    node = _formula(base, table)
    expression = None if node is None else str(node)
    detail = node or FormulaTable(base, tuple(table))
    claim = expression and f"value == {expression}" + ("" if first == 1 else f" from {first}")
    text = f"value == {_text(base, table)}" + (f" from {first}" if first > 1 else "")
    return Pattern("formula", text, cost, first, start + len(values) - 1, claim, expression, detail)


def _times(factor: int, node: Node) -> Node:
    return node if factor == 1 else Node("*", (number(factor), node)) if factor else number(0)


def _plus(left: Node, amount: int) -> Node:
    if left.op == "number":
        return number(int(left.value) + amount)
    return Node("+" if amount > 0 else "-", (left, number(abs(amount)))) if amount else left


def _formula(base: Node, table: list[int]) -> Node | None:
    """Return base + table[n % p] as a formula without a table: the entries become digits of a large number.

    The result is None if that number is too large.
    """
    low = min(table)
    offset = _plus(base, low)
    if max(table) == low:
        return offset
    digits = [item - low for item in table]
    for radix in (max(10, max(digits) + 1), max(digits) + 1):
        packed = sum(digit * radix**r for r, digit in enumerate(digits))
        if packed < LARGEST and radix ** (len(table) - 1) < LARGEST:
            power = Node("**", (number(radix), Node("%", (N, number(len(table))))))
            look = Node("%", (Node("//", (number(packed), power)), number(radix)))
            return look if offset == number(0) else Node("+", (offset, look))
    return None


def _text(base: Node, table: list[int]) -> str:
    """Return the formula base + table[n % p] as text for the user.

    It is written as cases, with the most frequent one last, if the base is n or the table has two different entries.
    """
    if base == N or len(set(table)) == 2:
        (usual, _), *others = sorted(Counter(table).items(), key=lambda pair: (-pair[1], abs(pair[0]), pair[0]))
        pieces = [f"{_plus(base, item)} if {residues(table, item)}, " for item, _ in others]
        return "".join(pieces) + f"{'else ' if pieces else ''}{_plus(base, usual)}"
    look = f"({', '.join(map(str, table))})[n % {len(table)}]"
    return look if base == number(0) else f"{base} + {look}"


def residues(table: Sequence[object], item: object) -> str:
    """Return the condition on n % p under which a table has a given item.

    Args:
        table: The table of one period.
        item: The item.

    Returns:
        The condition.

    Example:
        >>> residues("PNPNNNN", "P")
        'n % 7 in {0, 2}'
    """
    places = [str(r) for r, other in enumerate(table) if other == item]
    where = f"== {places[0]}" if len(places) == 1 else f"in {{{', '.join(places)}}}"
    return f"n % {len(table)} {where}"
