"""Finds closed forms of Grundy values: n % 4, (n - 1) % 2, v2(n), n ^ n // 2, n + 1 if n % 4 == 3, and others.

Formulas are found on a sample of heaps and then compared with all values. They are all formulas of up to 7 symbols
(`formula_terms`), longer ones that join two of these by an operator, and tables of one period, such as (0, 1, 0, 1, 2,
3, 2)[n % 7]. The language of claims has no tables, but the digits of a number are a table: digit r of t in base b is t
// b ** r % b. So value == 2321010 // 10 ** (n % 7) % 10 is the table above.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from operator import add, floordiv, sub, xor
from typing import NamedTuple

from ..core import iterate_checked
from ..core.expressions import Node, is_natural
from .formula_terms import Bank, Column, N, Term, bank, evaluate, is_sayable, least_start, number, symbols, window_of
from .pattern import Pattern, is_enough, rank, seen_period

SHORT = 5
"""The largest number of symbols of the shorter side of a long formula."""
TRIED = 32
"""The number of formulas that agree on the window and are compared with all values."""
EXCEPTIONS = 16
"""The largest number of heaps before the first heap of a formula."""
MOST_PERIOD = 32
"""The longest period whose values are listed."""
LARGEST = 10**18
"""The bound of numbers in the language of claims."""
GLOSSES = (
    (r"\bv2\(", "v2: how often 2 divides a number"),
    (r"\bpopcount\(", "popcount: the ones in binary"),
    (r"\b(log2|sqrt)\(", "rounded down"),
    (r"\bdigit_sum\(", "digit_sum(n, b): the sum of the digits in base b"),
    (r"\bv\(", "v(n, p): how often p divides n"),
    (r"& -", "x & -x: the largest power of 2 that divides x"),
    (r"\bn \^ n // 2\b", "n ^ n // 2: the Gray code of n"),
)
"""Explanations of parts of formulas."""


class FormulaTable(NamedTuple):
    """A formula in n plus a table entry that depends on n % p, for values that the language of claims cannot state.

    `base` is the formula, and `entries` is the table, whose length is p.
    """

    base: Node
    entries: tuple[int, ...]

    def evaluate(self, n: int) -> int:
        """Return the value for n."""
        return next(iter(evaluate(self.base, (n,)))) + self.entries[n % len(self.entries)]


def find_formulas(values: Sequence[int], start: int = 0) -> list[Pattern]:
    """Find formulas in n for the Grundy values of heaps, simplest first.

    If a formula fails at the first few heaps, the pattern states where it begins, and each of these heaps except the
    empty one counts as one more symbol of the formula. A formula is returned only if so many values agree that this
    cannot be a coincidence (`pattern.is_enough`): longer formulas need more values.

    Args:
        values: The values of heaps `start`, `start` + 1, ...; at least 24 are needed.
        start: The first heap, at most 16.

    Returns:
        The patterns.

    Example:
        >>> [str(pattern) for pattern in find_formulas([n % 5 // 2 for n in range(60)])]
        ['value == n % 5 // 2']
        >>> find_formulas([0, *((n & -n).bit_length() for n in range(1, 99))])[0].expression
        'v2(n) + 1'
    """
    values = [int(value) for value in values]
    found: list[Pattern] = []
    for node in _candidates(values, start):
        first = least_start(node, values, start, start + min(EXCEPTIONS, len(values) - 1))
        if first is None or (found and first >= found[-1].start):
            continue
        if (pattern := _pattern(node, values, start, first)) is not None:
            found.append(pattern)
        if first <= max(1, start):
            break
    table = _table(values, start)
    return rank([*found, table] if table else found)


def _pattern(node: Node, values: Sequence[int], start: int, first: int) -> Pattern | None:
    cost = symbols(node) + max(0, first - max(start, 1))
    if not is_enough(values[first - start :], cost):
        return None
    expression = str(node) if is_sayable(node) else None
    notes = [note.removeprefix(f"{node}: ") for piece, note in GLOSSES if re.search(piece, str(node))]
    if any(one.op == "popcount" and not is_natural(one.args[0]) for one in node.walk()):
        notes = [note + ", without the sign" * note.startswith("popcount") for note in notes]
    text = f"value == {node}" + (f" from {first}" if first > 1 else "") + (f" ({'; '.join(notes)})" if notes else "")
    claim = expression and f"value == {expression}" + ("" if first == 1 else f" from {first}")
    return Pattern("formula", text, cost, first, start + len(values) - 1, claim, expression, node)


def _candidates(values: list[int], start: int) -> list[Node]:
    """Return the shortest formulas that agree with `values` on a sample of heaps, at most `TRIED`, shortest first.

    `values` are the values of heaps `start`, `start` + 1, ...
    """
    constant = [number(values[-1])] if len(set(values[EXCEPTIONS:])) == 1 else []
    window = window_of(start, start + len(values) - 1)
    if window is None:
        return constant
    known = bank(window)
    direct: list[tuple[int, Node]] = []
    for move in (0, 1, -1):
        first = known.window[0] - move - start
        if first < 0 or known.window[-1] - move - start >= len(values):
            continue
        column = tuple(values[heap - move - start] for heap in known.window)
        for wanted, halved in ((column, False), (tuple(2 * value + 1 for value in column), True)):
            term = known.found.get(wanted)
            if term is not None and (not move or is_sayable(term.node)):
                node = term.node.replaced(N, Node("+" if move > 0 else "-", (N, number(1)))) if move else term.node
                node = Node("//", (node, number(2))) if halved else node
                direct.append((symbols(node), node))
    target = tuple(values[heap - start] for heap in window)
    joined = nsmallest(TRIED, _joined(known, target), key=lambda pair: (pair[0], str(pair[1])))
    terms = sorted(direct + joined, key=lambda pair: pair[0])
    return constant + [node for _, node in terms[:TRIED]]


def _joined(known: Bank, target: Column) -> Iterator[tuple[int, Node]]:
    """Yield formulas a + b, a - b, b - a, a ^ b and c * b whose values on the sample heaps are `target`.

    Each is yielded as (number of symbols, formula). Here b is any formula in `known`, a is a number or a short formula,
    and c is a number.
    """
    numbers = [Term(1, number(value), (value,) * len(target)) for value in range(1, 10)]
    for a in iterate_checked((*numbers, *known.terms(SHORT))):
        is_number = a.node.op == "number"
        ways = [
            ("+", tuple(map(sub, target, a.column)), is_number),
            ("-", tuple(map(sub, a.column, target)), False),
            ("-", tuple(map(add, target, a.column)), True),  # b - a
            ("^", tuple(map(xor, target, a.column)), is_number),
        ]
        if is_number and a.node.value != 1 and not any(value % a.column[0] for value in target):
            ways.append(("*", tuple(map(floordiv, target, a.column)), False))
        for op, wanted, turned in ways:
            b = known.found.get(wanted)
            if b is not None:
                yield a.cost + b.cost + 1, _flat(op, *((b.node, a.node) if turned else (a.node, b.node)))


def _flat(op: str, left: Node, right: Node) -> Node:
    """Join the formulas `left` and `right` by the operator `op`.

    An operand that is a sum needs no brackets: a + (b - c) becomes a + b - c, and a - (b - c) becomes a - b + c.
    """
    if op in {"+", "-"} and right.op in {"+", "-"}:
        inner = right.op if op == "+" else "+" if right.op == "-" else "-"
        return Node(inner, (_flat(op, left, right.args[0]), right.args[1]))
    return Node(op, (left, right))


def _table(values: Sequence[int], start: int) -> Pattern | None:
    """Find a formula for Grundy values with an arithmetic period p: a table entry for n % p plus a linear expression.

    The linear expression is a multiple of n or of n // p. The cost of the pattern counts the digits of the table. The
    result is None if the period is long, starts late, or is not supported by enough values.
    """
    seen = seen_period(values, start)
    if seen is None or seen.period > MOST_PERIOD or seen.preperiod - start > EXCEPTIONS:
        return None
    first, period, saltus = seen
    heaps = [first + (r - first) % period for r in range(period)]
    whole = saltus % period == 0
    base = _times(saltus // period, N) if whole else _times(saltus, Node("//", (N, number(period))))
    table = [values[heap - start] - line for heap, line in zip(heaps, evaluate(base, heaps), strict=True)]
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
