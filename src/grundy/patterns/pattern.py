"""Patterns: statements that fit every value that was looked at, simplest first; seen, never proved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

WHOLE = {"formula", "progression", "automaton", "period"}
"""The kinds that say every value (or every outcome) from their start on, so that one of them is enough."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A statement that fits every value that was looked at: what it says, from which heap on, how simple it is.

    `kind` is "formula", "progression", "automaton", "pairs", "period" or "likeness". `text` is what a person
    reads. `cost` is the length of the description in rough symbols; smaller is simpler. `start` is the first
    heap (or board size) the pattern speaks of, `checked_to` the last one it was compared with. `claim` is the
    same statement in the language of claims and `expression` what it says as an expression over n in the
    language of rules; None where that language cannot say it. `detail` is what the finder knows besides.
    """

    kind: str
    text: str
    cost: int
    start: int
    checked_to: int
    claim: str | None = None
    expression: str | None = None
    detail: object | None = None

    def __str__(self) -> str:
        """Return the text."""
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
        if not any(_implies(simpler, pattern) for simpler in kept):
            kept.append(pattern)
    return kept


def _implies(simpler: Pattern, other: Pattern) -> bool:
    """Say whether the simpler pattern says all that the other one says of the same data."""
    if simpler.kind != other.kind:
        return False
    if simpler.kind in WHOLE:
        return simpler.start <= max(1, other.start) and simpler.checked_to >= other.checked_to
    return simpler.text == other.text
