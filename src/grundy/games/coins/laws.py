"""Rules of coin-turning games on a row, and the values of single coins.

For each coin, a rule states which sets of coins to the left of it (its companions) may be turned when this coin goes
from heads to tails. The value of a single coin is the mex, over these sets, of the nim-sum of the values of a set.
`CoinLaw.value` computes it by this definition; rules with a theorem override it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from typing import TypeAlias

from ...core import LimitReached, Theorem, mex

Coins: TypeAlias = tuple[int, ...]
"""Numbers of different coins, ascending."""

WORK = 500_000
"""Limit on the companions, counted set by set, that are examined for a value or for the moves to a value."""
LONGEST = 1000
"""The largest set of coins that is listed as a move."""
LONGEST_WIN = 100_000
"""The longest run that is listed as a winning move."""
WRITABLE = 13_000
"""Numbers with more bits cannot be written."""
LENSTRA = 'H. W. Lenstra, "Nim multiplication", 1977'
WAYS = 'E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 14'
SUM = "The value is the nim-sum of the values of the coins that show heads"


class CoinLaw(ABC):
    """The rule of a coin-turning game: which sets of coins may be turned, the rightmost of them from heads to tails.

    A subclass defines `companions` and `count`. From these, `value` computes the Grundy values of single coins, and
    `companions_to` finds the moves that change the value by a given nim-sum. A subclass with a theorem overrides both.

    Coins are numbered from `first`. A subclass sets the attribute `memory` to m if all coins of a move are within
    distance m of its rightmost coin, and every coin allows the same distances. Then the values are periodic.
    """

    theory = Theorem(f"{SUM}; each of these is the mex over the sets that can be turned with it", f"{LENSTRA}; {WAYS}")

    def __init__(self, name: str, first: int = 0, least: int = 1, most: int | None = None) -> None:
        """Build the rule.

        Args:
            name: The name of the game.
            first: The number of the first coin.
            least: The least number of coins turned.
            most: The greatest number of coins turned; None if unlimited.
        """
        self.name, self.first = name, first
        self.least, self.most = least, most
        self.memory: int | None = None
        self._values: list[int] = []
        self._work = 0
        self._period: tuple[int, int] | None = None
        self._windows: dict[Coins, int] = {}

    @abstractmethod
    def companions(self, coin: int) -> Iterable[Coins]:
        """Yield the sets of coins to the left of `coin` that may be turned together with it, small sets first."""

    @abstractmethod
    def count(self, coin: int) -> int:
        """Return the number of sets that may be turned with `coin` as the rightmost.

        Raises `LimitReached` if the number is too large to write.
        """

    def value(self, coin: int) -> int | None:
        """Return the Grundy value of a single coin, or None if that takes too long.

        Here it is computed as the mex over all moves.
        """
        place, known = coin - self.first, self._values
        while len(known) <= place and self._period is None and self._work <= WORK:
            sums = set()
            for found in self.companions(self.first + len(known)):
                self._work += 1 + len(found)
                if self._work > WORK:
                    return None
                sums.add(self._sum(found))
            known.append(mex(sums))
            stop = len(known)
            if self.memory is not None and stop >= self.memory:  # if these last values repeat, so do all that follow
                before = self._windows.setdefault(tuple(known[stop - self.memory :]), stop)
                if before < stop and stop > self.memory:
                    self._period = before, stop - before
        if self._period is not None:
            start, period = self._period
            return known[place if place < start else start + (place - start) % period]
        return known[place] if place < len(known) else None

    def companions_to(self, coin: int, change: int) -> Iterator[Coins]:
        """Yield the moves with a given rightmost coin whose coins have values with the nim-sum `change`.

        Call this method only if `value` is not None for `coin` and the coins to its left: it counts None as 0.

        Args:
            coin: The rightmost coin that is turned.
            change: The nim-sum, not 0.

        Yields:
            For each move the set of its coins without `coin`.

        Raises:
            LimitReached: If there are too many sets to examine.
        """
        rest, work = (self.value(coin) or 0) ^ change, 0
        for found in self.companions(coin):
            work += 1 + len(found)
            if work > WORK:
                raise self.too_many(coin)
            if self._sum(found) == rest:
                yield found

    def too_many(self, coin: int) -> LimitReached:
        """Return the error for a coin that has too many moves to examine; the caller raises it."""
        shown = str(coin) if coin < 10**20 else f"of {len(str(coin))} digits"
        return LimitReached(f"{self.name}: coin {shown} has too many moves to search", kind="size")

    def _sum(self, coins: Coins) -> int:
        total = 0  # not `nim_sum`: this is called for each set of coins
        for coin in coins:
            total ^= self.value(coin) or 0
        return total


class RunLaw(CoinLaw):
    """The coin-turning rule that turns `least` to `most` neighbouring coins; any number of them if `most` is None."""

    def __init__(self, name: str, first: int = 0, least: int = 1, most: int | None = None) -> None:
        super().__init__(name, first, least, most)
        self.memory = None if most is None else most - 1
        self.cap = 1 << ((most or 1).bit_length() - 1)
        """The largest power of 2 up to `most`."""
        if least == 1:
            bound = f", at most {self.cap}" if most else ""
            count = "its number" if first == 1 else "its place, counted from 1"
            self.theory = Theorem(f"{SUM}; a coin has the largest power of 2 that divides {count}{bound}", WAYS)

    def _lengths(self, coin: int) -> range:
        """Return the lengths of the runs that end at `coin` and may be turned.

        Raises `LimitReached` if the longest run is too long to list.
        """
        place = coin - self.first + 1
        most = min(place, self.most or place)
        if most > LONGEST:
            raise self.too_many(coin)
        return range(self.least, most + 1)

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the runs directly to the left of `coin` that may be turned with it, short ones first."""
        return (tuple(range(coin - length + 1, coin)) for length in self._lengths(coin))

    def count(self, coin: int) -> int:
        return len(self._lengths(coin))

    def value(self, coin: int) -> int | None:
        """Return the Grundy value of a single coin.

        If `least` is 1, the value is the largest power of 2 that divides the place of the coin, counted from 1. If
        `most` is given too, it is at most the largest power of 2 up to `most`, called 2^k here. If `least` is greater
        than 1, the value is computed as the mex over all moves, or the result is None if that takes too long.

        Proof, if `least` is 1: The values of the first i coins have a nim-sum that determines i mod 2^(k+1), as in a
        Gray code. So the values of a run of at most `most` coins never have nim-sum 0, and those of the shorter runs
        that end before a multiple of 2^v have all nim-sums below 2^v.
        """
        if self.least > 1:
            return super().value(coin)
        place = coin - self.first + 1
        lowest = place & -place
        return min(lowest, self.cap) if self.most else lowest

    def companions_to(self, coin: int, change: int) -> Iterator[Coins]:
        """Yield the moves that turn coins with the nim-sum `change` of their values, `coin` and others to its left.

        A move turns a run of neighbouring coins that ends at `coin`. The nim-sum includes the value of `coin`, but the
        result lists only the other coins. If `least` is greater than 1, every run that may be turned is examined. If
        `least` is 1, there is at most one such run, and a formula gives its length: the values of the first i coins
        have the nim-sum j ^ j // 2 with j = i mod 2^(k+1), where no coin has a value above 2^k.
        """
        if self.least > 1:
            yield from super().companions_to(coin, change)
            return
        place = coin - self.first + 1
        modulus = 2 * self.cap if self.most else 2 << (place | change).bit_length()
        code = place % modulus ^ place % modulus >> 1 ^ change
        index, shift = code, 1
        while index >> shift:  # the i with i ^ i // 2 = code
            index ^= index >> shift
            shift *= 2
        length = (place - index) % modulus
        if change < modulus and 1 <= length <= min(place, self.most or place):
            if length > LONGEST_WIN:
                raise self.too_many(coin)
            yield tuple(range(coin - length + 1, coin))


class SymmetricLaw(CoinLaw):
    """The coin-turning rule that turns `least` to `most` coins that are their own mirror image, such as 2, 4, 5, 7."""

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the sets of other coins that may be turned together with `coin`, by size, then by the leftmost coin."""
        place = coin - self.first + 1
        for size in range(self.least, min(place, self.most or place) + 1):
            if size > LONGEST:
                raise self.too_many(coin)
            if size == 1:
                yield ()
            for left in range(self.first, coin if size > 1 else 0):
                middle = ((left + coin) // 2,) if size % 2 else ()
                if not middle or (left + coin) % 2 == 0:
                    for inner in chosen(range(left + 1, (left + coin + 1) // 2), max(0, size - 2) // 2):
                        yield (left, *inner, *middle, *(left + coin - i for i in reversed(inner)))

    def count(self, coin: int) -> int:
        """Return the number of sets that may be turned with `coin` as the rightmost.

        A set consists of the outermost two coins, symmetric pairs of coins between them and, if its size is odd, the
        coin in the middle. If there are 0, 1, 2, 3, ... coins between the outermost two, the pairs are chosen from
        0, 0, 1, 1, ... possible ones. A set of odd size needs a coin in the middle, so there must be 1, 3, 5, ... coins
        between the outermost two, and 0, 1, 2, ... possible pairs. The numbers of choices, over all leftmost coins, are
        added up by C(0, k) + ... + C(n - 1, k) = C(n, k + 1). A single coin is counted separately.
        """
        place = coin - self.first + 1
        largest = min(place, self.most or place)
        if largest > (WORK.bit_length() * 4 if self.most is None else LONGEST):
            raise self.too_many(coin)
        total = int(self.least == 1)
        for size in range(max(2, self.least), largest + 1):
            pairs, (half, odd) = (size - 2) // 2, divmod(place - 1, 2)
            total += comb(half, pairs + 1) * (2 - size % 2)
            total += comb(half, pairs) if odd and size % 2 == 0 else 0
        return total


class GruntLaw(CoinLaw):
    """The coin-turning rule that turns the coins 0, a, n - a and n, where 0 < a < n - a: Grundy's game on coins."""

    theory = Theorem(f"{SUM}; coin n has the value of a heap of n in Grundy's game, as coin 0 has the value 0", WAYS)

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the sets {0, a, n - a} with 0 < a < n - a, where n is the number `coin` of the rightmost coin."""
        return ((0, a, coin - a) for a in range(1, (coin + 1) // 2))

    def count(self, coin: int) -> int:
        return max(0, (coin - 1) // 2)


def chosen(window: range, size: int) -> Iterator[Coins]:
    """Yield the sets of `size` coins out of a range of coins, without storing the range.

    Args:
        window: The coins.
        size: The size of a set.

    Yields:
        The sets in lexicographic order.

    Example:
        >>> list(chosen(range(3), 2))
        [(0, 1), (0, 2), (1, 2)]
    """
    length = window.stop - window.start
    if size > length:
        return
    if size > 1 and length <= WRITABLE:
        yield from combinations(window, size)
        return
    places, last = list(range(size)), length - size  # the window is too long for `combinations`, which stores it
    while True:
        yield tuple(window.start + place for place in places)
        movable = next((i for i in reversed(range(size)) if places[i] < last + i), None)
        if movable is None:
            return
        places[movable:] = range(places[movable] + 1, places[movable] + 1 + size - movable)
