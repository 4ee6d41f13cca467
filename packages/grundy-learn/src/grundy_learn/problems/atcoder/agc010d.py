"""AtCoder AGC 010 D, Decrementing: lower a number, divide all by their gcd; parities, and at most 30 forced moves."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from grundy.core import Game, InputError

from ..games import Decrementing, decrementing_wins
from ..judge_input import InputField, JudgeInput, count
from ..problem import who_wins

WHY = """\
AtCoder AGC 010 D, Decrementing

Rule: numbers a_1 ... a_N >= 1 with greatest common divisor 1; lower one number above 1 by 1, then divide all by
their greatest common divisor; a player who meets all ones cannot move and loses. The divisor couples the
numbers: this is not a sum, and single numbers have no values.
Input: N; A_1 ... A_N. Output: First or Second.

Theorem. Let E be how many numbers are even. E odd: the player to move wins. E even: the player to move loses,
unless exactly one number is odd and it is above 1; then lowering that number is the only move that may win, and
the position after it decides.

Why. Dividing by an odd number keeps all parities. While an odd number is left after lowering, the divisor is
odd, so a move turns the parity of E.
- E odd: lower an even number. An odd number was there (the divisor was 1) and the lowered one is odd now: two
  odd numbers, and E even. Whatever the opponent lowers, one odd number stays, so E is odd again for us. With E
  odd some number is even, so we can always move; play ends, so the opponent gets stuck.
- E even: a move that leaves an odd number makes E odd and loses. Only lowering the single odd number leaves
  none. If two are odd, or the single one is 1 and cannot be lowered, every move loses (or none is left).
A forced move makes everything even, so the division halves the numbers at least: about 30 rounds for numbers A
up to 10^9, each with one greatest common divisor of N numbers: O(N log A) divisions in all.

Source: AtCoder Grand Contest 010, editorial of problem D, 2017."""


def _cases(judge_input: JudgeInput) -> Iterator[list[int]]:
    (n,) = judge_input.record(count("how many numbers follow"))
    line = judge_input.line
    numbers = judge_input.numbers(n, InputField("a number"))
    divisor = gcd(*numbers)
    if divisor > 1:
        raise InputError(f"line {line}: expected numbers with greatest common divisor 1, found divisor {divisor}")
    yield numbers


PROBLEM = who_wins(
    ("First", "Second"),
    _cases,
    lambda numbers: [decrementing_wins(numbers)],
    lambda numbers: [Game.of(Decrementing(), tuple(numbers))],
    WHY,
)
