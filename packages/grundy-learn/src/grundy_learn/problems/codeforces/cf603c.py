"""Codeforces 603C, Lieges of Legendre: remove one, or replace an even pile by k piles of half its size. O(n log a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import FunctionRuleset, Game, Sum, nim_sum

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner


class Herds(NamedTuple):
    """An input: the number of equal piles into which a move splits a pile, and the sizes of the piles."""

    k: int
    piles: list[int]


WHY = """\
Codeforces 603C, Lieges of Legendre

Rule: piles of cows; a move removes one cow from a pile, or replaces a pile of 2x > 0 cows by k piles of x; a player
who cannot move loses.
Input: n k; a_1 ... a_n. Output: Kevin (the first player) or Nicky.

Theorem. The Grundy values are, for k even: g(0, 1, 2) = 0, 1, 2; then 0 for odd and 1 for even piles. For k odd: g(0,
..., 4) = 0, 1, 0, 1, 2; then 0 for odd piles, and for even piles 2x: 2 where g(x) = 1, else 1.

Why. k equal piles have value 0 for even k and g(x) for odd k. So g(2x) = mex{g(2x - 1), 0 or g(x)} and g(2x + 1) =
mex{g(2x)}. The first values come from there. Later g(2x - 1) = 0, so g(2x) > 0 and g(2x + 1) = 0 again; and g(2x) is
mex{0, 0} = 1 for even k, mex{0, g(x)} for odd k, which is 2 exactly where g(x) = 1.
An even pile is halved until the answer is known: O(log a) for a pile. Values of piles nim-add.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the induction is complete."""


def _cases(judge_input: JudgeInput) -> Iterator[Herds]:
    n, k = judge_input.record(count("the number of piles"), InputField("the number k of halves"))
    yield Herds(k, judge_input.numbers(n, InputField("a pile")))


def herd_value(pile: int, k: int) -> int:
    """Return the Grundy value of a pile from which a move removes one, or that it replaces by k piles of half its size.

    Args:
        pile: The size of the pile.
        k: The number of equal piles into which a move splits an even pile.

    Returns:
        The Grundy value.
    """
    if k % 2 == 0:
        return pile if pile <= 2 else 1 - pile % 2
    halved = 0
    while pile > 4 and pile % 2 == 0:
        pile //= 2
        halved += 1
    value = (0, 1, 0, 1, 2)[pile] if pile <= 4 else 0
    for _ in range(halved):
        value = 2 if value == 1 else 1
    return value


def _game(case: Herds) -> Game:
    def options(pile: int) -> Iterator[int | Sum[int]]:
        if pile:
            yield pile - 1
            if pile % 2 == 0:
                yield Sum(*[pile // 2] * case.k)

    return Game.of(FunctionRuleset(options), *case.piles)


PROBLEM = one_winner(
    ("Kevin", "Nicky"), _cases, lambda case: nim_sum(herd_value(pile, case.k) for pile in case.piles), _game, WHY
)
