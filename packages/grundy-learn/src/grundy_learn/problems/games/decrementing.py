"""Numbers that are lowered by one and divided by their greatest common divisor, which couples them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd

from grundy.core import Move, Outcome, PositionError, Sum, Theorem, from_heaps
from grundy.games import CoupledRuleset, Numbers, lowered


class Decrementing(CoupledRuleset):
    """The game in which a move lowers a number above 1 by 1, and then divides all numbers by their common divisor.

    The position of all ones is terminal.
    """

    name = "decrementing"
    noun = "number"
    what = "a number"
    ordered = False
    theory = Theorem(
        "With an odd number of even entries: N. Else P, unless exactly one entry is odd and above 1: then lowering it "
        "is the only move that may win",
        "AtCoder Grand Contest 010 D, editorial, 2017",
    )

    def options(self, position: Numbers) -> Iterator[Numbers]:
        """Yield the positions after lowering each number above 1 and dividing by the greatest common divisor."""
        return (_lowest(lowered(position, i, heap - 1)) for i, heap in enumerate(position) if heap > 1)

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        lower = (i for i, heap in enumerate(before) if heap > 1 and _lowest(lowered(before, i, heap - 1)) == after)
        return Move(f"lower number {next(lower) + 1}", Sum(after), lambda: from_heaps(before, after))

    def known_outcome(self, position: Numbers) -> Outcome:
        """Return the outcome: positions are played on, with the only move that can win, until parities decide."""
        return Outcome.wins(decrementing_wins(position))

    def check(self, position: Numbers) -> None:
        """Raise `PositionError` if a number is below 1, or if the numbers have a common divisor above 1."""
        super().check(position)
        if 0 in position or gcd(*position) > 1:
            raise PositionError(f"{self.name}: numbers from 1 without a common divisor, found {position!r}")


def _lowest(numbers: Numbers) -> Numbers:
    divisor = gcd(*numbers)
    return numbers if divisor == 1 else tuple(number // divisor for number in numbers)


def decrementing_wins(numbers: Iterable[int]) -> bool:
    """Return whether the player to move wins `Decrementing` from numbers >= 1 with greatest common divisor 1.

    If the parities do not decide, only one move can win. It at least halves the numbers, so 30 rounds suffice for
    numbers up to 10^9.

    >>> decrementing_wins([3, 6, 7]), decrementing_wins([7, 8, 8]), decrementing_wins([2, 2, 3])
    (True, False, True)
    """
    heaps, mover = list(numbers), True
    while True:
        odd = [heap for heap in heaps if heap % 2]
        if (len(heaps) - len(odd)) % 2:
            return mover
        if len(odd) != 1 or odd[0] == 1:
            return not mover
        divisor = gcd(*(heap - heap % 2 for heap in heaps))
        heaps = [heap // divisor for heap in heaps]  # lowering the odd one does not change its quotient
        mover = not mover
