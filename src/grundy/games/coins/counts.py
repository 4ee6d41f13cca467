"""Coin-turning rules that restrict only the number of coins, and perhaps the distance between the outermost ones.

At most h coins: the values are those of the lexicode of distance h + 1, computed greedily. For odd h they are twice
those of h - 1, plus a last digit that makes the number of ones odd (the Mock Turtle theorem; E. R. Berlekamp, J. H.
Conway and R. K. Guy, "Winning Ways", 1982). From l to h coins: the first l - 1 coins have value 0. A move that turns
fewer than l other coins can turn some of these too, which changes no value. So the other coins have the values of the
game of at most h coins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

from ...core import MAX_OPTIONS, Theorem
from .laws import LENSTRA, LONGEST, SUM, WAYS, WORK, WRITABLE, CoinLaw, Coins, chosen

MOST_BITS = 19
"""Lexicode values below 2^MOST_BITS are computed, in bit sets of that many numbers."""
_CONWAY_SLOANE = f'{WAYS}; J. H. Conway and N. J. A. Sloane, "Lexicographic codes", 1986'


class CountLaw(CoinLaw):
    """The coin-turning rule that turns `least` to `most` coins, the outermost at most `reach` places from each other.

    If `most` or `reach` is None, there is no such bound. Without `reach`, theorems give the values of single coins, as
    the docstring of the module explains. With `reach`, the values are computed as the mex over all moves.
    """

    def __init__(
        self, name: str, first: int = 0, least: int = 1, most: int | None = None, reach: int | None = None
    ) -> None:
        super().__init__(name, first, least, most)
        self.memory = self.reach = reach
        self.start = first + least - 1
        if reach is not None:
            return
        shift = self.start
        place = "its number" if shift == 0 else f"its number less {shift}"
        after = "its number" if shift == 1 else "its number and 1" if shift == 0 else f"its number less {shift - 1}"
        zero = f", those before coin {shift} the value 0" if least > 1 else ""
        known = {
            1: (f"a coin has the value 1{zero}", LENSTRA),
            2: (f"a coin has {after}{zero}", f"{LENSTRA}; {WAYS}"),
            3: (f"a coin has the odious number 2i or 2i + 1 for i = {place}{zero}", f"{LENSTRA}; {WAYS}"),
            None: (f"a coin has 2 to the power of {place}{zero}", LENSTRA),
        }
        lexicode = (f"the coins have the values of the lexicode of distance {(most or 0) + 1}", _CONWAY_SLOANE)
        statement, source = known.get(most, lexicode)
        self.theory = Theorem(f"{SUM}; {statement}", source)

    def _window(self, coin: int) -> range:
        return range(self.first if self.reach is None else max(self.first, coin - self.reach), coin)

    def _sizes(self, coin: int) -> range:
        room = len(self._window(coin)) if coin - self.first < 2**62 or self.reach is not None else 2**62
        return range(self.least - 1, min(room, room if self.most is None else self.most - 1) + 1)

    def companions(self, coin: int) -> Iterator[Coins]:
        """Yield the sets of other coins that may be turned together with `coin`, by size, then lexicographically."""
        for size in self._sizes(coin):
            if size >= LONGEST:
                raise self.too_many(coin)
            yield from chosen(self._window(coin), size)

    def count(self, coin: int) -> int:
        """Return the number of sets that may be turned with `coin` as the rightmost: a sum of binomial coefficients."""
        room = coin - self._window(coin).start
        if self.most is None and room > WRITABLE:
            raise self.too_many(coin)
        return sum(comb(room, size) for size in self._sizes(coin))

    def value(self, coin: int) -> int | None:
        """Return the Grundy value of a single coin, or None if it is too hard to compute.

        If `reach` is given, the value is computed as the mex over all moves, else by a theorem.
        """
        if self.reach is not None:
            return super().value(coin)
        place = coin - self.start
        if place < 0:
            return 0
        if self.most is None:
            return 1 << place if place <= WRITABLE else None
        return up_to(self.most, place)

    def companions_to(self, coin: int, change: int) -> Iterator[Coins]:
        if self.reach is not None or (self.most is None and self.least > 1):
            yield from super().companions_to(coin, change)
            return
        rest = (self.value(coin) or 0) ^ change
        if self.most is None:
            found = tuple(self.first + i for i in range(rest.bit_length()) if rest >> i & 1)
            if not found or found[-1] < coin:
                yield found
            return
        for size in self._sizes(coin):
            if size == 2 and self.most == 3:
                yield from self._pairs(coin, rest)
            elif size < 2:
                yield from ((found,) for found in self._coins_of(rest, coin)) if size else [()] * (rest == 0)
            else:
                yield from self._sets(coin, size, rest)

    def _sets(self, below: int, size: int, rest: int) -> list[Coins]:
        """Return the sets of `size` coins to the left of the coin `below` whose values have the nim-sum `rest`.

        A set is joined from a left and a right half. The left halves are stored by their nim-sums, and for each right
        half the left halves with the missing nim-sum are looked up.
        """
        window = range(self.first, below)
        if comb(len(window), (size + 1) // 2) > WORK:
            raise self.too_many(below)
        lower: dict[int, list[Coins]] = {}
        for half in combinations(window, size // 2):
            lower.setdefault(self._sum(half), []).append(half)
        upper = combinations(window, size - size // 2)
        pairs = ((low, high) for high in upper for low in lower.get(rest ^ self._sum(high), ()))
        return sorted(low + high for low, high in pairs if low[-1] < high[0])

    def _coins_of(self, value: int, below: int) -> range:
        if value == 0:
            return range(self.first, min(self.start, below))
        place = _index_of(self.most or 0, value, below - self.start)
        return range(0) if place is None else range(self.start + place, self.start + place + 1)

    def _pairs(self, below: int, rest: int) -> Iterator[Coins]:
        """Yield the pairs of coins to the left of the coin `below` whose values have the nim-sum `rest`.

        Every value must be 0 or odious, which means that it has an odd number of ones in binary. The odious numbers
        with indices i and j have the nim-sum 2 (i ^ j), plus one if i ^ j has an odd number of ones. So every j that
        contains the highest binary digit of rest // 2 has exactly one partner i < j.
        """
        zeros = range(self.first, min(self.start, below))
        if rest == 0:
            yield from combinations(zeros, 2)
        elif rest.bit_count() % 2:
            for coin in self._coins_of(rest, below):
                yield from ((zero, coin) for zero in zeros)
        else:
            differ, room = rest >> 1, max(0, below - self.start)
            digit = 1 << (differ.bit_length() - 1)
            whole, part = divmod(room, 2 * digit)
            if whole * digit + max(0, part - digit) > MAX_OPTIONS:
                raise self.too_many(below)
            blocks = (range(i + digit, min(i + 2 * digit, room)) for i in range(0, room, 2 * digit))
            yield from sorted((self.start + (j ^ differ), self.start + j) for block in blocks for j in block)


def up_to(most: int, place: int) -> int | None:
    """Return the Grundy value of one coin that shows heads, in the game of turning up to `most` coins of a row.

    Args:
        most: The largest number of coins, at least 1.
        place: The index of the coin, from 0.

    Returns:
        The value. It is None if no formula gives it and `lexicode` does not list it, or if it is too long to write.

    Example:
        >>> [up_to(3, i) for i in range(8)], [up_to(5, i) for i in range(8)]
        ([1, 2, 4, 7, 8, 11, 13, 14], [1, 2, 4, 8, 16, 31, 32, 64])
    """
    if most <= 2:
        return 1 if most == 1 else place + 1
    if place < most:
        return 1 << place if place <= WRITABLE else None
    if most % 2 == 0:
        values = lexicode(most) if most <= MOST_BITS else ()
        return values[place] if place < len(values) else None
    half = up_to(most - 1, place - 1)
    return None if half is None else 2 * half + 1 - half.bit_count() % 2


def _index_of(most: int, value: int, stop: int) -> int | None:
    """Return the index of the coin that has a given Grundy value if a move turns up to `most` coins.

    The result is None if no coin of an index below `stop` is known to have the value.
    """
    if most == 2:
        place = value - 1
    elif most <= 3:
        place = value >> 1 if most == 3 else 0
    elif value.bit_length() <= most and value & (value - 1) == 0:
        place = value.bit_length() - 1
    else:
        place = _places(most).get(value, stop) if most <= MOST_BITS else stop
    return place if place < stop and up_to(most, place) == value else None


@cache
def _places(most: int) -> dict[int, int]:
    """Map each computed Grundy value to the index of its coin, from 0, if a move turns up to `most` coins."""
    length = len(lexicode(most - most % 2)) + most % 2
    return {up_to(most, place) or 0: place for place in range(length)}


@cache
def lexicode(most: int) -> tuple[int, ...]:
    """List the Grundy values of single coins, from the first coin on, in the game of turning up to `most` coins.

    The values ascend, and the list ends before the first one of more than 19 bits (`MOST_BITS`). Each value is the
    least number that is not the nim-sum of at most `most` - 1 values before it. `most` must be even.
    """
    found: list[int] = []
    sums = [1] * most  # sums[j]: the nim-sums of at most j of the values so far, as the bits of one integer
    while (new := (~sums[-1] & (sums[-1] + 1)).bit_length() - 1) < 1 << MOST_BITS:
        found.append(new)
        for j in range(most - 1, 0, -1):
            sums[j] |= _translated(sums[j - 1], new)
    return tuple(found)


def _translated(members: int, by: int) -> int:
    """Return the set of m ^ `by` for all members m of a set, given as the bits of an integer.

    For every bit i of `by`, adjacent blocks of 2^i bits are swapped.
    """
    for i in range(by.bit_length()):
        if by >> i & 1:
            width = 1 << i
            mask = _blocks(width)
            members = members >> width & mask | (members & mask) << width
    return members


@cache
def _blocks(width: int) -> int:
    """Return a bit mask of 2^MOST_BITS bits: `width` ones and `width` zeros in turn, beginning with the lowest bit."""
    mask, reach = (1 << width) - 1, 2 * width
    while reach < 1 << MOST_BITS:
        mask |= mask << reach
        reach *= 2
    return mask
