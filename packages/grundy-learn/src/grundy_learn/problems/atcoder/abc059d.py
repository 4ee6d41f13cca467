"""AtCoder ABC 059 D (ARC 072 D), Alice&Brown: 2i from one pile, i to the other. O(1)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game

from ..judge_input import InputField, JudgeInput
from ..problem import one_winner

WHY = """\
AtCoder ABC 059 D, Alice&Brown (also ARC 072 D)

Rule: two piles; a move takes 2i stones from one pile, i >= 1, throws i away and puts i on the other pile; a player
who cannot move loses.
Input: X Y. Output: Alice (the first player) or Brown.

Theorem. Brown wins exactly when |X - Y| <= 1.

Why. A move changes X - Y by 3i. From |X - Y| <= 1 the difference becomes at least 2 in size. From X - Y = d >= 2 the
move with i = floor((d + 1) / 3) in the larger pile is legal, as 2i <= d <= X, and leaves -1, 0 or 1. Every move
throws stones away, so play ends, with at most one stone in each pile: a difference of at most 1.
Three operations: O(1).

Source: AtCoder Regular Contest 072, editorial of problem D, 2017; the proof is complete here."""


def _cases(judge_input: JudgeInput) -> Iterator[tuple[int, ...]]:
    yield tuple(judge_input.record(InputField("the stones of the first pile", 0), InputField("those of the second", 0)))


def _options(piles: tuple[int, int]) -> Iterator[tuple[int, int]]:
    a, b = piles
    yield from ((a - 2 * i, b + i) for i in range(1, a // 2 + 1))
    yield from ((a + i, b - 2 * i) for i in range(1, b // 2 + 1))


PROBLEM = one_winner(
    ("Alice", "Brown"),
    _cases,
    lambda piles: abs(piles[0] - piles[1]) > 1,
    lambda piles: Game.of(FunctionRuleset(_options), piles),
    WHY,
)
