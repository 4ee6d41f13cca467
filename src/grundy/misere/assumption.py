"""A finite monoid in which sums of heaps are assumed to be equal: the draft from which a quotient is made.

The draft is K x C1 x ... x Cr. K is the partial quotient of the heaps to some smaller bound; the others belong
to heaps that stand for themselves, Ci = <g | g^(index + period) = g^index>; every other heap stands for a sum of
these that is no heavier. Each of these equalities is an assumption. If all of them hold, the outcomes computed
here, from light elements to heavy ones, are those of the game, and the coarsest monoid that keeps them is the
misere quotient. If the transition algebra finds a wrong answer, `blame` names an assumption that is false.
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
"""Elements of a draft that are looked at."""
MOST_ORDER = 2048
"""The largest order of a quotient that is tabulated."""

Exponents = tuple[int, ...]


@dataclass(frozen=True)
class Power:
    """The assumption g^(index + period) = g^index about the multiples of one heap."""

    index: int
    period: int

    @property
    def size(self) -> int:
        """The number of multiples that differ."""
        return self.index + self.period

    def reduce(self, exponent: int) -> int:
        """Return the least multiple that is assumed equal.

        >>> [Power(1, 2).reduce(k) for k in range(6)]
        [0, 1, 2, 1, 2, 1]
        """
        return exponent if exponent < self.size else self.index + (exponent - self.index) % self.period


@dataclass
class Draft:
    """Assumptions: the quotient `base` of the heaps to `base.bound`, powers of heaps above, `images` of the rest."""

    table: HeapTable
    base: Quotient
    powers: dict[int, Power]
    images: dict[int, Word]
    lost: dict[Exponents, int] = field(default_factory=dict)
    """Exponents of the powers -> the set of the elements of `base` that make a lost sum with them."""

    def place(self, word: Iterable[int]) -> tuple[int, Exponents]:
        """Return the element of a sum: that of K, and the reduced exponents."""
        letters, counts = [], dict.fromkeys(self.powers, 0)
        for heap in word:
            for letter in self.images.get(heap, (heap,)):
                if letter in counts:
                    counts[letter] += 1
                else:
                    letters.append(letter)
        return self.base.element(letters), self._reduced(counts.values())

    def _reduced(self, exponents: Iterable[int]) -> Exponents:
        """Reduce exponents by the powers."""
        return tuple(power.reduce(k) for power, k in zip(self.powers.values(), exponents, strict=True))

    def says_lost(self, word: Iterable[int]) -> bool:
        """Return whether a sum is lost if the assumptions hold."""
        x, exponents = self.place(word)
        return bool(self.lost[exponents] >> x & 1)

    def solve(self) -> None:
        """Compute the outcomes, from light elements to heavy ones; raises `LimitReached` when they are too many."""
        size = self.base.order
        for power in self.powers.values():
            size *= power.size
        if size > MOST_ELEMENTS:
            raise LimitReached(f"the misere quotient needs more than {MOST_ELEMENTS} sums", kind="size")
        weights = [self.table.weights[heap] for heap in self.powers]
        moves = [[self.place(option) for option in self.table.options[heap]] for heap in self.powers]
        sums = product(*(range(power.size) for power in self.powers.values()))
        inner = self._base_moves()
        for exponents in sorted(sums, key=lambda e: sum(k * w for k, w in zip(e, weights, strict=True))):
            self.table.meter.tick()
            self.lost[exponents] = self._row(exponents, moves, inner)

    def _base_moves(self) -> list[tuple[int, int]]:
        """Return for the elements of K, the lightest first, the elements that moves in their words lead to."""
        words = self.base.words
        order = sorted(range(self.base.order), key=lambda x: self.table.weight(words[x]))
        return [(x, option_set(self.base, list(self.table.below(words[x])))) for x in order]

    def _row(self, exponents: Exponents, moves: list[list[tuple[int, Exponents]]], inner: list[tuple[int, int]]) -> int:
        """Return the set of the elements of K that make a lost sum with `exponents`."""
        won = 0 if any(exponents) else 1
        back = self.base.products.back
        for i, k in enumerate(exponents):
            for x, more in moves[i] if k else ():
                after = self._reduced(a + b - (i == j) for j, (a, b) in enumerate(zip(exponents, more, strict=True)))
                won |= back(x, self.lost[after])
        lost = 0
        for x, options in inner:
            if not (won >> x & 1 or options & lost):
                lost |= 1 << x
        return lost

    def blame(self, word: Word) -> int | None:
        """Return the heap whose image or power is false, or None when the base is; `word` is the lightest wrong sum.

        One assumption after the other rewrites the sum; sums that weigh less are answered rightly, those of
        the same weight by their options. Where the truth changes the assumption used is false.
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
        """Yield the sums that a sum becomes by images and powers, each with the heap that was rewritten."""
        for heap in word:
            if heap in self.images:
                word = _without(word, [heap], self.images[heap])
                yield heap, word
        for heap, power in self.powers.items():
            while word.count(heap) >= power.size:
                word = _without(word, [heap] * power.period)
                yield heap, word

    def quotient(self) -> Quotient:
        """Return the coarsest quotient that keeps the outcomes, with images for all heaps of the table."""
        return _Reduction(self).quotient()


def _without(word: Word, gone: Iterable[int], new: Word = ()) -> Word:
    """Return a word with some heaps replaced by others."""
    rest = list(word)
    for heap in gone:
        rest.remove(heap)
    return tuple(sorted((*rest, *new)))


class _Reduction:
    """Joins the elements of a draft that no further heaps tell apart (Moore's refinement, 1956)."""

    def __init__(self, draft: Draft) -> None:
        """Number the elements of `draft`, those of one row of exponents side by side."""
        self.draft = draft
        self.rows = list(draft.lost)
        self.size = draft.base.order
        self.number = {exponents: i * self.size for i, exponents in enumerate(self.rows)}
        letters = {image for image in draft.base.images if image}
        self.actions = [self._by_base(x) for x in sorted(letters)] + [
            self._by_power(i) for i in range(len(draft.powers))
        ]
        self.classes = self._refine()

    def _by_base(self, x: int) -> list[int]:
        """Return where every element goes when an element of K is added."""
        row = self.draft.base.times[x]
        return [start + y for start in self.number.values() for y in row]

    def _by_power(self, i: int) -> list[int]:
        """Return where every element goes when a heap of power number i is added."""
        power = list(self.draft.powers.values())[i]
        starts = (self.number[(*e[:i], power.reduce(e[i] + 1), *e[i + 1 :])] for e in self.rows)
        return [start + y for start in starts for y in range(self.size)]

    def _refine(self) -> list[int]:
        """Return the class of every element; the empty sum has class 0."""
        classes = [bits >> y & 1 for bits in self.draft.lost.values() for y in range(self.size)]
        count = len(set(classes))
        while True:
            self.draft.table.meter.tick(len(classes))
            names: dict[tuple[int, ...], int] = {}
            columns = [map(classes.__getitem__, action) for action in self.actions]
            classes = [names.setdefault(row, len(names)) for row in zip(classes, *columns, strict=True)]
            if len(names) == count:
                return classes
            count = len(names)

    def quotient(self) -> Quotient:
        """Return the quotient; its words are left to be found."""
        first: dict[int, int] = {}
        for number, name in enumerate(self.classes):
            first.setdefault(name, number)
        if len(first) > MOST_ORDER:
            raise LimitReached(f"the misere quotient has more than {MOST_ORDER} elements", kind="size")
        acts = [[self.classes[action[number]] for number in first.values()] for action in self.actions]
        times = self._table(len(first), acts)
        lost = sum(1 << name for name, number in first.items() if self._is_lost(number))
        images = []
        for heap, weight in enumerate(self.draft.table.weights):
            x, exponents = self.draft.place((heap,)) if weight else (0, self.rows[0])
            images.append(self.classes[self.number[exponents] + x])
        return Quotient(times, lost, tuple(images), ())

    def _is_lost(self, number: int) -> bool:
        """Return whether an element is lost."""
        return bool(self.draft.lost[self.rows[number // self.size]] >> number % self.size & 1)

    @staticmethod
    def _table(order: int, acts: list[list[int]]) -> tuple[tuple[int, ...], ...]:
        """Return the multiplication table from what the generators do: (xg)y = g(xy)."""
        rows: list[tuple[int, ...] | None] = [None] * order
        rows[0] = tuple(range(order))
        reached = [0]
        for x in reached:
            row = rows[x]
            for act in acts:
                if row is not None and rows[act[x]] is None:
                    rows[act[x]] = tuple(act[y] for y in row)
                    reached.append(act[x])
        return tuple(row for row in rows if row is not None)
