"""A table of single heaps: the options of each heap, and the length of its longest play, called its weight.

The weight of a sum is the sum of the weights of its heaps, and every move decreases it, so statements about all sums
are proved by induction over the weight. A sum is written as a word, the ascending tuple of its heaps. Heaps without
moves have weight 0 and are omitted from words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import Budget, LimitReached, PositionError, RuleError, Ruleset, Sum, at_most

Word = tuple[int, ...]
"""A sum of heaps that have moves, ascending."""


class HeapTable:
    """The options and weights (lengths of the longest play) of heaps 0 to `bound` of a game; heaps are added in turn.

    Args:
        ruleset: A ruleset on single heaps.
        budget: Counts and limits the sums of heaps that are examined with this table.
        listing: Counts and limits the options that are listed when a heap is added; if None, `budget` counts them too.

    Example:
        >>> from grundy.notation import read_ruleset
        >>> table = HeapTable(read_ruleset("kayles")).to(4)
        >>> table.options[4], table.weights
        ([(3,), (1, 2), (2,), (1, 1)], [0, 1, 2, 3, 4])
    """

    def __init__(self, ruleset: Ruleset[Any], budget: Budget | None = None, listing: Budget | None = None) -> None:
        self.ruleset = ruleset
        self.budget = budget or Budget()
        self._listing = listing
        self.options: list[list[Word]] = []
        self.weights: list[int] = []

    @property
    def listing(self) -> Budget:
        """The budget that counts the options listed when heaps are added."""
        return self._listing or self.budget

    @property
    def bound(self) -> int:
        """The largest heap in the table, or -1 if there is none."""
        return len(self.options) - 1

    def to(self, bound: int) -> HeapTable:
        """Add heaps up to `bound` to the table and return it.

        Raises `RuleError` if an option is not a sum of smaller heaps.
        """
        while self.bound < bound:
            self.grow()
        return self

    def grow(self) -> None:
        """Add the next heap, of size `bound` + 1, to the table: list its options and compute its weight."""
        heap = self.bound + 1
        with self.listing.interruptible():
            found = at_most(self.ruleset.options(heap), f"{self.ruleset.name}: heap {heap} has")
        self.listing.charge(1 + len(found))
        options = list(dict.fromkeys(self.word(option, heap) for option in found))
        self.options.append(options)
        self.weights.append(1 + max(map(self.weight, options)) if options else 0)

    def word(self, option: object, heap: int) -> Word:
        """Return an option of a heap as a word: the ascending tuple of those heaps in the option that have moves.

        Args:
            option: A heap or a sum of heaps.
            heap: The heap before the move.

        Returns:
            The word.

        Raises:
            RuleError: If the option is not a sum of smaller heaps.
        """
        pieces: Iterable[Any] = option if isinstance(option, Sum) else (option,)
        live = []
        for piece in pieces:
            if type(piece) is not int or not 0 <= piece < heap:
                raise RuleError(f"{self.ruleset.name}({heap}) leaves {piece!r}, which is not a smaller heap")
            if self.weights[piece]:
                live.append(piece)
        return tuple(sorted(live))

    def weight(self, word: Iterable[int]) -> int:
        """Return the length of the longest play in a sum of heaps that are in the table."""
        return sum(self.weights[heap] for heap in word)

    def live(self, heaps: Iterable[int]) -> Word:
        """Return those of the given heaps that have moves, ascending; raise `LimitReached` for a heap above `bound`."""
        found = sorted(heaps)
        if found and found[0] < 0:
            raise PositionError(f"expected heap sizes, found {found[0]}")
        if found and found[-1] > self.bound:
            raise LimitReached(f"{self.ruleset.name}: heaps are known up to {self.bound} only", kind="size")
        return tuple(heap for heap in found if self.weights[heap])

    def below(self, word: Word) -> Iterable[Word]:
        """Yield the options of a sum of heaps; equal heaps have the same moves, which are listed only once."""
        for place, heap in enumerate(word):
            if not place or word[place - 1] != heap:
                rest = word[:place] + word[place + 1 :]
                for option in self.options[heap]:
                    yield tuple(sorted(rest + option))
