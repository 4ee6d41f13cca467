"""Patterns of a game's values: statements that are true of every known value, but observed and not proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import lgamma, log

from ..core import Course

BITS = 3
"""The cost of a symbol of a description, in bits."""
MARGIN = 12
"""The bits that a pattern has to save."""
CONSTANT = 24
"""The number of values that a constant or linear pattern needs, because they have no information of their own."""
SURPLUS = 16
"""The number of values that a period must predict in addition to the number that describe it."""


def information(values: Sequence[int]) -> float:
    """Return the information of a sequence, or of its differences if that is smaller, in bits.

    Each value is encoded by its frequency among the earlier ones (P. S. de Laplace's rule of succession).

    >>> round(information([0, 1] * 50)), round(information([0] * 100)), round(information(range(100)))
    (102, 0, 0)
    """
    return min(_coded(values), _coded([after - before for before, after in pairwise(values)]))


def _coded(values: Sequence[int]) -> float:
    counts = Counter(values)
    if not counts:
        return 0.0
    ways = lgamma(len(values) + len(counts)) - lgamma(len(counts)) - sum(lgamma(n + 1) for n in counts.values())
    return ways / log(2)


def is_enough(values: Sequence[int], cost: int) -> bool:
    """Return whether enough values agree with a pattern to exclude a coincidence.

    The criterion is minimum description length (J. Rissanen, "Modeling by shortest data description", 1978): the
    pattern must save `MARGIN` bits. There are fewer than 8^c formulas of c symbols, so data without a pattern agree
    with one of them with a probability below 2^-`MARGIN`.

    Args:
        values: The values that the pattern predicts, all correctly.
        cost: The number of symbols of the pattern.

    Returns:
        Whether the values are enough.

    Example:
        >>> is_enough([0, 1, 2, 3] * 8, 3), is_enough([0, 1, 2], 3)
        (True, False)
    """
    if len(values) >= CONSTANT and len({after - before for before, after in pairwise(values)}) == 1:
        return cost <= CONSTANT // BITS
    return information(values) >= BITS * cost + MARGIN


WHOLE = {"formula", "progression", "automaton"}
"""The kinds of patterns that determine every value or outcome from their start on, so that one of them is enough."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A statement that is true of every known value of a game, such as a formula; it is observed, not proved.

    Attributes:
        kind: "formula", "progression", "automaton", "pairs" or "likeness".
        text: The statement for the user.
        cost: The approximate number of symbols of its description; a smaller cost means a simpler pattern.
        start: The first heap, or size of board, that it is about.
        checked_to: The last heap with which it was compared.
        claim: The statement in the language of claims, or None if that is impossible.
        expression: The statement as an expression of n in the language of rules, or None if that is impossible.
        detail: The pattern as an object that computes it, such as an `Automaton`; optional.
        of_won: Whether it characterizes the N-positions.
    """

    kind: str
    text: str
    cost: int
    start: int
    checked_to: int
    claim: str | None = None
    expression: str | None = None
    detail: object | None = None
    of_won: bool = False

    def __str__(self) -> str:
        return self.text


def rank(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Sort patterns, simplest first, and omit those that a simpler one of the same kind implies.

    Two patterns of one kind that determine all values agree on them, so a pattern is kept only if it starts earlier
    than every simpler one. The empty heap makes no difference here, because its value is 0 by definition.

    >>> [p.text for p in rank([Pattern("formula", "n % 8 % 4", 5, 7, 99), Pattern("formula", "n % 4", 3, 7, 99)])]
    ['n % 4']
    """
    kept: list[Pattern] = []
    for pattern in sorted(patterns, key=lambda p: (p.cost, p.text, p.start, p.kind)):
        simpler = [one for one in kept if one.kind == pattern.kind]
        if pattern.kind in WHOLE:
            first, last = max(1, pattern.start), pattern.checked_to
            simpler = [one for one in simpler if one.start <= first and one.checked_to >= last]
        else:
            simpler = [one for one in simpler if one.text == pattern.text]
        if not simpler:
            kept.append(pattern)
    return kept


def seen_period(values: Sequence[int], start: int = 0) -> Course | None:
    """Find the period of a sequence of Grundy values by observation; preperiod and period are minimal.

    At least as many values as preperiod and period together, and `SURPLUS` more, must confirm the period. For the
    period of outcomes, pass zeros and ones.

    Args:
        values: The values of heaps `start`, `start` + 1, ...
        start: The first heap.

    Returns:
        The period, or None if none is observed.

    Example:
        >>> seen_period([5, 0, 1, 0, 1, 2] + [0, 1, 0, 1, 2] * 8)
        Course(preperiod=1, period=5, saltus=0)
        >>> seen_period([n // 3 for n in range(40)])
        Course(preperiod=0, period=3, saltus=1)
    """
    differences = [int(after - before) for before, after in pairwise(values)]
    most = (len(values) - SURPLUS) // 2
    for period, agreed in enumerate(_agreements(differences[::-1], most)):
        first = len(differences) - period - agreed
        if period and first + period <= most:
            return Course(start + first, period, int(values[-1] - values[-1 - period]))
    return None


def _agreements(items: Sequence[int], most: int) -> list[int]:
    """Return for each shift p up to `most` the largest k such that item i equals item i + p for all i < k.

    This is the Z-function, in linear time (D. Gusfield, "Algorithms on Strings, Trees, and Sequences", 1997, section
    1.3). Items that are differences of values, read backwards, give the period of the values.
    """
    agreed, left, right = [len(items)], 0, 0
    for i in range(1, min(len(items), most + 1)):
        length = max(0, min(right - i, agreed[i - left])) if i < right else 0
        while i + length < len(items) and items[length] == items[i + length]:
            length += 1
        if i + length > right:
            left, right = i, i + length
        agreed.append(length)
    return agreed


def clear_period(values: Sequence[int], start: int = 0) -> Course | None:
    """Find the period of Grundy values by observation, if it is too clear for a coincidence (`is_enough`).

    Args:
        values: The values of heaps `start`, `start` + 1, ...
        start: The first heap.

    Returns:
        The period, or None if none is observed or the values are too few.

    Example:
        >>> clear_period([7, 7, *([0, 1, 2] * 20)])
        Course(preperiod=2, period=3, saltus=0)
    """
    seen = seen_period(values, start)
    if seen is None:
        return None
    predicted = values[seen.window - start :]
    told = [n % seen.period for n in range(len(predicted))] if seen.saltus else predicted
    return seen if is_enough(told, 2) else None
