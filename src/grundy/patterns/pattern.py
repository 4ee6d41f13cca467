"""Patterns: statements that fit every value that was looked at, simplest first; seen, never proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import lgamma, log

BITS = 3
"""What a symbol of a description costs."""
MARGIN = 12
"""Bits that a pattern has to save."""
CONSTANT = 24
"""Values that make a constant or a straight line, which have no information of their own."""


def information(values: Sequence[int]) -> float:
    """Return the bits of the values in their order, or of their differences if these are fewer.

    Each is coded by how often it came before (P. S. de Laplace's rule of succession).

    >>> round(information([0, 1] * 50)), round(information([0] * 100)), round(information(range(100)))
    (102, 0, 0)
    """
    return min(_coded(values), _coded([after - before for before, after in pairwise(values)]))


def _coded(values: Sequence[int]) -> float:
    """Return the bits of the values when each is coded by how often it came before."""
    counts = Counter(values)
    if not counts:
        return 0.0
    ways = lgamma(len(values) + len(counts)) - lgamma(len(counts)) - sum(lgamma(n + 1) for n in counts.values())
    return ways / log(2)


def is_enough(values: Sequence[int], cost: int) -> bool:
    """Return whether the values are enough to tell a pattern of `cost` symbols that fits all of them.

    By minimum description length (J. Rissanen, "Modeling by shortest data description", 1978): the pattern must save
    `MARGIN` bits. There are fewer than 8^c formulas of c symbols, so one fits data without a pattern with a chance
    below 2^-`MARGIN`.

    >>> is_enough([0, 1, 2, 3] * 8, 3), is_enough([0, 1, 2], 3)
    (True, False)
    """
    if len(values) >= CONSTANT and len({after - before for before, after in pairwise(values)}) == 1:
        return cost <= CONSTANT // BITS
    return information(values) >= BITS * cost + MARGIN


WHOLE = {"formula", "progression", "automaton", "period"}
"""The kinds that say every value (or every outcome) from their start on, so that one of them is enough."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A statement that fits every value that was looked at: what it says, from which heap on, how simple it is.

    `kind` is "formula", "progression", "automaton", "pairs", "period" or "likeness". `text` is what a person
    reads. `cost` is the length of the description in rough symbols; smaller is simpler. `start` is the first
    heap (or board size) the pattern speaks of, `checked_to` the last one it was compared with. `claim` is the
    same statement in the language of claims and `expression` what it says as an expression over n in the
    language of rules; None where that language cannot say it. `detail` is what the finder knows besides, and
    `of_won` that it tells N-positions.
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
    """Return the patterns simplest first, without those that a simpler one of the same kind implies.

    Two patterns that fit the same data and say all of it agree on it, so of one kind only those stay that
    start earlier than every simpler one. A period thus never stands beside a multiple of itself. The empty heap
    alone makes no difference: it is decided by definition.

    >>> [p.text for p in rank([Pattern("period", "24", 30, 7, 99), Pattern("period", "12", 20, 7, 99)])]
    ['12']
    """
    kept: list[Pattern] = []
    for pattern in sorted(patterns, key=lambda p: (p.cost, p.text, p.start, p.kind)):
        simpler = [one for one in kept if one.kind == pattern.kind]
        if pattern.kind in WHOLE:
            implied = any(
                one.start <= max(1, pattern.start) and one.checked_to >= pattern.checked_to for one in simpler
            )
        else:
            implied = any(one.text == pattern.text for one in simpler)
        if not implied:
            kept.append(pattern)
    return kept
