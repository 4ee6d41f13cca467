"""CSES 1730, Nim Game I: any number from one heap. O(n)."""

from __future__ import annotations

from grundy.core import Game, nim_sum
from grundy.notation import read_ruleset

from ..problem import one_winner
from ..shapes import many_lists

WHY = """\
CSES 1730, Nim Game I

Rule: heaps of sticks; a move takes any number of sticks from one heap; whoever takes the last stick wins.
Input: t; for each test n, then x_1 ... x_n. Output: first or second.

Theorem. The second player wins exactly when the nim-sum x_1 xor ... xor x_n is 0.

Why. From nim-sum 0 every move changes one heap, so the nim-sum is not 0 any more. From nim-sum s > 0 some heap x has
the highest bit of s, so x xor s < x: lower it to x xor s, and the nim-sum is 0. The end, no sticks, has nim-sum 0.
One pass: O(n).

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, 1901."""


PROBLEM = one_winner(
    ("first", "second"),
    many_lists("a heap", 0),
    nim_sum,
    lambda heaps: Game.of(read_ruleset("nim"), *heaps),
    WHY,
).explored("nim", 200, "value == n (proved)")
