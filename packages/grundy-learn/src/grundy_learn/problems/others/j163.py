"""HKOI Junior 163: piles walk to a target; the number of moves is fixed, so its parity decides. O(N + Q)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import Game

from ..games import StepsTo
from ..judge_input import InputField, JudgeInput, count
from ..problem import who_wins

Rounds = tuple[list[int], list[int]]
"""The piles, and the targets of the rounds."""

WHY = """\
HKOI Junior 163 (the format is ours)

Rule: in a round with target v a move adds 1 to a pile below v, or removes 1 from a pile above v; a player who
cannot move loses. The piles are the same at the start of every round.
Input: N Q; s_1 ... s_N; v_1 ... v_Q. Output: First or Second for every target.

Theorem. The first player wins exactly when s_1 + ... + s_N - N * v is odd.

Why. Every move brings one pile nearer to v by 1 and nothing ever moves away, so a round has exactly
|s_1 - v| + ... + |s_N - v| moves, whatever the players do. A number and its absolute value have the same
parity, so the bars may go: what is left is the sum of the piles minus N * v.
The sum is added up once, then every target takes one step: O(N + Q).

Source: the parity argument is complete."""


def _cases(judge_input: JudgeInput) -> Iterator[Rounds]:
    n, rounds = judge_input.record(count("the number of piles"), count("the number of targets"))
    piles = judge_input.numbers(n, InputField("a pile", 0))
    yield piles, judge_input.numbers(rounds, InputField("a target", 0))


def _wins(case: Rounds) -> Iterator[int]:
    piles, targets = case
    total, odd = sum(piles), len(piles) & 1
    return ((total ^ odd & target) & 1 for target in targets)


PROBLEM = who_wins(
    ("First", "Second"), _cases, _wins, lambda case: (Game.of(StepsTo(target), *case[0]) for target in case[1]), WHY
)
