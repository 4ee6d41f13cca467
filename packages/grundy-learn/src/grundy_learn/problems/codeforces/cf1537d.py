"""Codeforces 1537D, Deleting Divisors: subtract a divisor other than 1 and the number. O(1) per number."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game

from ..judge_input import InputField
from ..problem import one_winner
from ..shapes import many_lines

WHY = """\
Codeforces 1537D, Deleting Divisors

Rule: a number n; a move subtracts a divisor of n other than 1 and n; a player who cannot move loses.
Input: t; then t lines n. Output: Alice (the first player) or Bob.

Theorem. Bob wins exactly when n is odd or a power 2^k with odd k.

Why. From an odd n = dm subtracting d leaves d(m - 1), which is even and not a power of 2, as d is odd and d > 1. From
an even n that is not a power of 2, subtracting an odd divisor > 1 (not n itself, which is even) leaves an odd number:
lost, if odd numbers are. From 2^k subtracting 2^j with j < k - 1 leaves an even number that is not a power of 2,
which is won; so 2^(k - 1) is the only move that may win, and 2^k is won exactly when 2^(k - 1) is lost: 2 is lost, as
it has no move, so the odd k are.
The bits of n: O(1).

Source: Codeforces Round 726, editorial of problem D, 2021; the proof is complete here."""


def _wins(case: list[int]) -> bool:
    (n,) = case
    return n % 2 == 0 and (n & (n - 1) != 0 or n.bit_length() % 2 == 1)


def _options(n: int) -> Iterator[int]:
    return (n - divisor for divisor in range(2, n) if n % divisor == 0)


PROBLEM = one_winner(
    ("Alice", "Bob"),
    many_lines(InputField("a number")),
    _wins,
    lambda case: Game.of(FunctionRuleset(_options), *case),
    WHY,
)
