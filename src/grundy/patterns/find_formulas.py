"""Finds closed forms of Grundy values: n % 4, (n - 1) % 2, v2(n), n ^ n // 2, n + 1 if n % 4 == 3, and others.

Formulas are found on a sample of heaps and then compared with all values. They are all formulas of up to 7 symbols
(`formula_terms`), longer ones that join two of these by an operator, and tables of one period (`tables`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from operator import add, floordiv, sub, xor

from ..core import iterate_checked
from ..core.expressions import Node, is_natural
from .formula_terms import Bank, Column, N, Term, bank, is_sayable, least_start, number, symbols, window_of
from .pattern import Pattern, is_enough, rank
from .tables import find_table

SHORT = 5
"""The largest number of symbols of the shorter side of a long formula."""
TRIED = 32
"""The number of formulas that agree on the window and are compared with all values."""
EXCEPTIONS = 16
"""The largest number of heaps before the first heap of a formula."""

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


def find_formulas(values: Sequence[int], start: int = 0) -> list[Pattern]:
    """Find formulas in n for the Grundy values of heaps, simplest first.

    If a formula fails at the first few heaps, the pattern states where it begins, and each of these heaps except the
    empty one counts as one more symbol of the formula. A formula is returned only if so many values agree
    that this cannot be a coincidence (`pattern.is_enough`): longer formulas need more values.

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
    table = find_table(values, start, EXCEPTIONS)
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
