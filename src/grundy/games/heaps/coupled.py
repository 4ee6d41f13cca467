"""Rules whose heaps belong together: one position is a tuple of heaps, and no sum of its heaps.

In Wythoff's game a move may touch both heaps at once, so (3, 5) is one position and "3 5" is one
part: `Sum((3, 5))`. Several such positions side by side are written with a semicolon: "3 5; 1 2".
"""

from __future__ import annotations

from typing import TypeAlias

from ...core import Heaps, PositionError, Scene, Sum, read_integers
from ..forms import Labelled, pieces_of, within

Numbers: TypeAlias = tuple[int, ...]
"""A position: the sizes of its heaps, or the squares of its coins, in the order of the text."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six")


class CoupledRuleset(Labelled[Numbers]):
    """A rule on tuples of whole numbers; subclasses give `options` and `move`."""

    size: int | None = None
    """How many numbers a position has; None means one or more."""
    noun: str = "heap"
    """What one number of the text stands for."""
    what: str = "a heap size"
    """How an error calls one number of the text."""
    ordered: bool = True
    """The order of the numbers matters to the rule."""

    def canonical(self, position: Numbers) -> Numbers:
        """Return the numbers in ascending order where their order does not matter."""
        return position if self.ordered else tuple(sorted(position))

    def check(self, position: Numbers) -> None:
        """Refuse what is not a tuple of as many whole numbers as the rule plays with."""
        if type(position) is not tuple or not all(type(heap) is int and heap >= 0 for heap in position):
            raise PositionError(f"{self.name}: expected {self.what} for every {self.noun}, found {position!r}")
        if len(position) != self.size and (self.size or not position):
            count = "at least one" if self.size is None else str(dict(enumerate(_WORDS)).get(self.size, self.size))
            several = "" if self.size in {None, 1} else "s"
            raise PositionError(f"{self.name} needs {count} {self.noun}{several}, found {len(position)}")

    def read(self, text: str) -> Sum[Numbers]:
        """Read the numbers of one position; a semicolon begins another position beside it."""
        parts = []
        for at, piece in pieces_of(text):
            with within(text, at):
                parts.append(self.arrange(read_integers(piece, self.what)))
                self.check(parts[-1])
        return Sum.of(parts)

    def arrange(self, numbers: list[int]) -> Numbers:
        """Return the position that the numbers of a text mean."""
        return tuple(numbers)

    def show(self, parts: Sum[Numbers]) -> str:
        """Write the numbers of every part so that `read` gives them back."""
        return "; ".join(" ".join(map(str, part)) for part in parts)

    def scene(self, position: Numbers) -> Scene:
        """Show the heaps side by side."""
        return Heaps(position)


def lowered(position: Numbers, i: int, heap: int) -> Numbers:
    """Return the position whose entry number `i` (from 0) became `heap`."""
    return (*position[:i], heap, *position[i + 1 :])
