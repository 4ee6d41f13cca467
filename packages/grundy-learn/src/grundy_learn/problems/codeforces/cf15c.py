"""Codeforces 15C, Industrial Nim: nim with runs of consecutive heaps. O(n)."""

from __future__ import annotations

from grundy.core import Game, nim_sum
from grundy.notation import read_ruleset

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner

Runs = list[tuple[int, int]]
"""The first heap of a run, and its length."""

WHY = """\
Codeforces 15C, Industrial Nim

Rule: n runs of heaps of stones: x, x + 1, ..., x + m - 1; a move takes any number of stones from one heap; a player
who cannot move loses.
Input: n; then n lines x m. Output: tolik (the first player) or bolik.

Theorem. The second player wins exactly when all heaps nim-add to 0; and 0 xor 1 xor ... xor k is k, 1, k + 1, 0 for k
mod 4 = 0, 1, 2, 3.

Why. Nim: from nim-sum 0 every move changes it, from any other one some heap can be lowered so that it becomes 0. Of
four neighbours 4j ... 4j + 3 the nim-sum is 0, so only the heaps after the last multiple of 4 count. A run is what
two such sums differ in.
Two looks for a run: O(n).

Source: C. L. Bouton, Nim, a game with a complete mathematical theory, 1901."""


def _cases(judge_input: JudgeInput) -> list[Runs]:
    (n,) = judge_input.record(count("the number of runs"))
    found = judge_input.table(n, InputField("the first heap of a run"), InputField("the length of a run"))
    return [list(zip(found[::2], found[1::2], strict=True))]


def run_sum(last: int) -> int:
    """Return the nim-sum 0 xor 1 xor ... xor `last`.

    >>> [run_sum(last) for last in range(6)]
    [0, 1, 3, 0, 4, 1]
    """
    return (last, 1, last + 1, 0)[last % 4]


PROBLEM = one_winner(
    ("tolik", "bolik"),
    _cases,
    lambda runs: nim_sum(run_sum(first + length - 1) ^ run_sum(first - 1) for first, length in runs),
    lambda runs: Game.of(read_ruleset("nim"), *(heap for x, m in runs for heap in range(x, x + m))),
    WHY,
).explored("nim", 200, "value == n (proved)")
