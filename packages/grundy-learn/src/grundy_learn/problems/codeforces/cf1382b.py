"""Codeforces 1382B, Sequential Nim: only from the first remaining pile. O(n)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game

from ..problem import one_winner
from ..shapes import many_lists

WHY = """\
Codeforces 1382B, Sequential Nim

Rule: piles of stones in a row; a move takes one or more stones from the first pile that is not empty; a player who
cannot move loses.
Input: t; for each test n, then a_1 ... a_n. Output: First or Second.

Theorem. Let j be how many piles at the beginning have one stone. If all have: First wins exactly when n is odd. Else:
exactly when j is even.

Why. Piles of one stone are forced moves. The player who first meets a pile of two or more stones wins: if the player
who meets the rest after it loses, take the whole pile; else leave one stone, which the other must take, and meet the
rest. The j forced moves determine who that is.
One pass: O(n).

Source: the argument is complete."""


def _wins(piles: list[int]) -> bool:
    ones = next((i for i, pile in enumerate(piles) if pile > 1), len(piles) - 1)
    return ones % 2 == 0


def _options(piles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if piles:
        yield from ((left, *piles[1:]) for left in range(1, piles[0]))
        yield piles[1:]


PROBLEM = one_winner(
    ("First", "Second"),
    many_lists("a pile"),
    _wins,
    lambda piles: Game.of(FunctionRuleset(_options), tuple(piles)),
    WHY,
)
