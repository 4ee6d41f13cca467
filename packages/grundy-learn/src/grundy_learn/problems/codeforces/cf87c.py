"""Codeforces 87C, Interesting Game: split into consecutive piles; values by prefix nim-sums. O(n log n)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as count_up

from grundy.core import FunctionRuleset, Game, Meter, Outcome, Sum, mex
from grundy.search import WholeSolver

from ..judge_input import InputField, JudgeInput
from ..problem import Problem

MOST = 10**5
"""The largest pile, because no formula of the values is known."""

WHY = """\
Codeforces 87C, Interesting Game

Rule: a move splits a pile into k >= 2 piles a_1 > ... > a_k >= 1 whose neighbours differ by 1; a player who cannot
move loses.
What is the least k with which the first player's first move wins?
Input: n, at most 10^5. Output: that k, or -1 where every first move loses.

Theorem. Splits of n into k piles exist for one a_k at most: a_k = (n - k(k - 1) / 2) / k, where that is a whole
number >= 1. With G(m) = g(0) xor ... xor g(m), the split has the value G(a_k + k - 1) xor G(a_k - 1); g(n) is the mex
of these, and a split wins exactly when its value is 0.

Why. The piles of a split are a sum, whose value is the nim-sum of neighbouring values: two running nim-sums differ in
it. Who leaves value 0 wins. A pile n has fewer than sqrt(2n) sizes k; k splits every k-th pile only, so all piles to
n have O(n log n) splits.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939."""


def _least_parts(n: int) -> str:
    splits: list[list[tuple[int, int]]] = [[] for _ in range(n + 1)]
    for k in count_up(2):
        base = k * (k - 1) // 2
        if base + k > n:
            break
        for least, pile in enumerate(range(base + k, n + 1, k), 1):
            splits[pile].append((least - 1, least + k - 1))
    running, value = [0], 0
    for pile in range(1, n + 1):
        value = mex(running[low] ^ running[high] for low, high in splits[pile])
        running.append(running[-1] ^ value)
    winning = (high - low for low, high in splits[n] if running[low] == running[high])
    return str(next(winning, -1))


def _stairs(pile: int) -> Iterator[Sum[int]]:
    """Yield the splits of a pile into two or more piles of consecutive sizes, those into few piles first."""
    for k in range(2, pile):
        for least in range(1, pile // k + 1):
            if sum(range(least, least + k)) == pile:
                yield Sum(*range(least, least + k))


def _told(game: Game, meter: Meter) -> str:
    solver = WholeSolver.of(game, misere=False, meter=meter)
    ((_, pile),) = game.parts
    winning = (len(split) for split in _stairs(pile) if solver.solve((0, part) for part in split).outcome is Outcome.P)
    return str(next(winning, -1))


def _cases(judge_input: JudgeInput) -> list[int]:
    return judge_input.record(InputField("a pile", 1, MOST))


PROBLEM: Problem[int] = Problem(
    _cases,
    lambda pile: [_least_parts(pile)],
    lambda pile: [Game.of(FunctionRuleset(_stairs), pile)],
    _told,
    WHY,
)
