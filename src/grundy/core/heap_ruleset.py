"""Rulesets on heaps of tokens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .errors import PositionError
from .facets import Picture
from .integers import read_integers
from .ruleset import Ruleset
from .sums import Move, Sum, Ways, as_sum, from_heap, from_row

if TYPE_CHECKING:
    from .scenes import Scene

LONGEST_ROW = 40
"""The number of pins of the longest heap that is drawn as a row."""


class HeapRuleset(Ruleset[int], Picture[int]):
    """A base class of rulesets on heaps of tokens: a position is the size of one heap.

    It reads and writes sums such as "3 5", checks heap sizes, labels moves and draws heaps. A subclass defines `name`
    and `options`; each option consists of heaps that are smaller than the position.
    """

    rows = False
    """Whether a heap is a row of pins: moves take pins from inside, and what is left of a row is at most two rows."""

    def check(self, position: int) -> None:
        if type(position) is not int or position < 0:
            raise PositionError(f"expected a heap size, found {position!r}")

    def read(self, text: str) -> Sum[int]:
        """Read heap sizes separated by spaces or commas."""
        heaps = read_integers(text)
        if type(self).check is not HeapRuleset.check:
            for heap in heaps:
                self.check(heap)
        return Sum.of(heaps)

    def show(self, parts: Sum[int]) -> str:
        return " ".join(map(str, parts)) or "0"

    def is_row(self, heap: int) -> bool:
        """Return whether a heap is drawn as a row of pins."""
        return self.rows and heap <= LONGEST_ROW

    def moves(self, position: int) -> Iterable[Move[int]]:
        """Return the moves, labelled "take k", "take k leave a+b" or "split a+b"."""
        for option in self.options(position):
            yield self.heap_move(position, as_sum(option))

    def heap_move(self, heap: int, leaves: Sum[int]) -> Move[int]:
        """Return a move of a heap, labelled by the tokens it takes and the heaps it leaves.

        Args:
            heap: The size of the heap.
            leaves: The heaps that the move leaves.

        Returns:
            The move; if no heap is left, it leaves one heap of 0.

        >>> from grundy import read_ruleset
        >>> nim = read_ruleset("nim")
        >>> [nim.heap_move(7, left).label for left in (Sum(2, 4), Sum(1, 6), Sum(3))]
        ['take 1 leave 2+4', 'split 1+6', 'take 4']
        """
        taken = heap - sum(leaves)

        def touches() -> Ways:
            return from_row(heap, leaves) if self.is_row(heap) else from_heap(heap, leaves)

        if len(leaves) <= 1:
            return Move(f"take {taken}", leaves or Sum(0), touches, "take", taken)
        pieces = "+".join(map(str, leaves))
        if taken:
            return Move(f"take {taken} leave {pieces}", leaves, touches, "take", taken)
        return Move(f"split {pieces}", leaves, touches, "split")

    def named_move(self, position: int, label: str, leaves: Sum[int]) -> Move[int] | None:
        return self.heap_move(position, leaves) if type(self).moves is HeapRuleset.moves else None

    def scene(self, position: int) -> Scene:
        from .scenes import Heaps

        return Heaps((position,), row=self.is_row(position))
