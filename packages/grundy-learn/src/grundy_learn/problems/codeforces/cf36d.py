"""Codeforces 36D, New Game with a Chess Piece: one step right or down, or k steps diagonally. O(1) per board."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import Game
from grundy.notation import read_ruleset

from ..judge_input import InputField, JudgeInput, count
from ..problem import who_wins

Boards = tuple[int, list[tuple[int, int]]]
"""The length k of the diagonal step, and the piles of every board."""

WHY = """\
Codeforces 36D, New Game with a Chess Piece (the judge reads input.txt and writes output.txt)

Rule: a piece in the top left corner of an n x m board goes one step right, one step down, or k steps diagonally
right and down; a player who cannot move loses. In other words: two piles a = n - 1 and b = m - 1, take 1 from
one of them or k from both. The piles are coupled by the diagonal step: this is not a sum.
Input: t k; then t lines n m. Output: + if the first player wins, else -.

Theorem. k = 1: P exactly when a and b are even. k >= 2: with q, r = divmod(min(a, b), k + 1), P exactly when
r < k and a + b + q is even.

Why, k = 1. From two even piles every move makes an odd one. From any others take 1 from each odd pile:
that is one move, and both are even.

Why, k >= 2. A single step turns the parity of a + b, a diagonal step keeps it, as it takes 2k.
From r < k and a + b + q even, every move leaves the set:
- a single step leaves the minimum, or r - 1 with the same q: a + b + q is odd; or r was 0 and becomes k.
- the diagonal step (only for q >= 1) leaves q - 1 and r + 1: r + 1 is k, or a + b + q is odd.
From everything else one move leads into the set:
- r = k and a + b + q even: the diagonal step leaves the same q, and r = 0.
- r = k and a + b + q odd: a step in the smaller pile leaves r = k - 1.
- r < k and a + b + q odd: a step in the larger pile, or, where they are equal, in either if r > 0. If r = 0 and
  they are equal, q is odd, and the diagonal step leaves q - 1 and r = 1 < k.
One division for a board: O(1).

Source: Codeforces Beta Round 36, solution of problem D, 2010, finds the stripes; the proof is complete here."""


def _cases(judge_input: JudgeInput) -> Iterator[Boards]:
    boards, k = judge_input.record(count("the number of boards"), InputField("the length k of the diagonal step"))
    sizes = judge_input.table(boards, InputField("the rows of a board"), InputField("the columns of a board"))
    yield k, [(n - 1, m - 1) for n, m in zip(sizes[::2], sizes[1::2], strict=True)]


def _wins(case: Boards) -> Iterator[bool]:
    k, boards = case
    for a, b in boards:
        q, r = divmod(min(a, b), k + 1)
        yield (a | b) % 2 == 1 if k == 1 else r == k or (a + b + q) % 2 == 1


def _games(case: Boards) -> Iterator[Game]:
    k, boards = case
    rule = read_ruleset(f"vectors(steps={{(1,0),(0,1),({k},{k})}})")
    return (Game.of(rule, piles) for piles in boards)


PROBLEM = who_wins(("+", "-"), _cases, _wins, _games, WHY)
