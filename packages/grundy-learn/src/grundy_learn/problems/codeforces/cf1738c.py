"""Codeforces 1738C, Even Number Addicts: Alice wants an even sum; the number of odd numbers mod 4 decides. O(n)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game

from ..problem import one_winner
from ..shapes import many_lists

Numbers = tuple[int, int, int, int]
"""The remaining odd and even numbers, the parity of Alice's sum, and the player to move: 0 for Alice."""

WHY = """\
Codeforces 1738C, Even Number Addicts

Rule: Alice and Bob take numbers in turn, Alice first, until none is left. Alice wins when her numbers have an even
sum, else Bob.
Input: t; for each test n, then a_1 ... a_n. Output: Alice or Bob.

Theorem. Only o, how many numbers are odd, and e, how many are even, count. Alice wins for o mod 4 = 0 and 3, Bob for
2; for 1 Alice wins exactly when e is odd.

Why. Induction on o + e, for Alice to move and each parity that her numbers still need. A move and its answer take two
numbers. So what (o, e) leads to depends on the classes o mod 4 and e mod 2 and on which kinds are used up, nothing
else, and so does the claim. Hence the step has finitely many cases, and all of them occur for o, e <= 12: the rule,
searched there, proves it for all. Counting: O(n).

Source: Codeforces Global Round 22, editorial of problem C, 2022."""


def _wins(numbers: list[int]) -> bool:
    odd = sum(number % 2 for number in numbers)
    rest = odd % 4
    return rest in {0, 3} or (rest == 1 and (len(numbers) - odd) % 2 == 1)


def _options(left: Numbers | str) -> Iterator[Numbers | str]:
    """Yield the states after taking a number; when none is left, only the winner has a last move, to "over"."""
    if isinstance(left, str):
        return
    odd, even, parity, mover = left
    if odd:
        yield odd - 1, even, parity ^ (mover == 0), 1 - mover
    if even:
        yield odd, even - 1, parity, 1 - mover
    if not odd and not even and parity == mover:
        yield "over"


def _game(numbers: list[int]) -> Game:
    odd = sum(number % 2 for number in numbers)
    return Game.of(FunctionRuleset(_options), (odd, len(numbers) - odd, 0, 0))


PROBLEM = one_winner(("Alice", "Bob"), many_lists("a number", 0), _wins, _game, WHY)
