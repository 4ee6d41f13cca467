"""HKOI Junior 163: piles walk to a target; the length of play is fixed, and its parity answers. O(N + Q)."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Game
from ...games.contest import StepsTo
from .judge_input import Field, JudgeInput, count
from .problem import Problem, by_outcome

Rounds = tuple[list[int], list[int]]
"""The piles, and the targets of the rounds."""

WHY = """\
HKOI Junior 163 (the format is ours)

Rule: in a round with target v a move adds 1 to a pile below v, or removes 1 from a pile above v; who cannot
move loses. The piles are the same at the start of every round.
Input: N Q; s_1 ... s_N; v_1 ... v_Q. Output: First or Second for every target.

Theorem. The first player wins exactly when s_1 + ... + s_N - N * v is odd.

Why. Every move brings one pile nearer to v by 1 and nothing ever moves away, so a round has exactly
|s_1 - v| + ... + |s_N - v| moves, whatever the players do. A number and its absolute value have the same
parity, so the bars may go: what is left is the sum of the piles minus N * v.
The sum is added up once, then every target takes one step: O(N + Q).

Source: the parity argument is complete as it stands."""


def cases(judge_input: JudgeInput) -> Iterator[Rounds]:
    """Yield the piles with their targets."""
    n, rounds = judge_input.record(count("the number of piles"), count("the number of targets"))
    piles = judge_input.numbers(n, Field("a pile", 0))
    yield piles, judge_input.numbers(rounds, Field("a target", 0))


def answers(case: Rounds) -> Iterator[str]:
    """Yield the winner for every target."""
    piles, targets = case
    total, odd = sum(piles), len(piles) & 1
    return ("First" if (total ^ odd & target) & 1 else "Second" for target in targets)


def games(case: Rounds) -> Iterator[Game]:
    """Yield the piles under every target."""
    piles, targets = case
    return (Game.of(StepsTo(target), *piles) for target in targets)


PROBLEM = Problem(cases, answers, games, by_outcome("First", "Second"), WHY)
