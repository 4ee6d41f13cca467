"""CSES 1098, Nim Game II: one, two or three from one heap. O(n)."""

from __future__ import annotations

from grundy.core import Game, nim_sum
from grundy.notation import read_ruleset

from ..problem import one_winner
from ..shapes import many_lists

WHY = """\
CSES 1098, Nim Game II

Rule: heaps of sticks; a move takes 1, 2 or 3 sticks from one heap; whoever takes the last stick wins.
Input: t; for each test n, then x_1 ... x_n. Output: first or second.

Theorem. The Grundy value of a heap x is x mod 4; the second player wins exactly when the nim-sum of these is 0.

Why. Upwards from 0: the three (or fewer) options of x are the heaps before it, whose values are the other remainders
mod 4 when x >= 3, and all smaller ones in any case; never that of x itself, as no take is a multiple of 4. Values of
heaps nim-add. One pass: O(n).

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966; values and sums: R. P. Sprague,
1935, and P. M. Grundy, 1939."""


PROBLEM = one_winner(
    ("first", "second"),
    many_lists("a heap", 0),
    lambda heaps: nim_sum(heap % 4 for heap in heaps),
    lambda heaps: Game.of(read_ruleset("take 1..3"), *heaps),
    WHY,
).explored("take 1..3", 200, "value == n % 4 (proved)")
