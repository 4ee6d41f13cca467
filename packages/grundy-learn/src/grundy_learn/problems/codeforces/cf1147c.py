"""Codeforces 1147C, Thanos Nim: lower exactly half of the piles; the number of smallest piles decides. O(n)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from grundy.core import FunctionRuleset, Game, InputError

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner

WHY = """\
Codeforces 1147C, Thanos Nim

Rule: n piles of stones, n even; a move chooses exactly n / 2 piles that are not empty and takes one or more stones
from each, maybe different numbers; a player who cannot move loses.
Input: n; a_1 ... a_n. Output: Alice (the first player) or Bob.

Theorem. Bob wins exactly when more than n / 2 piles have the smallest size m.

Why. More than n / 2 smallest piles: a move must lower one of them below m, and the new smallest piles are among the n
/ 2 lowered ones: at most n / 2. (If m = 0, fewer than n / 2 piles have stones, and no move is left.) At most n / 2
smallest piles: at least n / 2 others are larger; lower n / 2 of them to m. Then at least n / 2 + 1 piles have size m,
which is the smallest. One pass: O(n).

Source: Forethought Future Cup, final round, editorial of problem C, 2019; the proof is complete here."""


def _cases(judge_input: JudgeInput) -> Iterator[list[int]]:
    line = judge_input.line
    (n,) = judge_input.record(count("the number of piles"))
    if n % 2:
        raise InputError(f"line {line}: expected an even number of piles, found {n}")
    yield judge_input.numbers(n, InputField("a pile", 0))


def _options(piles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for chosen in combinations([i for i, pile in enumerate(piles) if pile], len(piles) // 2):
        for left in product(*(range(piles[i]) for i in chosen)):
            after = list(piles)
            for i, pile in zip(chosen, left, strict=True):
                after[i] = pile
            yield tuple(sorted(after))


PROBLEM = one_winner(
    ("Alice", "Bob"),
    _cases,
    lambda piles: piles.count(min(piles)) <= len(piles) // 2,
    lambda piles: Game.of(FunctionRuleset(_options), tuple(sorted(piles))),
    WHY,
)
