"""Codeforces 256C, Furlo and Rublo: between the fourth root and the square root; few runs of equal values. O(n)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from heapq import heapify, heappop, heappush
from math import isqrt

from grundy.core import FunctionRuleset, Game, mex, nim_sum

from ..judge_input import MOST_NUMBER
from ..problem import one_winner
from ..shapes import one_list

WHY = """\
Codeforces 256C, Furlo and Rublo and Game

Rule: piles of coins; a move chooses a pile of x and leaves y coins of it, y < x, with y at least the fourth root and
at most the root of x; a player who cannot move loses.
Input: n; a_1 ... a_n. Output: Furlo (the first player) or Rublo.

Theorem. The Grundy value of a pile is constant on eight runs to 10^18: from 1, 4, 16, 82, 6724, 50626, 2562991876 and
2042925103215442 on it is 0, 1, 2, 0, 3, 1, 2 and 0.

Why. The options of x are all y from the rounded-up fourth root to the rounded-down root of x, so the value depends
only on which runs this interval meets. It meets a run from b on for the first time when the root reaches b, at x =
b^2, and leaves the run before b when the fourth root passes b - 1, at x = (b - 1)^4 + 1. Only there can the value
change, and there it is computed. The runs are found once; each pile is one look among them: O(n). Values of piles
nim-add.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the argument is complete."""


def _left(pile: int) -> range:
    """Return the sizes to which a move can lower a pile."""
    least = isqrt(isqrt(pile))
    return range(least + (least**4 < pile), min(isqrt(pile), pile - 1) + 1)


@cache
def runs() -> tuple[list[int], list[int]]:
    """Return the first pile of each run of piles with equal Grundy values, up to `MOST_NUMBER`, and these values."""
    starts, values, ahead = [1], [0], [2]
    heapify(ahead)
    while ahead and (pile := heappop(ahead)) <= MOST_NUMBER:
        left = _left(pile)
        low, high = bisect_right(starts, left.start) - 1, bisect_right(starts, left.stop - 1)
        value = mex(values[low:high]) if left else 0
        if value != values[-1]:
            starts.append(pile)
            values.append(value)
            heappush(ahead, pile**2)
            heappush(ahead, (pile - 1) ** 4 + 1)
        if pile < 4:  # the smallest piles separately, because a move must change the pile
            heappush(ahead, pile + 1)
    return starts, values


def _wins(piles: list[int]) -> int:
    starts, values = runs()
    return nim_sum(values[bisect_right(starts, pile) - 1] for pile in piles)


def _options(pile: int) -> Iterator[int]:
    return (left for left in range(1, min(pile, isqrt(pile) + 1)) if pile <= left**4)


PROBLEM = one_winner(
    ("Furlo", "Rublo"),
    one_list("a pile"),
    _wins,
    lambda piles: Game.of(FunctionRuleset(_options), *piles),
    WHY,
)
