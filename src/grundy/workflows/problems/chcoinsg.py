"""CodeChef CHCOINSG: take a prime power from one pile; the multiples of 6 are lost. O(1) for a pile."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Game
from ...notation import read_ruleset
from .judge_input import Field, JudgeInput, count
from .problem import Problem, by_outcome

WHY = """\
CodeChef CHCOINSG, Chef and Coins Game

Rule: one pile of n coins; take p^k coins, p a prime and k >= 0; who takes the last coin wins.
Input: T; then T lines n. Output: Chef if the first player wins, else Misha.

Theorem. The Grundy value of n is n mod 6; so the first player loses exactly when 6 divides n.

Why. 1, 2, 3, 4 = 2^2 and 5 may be taken, and no multiple of 6 is a power of one prime. Go up from n = 0:
- Taking 1 to n mod 6 coins leaves every smaller remainder, so all values below n mod 6 are met.
- No move leaves the same remainder, as it would take a multiple of 6; so n mod 6 itself is not met.
The least value that is not met, the mex, is n mod 6. To win, take n mod 6 coins.
One division: O(1).

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966 (subtraction games);
CodeChef, editorial of CHCOINSG, 2016."""


def cases(judge_input: JudgeInput) -> Iterator[list[int]]:
    """Yield the piles of all tests at once."""
    (tests,) = judge_input.record(count("the number of tests"))
    yield judge_input.table(tests, Field("a pile"))


def answers(piles: list[int]) -> Iterator[str]:
    """Yield the winner for every pile."""
    return ("Chef" if pile % 6 else "Misha" for pile in piles)


def games(piles: list[int]) -> Iterator[Game]:
    """Yield every pile as a heap from which prime powers are taken."""
    rule = read_ruleset("take prime-powers")
    return (Game.of(rule, pile) for pile in piles)


PROBLEM = Problem(cases, answers, games, by_outcome("Chef", "Misha"), WHY)
