"""Dynamic take-away: what a move takes bounds what the next one may take.

`fibonacci: 13` is Fibonacci nim: the first player takes 1 to n - 1 tokens, and from then on a player
takes at most twice what was taken before. "13@4" is a heap of 13 of which at most 4 may be taken.
A whole heap of n is P iff n is a Fibonacci number (Whinihan, "Fibonacci Nim", 1963).

`schwenk(factor=a, plus=b): 13` lets a player take at most f(k) = a*k + b after a move of k. With
H_1 = 1 and H_{i+1} = H_i + H_j, j least with f(H_j) >= H_i, every n is in one way a sum of H's of
which each exceeds f of the next smaller one, and (n, bound) is N iff the smallest of them is at most
the bound (Schwenk, "Take-away games", 1970). For factor 1 these are the powers of two, for factor 2
the Fibonacci numbers and Zeckendorf's sums.

Every win takes the t smallest parts of n together, for some t: if taking k wins, the smallest part of
n - k exceeds f(k), so the parts of k and those of n - k are, side by side, the parts of n.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from typing import TypeAlias

from ..core import (
    Heaps,
    Move,
    Outcome,
    PositionError,
    RuleError,
    Ruleset,
    Scanner,
    Scene,
    Sum,
    Theorem,
)

Bounded: TypeAlias = tuple[int, int]
"""A heap and the largest number that may be taken from it."""

_WHINIHAN = Theorem(
    "A whole heap is P iff it is a Fibonacci number; (heap, bound) is N iff the smallest part of the heap's "
    "Zeckendorf sum is at most the bound",
    'M. J. Whinihan, "Fibonacci Nim", 1963',
)

MOST_TERMS = 100_000
"""So many losing numbers H are listed; where a large factor makes more, the theorem is not used."""


class Schwenk(Ruleset[Bounded]):
    """Take 1 to `bound` tokens; after a move of k tokens the bound is factor * k + plus."""

    theory = Theorem(
        "With H_1 = 1, H_{i+1} = H_i + H_j for the least j with f(H_j) >= H_i, and n written greedily as a sum of H's: "
        "N iff the smallest of them is at most the bound",
        'A. J. Schwenk, "Take-away games", 1970',
    )

    def __init__(self, factor: int = 2, plus: int = 0) -> None:
        """Bound the answer to a move of k by factor * k + plus; raise `RuleError` unless factor >= 1, plus >= 0."""
        if type(factor) is not int or factor < 1:
            raise RuleError(f"schwenk: factor is a whole number from 1, not {factor!r}")
        if type(plus) is not int or plus < 0:
            raise RuleError(f"schwenk: plus is a whole number from 0, not {plus!r}")
        self.factor = factor
        self.plus = plus
        self.name = f"schwenk(factor={factor}, plus={plus})" if plus else f"schwenk(factor={factor})"

    def _left(self, heap: int, take: int) -> Bounded:
        """Return what a move of `take` tokens leaves."""
        return heap - take, min(self.factor * take + self.plus, heap - take)

    def options(self, position: Bounded) -> Iterator[Bounded]:
        """Return what is left after taking 1, 2, ... up to the bound."""
        heap, bound = position
        return (self._left(heap, take) for take in range(1, min(heap, bound) + 1))

    def moves(self, position: Bounded) -> Iterator[Move[Bounded]]:
        """Return the moves "take 1", "take 2", ..."""
        return (Move(f"take {position[0] - left[0]}", Sum(left)) for left in self.options(position))

    def count_moves(self, position: Bounded) -> int:
        """Return the smaller one of heap and bound."""
        return min(position)

    def canonical(self, position: Bounded) -> Bounded:
        """Return the position whose bound is at most its heap."""
        return position[0], min(position)

    def known_value(self, position: Bounded) -> int | None:
        """Return 0 for a P-position; the other values have no formula."""
        return 0 if self.known_outcome(position) is Outcome.P else None

    def known_outcome(self, position: Bounded) -> Outcome | None:
        """Compare the smallest part of the heap with the bound."""
        heap, bound = position
        parts = _parts(heap, self.factor, self.plus)
        return None if parts is None else Outcome.wins(heap > 0 and parts[-1] <= bound)

    def moves_to(self, position: Bounded, value: int) -> Iterator[Move[Bounded]] | None:
        """Return every winning move: take the smallest parts together while f of that is below the next part."""
        heap, bound = position
        parts = _parts(heap, self.factor, self.plus)
        if value or parts is None:
            return None
        wins = takewhile(lambda take: take <= bound, self._winning_takes(parts))
        return (Move(f"take {take}", Sum(self._left(heap, take))) for take in wins)

    def _winning_takes(self, parts: list[int]) -> Iterator[int]:
        """Yield the takes, in ascending order, that win if the bound allows them."""
        take = 0
        for i in range(len(parts) - 1, -1, -1):
            take += parts[i]
            if i == 0 or parts[i - 1] > self.factor * take + self.plus:
                yield take

    def check(self, position: Bounded) -> None:
        """Refuse what is not a heap with a bound."""
        if type(position) is not tuple or len(position) != 2:
            raise PositionError(f"{self.name}: expected a heap and its bound, found {position!r}")
        if not all(type(entry) is int and entry >= 0 for entry in position):
            raise PositionError(f"{self.name}: heap and bound are whole numbers, found {position!r}")

    def read(self, text: str) -> Sum[Bounded]:
        """Read heaps "13" at their start, where all but one token may be taken, or "13@4" with their bound."""
        return Sum.of(Scanner(text).several(_read_part))

    def show(self, parts: Sum[Bounded]) -> str:
        """Write the heaps with those bounds that are not the starting ones."""
        return " ".join(f"{heap}" if bound == _start(heap) else f"{heap}@{bound}" for heap, bound in parts) or "0"

    def scene(self, position: Bounded) -> Scene:
        """Show the heap over the number that may be taken."""
        return Heaps((position[0],), (f"at most {position[1]}",))


def fibonacci() -> Schwenk:
    """Return Fibonacci nim: take at most twice what was taken before, and all but one token at the start.

    >>> fibonacci().known_outcome((13, 12)), [move.label for move in fibonacci().moves_to((100, 99), 0)]
    (<Outcome.P: 'P'>, ['take 3', 'take 11'])
    """
    rule = Schwenk(factor=2)
    rule.name = "fibonacci"
    rule.theory = _WHINIHAN
    return rule


def _start(heap: int) -> int:
    """Return the bound of the first move: one token at least must stay."""
    return max(heap - 1, 0)


def _read_part(scanner: Scanner) -> Bounded:
    """part = heap [ "@" bound ]."""
    heap = scanner.integer("a heap size")
    return heap, scanner.integer("a bound") if scanner.take("@") else _start(heap)


def _parts(heap: int, factor: int, plus: int) -> list[int] | None:
    """Return the greedy sum of losing numbers that makes `heap`, largest first; None where they are too many.

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
    """Return Schwenk's numbers H of at most `bits` bits in ascending order, None where they are too many.

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
