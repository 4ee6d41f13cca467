"""Which coins of a row may be turned at once: the laws of coin-turning games, and the value of a single coin.

A law says with which coins on its left a coin may be turned from heads to tails. The value of a single coin is the mex
of the nim-sums of its sets of companions: `CoinLaw.value` computes that, the laws with a theorem say it at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from typing import TypeAlias

from ...core import LimitReached, Theorem, mex, nim_sum

Coins: TypeAlias = tuple[int, ...]
"""Numbers of different coins, ascending."""

WORK = 500_000
"""Companions, counted set by set, that are looked at for a value by definition or for the moves to a value."""
LONGEST = 1000
"""The largest set of coins that is listed as a move."""
LONGEST_WIN = 100_000
"""The longest run that is given as a winning move."""
WRITABLE = 13_000
"""Numbers of more bits cannot be written."""
LENSTRA = 'H. W. Lenstra, "Nim multiplication", 1977'
WAYS = 'E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 14'
SUM = "The value is the nim-sum of the values of the coins that show heads"


class CoinLaw(ABC):
    """Which sets of coins may be turned; the rightmost goes from heads to tails. Coins are numbered from `first`.

    With a `memory` only so many coins on the left of a coin matter, and the same ones for every coin, so that values
    are periodic.
    """

    theory = Theorem(f"{SUM}; each of these is the mex over the sets that may be turned with it", f"{LENSTRA}; {WAYS}")

    def __init__(self, name: str, first: int = 0, least: int = 1, most: int | None = None) -> None:
        """Name the game; sets have `least` to `most` coins, where the law asks for that."""
        self.name, self.first = name, first
        self.least, self.most = least, most
        self.memory: int | None = None
        self._values: list[int] = []
        self._work = 0
        self._period: tuple[int, int] | None = None
        self._windows: dict[Coins, int] = {}

    @abstractmethod
    def companions(self, coin: int) -> Iterable[Coins]:
        """Yield the sets of further coins, all on the left, that may be turned with `coin`: short ones first."""

    @abstractmethod
    def count(self, coin: int) -> int:
        """Return how many sets of companions a coin has; raise `LimitReached` where the number cannot be written."""

    def value(self, coin: int) -> int | None:
        """Return the value of a single coin, or None beyond reach: here by definition."""
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
            if self.memory is not None and stop >= self.memory:  # when these last values come again, so does all behind
                before = self._windows.setdefault(tuple(known[stop - self.memory :]), stop)
                if before < stop and stop > self.memory:
                    self._period = before, stop - before
        if self._period is not None:
            start, period = self._period
            return known[place if place < start else start + (place - start) % period]
        return known[place] if place < len(known) else None

    def companions_to(self, coin: int, change: int) -> Iterator[Coins]:
        """Yield the companions that, with the coin, have nim-sum `change` != 0; all coins have known values."""
        rest, work = (self.value(coin) or 0) ^ change, 0
        for found in self.companions(coin):
            work += 1 + len(found)
            if work > WORK:
                raise self.too_many(coin)
            if self._sum(found) == rest:
                yield found

    def too_many(self, coin: int) -> LimitReached:
        """Return the error that says that the moves of a coin cannot be looked through."""
        shown = str(coin) if coin < 10**20 else f"of {len(str(coin))} digits"
        return LimitReached(f"{self.name}: coin {shown} has too many moves to look through", kind="size")

    def _sum(self, coins: Coins) -> int:
        return nim_sum(self.value(coin) or 0 for coin in coins)


class RunLaw(CoinLaw):
    """Turn `least` to `most` neighbouring coins; `most` None is any number of them."""

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
        """Return how many coins a run that ends at `coin` may have; raise `LimitReached` where runs are too long."""
        place = coin - self.first + 1
        most = min(place, self.most or place)
        if most > LONGEST:
            raise self.too_many(coin)
        return range(self.least, most + 1)

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the neighbours, from none to all."""
        return (tuple(range(coin - length + 1, coin)) for length in self._lengths(coin))

    def count(self, coin: int) -> int:
        """Return the number of lengths."""
        return len(self._lengths(coin))

    def value(self, coin: int) -> int | None:
        """Return the lowest bit of the coin's place, bounded.

        Let 2^k be the bound. The nim-sum of the first i values tells i mod 2^(k+1), as a Gray code does, so a run of
        at most `most` coins never has nim-sum 0, and shorter runs before a multiple of 2^v give all below 2^v.
        """
        if self.least > 1:
            return super().value(coin)
        place = coin - self.first + 1
        lowest = place & -place
        return min(lowest, self.cap) if self.most else lowest

    def companions_to(self, coin: int, change: int) -> Iterator[Coins]:
        """Yield the one run: the first i values have the nim-sum j ^ j // 2, where j = i mod 2^(k+1), 2^k the bound."""
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
    """Turn `least` to `most` coins that lie symmetrically about their middle."""

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the sets by size, then from the left."""
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
        """Return the number of sets: of each width, the pairs inside and perhaps the middle are chosen.

        The widths between the outermost coins have 0, 0, 1, 1, ... pairs of coins inside, or 0, 1, 2, ... around a
        middle, and C(0, k) + ... + C(n - 1, k) = C(n, k + 1).
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
    """Turn four coins 0, a, n - a, n: Grundy's game on coins."""

    theory = Theorem(f"{SUM}; coin n has the value of a heap of n in Grundy's game, as coin 0 has the value 0", WAYS)

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield 0, a, n - a for every a < n - a."""
        return ((0, a, coin - a) for a in range(1, (coin + 1) // 2))

    def count(self, coin: int) -> int:
        """Return the number of splits into unequal heaps."""
        return max(0, (coin - 1) // 2)


def chosen(window: range, size: int) -> Iterator[Coins]:
    """Yield the sets of `size` coins of a window from the left, however long it is.

    >>> list(chosen(range(3), 2))
    [(0, 1), (0, 2), (1, 2)]
    """
    length = window.stop - window.start
    if size > length:
        return
    if size > 1 and length <= WRITABLE:
        yield from combinations(window, size)
        return
    places, last = list(range(size)), length - size  # the window itself is too long for a tuple
    while True:
        yield tuple(window.start + place for place in places)
        movable = next((i for i in reversed(range(size)) if places[i] < last + i), None)
        if movable is None:
            return
        places[movable:] = range(places[movable] + 1, places[movable] + 1 + size - movable)
