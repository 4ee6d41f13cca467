"""AtCoder ABC 368 F, Dividing Game: a number becomes a proper divisor; count prime factors. O(A log log A + N)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from grundy.core import FunctionRuleset, Game, nim_sum

from ..problem import one_winner
from ..shapes import one_list

MOST = 10**6
"""The largest number."""

WHY = """\
AtCoder ABC 368 F, Dividing Game

Rule: numbers A_1 ... A_N; a move replaces one number above 1 by a divisor of it that is smaller; a player who cannot
move loses.
Input: N; A_1 ... A_N, at most 10^6. Output: Anna (the first player) or Bruno.

Theorem. The Grundy value of A is the number of its prime factors, each as often as it divides A. The second player
wins exactly when these nim-add to 0.

Why. A smaller divisor lacks at least one prime factor, and by leaving out 1, 2, ... or all of them every smaller
number of factors is met: a number is a heap of its prime factors, from which any are taken, and the options have
exactly the values of nim. The numbers of factors come from one sieve: each prime power adds one to its multiples, O(A
log log A) for the largest A.

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, 1901; values and sums: R. P. Sprague, 1935, and
P. M. Grundy, 1939."""


@cache
def factor_counts(stop: int) -> bytes:
    """Return the number of prime factors, with multiplicity, of 0 ... `stop`; 0 for 0 and 1."""
    import numpy as np

    counts = np.zeros(stop + 1, np.uint8)
    for number in range(2, stop + 1):
        if not counts[number]:  # a prime
            power = number
            while power <= stop:
                counts[power::power] += 1
                power *= number
    return counts.tobytes()


def _options(number: int) -> Iterator[int]:
    return (divisor for divisor in range(1, number) if number % divisor == 0)


def _wins(numbers: list[int]) -> int:
    return nim_sum(map(factor_counts(max(numbers)).__getitem__, numbers))


PROBLEM = one_winner(
    ("Anna", "Bruno"),
    one_list("a number", 1, MOST),
    _wins,
    lambda numbers: Game.of(FunctionRuleset(_options), *numbers),
    WHY,
)
