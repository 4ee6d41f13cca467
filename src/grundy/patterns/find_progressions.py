"""Finds laws of the P-positions of heaps: residue classes, finite lists, and conditions such as "popcount(n) % 2 == 0".

The heaps of value 0 may follow a law even if the values do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import itemgetter
from typing import NamedTuple

from ..automatic.formulas import compared
from ..core import Course, Scanner, iterate_checked
from ..core.arithmetic import is_power
from ..core.expressions import CLAIM_FUNCTIONS, Node, read_condition
from .find_formulas import EXCEPTIONS, residues
from .formula_terms import UNARY, Column, Term, bank, evaluate, is_sayable, least_start, number, symbols, window_of
from .pattern import Pattern, is_enough, rank, seen_period

LONGEST = 5
"""The largest number of symbols of the formula in a condition."""
MOST_CLASSES = 24
"""The largest number of residue classes, or of P-positions in a finite list."""
SETTLED = 64
"""The number of equal outcomes that must follow a finite list."""
TRIED = 24
"""The number of conditions that agree on the window and are compared with all values."""

FAMOUS = (
    ("Fibonacci numbers", "is_square(5 * n * n + 4) or is_square(5 * n * n - 4)", 4),
    ("triangular numbers", "is_square(8 * n + 1)", 4),
)
"""Sets with a name, their conditions, and their costs."""


class Progression(NamedTuple):
    """A law of outcomes: from some heap on, the P-positions are the heaps n with n % modulus in `residues`.

    If `outcome` is "N", these heaps are the N-positions.
    """

    modulus: int
    residues: tuple[int, ...]
    outcome: str = "P"


class _Law(NamedTuple):
    """A law of outcomes: from heap `first` on, exactly the heaps that satisfy a condition are P (or N).

    `sayable` states whether the language of claims can express the condition. If the condition lists finitely many
    heaps, `beyond` is the heap after the largest of them, and only the outcomes from `beyond` on count as evidence.
    """

    text: str
    outcome: str
    cost: int
    first: int
    note: str = ""
    detail: object | None = None
    sayable: bool = True
    beyond: int = 0


def find_progressions(values: Sequence[int], start: int = 0) -> list[Pattern]:
    """Find laws of the heaps of value 0, the P-positions, simplest first.

    A law is returned only if so many outcomes agree that this cannot be a coincidence (`pattern.is_enough`): laws of
    more symbols need more outcomes. Every heap before the first one for which the law holds, except the empty heap,
    counts as one more symbol.

    Args:
        values: The values of heaps `start`, `start` + 1, ...
        start: The first heap.

    Returns:
        The patterns.

    Example:
        >>> [str(pattern) for pattern in find_progressions([n % 7 in (1, 2, 3, 4, 5) for n in range(60)])]
        ['P iff n % 7 in {0, 6}']
        >>> [str(pattern) for pattern in find_progressions([0, *(n & (n - 1) for n in range(1, 200))])]
        ['P iff is_power(n, 2) from 1']
    """
    zeros = [int(not value) for value in values]
    seen, patterns = seen_period(zeros, start), list[Pattern]()
    by_residues = None if seen is None else _finite(zeros, start) if seen.period == 1 else _classes(zeros, start, seen)
    for law in (*filter(None, [by_residues]), *_conditions(zeros, start)):
        cost = law.cost + max(0, law.first - max(start, 1))
        if is_enough(zeros[max(law.first, law.beyond) - start :], cost):
            statement = f"{law.outcome} iff {law.text}"
            text = statement + (f" from {law.first}" if law.first else "") + (f" ({law.note})" if law.note else "")
            claim = f"{statement} from {law.first}" if law.sayable else None
            expression = law.text if law.sayable and law.outcome == "P" else None
            last = start + len(zeros) - 1
            more = law.detail, law.outcome == "N"
            patterns.append(Pattern("progression", text, cost, law.first, last, claim, expression, *more))
    return rank(patterns)


def _classes(zeros: list[int], start: int, seen: Course) -> _Law | None:
    """Return the law by residues modulo the observed period `seen`, or None if there are too many residues.

    It lists the residues of the P-positions, or those of the N-positions if they are fewer. `zeros` has 1 for P and 0
    for N, from heap `start` on.
    """
    first, period, _ = seen
    table = [zeros[first + (r - first) % period - start] for r in range(period)]
    outcome, wanted = ("P", 1) if 2 * sum(table) <= period else ("N", 0)
    places = tuple(r for r, zero in enumerate(table) if zero == wanted)
    if len(places) > MOST_CLASSES:
        return None
    cost = 2 + len(str(period)) + sum(1 + len(str(r)) for r in places) - 1
    return _Law(residues(table, wanted), outcome, cost, first, detail=Progression(period, places, outcome))


def _finite(zeros: list[int], start: int) -> _Law | None:
    """Return a law that lists all P-positions, or all N-positions, if there are only a few of them, else None.

    `zeros` has 1 for P and 0 for N, from heap `start` on.
    """
    outcome, wanted = ("P", 1) if not zeros[-1] else ("N", 0)
    places = [start + i for i, zero in enumerate(zeros) if zero == wanted]
    beyond = max(places, default=start - 1) + 1
    if len(places) > MOST_CLASSES or start + len(zeros) - beyond < SETTLED:
        return None
    if len(places) != 1 and places == list(range(len(places))):
        text = f"n < {len(places)}"
    else:
        text = f"n == {places[0]}" if len(places) == 1 else f"n in {{{', '.join(map(str, places))}}}"
    cost = 1 + sum(1 + len(str(place)) for place in places if place)
    note = "" if places else "no heap is P" if outcome == "P" else "every heap is P"
    return _Law(text, outcome, cost, start, note, beyond=beyond)


def _conditions(zeros: list[int], start: int) -> Iterator[_Law]:
    """Yield conditions that exactly the P-positions (or the N-positions) satisfy from some heap on, simplest first.

    Each is valid from an earlier heap on than all simpler ones. `zeros` has 1 for P and 0 for N, from heap `start` on.
    """
    window = window_of(start, start + len(zeros) - 1)
    if window is None:
        return
    wanted = tuple(zeros[heap - start] for heap in window)
    best = len(zeros) + start
    found = sorted(_fitting(window, wanted), key=lambda law: law[0])
    for cost, node, outcome, note in found[:TRIED]:
        target = zeros if outcome == "P" else [1 - zero for zero in zeros]
        first = least_start(node, target, start, start + min(EXCEPTIONS, len(zeros) - 1))
        if first is not None and first < best:
            best = first
            yield _Law(str(node), outcome, cost, first, note, node, is_sayable(node))


def _fitting(window: tuple[int, ...], wanted: Column) -> Iterator[tuple[int, Node, str, str]]:
    """Yield the conditions that agree with the outcomes of the sample heaps `window`.

    `wanted` has 1 for each of these heaps that is a P-position and 0 for the others. Each result is a tuple: the number
    of symbols, the condition, "P" or "N" as the outcome of the heaps that satisfy it, and an explanation or "".
    """
    for name, text, cost in FAMOUS:
        node = read_condition(Scanner(text), ("n",), functions=CLAIM_FUNCTIONS)
        if all(bool(zero) == truth for zero, truth in zip(wanted, evaluate(node, window), strict=True)):
            yield cost, node, "P", name
    ones = [i for i, zero in enumerate(wanted) if zero]
    others = [i for i, zero in enumerate(wanted) if not zero]
    if len(ones) < 2 or len(others) < 2:
        return
    at_ones, at_others = itemgetter(*ones), itemgetter(*others)
    for term in iterate_checked(bank(window).terms(LONGEST)):
        inside, outside = at_ones(term.column), at_others(term.column)
        for node, outcome in _compared(term, inside, outside):
            yield symbols(node), node, outcome, ""


def _compared(term: Term, inside: Column, outside: Column) -> Iterator[tuple[Node, str]]:
    """Yield conditions that compare a formula with a number, such as "v2(n) == 0", each with an outcome "P" or "N".

    Of the sample heaps, exactly those with this outcome satisfy the condition. `inside` has the values of the formula
    at the P-positions among them, and `outside` its values at the N-positions. Conditions such as is_square(n + 1) are
    also tried.
    """
    for outcome, here, there in (("P", inside, outside), ("N", outside, inside)):
        if here.count(here[0]) == len(here) and here[0] not in there:
            yield compared(term.node, "==", number(here[0])), outcome
        if (most := max(here)) < min(there):
            yield compared(term.node, "<", number(most + 1)), outcome
    if not _is_plain(term.node):
        return
    for function in ("is_square", "is_prime"):
        if all(map(UNARY[function], inside)) and not any(map(UNARY[function], outside)):
            yield Node(function, (term.node,)), "P"
    for base in (2, 3):
        if all(map(is_power, inside, repeat(base))) and not any(map(is_power, outside, repeat(base))):
            yield Node("is_power", (term.node, number(base))), "P"


def _is_plain(node: Node) -> bool:
    """Return whether a formula of n has only sums, differences, products and quotients.

    Only of such formulas conditions like "n + 1 is a square" or "n + 1 is a prime" are tried.
    """
    leaf = node.op == "number" or (node.op == "name" and node.value == "n")
    return leaf or (node.op in {"+", "-", "*", "//"} and all(map(_is_plain, node.args)))
