"""Rules whose heaps belong together: one position is a tuple of heaps, and no sum of its heaps.

In Wythoff's game a move may touch both heaps at once, so (3, 5) is one position and "3 5" is one
part: `Sum((3, 5))`. Several such positions side by side are written with a semicolon: "3 5; 1 2".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ..core import (
    Heaps,
    InputError,
    Move,
    PositionError,
    Ruleset,
    Scene,
    Sum,
    read_integers,
)

Numbers: TypeAlias = tuple[int, ...]
"""A position: the sizes of its heaps, or the squares of its coins, in the order of the text."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six")


class CoupledRuleset(Ruleset[Numbers]):
    """A rule on tuples of whole numbers; subclasses give `options` and name a move with `label`."""

    size: int | None = None
    """How many numbers a position has; None means one or more."""
    noun: str = "heap"
    """What one number of the text stands for."""
    what: str = "a heap size"
    """How an error calls one number of the text."""

    @abstractmethod
    def options(self, position: Numbers) -> Iterable[Numbers]:
        """Return what the moves of `position` leave, every option once."""

    @abstractmethod
    def label(self, before: Numbers, after: Numbers) -> str:
        """Return the name of the move from `before` to its option `after`."""

    def move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        """Return the move from `before` to its option `after`."""
        return Move(self.label(before, after), Sum(after))

    def moves(self, position: Numbers) -> Iterator[Move[Numbers]]:
        """Return the moves of `position` with their names, in the order of `options`."""
        return (self.move(position, after) for after in self.options(position))

    def check(self, position: Numbers) -> None:
        """Refuse what is not a tuple of as many whole numbers as the rule plays with."""
        if type(position) is not tuple or not all(type(heap) is int and heap >= 0 for heap in position):
            raise PositionError(f"{self.name}: expected {self.what} for every {self.noun}, found {position!r}")
        if len(position) != self.size and (self.size or not position):
            raise PositionError(f"{self.name} needs {_count(self.size, self.noun)}, found {len(position)}")

    def read(self, text: str) -> Sum[Numbers]:
        """Read the numbers of one position; a semicolon begins another position beside it."""
        at, parts = 0, []
        for piece in text.split(";"):
            parts.append(self._read_part(text, at, piece))
            at += len(piece) + 1
        return Sum.of(parts)

    def _read_part(self, text: str, at: int, piece: str) -> Numbers:
        """Read the `piece` of the text that begins at character `at`; errors point into the whole text."""
        try:
            position = self.arrange(read_integers(piece, self.what))
            self.check(position)
        except InputError as error:
            raise error.within(text, at) from None
        return position

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


def _count(number: int | None, noun: str) -> str:
    """Write "two heaps", "at least one heap".

    >>> _count(2, "heap"), _count(None, "coin")
    ('two heaps', 'at least one coin')
    """
    if number is None:
        return f"at least one {noun}"
    word = _WORDS[number] if number < len(_WORDS) else str(number)
    return f"{word} {noun}{'' if number == 1 else 's'}"
