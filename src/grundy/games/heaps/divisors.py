"""The divisor game: subtract from k a divisor x < k; 1 and an empty heap are terminal.

The value of k is the exponent of 2 in k. Subtracting x keeps every lower power of two that divides x, so no option has
the value of k; and x = 2^i for i below the exponent leaves value i.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core import Course, HeapRuleset, Knowledge, LimitReached, Theorem
from ...core.arithmetic import divisors, twos

MOST = 10**12
"""Divisors are found by trial division; a larger number would take more than a million steps."""


class Divisors(HeapRuleset, Knowledge[int]):
    """The rules of the divisor game: subtract a divisor of the number that is smaller than the number itself."""

    name = "divisors"
    theory = Theorem(
        "The value of k >= 1 is the largest i such that 2^i divides k; k is P exactly when it is odd", "by induction"
    )
    idea_lost = (
        "You face an odd number: all its divisors are odd, so whatever you subtract leaves an even one, from "
        "which the other player subtracts 1."
    )
    idea_won = "Leave an odd number: all its divisors are odd, so the reply leaves you an even one again."
    outcome_course = Course(1, 2)
    formula = "v2(n)"

    def options(self, position: int) -> Iterable[int]:
        if position > MOST:
            raise LimitReached(f"divisors: listing the divisors of a number above {MOST} takes too long", kind="size")
        return (position - x for x in divisors(position)[:-1]) if position else ()

    def known_value(self, position: int) -> int:
        """Return the exponent of 2 in the number, which is its Grundy value."""
        return twos(position) if position else 0
