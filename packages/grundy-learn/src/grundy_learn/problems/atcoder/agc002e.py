"""AtCoder AGC 002 E, Candy Piles: eat the largest pile, or one of each; a walk on a Young diagram. O(N log N)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game

from ..problem import one_winner
from ..shapes import one_list

OVER = "over"
"""The position after the end, because a player who eats the last candy loses: the opponent has one more move."""

WHY = """\
AtCoder AGC 002 E, Candy Piles

Rule: piles of candies; a move eats the whole largest pile, or one candy of every pile that is not empty; who eats the
last candy loses.
Input: N; a_1 ... a_N. Output: First or Second.

Theorem. Sort the piles, the largest first, as columns of a diagram, and go along its diagonal (0, 0), (1, 1), ... to
the last cell inside. Let u be how many cells lie straight above it and r how many straight to the right. First wins
exactly when u or r is odd.

Why. A move is a step of a token from (0, 0), to the right or up, and who steps out of the diagram loses. If (x + 1, y
+ 1) is inside, (x, y) has the same outcome. Is the former lost, then (x + 1, y) and (x, y + 1) lead to it and are
won, so (x, y) is lost. Is it won, then a step from it, say to the right, reaches a lost cell (x + 2, y + 1); it is
inside, and by induction from the rim (x + 1, y) has its outcome: lost, so (x, y) is won. From the last cell of the
diagonal both ways go straight on to their end, which is lost; so every second cell before it is, and the first step
wins exactly when its way has an odd number of cells. Sorting, and one walk: O(N log N).

Source: AtCoder Grand Contest 002, editorial of problem E, 2016."""


def _wins(piles: list[int]) -> bool:
    columns = sorted(piles, reverse=True)
    at = 0
    while at + 1 < len(columns) and columns[at + 1] > at + 1:
        at += 1
    up = columns[at] - at - 1
    right = sum(1 for column in columns[at + 1 :] if column > at)
    return up % 2 == 1 or right % 2 == 1


def _options(piles: tuple[int, ...] | str) -> Iterator[tuple[int, ...] | str]:
    """Yield the remaining piles after each move, the largest pile first, or `OVER` after the last candy."""
    if isinstance(piles, str):
        return
    if not piles:
        yield OVER
        return
    yield piles[1:]
    yield tuple(pile - 1 for pile in piles if pile > 1)


PROBLEM = one_winner(
    ("First", "Second"),
    one_list("a pile"),
    _wins,
    lambda piles: Game.of(FunctionRuleset(_options), tuple(sorted(piles, reverse=True))),
    WHY,
)
