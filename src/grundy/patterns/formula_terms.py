"""Lists all short formulas of n with their values on sample heaps, enumerated bottom-up by length.

Of formulas with equal values on all sample heaps, only the shortest is kept (observational equivalence: A.
Albarghouthi, S. Gulwani and Z. Kincaid, "Recursive program synthesis", 2013). Functions that the language of claims
does not have are represented as names: "log2(n)" and "sqrt(n)" (rounded down), "digit_sum(n, 3)", "v(n, 3)" (the
exponent of 3 in n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import product, repeat
from math import isqrt
from operator import and_, eq, neg, or_, sub
from typing import NamedTuple

from ..core import iterate_checked
from ..core.arithmetic import is_power, is_prime, is_square, valuation
from ..core.evaluation import OPERATORS, SIGNS
from ..core.expressions import CLAIM_FUNCTIONS as FUNCTIONS
from ..core.expressions import Node

Column = tuple[int, ...]
"""The values of a formula on the heaps of a window, in order."""

WINDOWS = (
    (*range(16, 48), 50, 63, 64, 81, 100, 127, 128, 143, 255, 256, 360, 500, 511, 512, 777, 1000),
    tuple(range(12, 60)),
    tuple(range(6, 24)),
)
"""The heaps on which formulas are compared first; the first window within the data is used."""
BOUND = 1 << 40
"""Formulas with larger absolute values on the window are omitted."""
DIRECT = 7
"""The largest number of symbols of formulas that are enumerated."""

BINARY: dict[str, Callable[[int, int], int]] = {
    **OPERATORS,
    "min": min,
    "max": max,
    "**": pow,
    "is_power": is_power,
    "or": or_,
}
UNARY: dict[str, Callable[[int], int]] = {
    "popcount": int.bit_count,
    "v2": valuation,
    "neg": neg,
    "is_square": is_square,
    "is_prime": is_prime,
}
N = Node("name", value="n")


def _log2(n: int) -> int:
    if n < 1:
        raise ValueError("log2 of 0 has no value")
    return n.bit_length() - 1


def digit_sum(n: int, base: int) -> int:
    """Return the sum of the digits of n >= 0.

    Args:
        n: A non-negative integer.
        base: The base, at least 2.

    Returns:
        The sum.

    Example:
        >>> digit_sum(26, 3)
        6
    """
    total = 0
    while n:
        n, digit = divmod(n, base)
        total += digit
    return total


def _valuation(n: int, prime: int) -> int:
    if n < 1:
        raise ValueError("0 is divided without end")
    times = 0
    while n % prime == 0:
        n, times = n // prime, times + 1
    return times


NAMED: dict[str, Callable[[int], int]] = {
    "log2(n)": _log2,
    "sqrt(n)": isqrt,
    **{f"digit_sum(n, {base})": partial(digit_sum, base=base) for base in (3, 4, 5, 10)},
    **{f"v(n, {prime})": partial(_valuation, prime=prime) for prime in (3, 5)},
}
"""Functions of n that the language of claims does not have."""


class Term(NamedTuple):
    """A formula in n, its number of symbols, and its values on some sample heaps."""

    cost: int
    node: Node
    column: Column


def symbols(node: Node) -> int:
    """Return the number of symbols of a formula: operators, names and digits count 1, functions count 2.

    >>> symbols(Node("//", (Node("%", (N, number(12))), number(4))))
    6
    """
    if node.op == "number":
        return len(str(node.value))
    if node.op == "name":
        return 1 if node.value == "n" else 3 + str(node.value).count(",")
    return (2 if node.op in FUNCTIONS else 1) + sum(map(symbols, node.args))


def number(value: int) -> Node:
    """Return an integer as a formula; a negative one is written as a negation."""
    return Node("number", value=value) if value >= 0 else Node("neg", (Node("number", value=-value),))


def is_sayable(node: Node) -> bool:
    """Return whether the formula can be written in the language of claims."""
    return all(one.op != "name" or one.value == "n" for one in node.walk())


def evaluate(node: Node, heaps: Sequence[int]) -> Iterable[int]:
    """Return an iterable of the values of a formula or condition on heaps.

    Args:
        node: The formula.
        heaps: The heaps.

    Returns:
        The values; an item may raise `ZeroDivisionError` or `ValueError` if the formula has no value there.
    """
    if node.op == "number":
        return repeat(int(node.value), len(heaps))
    if node.op == "name":
        return heaps if node.value == "n" else map(NAMED[str(node.value)], heaps)
    args = [evaluate(arg, heaps) for arg in node.args]
    if node.op == "compare":
        return map(SIGNS[node.signs[0]], *args)
    return map(BINARY[node.op], *args) if len(args) == 2 else map(UNARY[node.op], *args)


class Bank:
    """All formulas in n of at most `DIRECT` symbols that have different values on some sample heaps.

    Of formulas with equal values on all sample heaps, only a shortest one is kept.
    """

    def __init__(self, window: Sequence[int]) -> None:
        """Enumerate the formulas with their values on the sample heaps `window`.

        These are about 27,000 formulas, in less than half a second.
        """
        self.window = tuple(window)
        self.found: dict[Column, Term] = {}
        self.levels: list[list[Term]] = [[]]
        for cost in range(1, DIRECT + 1):
            self.levels.append([])
            for node, column in iterate_checked(self._of_cost(cost)):
                try:
                    values = tuple(column)
                except (ZeroDivisionError, ValueError):  # the formula has no value on some heap
                    continue
                bounded = -BOUND < min(values) <= max(values) < BOUND
                if values not in self.found and len(set(values)) > 1 and bounded:
                    self.found[values] = term = Term(cost, node, values)
                    self.levels[cost].append(term)

    def terms(self, most: int = DIRECT) -> Iterator[Term]:
        """Yield the formulas of at most `most` symbols, shortest first."""
        for level in self.levels[: most + 1]:
            yield from level

    def _of_cost(self, cost: int) -> Iterator[tuple[Node, Iterable[int]]]:
        if cost == 1:
            yield N, self.window
        for name, function in NAMED.items():
            leaf = Node("name", value=name)
            if symbols(leaf) == cost:
                yield leaf, map(function, self.window)
        yield from self._with_numbers(cost)
        yield from self._of_one(cost)
        yield from self._of_two(cost)

    def _with_numbers(self, cost: int) -> Iterator[tuple[Node, Iterable[int]]]:
        """Yield formulas of `cost` symbols made of a shorter formula and a number, with their values."""
        for op, digits, numbers in _NUMBERS:
            left = cost - digits - (2 if op in FUNCTIONS else 1)
            for x in self.levels[left] if 0 < left < len(numbers) else ():
                for value, sign in product(numbers[left], ("-", "+") if op == "+" else (op,)):
                    pair = (number(value), x.node) if op == "*" else (x.node, number(value))
                    yield Node(sign, pair), map(BINARY[sign], x.column, repeat(value))
        for x in self.levels[cost - 2] if 3 <= cost <= 5 else ():
            for value in range(1, 4):
                yield Node("-", (number(value), x.node)), map(sub, repeat(value), x.column)

    def _of_one(self, cost: int) -> Iterator[tuple[Node, Iterable[int]]]:
        """Yield formulas of `cost` symbols made of one shorter formula x, such as popcount(x) or x & -x."""
        for x in self.levels[max(0, cost - 2)]:
            yield Node("popcount", (x.node,)), map(int.bit_count, x.column)
            yield Node("v2", (x.node,)), map(valuation, x.column)
            if x.node.value == "log2(n)":
                yield Node("**", (number(2), x.node)), map(pow, repeat(2), x.column)
        for x in self.levels[(cost - 2) // 2] if cost in {4, 8} else ():
            yield Node("&", (x.node, Node("neg", (x.node,)))), map(and_, x.column, map(neg, x.column))

    def _of_two(self, cost: int) -> Iterator[tuple[Node, Iterable[int]]]:
        for left in range(1, min(4, cost - 1)):
            for x in self.levels[left]:
                for y in self.levels[cost - 1 - left] if left == 1 or cost <= 6 else ():
                    for op in ("+", "^", "&", "|"):
                        yield Node(op, (x.node, y.node)), map(BINARY[op], x.column, y.column)
                    yield Node("-", (x.node, y.node)), map(sub, x.column, y.column)
                    yield Node("-", (y.node, x.node)), map(sub, y.column, x.column)
                    for op in ("*", "//", "%") if cost <= 6 else ():
                        yield Node(op, (x.node, y.node)), map(BINARY[op], x.column, y.column)


_FEW, _LITTLE, _DIGITS, _DIVISORS = range(1, 2), range(1, 4), range(1, 10), range(2, 10)
_NUMBERS: tuple[tuple[str, int, tuple[range, ...]], ...] = (
    ("%", 1, (range(0), *[_DIVISORS] * 3, *[range(2, 5)] * 3)),
    ("//", 1, (range(0), *[_DIVISORS] * 3, *[range(2, 5)] * 3)),
    ("*", 1, (range(0), *[range(2, 6)] * 3)),
    ("+", 1, (range(0), _DIGITS, _LITTLE, _LITTLE, *[_FEW] * 3)),
    ("^", 1, (range(0), _DIGITS, _LITTLE, _LITTLE)),
    ("&", 1, (range(0), range(1, 9), range(1, 5), range(1, 3))),
    ("min", 1, (range(0), _DIGITS, _LITTLE, _LITTLE)),
    ("max", 1, (range(0), _DIGITS, _LITTLE, _LITTLE)),
    ("%", 2, (range(0), *[range(10, 33)] * 3)),
    ("//", 2, (range(0), *[range(10, 17)] * 3)),
    ("+", 2, (range(0), range(10, 17))),
    ("&", 2, (range(0), range(16, 17))),
)
"""Operators with a number after a formula: the digits of the number, and the numbers for each length of the formula.

"+" means "-" and "+", so that n + 1 comes before n - 6.
"""


@lru_cache(maxsize=len(WINDOWS))
def bank(window: tuple[int, ...]) -> Bank:
    """Return all short formulas with their values on `window`, a list of sample heaps; computed once per process."""
    return Bank(window)


def least_start(node: Node, values: Sequence[int], start: int, first: int) -> int | None:
    """Find the least heap from which on a formula agrees with given values.

    Args:
        node: The formula.
        values: The values of heaps `start`, `start` + 1, ...
        start: The first heap.
        first: The largest heap that may be the result, at least `start`.

    Returns:
        The heap, or None if the formula is wrong or has no value at heap `first` or a later one.
    """
    try:
        if not all(map(eq, evaluate(node, range(first, start + len(values))), values[first - start :])):
            return None
    except (ZeroDivisionError, ValueError):
        return None
    with suppress(ZeroDivisionError, ValueError):
        while first > start and next(iter(evaluate(node, (first - 1,)))) == values[first - 1 - start]:
            first -= 1
    return first


def window_of(first: int, last: int) -> tuple[int, ...] | None:
    """Return the widest of the lists of sample heaps (`WINDOWS`) that is within a range of heaps.

    Args:
        first: The first heap.
        last: The last heap.

    Returns:
        The sample heaps, or None if the range is too short.
    """
    return next((window for window in WINDOWS if first <= window[0] and window[-1] <= last), None)
