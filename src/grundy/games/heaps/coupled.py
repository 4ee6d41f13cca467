"""Rulesets whose heaps belong together: a position is a tuple of heaps, and not the sum of its heaps.

In Wythoff's game a move may change both heaps at once, so (3, 5) is one position and "3 5" is one component: `Sum((3,
5))`. Components of a sum are separated by a semicolon: "3 5; 1 2".
"""

from __future__ import annotations

from typing import TypeAlias

from ...core import Heaps, Knowledge, Picture, PositionError, Scene, Sum, read_integers
from ..forms import Labelled, pieces_of, within

Numbers: TypeAlias = tuple[int, ...]
"""A position: the sizes of its heaps, or the squares of its coins, in the order of the text."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six")


class CoupledRuleset(Labelled[Numbers], Picture[Numbers], Knowledge[Numbers]):
    """A base class of games whose position is a tuple of integers, such as the sizes of heaps played together.

    It checks, reads, writes and draws positions. A subclass defines `options` and `_move`, as for `Labelled`, and sets
    attributes that state how many integers there are, what they mean, and whether their order matters.
    """

    size: int | None = None
    """The number of integers of a position; None means one or more."""
    noun: str = "heap"
    """The name of the thing that an integer counts."""
    what: str = "a heap size"
    """The description of an integer for errors."""
    ordered: bool = True
    """Whether the order of the integers matters."""

    def canonical(self, position: Numbers) -> Numbers:
        return position if self.ordered else tuple(sorted(position))

    def check(self, position: Numbers) -> None:
        if type(position) is not tuple or not all(type(heap) is int and heap >= 0 for heap in position):
            raise PositionError(f"{self.name}: expected {self.what} for every {self.noun}, found {position!r}")
        if len(position) != self.size and (self.size or not position):
            count = "at least one" if self.size is None else str(dict(enumerate(_WORDS)).get(self.size, self.size))
            several = "" if self.size in {None, 1} else "s"
            raise PositionError(f"{self.name} needs {count} {self.noun}{several}, found {len(position)}")

    def read(self, text: str) -> Sum[Numbers]:
        """Read the numbers of one position; a semicolon begins another component."""
        parts = []
        for at, piece in pieces_of(text):
            with within(text, at):
                parts.append(self.arrange(read_integers(piece, self.what)))
                self.check(parts[-1])
        return Sum.of(parts)

    def arrange(self, numbers: list[int]) -> Numbers:
        """Return the position that the integers of a text describe: by default, the integers in the same order."""
        return tuple(numbers)

    def show(self, parts: Sum[Numbers]) -> str:
        return "; ".join(" ".join(map(str, part)) for part in parts)

    def scene(self, position: Numbers) -> Scene:
        return Heaps(position)


def lowered(position: Numbers, i: int, heap: int) -> Numbers:
    """Return a copy of a position with one entry replaced.

    Args:
        position: The position.
        i: The index of the entry, from 0.
        heap: Its new value.

    Returns:
        The new position.
    """
    return (*position[:i], heap, *position[i + 1 :])
