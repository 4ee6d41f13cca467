"""Dynamic nim: the number taken by a move limits the next move.

`fibonacci: 13` is Fibonacci nim: take 1 to n - 1 tokens, and then at most twice the previous take. "13@4" is a heap of
13 of which at most 4 may be taken. `schwenk(factor=a, plus=b): 13` allows f(k) = a*k + b after a move of k. Every n has
a unique representation as a sum of Schwenk's losing numbers H in which each exceeds f of the next smaller one. For
factor 1 these are the powers of two, for factor 2 the Fibonacci numbers with Zeckendorf's representation.

Every winning move takes the sum of the t smallest terms of n, for some t. If taking k wins, the smallest term of n - k
exceeds f(k), so the terms of k and those of n - k together are the terms of n.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import TypeAlias

from ...core import (
    Heaps,
    Knowledge,
    Move,
    Outcome,
    PartwiseRuleset,
    Picture,
    PositionError,
    Scanner,
    Scene,
    Sum,
    Theorem,
    from_heap,
)
from ..forms import Labelled, refuse_below

Bounded: TypeAlias = tuple[int, int]
"""A heap and the largest number that may be taken from it."""

_WHINIHAN = Theorem(
    "A whole heap is P iff it is a Fibonacci number; (heap, bound) is N iff the smallest part of the heap's "
    "Zeckendorf sum is at most the bound",
    'M. J. Whinihan, "Fibonacci Nim", 1963',
)

MOST_TOLD = 10**9
"""The largest heap whose representation is shown to learners."""
MOST_TERMS = 100_000
"""The limit on the losing numbers H listed; if a large factor needs more, the theorem is not used."""


class Schwenk(Labelled[Bounded], PartwiseRuleset[Bounded], Picture[Bounded], Knowledge[Bounded]):
    """The rules of dynamic nim: take 1 to `bound` tokens; after a move of k tokens the bound is factor * k + plus."""

    between = " "
    nothing = "0"
    theory = Theorem(
        "With H_1 = 1, H_{i+1} = H_i + H_j for the least j with f(H_j) >= H_i, and n written greedily as a sum of H's: "
        "N iff the smallest of them is at most the bound",
        'A. J. Schwenk, "Take-away games", 1970',
    )

    def __init__(self, factor: int = 2, plus: int = 0) -> None:
        """Build the ruleset; the reply to a move of k takes at most factor * k + plus.

        Args:
            factor: An integer of at least 1.
            plus: An integer of at least 0.

        Raises:
            RuleError: If a number is out of range.
        """
        refuse_below(1, "schwenk", factor=factor)
        refuse_below(0, "schwenk", plus=plus)
        self.factor, self.plus = factor, plus
        self.name = f"schwenk(factor={factor}, plus={plus})" if plus else f"schwenk(factor={factor})"

    def _left(self, heap: int, take: int) -> Bounded:
        return heap - take, min(self.factor * take + self.plus, heap - take)

    def options(self, position: Bounded) -> Iterator[Bounded]:
        heap, bound = position
        return (self._left(heap, take) for take in range(1, min(heap, bound) + 1))

    def _move(self, before: Bounded, after: Bounded) -> Move[Bounded]:
        taken = before[0] - after[0]
        return Move(f"take {taken}", Sum(after), lambda: from_heap(before[0], [after[0]]), "take", taken)

    def count_moves(self, position: Bounded) -> int:
        return min(position)

    def canonical(self, position: Bounded) -> Bounded:
        """Return the position with a bound that is at most the size of the heap; a larger bound has the same effect."""
        return position[0], min(position)

    def idea(self, position: Bounded) -> str:
        heap, bound = position
        parts = _parts(heap, self.factor, self.plus) if 0 < heap <= MOST_TOLD else None
        if parts is None or not bound:
            return ""
        kind = "the Fibonacci numbers" if (self.factor, self.plus) == (2, 0) else "the powers of 2"
        if (self.factor, self.plus) not in ((1, 0), (2, 0)):
            listed = _losing_numbers(self.factor, self.plus, 6) or []
            kind = f"the P-positions {', '.join(map(str, listed[:8]))}, ..."
        text = (
            f"{heap} is {' + '.join(map(str, parts))}, a sum of {kind}"
            if len(parts) > 1
            else f"{heap} is one of {kind}"
        )
        if parts[-1] > bound:
            return f"{text}; you may not take the last term, {parts[-1]}. The other player can always take a last term."
        rest = "all of it" if len(parts) == 1 else f"the last terms, {parts[-1]} or more"
        reason = "" if len(parts) == 1 else ", so that the term before them is too large for the reply"
        return f"{text}: take {rest}{reason}."

    def known_value(self, position: Bounded) -> int | None:
        """Return 0 for a P-position, else None, because the other values have no formula."""
        return 0 if self.known_outcome(position) is Outcome.P else None

    def known_outcome(self, position: Bounded) -> Outcome | None:
        """Return the outcome in normal play, or None if too many losing numbers are needed to compute it.

        Losing numbers are the whole heaps that are P-positions, as in the docstring of the module. The heap is written
        greedily as a sum of them: the first term is the largest one that fits, the next term the largest one that fits
        into the rest, and so on. The position is N if the smallest term is at most the bound, else P.
        """
        heap, bound = position
        parts = _parts(heap, self.factor, self.plus)
        return None if parts is None else Outcome.wins(heap > 0 and parts[-1] <= bound)

    def moves_to(self, position: Bounded, value: int) -> Iterator[Move[Bounded]] | None:
        heap, bound = position
        parts = _parts(heap, self.factor, self.plus)
        if value or parts is None:
            return None
        takes = takewhile(
            lambda take: take[0] <= bound, zip(accumulate(parts[::-1]), [*parts[-2::-1], None], strict=False)
        )
        return (
            self._move(position, self._left(heap, take))
            for take, larger in takes
            if larger is None or larger > self.factor * take + self.plus
        )

    def check(self, position: Bounded) -> None:
        if type(position) is not tuple or len(position) != 2:
            raise PositionError(f"{self.name}: expected a heap and its bound, found {position!r}")
        if not all(type(entry) is int and entry >= 0 for entry in position):
            raise PositionError(f"{self.name}: heap and bound are whole numbers, found {position!r}")

    def read_part(self, scanner: Scanner) -> Bounded:
        """Read a heap with its bound, such as "13@4".

        Without a bound, as in "13", all tokens but one may be taken.
        """
        heap = scanner.number("a heap size")
        return heap, scanner.number("a bound") if scanner.take("@") else max(heap - 1, 0)

    def show_part(self, position: Bounded) -> str:
        heap, bound = position
        return f"{heap}" if bound == max(heap - 1, 0) else f"{heap}@{bound}"

    def scene(self, position: Bounded) -> Scene:
        return Heaps((position[0],), (f"at most {position[1]}",))


def fibonacci() -> Schwenk:
    """Return Fibonacci nim: take at most twice the previous take, and at first any number but the whole heap.

    >>> fibonacci().known_outcome((13, 12)), [move.label for move in fibonacci().moves_to((100, 99), 0)]
    (<Outcome.P: 'P'>, ['take 3', 'take 11'])
    """
    rule = Schwenk(factor=2)
    rule.name = "fibonacci"
    rule.theory = _WHINIHAN
    return rule


def _parts(heap: int, factor: int, plus: int) -> list[int] | None:
    """Write a heap greedily as a sum of losing numbers, the largest first; None if too many losing numbers are needed.

    Losing numbers are the whole heaps that are P-positions if the reply to a move of k takes at most `factor` * k +
    `plus` tokens.

    >>> _parts(100, 2, 0), _parts(100, 1, 0), _parts(0, 1, 0)
    ([89, 8, 3], [64, 32, 4], [])
    """
    bits = 1 << heap.bit_length().bit_length()  # a power of two: few lists serve all heaps
    numbers = _losing_numbers(factor, plus, bits)
    if numbers is None:
        return None
    parts = []
    while heap:
        parts.append(numbers[bisect_right(numbers, heap) - 1])
        heap -= parts[-1]
    return parts


@lru_cache(maxsize=8)
def _losing_numbers(factor: int, plus: int, bits: int) -> list[int] | None:
    """Return the whole heaps of at most `bits` bits that are P-positions, ascending, or None if there are too many.

    The reply to a move of k takes at most `factor` * k + `plus` tokens. At first all tokens but one may be taken.

    >>> _losing_numbers(2, 0, 6), _losing_numbers(3, 0, 5)
    ([1, 2, 3, 5, 8, 13, 21, 34, 55], [1, 2, 3, 4, 6, 8, 11, 15, 21, 29])
    """
    numbers, j = [1], 0
    while True:
        while factor * numbers[j] + plus < numbers[-1]:
            j += 1
        following = numbers[-1] + numbers[j]
        if following.bit_length() > bits:
            return numbers
        if len(numbers) == MOST_TERMS:
            return None
        numbers.append(following)
