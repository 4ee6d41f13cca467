"""Euclid: two players run the Euclidean algorithm.

`euclid: 25 7`: a move subtracts a positive multiple of the smaller number from the larger one. From (25, 7) the moves
lead to (18, 7), (11, 7) or (4, 7), and only (11, 7) wins. In `euclid` a number may become 0, which ends play. In
`euclid(end=positive)` both stay positive, so play ends when they are equal.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Move, Outcome, PositionError, RuleError, Sum, Theorem, from_heaps
from .coupled import CoupledRuleset, Numbers, lowered

ENDS = ("zero", "positive")

_COLE_DAVIE = (
    'A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy for it", 1969'
)


class Euclid(CoupledRuleset):
    """The rules of Euclid: subtract a positive multiple of the smaller of two numbers from the larger one."""

    size = 2
    noun = "number"
    what = "a number"
    ordered = False

    def __init__(self, end: str = "zero") -> None:
        """Build the ruleset.

        Args:
            end: "zero" if play ends with a number 0, "positive" if it ends with equal numbers.

        Raises:
            RuleError: If `end` is another text.
        """
        if end not in ENDS:
            raise RuleError(f"euclid: end is zero or positive, not {end!r}")
        self.end = end
        self.least = ENDS.index(end)
        self.name = "euclid(end=positive)" if self.least else "euclid"
        self.theory = _POSITIVE if self.least else _ZERO
        end = "two equal ones" if self.least else "a number and 0"
        self.idea_lost = (
            "The larger number is less than 1.618 times the smaller (the golden ratio), so there is only one move, "
            "and after it the other player can choose."
        )
        self.idea_won = (
            f"Leave {end}, or two numbers of which the larger is less than 1.618 times the smaller (the golden "
            "ratio): then there is only one move, and after it you can choose."
        )

    def options(self, position: Numbers) -> Iterator[Numbers]:
        """Return the position after each move, small multiples first.

        A move lowers the larger number. If the numbers are equal, the result of lowering the first one precedes that of
        lowering the second.
        """
        for i, j in ((0, 1), (1, 0)):
            if position[i] >= position[j] > 0:
                for left in range(position[i] - position[j], self.least - 1, -position[j]):
                    yield lowered(position, i, left)

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        i = 0 if before[0] > after[0] else 1
        label = f"take {before[i] - after[i]} from heap {i + 1}"
        return Move(label, Sum(after), lambda: from_heaps(before, after), "take")

    def check(self, position: Numbers) -> None:
        super().check(position)
        if min(position) < self.least:
            raise PositionError(f"{self.name}: both numbers must be positive")

    def count_moves(self, position: Numbers) -> int:
        """Return the number of moves, which is the number of multiples that can be subtracted.

        Two equal numbers have two moves if either may become 0, otherwise none.
        """
        small, large = self.canonical(position)
        if small == 0:
            return 0
        return 2 * (1 - self.least) if small == large else (large - self.least) // small

    def known_value(self, position: Numbers) -> int | None:
        """Return the Grundy value of the numbers a <= b if a theorem gives it, else None.

        If play ends with equal numbers, the value is floor(b/a - a/b). If a number may become 0, the result is 0 for
        P-positions and None for N-positions.
        """
        small, large = self.canonical(position)
        if self.least:
            return (large * large - small * small) // (small * large)
        return 0 if self.known_outcome(position) is Outcome.P else None

    def known_outcome(self, position: Numbers) -> Outcome:
        """Return P if a number is 0; else N if the ratio of the larger number to the smaller exceeds the golden ratio.

        Equal numbers are N if the rules allow the number 0, and P if not; all other positions are P. For a <= b, b/a
        exceeds the golden ratio exactly if b*b - a*b - a*a > 0.
        """
        small, large = self.canonical(position)
        if small == 0:
            return Outcome.P
        if small == large:
            return Outcome.wins(not self.least)
        return Outcome.wins(large * large - small * large - small * small > 0)

    def moves_to(self, position: Numbers, value: int) -> Iterator[Move[Numbers]] | None:
        if value and not self.least:
            return None
        return (self._move(position, after) for after in self._candidates(position, value))

    def _candidates(self, position: Numbers, value: int) -> Iterator[Numbers]:
        for i, j in ((0, 1), (1, 0)):
            if position[i] < position[j] or not position[j]:
                continue
            quotient, rest = divmod(position[i], position[j])
            for multiple in sorted({0, value, value + 1}, reverse=True):
                left = multiple * position[j] + rest
                after = lowered(position, i, left)
                if self.least <= left and multiple < quotient and self.known_value(after) == value:
                    yield after


_ZERO = Theorem("two positive numbers are N iff they are equal or their ratio exceeds the golden ratio", _COLE_DAVIE)
_POSITIVE = Theorem(
    "The value of a <= b is floor(b/a - a/b): N iff the ratio exceeds the golden ratio",
    f'{_COLE_DAVIE}; G. Nivasch, "The Sprague-Grundy function of the game Euclid", 2006',
)
