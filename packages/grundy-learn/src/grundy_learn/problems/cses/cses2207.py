"""CSES 2207, Grundy's Game: split into two unequal heaps; lost heaps up to 10^6 are computed. O(1) per heap."""

from __future__ import annotations

from functools import cache, partial

from grundy.core import Game, mex
from grundy.notation import read_ruleset

from ..judge_input import InputField, count
from ..problem import Problem, who_wins

LAST = 1222
"""The last known lost heap."""
MOST = 10**6
"""The largest heap computed; a proof that no others are lost is missing."""

WHY = """\
CSES 2207, Grundy's Game

Rule: one heap of n coins; a move splits a heap into two heaps of different sizes; a player who cannot move
loses.
Input: t; then t lines n, at most 10^6. Output: first or second.

Theorem. With g(n) = mex of g(a) xor g(n - a) over 0 < a < n - a, the second player wins exactly when g(n) = 0. The
largest n to 10^6 with g(n) = 0 is 1222: computed, not proved beyond. Whether other lost heaps exist is an open
question.

Why. The two heaps of a split are a sum, whose value is the nim-sum; the first sentence is the definition. That g(n) >
0 for 1222 < n <= 10^6 is a computation that anybody can repeat: grundy values grundy --to 1000000.
Values to 1222 by definition once, O(1222^2); then one look for each heap: O(1).

Source: P. M. Grundy, Mathematics and games, 1939; values computed to 2^35: A. Flammenkamp; E. R. Berlekamp, J. H.
Conway and R. K. Guy, Winning Ways, chapter 4."""


@cache
def lost_splits() -> frozenset[int]:
    """Return the heaps from 1 to `MOST` that are P-positions in Grundy's game."""
    values = [0]
    for n in range(1, LAST + 1):
        values.append(mex(values[a] ^ values[n - a] for a in range(1, (n + 1) // 2)))
    return frozenset(n for n, value in enumerate(values) if value == 0)


PROBLEM: Problem[list[int]] = who_wins(
    ("first", "second"),
    lambda judge_input: [
        judge_input.table(judge_input.record(count("the number of tests"))[0], InputField("a heap", 1, MOST))
    ],
    lambda heaps: (heap not in lost_splits() for heap in heaps),
    lambda heaps: map(partial(Game.of, read_ruleset("grundy")), heaps),
    WHY,
)
