"""Misère quotients: finite commutative monoids that determine the outcome of every sum of heaps of a game.

Two sums of heaps are indistinguishable if adding the same heaps to both always gives the same misère outcome. The
equivalence classes form a commutative monoid. All sums in a class have the same outcome, and the classes of P-positions
are the P-portion. To find the outcome of a sum, multiply the images of its heaps: the sum is a P-position exactly if
the product is in the P-portion. Sources: T. E. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T.
E. Plambeck and A. N. Siegel, "Misère quotients for impartial games", 2008.

A set of elements is an integer whose bit x states whether element x belongs to the set. Element 0 is the identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..core import LimitReached, Outcome, PositionError
from .heaps import Word


def members(bits: int) -> Iterator[int]:
    """Yield the elements of a set, given as a bit mask, ascending.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Products:
    """Multiplies elements, and sets of elements, of a monoid.

    A set is a bit mask: bit x is 1 if element x is in it. Products with sets are cached.
    """

    def __init__(self, times: Sequence[Sequence[int]]) -> None:
        self.times = times
        self._shifted: dict[tuple[int, int], int] = {}
        self._back: dict[tuple[int, int], int] = {}

    def of(self, elements: Iterable[int]) -> int:
        """Return the product of some elements of the monoid."""
        found = 0
        for x in elements:
            found = self.times[found][x]
        return found

    def shift(self, x: int, bits: int) -> int:
        """Return the set of the products of one element and each element of a set.

        Args:
            x: An element.
            bits: The set of the elements y.

        Returns:
            The set of products.
        """
        found = self._shifted.get((x, bits))
        if found is None:
            row = self.times[x]
            found = 0
            for y in members(bits):
                found |= 1 << row[y]
            self._shifted[x, bits] = found
        return found

    def back(self, x: int, bits: int) -> int:
        """Return the set of the elements whose product with a given element is in a set.

        Args:
            x: An element.
            bits: The set of products, as a bit mask.

        Returns:
            The elements y whose product with x is in the set, as a bit mask.
        """
        found = self._back.get((x, bits))
        if found is None:
            found = sum(1 << y for y, z in enumerate(self.times[x]) if bits >> z & 1)
            self._back[x, bits] = found
        return found


@dataclass(frozen=True)
class Quotient:
    """The misère quotient of the heaps from 0 to `bound` of a game.

    If there is a period, it is proved by the theorem in `pretending`. Then image(h + period) = image(h) for h >=
    preperiod, and the quotient is that of the whole game.

    Attributes:
        times: The multiplication table, whose row x contains the products x*y.
        lost: The P-portion, as a bit mask of elements.
        images: The element that represents each heap.
        words: For each element one sum of heaps that it represents: the one whose longest play is shortest.
        preperiod: The first heap of the periodic part.
        period: The period of the images, or None if it is not proved.
    """

    times: tuple[tuple[int, ...], ...]
    lost: int
    images: tuple[int, ...]
    words: tuple[Word, ...]
    preperiod: int = 0
    period: int | None = None

    @property
    def order(self) -> int:
        """The number of elements of the quotient."""
        return len(self.times)

    @property
    def bound(self) -> int:
        """The last heap whose image was computed; larger heaps have an image only if a period is proved."""
        return len(self.images) - 1

    @cached_property
    def products(self) -> Products:
        """An object that multiplies elements of this quotient, and sets of elements."""
        return Products(self.times)

    @property
    def p_portion(self) -> tuple[int, ...]:
        """The P-portion: the elements that represent P-positions, ascending."""
        return tuple(members(self.lost))

    def covers(self, heap: int) -> bool:
        """Return whether the element that represents a heap is known."""
        return heap >= 0 and (heap <= self.bound or self.period is not None)

    def image(self, heap: int) -> int:
        """Return the element that represents a heap; raise `LimitReached` if it is not known."""
        if 0 <= heap <= self.bound:
            return self.images[heap]
        if heap < 0:
            raise PositionError(f"expected a heap size, found {heap}")
        if self.period is None:
            raise LimitReached(
                f"the misère quotient is known up to heap {self.bound} only, not up to {heap}", kind="size"
            )
        return self.images[self.preperiod + (heap - self.preperiod) % self.period]

    def element(self, heaps: Iterable[int]) -> int:
        """Return the element that represents a sum of heaps: the product of their elements."""
        return self.products.of(map(self.image, heaps))

    def is_lost(self, element: int) -> bool:
        """Return whether the sums that an element represents are P-positions."""
        return bool(self.lost >> element & 1)

    def outcome(self, heaps: Iterable[int]) -> Outcome:
        """Return the outcome of a sum of heaps in misère play."""
        return Outcome.wins(not self.is_lost(self.element(heaps)))
