"""AtCoder EDPC K, Stones: take one of a set of numbers from one pile. O(KN / 64)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import Game
from grundy.notation import read_ruleset

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner
from ..takes import lost_heaps


class StonePile(NamedTuple):
    """An input: the size of the pile, and the numbers of stones that may be taken from it."""

    stones: int
    takes: list[int]


WHY = """\
AtCoder EDPC K, Stones

Rule: one pile of K stones; a move takes a_1 or ... or a_N of them, not more than there are; a player who cannot move
loses.
Input: N K; a_1 ... a_N. Output: First or Second.

Theorem. A pile m is lost exactly when none of m - a_1, ..., m - a_N that is at least 0 is lost.

Why. This is the definition of winning, upwards from the empty pile, which is lost. Piles are bits, 1024 side by side;
one shift for each take and block, and within a block one step for each lost pile: O(KN / 64 + K) steps of a machine
word.

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966."""


def _cases(judge_input: JudgeInput) -> Iterator[StonePile]:
    n, stones = judge_input.record(InputField("the number of takes", 1, 100), count("the number of stones"))
    yield StonePile(stones, judge_input.numbers(n, InputField("a take")))


PROBLEM = one_winner(
    ("First", "Second"),
    _cases,
    lambda pile: not lost_heaps(pile.takes, pile.stones)[-1],
    lambda pile: Game.of(read_ruleset(f"take {{{', '.join(map(str, sorted({*pile.takes})))}}}"), pile.stones),
    WHY,
).explored("take {2, 3}", 200, "value == n % 5 // 2 (proved)")
