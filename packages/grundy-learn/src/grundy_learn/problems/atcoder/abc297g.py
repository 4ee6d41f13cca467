"""AtCoder ABC 297 G, Constrained Nim 2: L to R stones from one pile. O(N)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import Game, InputError, nim_sum
from grundy.notation import read_ruleset

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner


class Ranged(NamedTuple):
    """An input: the least and the greatest number that may be taken, and the sizes of the piles."""

    least: int
    most: int
    piles: list[int]


WHY = """\
AtCoder ABC 297 G, Constrained Nim 2

Rule: piles of stones; a move takes L to R stones from one pile; a player who cannot move loses.
Input: N L R; A_1 ... A_N. Output: First or Second.

Theorem. The Grundy value of a pile a is floor((a mod (L + R)) / L); the second player wins exactly when these nim-add
to 0.

Why. Write r = a mod (L + R), and r = qL + s with 0 <= s < L, so q is the value that is claimed; go up from a = 0.
- Every smaller value u < q is met: take (q - u)L stones. For u >= 1 this is at most (q - 1)L <= r - L < R. For u = 0
  it is qL, or, where that is more than R, take R: r - R < L is left.
- q is not met: within the period a take of k >= L leaves at most r - L, whose quotient is q - 1 at most; round the
  end a take of k > r leaves r - k + L + R >= r + L, whose quotient is q + 1 at least.
The mex is q. Values of piles nim-add; one pass: O(N).

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966; values and sums: R. P. Sprague,
1935, and P. M. Grundy, 1939."""


def _cases(judge_input: JudgeInput) -> Iterator[Ranged]:
    line = judge_input.line
    n, least, most = judge_input.record(
        count("the number of piles"), InputField("the least take L"), InputField("the largest take R")
    )
    if least > most:
        raise InputError(f"line {line}: expected a largest take R of at least {least}, found {most}")
    yield Ranged(least, most, judge_input.numbers(n, InputField("a pile", 0)))


PROBLEM = one_winner(
    ("First", "Second"),
    _cases,
    lambda case: nim_sum(pile % (case.least + case.most) // case.least for pile in case.piles),
    lambda case: Game.of(read_ruleset(f"take {case.least}..{case.most}"), *case.piles),
    WHY,
).explored("take 2..5", 200, "value == n % 7 // 2 (proved)")
