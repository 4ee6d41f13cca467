"""Codeforces 1396B, Stoned Game: not from the pile of the previous move; a large pile or the parity decides. O(n)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game

from ..problem import one_winner
from ..shapes import many_lists

WHY = """\
Codeforces 1396B, Stoned Game

Rule: piles of stones; a move takes one stone from a pile, but not from the pile from which the opponent has just
taken; a player who cannot move loses.
Input: t; for each test n, then a_1 ... a_n. Output: T (the first player) or HL.

Theorem. Let m be the largest pile and s all stones. T wins exactly when m > s - m or s is odd.

Why. m > s - m: T takes from the largest pile at every turn. The opponent can never touch it, so he uses up the s - m
others, one a turn, and T has a stone for each of these turns and one more.
m <= s - m and s even: HL keeps this after each of his moves. T's move leaves s odd. If a pile M is now more than the
others together, it was exactly half before, so T has not touched it, and HL takes from it: it is half again. If there
is none, HL may take from any pile but the touched one, which does not hold all stones. So HL always has a move, and
the end comes with T to move. m <= s - m and s odd: T takes any stone, and is now in the place of HL.
One pass: O(n).

Source: Codeforces Round 666, editorial of problem B (division 1), 2020."""


def _options(state: tuple[tuple[int, ...], int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the states after each move: the remaining piles, and the index of the pile just touched (-1 for none)."""
    piles, last = state
    for i, pile in enumerate(piles):
        if pile and i != last:
            yield (*piles[:i], pile - 1, *piles[i + 1 :]), i


PROBLEM = one_winner(
    ("T", "HL"),
    many_lists("a pile"),
    lambda piles: 2 * max(piles) > sum(piles) or sum(piles) % 2,
    lambda piles: Game.of(FunctionRuleset(_options), (tuple(piles), -1)),
    WHY,
)
