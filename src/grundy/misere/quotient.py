"""Misere quotients: a finite commutative monoid that answers every sum of a heap game.

Two sums of heaps are indistinguishable when adding the same heaps to both never gives different misere
outcomes. The classes form a commutative monoid; each class is won or lost as a whole, and the lost ones are
the P-portion. To play a sum, multiply the images of its heaps: the sum is lost exactly when the product lies
in the P-portion. (T. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T. Plambeck and
A. Siegel, "Misere quotients for impartial games", 2008.)

Sets of elements are integers whose bit x says whether element x belongs to them. Element 0 is the identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..core import LimitReached, Outcome, PositionError
from .heaps import Word


def members(bits: int) -> Iterator[int]:
    """Yield the elements of a set, ascending.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Products:
    """Multiplies elements and sets of elements of a monoid, and remembers the products of sets."""

    def __init__(self, times: Sequence[Sequence[int]]) -> None:
        self.times = times
        self._shifted: dict[tuple[int, int], int] = {}
        self._back: dict[tuple[int, int], int] = {}

    def of(self, elements: Iterable[int]) -> int:
        """Return the product of elements."""
        found = 0
        for x in elements:
            found = self.times[found][x]
        return found

    def shift(self, x: int, bits: int) -> int:
        """Return the set of x*y for the elements y of a set."""
        found = self._shifted.get((x, bits))
        if found is None:
            row = self.times[x]
            found = 0
            for y in members(bits):
                found |= 1 << row[y]
            self._shifted[x, bits] = found
        return found

    def back(self, x: int, bits: int) -> int:
        """Return the set of the elements y for which x*y lies in a set."""
        found = self._back.get((x, bits))
        if found is None:
            found = sum(1 << y for y, z in enumerate(self.times[x]) if bits >> z & 1)
            self._back[x, bits] = found
        return found


@dataclass(frozen=True)
class Quotient:
    """The misere quotient of the heaps 0..bound of a rule: table, P-portion, images of the heaps, lightest words.

    `images[h]` is the element of heap h. With a `period`, proved by the theorem of `pretending`, the images
    go on for ever: image(h + period) = image(h) for h >= preperiod, and the quotient is that of the whole game.
    """

    times: tuple[tuple[int, ...], ...]
    lost: int
    images: tuple[int, ...]
    words: tuple[Word, ...]
    preperiod: int = 0
    period: int | None = None

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.times)

    @property
    def bound(self) -> int:
        """The last heap whose image was computed; beyond it only a proved period answers."""
        return len(self.images) - 1

    @cached_property
    def products(self) -> Products:
        """Multiplication of elements and sets."""
        return Products(self.times)

    @property
    def p_portion(self) -> tuple[int, ...]:
        """The lost elements, ascending."""
        return tuple(members(self.lost))

    def covers(self, heap: int) -> bool:
        """Return whether the image of a heap is known."""
        return heap >= 0 and (heap <= self.bound or self.period is not None)

    def image(self, heap: int) -> int:
        """Return the element of a heap; raises `LimitReached` beyond the bound of a partial quotient."""
        if 0 <= heap <= self.bound:
            return self.images[heap]
        if heap < 0:
            raise PositionError(f"expected a heap size, found {heap}")
        if self.period is None:
            raise LimitReached(f"the misere quotient is known to heap {self.bound} only, not to {heap}", kind="size")
        return self.images[self.preperiod + (heap - self.preperiod) % self.period]

    def element(self, heaps: Iterable[int]) -> int:
        """Return the element of a sum of heaps."""
        return self.products.of(map(self.image, heaps))

    def is_lost(self, element: int) -> bool:
        """Return whether sums of this element are lost for the player to move."""
        return bool(self.lost >> element & 1)

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Return who wins a sum of heaps in misere play."""
        return Outcome.wins(not self.is_lost(self.element(heaps)))
