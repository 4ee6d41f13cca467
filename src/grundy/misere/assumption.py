"""A finite monoid in which some sums of heaps are assumed to be equal: a draft of a misère quotient.

The draft is the product of K and some cyclic monoids. K is the proved quotient of the heaps up to a smaller bound. Each
cyclic monoid <g | g^(index + period) = g^index> belongs to a larger heap g that is a new generator. Every other larger
heap is replaced by a sum of heaps whose longest play is not longer. If all assumptions are true, the outcomes computed
here are those of the game. If the check in `transitions` finds a wrong outcome, `blame` finds a false assumption.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from ..core import LimitReached
from .heaps import HeapTable, Word
from .quotient import Quotient
from .transitions import option_set

MOST_ELEMENTS = 1 << 20
"""The largest number of elements of a draft."""
MOST_ORDER = 2048
"""The largest order of a quotient whose multiplication is tabulated."""

Exponents = tuple[int, ...]


@dataclass(frozen=True)
class Power:
    """The assumption that index + period copies of a heap are equal to index copies in a misère quotient."""

    index: int
    period: int

    @property
    def size(self) -> int:
        """The number of elements 0, g, 2g, ... that remain distinct, where g is the heap."""
        return self.index + self.period

    def reduce(self, exponent: int) -> int:
        """Return the least number of copies of the heap that is assumed to be equal to `exponent` copies.

        >>> [Power(1, 2).reduce(k) for k in range(6)]
        [0, 1, 2, 1, 2, 1]
        """
        return exponent if exponent < self.size else self.index + (exponent - self.index) % self.period


@dataclass
class Draft:
    """A conjectured misère quotient, the draft: a known quotient, and assumptions about larger heaps.

    A sum of heaps is represented by an element of the known quotient and the numbers of copies of some larger heaps.

    Attributes:
        table: The options of the heaps.
        base: The known quotient, that of the heaps up to `base.bound`.
        powers: For some larger heaps, which become generators: the assumption about copies of the heap.
        images: For each other larger heap, the sum of heaps that is assumed to be equal to it.
    """

    table: HeapTable
    base: Quotient
    powers: dict[int, Power]
    images: dict[int, Word]
    lost: dict[Exponents, int] = field(default_factory=dict)
    """Maps the exponents of the powers to the set of elements of `base` whose sum with them is a P-position."""

    def place(self, word: Iterable[int]) -> tuple[int, Exponents]:
        """Return the element that represents a sum of heaps.

        The element is a pair: an element of `base`, and the number of copies of each heap in `powers`.
        """
        letters, counts = [], dict.fromkeys(self.powers, 0)
        for heap in word:
            for letter in self.images.get(heap, (heap,)):
                if letter in counts:
                    counts[letter] += 1
                else:
                    letters.append(letter)
        return self.base.element(letters), self._reduced(counts.values())

    def _reduced(self, exponents: Iterable[int]) -> Exponents:
        return tuple(power.reduce(k) for power, k in zip(self.powers.values(), exponents, strict=True))

    def says_lost(self, word: Iterable[int]) -> bool:
        """Return whether a sum of heaps is a P-position in misère play, provided that the assumptions are true."""
        x, exponents = self.place(word)
        return bool(self.lost[exponents] >> x & 1)

    def solve(self) -> None:
        """Compute the outcomes of all elements of the conjectured quotient, and store them in `lost`.

        Call this before `says_lost`, `blame` and `quotient`, which use the outcomes.

        Raises:
            LimitReached: If there are too many elements.
        """
        size = self.base.order
        for power in self.powers.values():
            size *= power.size
        if size > MOST_ELEMENTS:
            raise LimitReached(f"the misère quotient needs more than {MOST_ELEMENTS} sums", kind="size")
        weights = [self.table.weights[heap] for heap in self.powers]
        moves = [[self.place(option) for option in self.table.options[heap]] for heap in self.powers]
        sums = product(*(range(power.size) for power in self.powers.values()))
        words = self.base.words
        lightest = sorted(range(self.base.order), key=lambda x: self.table.weight(words[x]))
        inner = [(x, option_set(self.base, self.table.below(words[x]))) for x in lightest]
        back = self.base.products.back
        for exponents in sorted(sums, key=lambda e: sum(k * w for k, w in zip(e, weights, strict=True))):
            self.table.budget.charge()
            won = 0 if any(exponents) else 1
            for i in (i for i, k in enumerate(exponents) if k):
                for x, more in moves[i]:
                    after = self._reduced(
                        a + b - (i == j) for j, (a, b) in enumerate(zip(exponents, more, strict=True))
                    )
                    won |= back(x, self.lost[after])
            lost = 0
            for x, options in inner:
                if not (won >> x & 1 or options & lost):
                    lost |= 1 << x
            self.lost[exponents] = lost

    def blame(self, word: Word) -> int | None:
        """Find a false assumption, given a sum of heaps for which the assumptions lead to a wrong outcome.

        The weight of a sum is the length of its longest play. The assumptions replace heaps of the sum, one after
        another. Outcomes of sums of less weight than the given one are right, and those of sums of equal weight follow
        from their options. The first replacement that changes the outcome is by a false assumption.

        Args:
            word: The sum, as a tuple of heaps; no sum of less weight has a wrong outcome.

        Returns:
            The heap in `images` or `powers` whose assumption is false, or None if `base` is wrong.
        """
        weight = self.table.weight(word)

        def lost(sum_: Word) -> bool:
            if self.table.weight(sum_) < weight:
                return self.says_lost(sum_)
            return bool(sum_) and not any(map(self.says_lost, self.table.below(sum_)))

        before = lost(word)
        for heap, after in self._rewritings(word):
            if lost(after) != before:
                return heap
        return None

    def _rewritings(self, word: Word) -> Iterator[tuple[int, Word]]:
        for heap in word:
            if heap in self.images:
                word = _without(word, [heap], self.images[heap])
                yield heap, word
        for heap, power in self.powers.items():
            while word.count(heap) >= power.size:
                word = _without(word, [heap] * power.period)
                yield heap, word

    def quotient(self) -> Quotient:
        """Return the coarsest misère quotient that preserves the outcomes, with images for all heaps of the table.

        Two elements are merged if adding any heaps to both always gives equal outcomes (E. F. Moore,
        "Gedanken-experiments on sequential machines", 1956). The attribute `words` of the result is empty.
        """
        rows, size = list(self.lost), self.base.order
        number = {exponents: i * size for i, exponents in enumerate(rows)}  # row -> index of its first element
        letters = sorted({image for image in self.base.images if image})
        actions = [[start + y for start in number.values() for y in self.base.times[x]] for x in letters]
        for i, power in enumerate(self.powers.values()):
            starts = (number[(*e[:i], power.reduce(e[i] + 1), *e[i + 1 :])] for e in rows)
            actions.append([start + y for start in starts for y in range(size)])
        classes = self._refined([bits >> y & 1 for bits in self.lost.values() for y in range(size)], actions)
        first: dict[int, int] = {}
        for element, name in enumerate(classes):
            first.setdefault(name, element)
        if len(first) > MOST_ORDER:
            raise LimitReached(f"the misère quotient has more than {MOST_ORDER} elements", kind="size")
        lost = sum(1 << name for name, at in first.items() if self.lost[rows[at // size]] >> at % size & 1)
        images = []
        for heap, weight in enumerate(self.table.weights):
            x, exponents = self.place((heap,)) if weight else (0, rows[0])
            images.append(classes[number[exponents] + x])
        times = _table([[classes[action[at]] for at in first.values()] for action in actions], len(first))
        return Quotient(times, lost, tuple(images), ())

    def _refined(self, classes: list[int], actions: list[list[int]]) -> list[int]:
        """Split the given classes of elements until every action maps all elements of a class into one class.

        An action is a map of the elements to themselves, such as adding a heap, given as the list of the images of all
        elements. The result has the number of the class of each element; the class of the empty sum has the number 0.
        """
        count = len(set(classes))
        while True:
            self.table.budget.charge(len(classes))
            names: dict[tuple[int, ...], int] = {}
            columns = [map(classes.__getitem__, action) for action in actions]
            classes = [names.setdefault(row, len(names)) for row in zip(classes, *columns, strict=True)]
            if len(names) == count:
                return classes
            count = len(names)


def _table(acts: list[list[int]], order: int) -> tuple[tuple[int, ...], ...]:
    """Return the multiplication table of a monoid with `order` elements; row x has the products of x with all elements.

    `acts` has for each generator the list of its products with all elements. The product of x and a generator g, times
    y, is computed as g times xy.
    """
    rows = {0: tuple(range(order))}
    reached = [0]
    for x in reached:  # the list grows during the loop
        for act in acts:
            if act[x] not in rows:
                rows[act[x]] = tuple(act[y] for y in rows[x])
                reached.append(act[x])
    return tuple(rows[x] for x in sorted(rows))


def _without(word: Word, gone: Iterable[int], new: Word = ()) -> Word:
    rest = list(word)
    for heap in gone:
        rest.remove(heap)
    return tuple(sorted((*rest, *new)))
