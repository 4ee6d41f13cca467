"""CodeChef CHCOINSG: take a prime power from one pile; the multiples of 6 are lost. O(1) per pile."""

from __future__ import annotations

from functools import partial

from grundy.core import Game
from grundy.notation import read_ruleset

from ..judge_input import InputField, count
from ..problem import Problem, who_wins

WHY = """\
CodeChef CHCOINSG, Chef and Coins Game

Rule: one pile of n coins; take p^k coins, p a prime and k >= 0; whoever takes the last coin wins.
Input: T; then T lines n. Output: Chef if the first player wins, else Misha.

Theorem. The Grundy value of n is n mod 6; so the first player loses exactly when 6 divides n.

Why. 1, 2, 3, 4 = 2^2 and 5 may be taken, and no multiple of 6 is a power of one prime. Go up from n = 0:
- Taking 1 to n mod 6 coins leaves every smaller remainder, so all values below n mod 6 are met.
- No move leaves the same remainder, as it would take a multiple of 6; so n mod 6 itself is not met.
The least value that is not met, the mex, is n mod 6. To win, take n mod 6 coins.
One division: O(1).

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966 (subtraction games);
CodeChef, editorial of CHCOINSG, 2016."""


PROBLEM: Problem[list[int]] = who_wins(
    ("Chef", "Misha"),
    lambda judge_input: [judge_input.table(judge_input.record(count("the number of tests"))[0], InputField("a pile"))],
    lambda piles: (pile % 6 for pile in piles),
    lambda piles: map(partial(Game.of, read_ruleset("take prime-powers")), piles),
    WHY,
).explored("take prime-powers", 200, "value == n % 6 (proved)")
