"""Codeforces 768E, Game of Stones: no number is taken twice from one pile; the values are computed to 60. O(n)."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from grundy.core import FunctionRuleset, Game, nim_sum

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner

MOST = 60
"""Piles up to which the values were computed."""

WHY = """\
Codeforces 768E, Game of Stones

Rule: piles of stones; a move takes one or more stones from one pile, but never a number that was taken from this pile
before; a player who cannot move loses. Does the second player win?
Input: n; then n lines, each a pile of at most 60. Output: YES where the second player wins, else NO.

Theorem. The Grundy value of a fresh pile s <= 60 is the largest k with 1 + 2 + ... + k <= s: computed, not proved
beyond.

Why. Piles are a sum, and each remembers its own takes: the position is (stones, used takes not larger than the
stones). All these positions below 60 stones were solved by the rule. That the value is the length of the longest play
is not a general law: 5 stones from which 5 may not be taken have a play of two moves, but value 0.
One root for a pile: O(n). Values of piles nim-add.

Source: Codeforces Round 400, editorial of problem E, 2017; values and sums: R. P. Sprague, 1935, and P. M. Grundy,
1939."""


def _cases(judge_input: JudgeInput) -> Iterator[list[int]]:
    (n,) = judge_input.record(count("the number of piles"))
    yield judge_input.table(n, InputField("a pile", 1, MOST))


def _options(pile: tuple[int, tuple[int, ...]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    stones, used = pile
    for take in range(1, stones + 1):
        if take not in used:
            left = stones - take
            yield (
                left,
                tuple(sorted(old for old in (*used, take) if old <= left)),
            )  # a larger one cannot be taken any more


PROBLEM = one_winner(
    ("NO", "YES"),
    _cases,
    lambda piles: nim_sum((isqrt(8 * pile + 1) - 1) // 2 for pile in piles),
    lambda piles: Game.of(FunctionRuleset(_options), *((pile, ()) for pile in piles)),
    WHY,
)
