"""Codeforces 705B, Spider Man: split piles; the number of moves is fixed, so its parity decides. O(n)."""

from __future__ import annotations

from itertools import accumulate
from operator import xor

from grundy.core import Game
from grundy.notation import read_ruleset

from ..judge_input import InputField, count
from ..problem import Problem, who_wins

WHY = """\
Codeforces 705B, Spider Man (the piles are cycles of vertices)

Rule: split a pile of X into piles Y + Z = X, both positive; a player who cannot move loses.
For every i: who wins with the first i piles?
Input: n; a_1 ... a_n. Output: n lines, 1 or 2 for the winner.

Theorem. The player to move wins exactly when (a_1 - 1) + ... + (a_i - 1) is odd.

Why. A pile of X becomes X piles of 1, and every split makes one pile more. So every play of X has exactly
X - 1 moves, whatever the players do, and all piles together have the sum of these: the last move is
the first player's when that number is odd. In other words: the Grundy value of X is (X - 1) mod 2, since
every option X = Y + Z has the value (Y + Z - 2) mod 2, which is the other one.
One running parity answers all i: O(n).

Source: the parity argument is complete; values and sums: R. P. Sprague, Ueber mathematische Kampfspiele, 1935;
P. M. Grundy, Mathematics and games, 1939."""


PROBLEM: Problem[list[int]] = who_wins(
    ("1", "2"),
    lambda judge_input: [
        judge_input.numbers(judge_input.record(count("the number of piles"))[0], InputField("a pile"))
    ],
    lambda piles: accumulate((~pile & 1 for pile in piles), xor),
    lambda piles: (Game.of(read_ruleset("split"), *piles[:i]) for i in range(1, len(piles) + 1)),
    WHY,
).explored("split", 200, "value == (n - 1) % 2 (proved)")
