"""What the moves of single heaps leave, and how long play in them can last, heap after heap.

The longest play of a heap is the weight by which sums are ordered: it adds, and every move makes it smaller, so what
holds of all sums is proved from the light ones up. Heaps without moves weigh nothing and are left out of words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import LimitReached, Meter, PositionError, RuleError, Ruleset, Sum, at_most

Word = tuple[int, ...]
"""A sum of heaps that have moves, ascending."""


class HeapTable:
    """The options and weights of the heaps 0 to `bound` of a heap game; it grows by one heap at a time.

    >>> from grundy.notation import read_ruleset
    >>> table = HeapTable(read_ruleset("kayles")).to(4)
    >>> table.options[4], table.weights
    ([(3,), (1, 2), (2,), (1, 1)], [0, 1, 2, 3, 4])
    """

    def __init__(self, ruleset: Ruleset[Any], meter: Meter | None = None, listing: Meter | None = None) -> None:
        """Begin with no heap; the options of heaps are counted by `listing` where it is given, else by `meter`."""
        self.ruleset = ruleset
        self.meter = meter or Meter()
        self._listing = listing
        self.options: list[list[Word]] = []
        self.weights: list[int] = []

    @property
    def listing(self) -> Meter:
        """The meter that counts options of heaps."""
        return self._listing or self.meter

    @property
    def bound(self) -> int:
        """The largest heap that is known, -1 when there is none."""
        return len(self.options) - 1

    def to(self, bound: int) -> HeapTable:
        """Return self, grown to heap `bound`; raises `RuleError` when an option is no smaller heap."""
        while self.bound < bound:
            self.grow()
        return self

    def grow(self) -> None:
        """Learn the next heap."""
        heap = self.bound + 1
        with self.listing.heard():
            found = at_most(self.ruleset.options(heap), f"{self.ruleset.name}: heap {heap} has")
        self.listing.tick(1 + len(found))
        options = list(dict.fromkeys(self.word(option, heap) for option in found))
        self.options.append(options)
        self.weights.append(1 + max(map(self.weight, options)) if options else 0)

    def word(self, option: object, heap: int) -> Word:
        """Return an option of `heap` as a word; refuse what is no sum of smaller heaps."""
        pieces: Iterable[Any] = option if isinstance(option, Sum) else (option,)
        live = []
        for piece in pieces:
            if type(piece) is not int or not 0 <= piece < heap:
                raise RuleError(f"{self.ruleset.name}({heap}) leaves {piece!r}, which is no smaller heap")
            if self.weights[piece]:
                live.append(piece)
        return tuple(sorted(live))

    def weight(self, word: Iterable[int]) -> int:
        """Return the longest play of a sum of known heaps."""
        return sum(self.weights[heap] for heap in word)

    def live(self, heaps: Iterable[int]) -> Word:
        """Return heaps as a word; raises `LimitReached` for heaps beyond `bound`."""
        found = sorted(heaps)
        if found and found[0] < 0:
            raise PositionError(f"expected heap sizes, found {found[0]}")
        if found and found[-1] > self.bound:
            raise LimitReached(f"{self.ruleset.name}: heaps are known to {self.bound} only", kind="size")
        return tuple(heap for heap in found if self.weights[heap])

    def below(self, word: Word) -> Iterable[Word]:
        """Yield what the moves of a sum leave; equal heaps are moved in once."""
        for place, heap in enumerate(word):
            if not place or word[place - 1] != heap:
                rest = word[:place] + word[place + 1 :]
                for option in self.options[heap]:
                    yield tuple(sorted(rest + option))
