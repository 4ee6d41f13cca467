"""CSES 1099, Stair Game: balls move down a stair; staircase nim. O(n)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game, nim_sum

from ..problem import one_winner
from ..shapes import many_lists

WHY = """\
CSES 1099, Stair Game

Rule: stairs 1 ... n with balls; a move takes one or more balls from one stair k > 1 to the stair k - 1; a player who
cannot move loses.
Input: t; for each test n, then p_1 ... p_n. Output: first or second.

Theorem. The second player wins exactly when the nim-sum of the stairs with even numbers, p_2 xor p_4 xor ..., is 0.

Why. The balls of stair k can go k - 1 times. Balls that leave an even stair go to an odd one: that is a move of nim
in the even stairs. Balls that come from an odd stair k >= 3 add to an even one; the answer is to take the same number
of them on, down to the odd stair k - 2, and the even stairs are as before. So who wins nim with the even stairs wins
here; balls only go down, so play ends.
One pass: O(n).

Source: "staircase nim": R. P. Sprague, Ueber zwei Abarten von Nim, 1937; E. R. Berlekamp, J. H. Conway and R. K. Guy,
Winning Ways, chapter 3."""


def _options(stairs: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for k in range(1, len(stairs)):
        for balls in range(1, stairs[k] + 1):
            yield (*stairs[: k - 1], stairs[k - 1] + balls, stairs[k] - balls, *stairs[k + 1 :])


PROBLEM = one_winner(
    ("first", "second"),
    many_lists("the balls of a stair", 0),
    lambda stairs: nim_sum(stairs[1::2]),
    lambda stairs: Game.of(FunctionRuleset(_options), tuple(stairs)),
    WHY,
)
