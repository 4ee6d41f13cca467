"""Blocks of a document: paragraphs, lists and tables (`Told`), pictures, rows of values, presentations, theorems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ...core import Scene, Theorem
from ..diagram import Diagram
from ..fit import Told

Marks: TypeAlias = Mapping[tuple[int, int], int]
"""Pieces of a scene (row, place) that moves touch: 1 for the first move, 2 for the others."""
PER_ROW, FEW_PER_ROW = 10, 5
"""Values in a row, and the same for wide values."""
MOST_ROWS = 40
"""Rows of a table of values; further ones are counted."""


class PositionPart(NamedTuple):
    """A component of a position to be drawn: its scene, its name, the pieces that moves touch.

    `first` are the numbers of the first row and column, `letters` names columns by letters, as moves do.
    """

    scene: Scene
    name: str = ""
    marks: Marks = {}  # noqa: RUF012  # never changed
    first: tuple[int, int] | None = None
    letters: bool = False


class PaperPicture(NamedTuple):
    """A position, component by component, or a graph; `caption` explains the colours."""

    drawn: tuple[PositionPart, ...] | Diagram
    title: str
    caption: str = ""


class ValueRows(NamedTuple):
    """Values of heaps `start`, ..., shaded by size; the first complete period after `preperiod` is bracketed."""

    values: Sequence[int | str | None]
    start: int = 0
    preperiod: int = 0
    period: int = 0

    @property
    def per_row(self) -> int:
        """Values in a row."""
        return PER_ROW if max(map(len, map(str, self.shown)), default=1) < 6 else FEW_PER_ROW

    @property
    def shown(self) -> Sequence[int | str | None]:
        """The values that are shown."""
        return self.values[: PER_ROW * MOST_ROWS]

    @property
    def left_out(self) -> int:
        """The number of values that are not shown."""
        return len(self.values) - len(self.shown)

    def bracketed(self, heap: int) -> tuple[bool, bool]:
        """Return whether the period begins at a heap, and whether it ends there."""
        return (
            bool(self.period) and heap == self.preperiod,
            bool(self.period) and heap == self.preperiod + self.period - 1,
        )

    def rows(self) -> list[tuple[int, list[tuple[int, int | str | None]]]]:
        """Return rows: the heap that names the row, and the heaps with their values."""
        wide, end = self.per_row, self.start + len(self.shown)
        first = self.start - self.start % wide
        return [
            (at, [(n, self.shown[n - self.start]) for n in range(max(at, self.start), min(at + wide, end))])
            for at in range(first, end, wide)
        ]

    def shade(self, value: int | str | None) -> int:
        """Return the shade of a value in percent: 0 for words and for 0."""
        numbers = [one for one in self.shown if isinstance(one, int)]
        most = max(numbers, default=0)
        return 8 + 42 * value // most if isinstance(value, int) and value > 0 and most else 0


class Presented(NamedTuple):
    """A commutative monoid by generators and relations between words, each a sequence of letters with powers."""

    generators: tuple[str, ...]
    relations: tuple[tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]], ...]


Block: TypeAlias = "Told | PaperPicture | ValueRows | Presented"


class Paper(NamedTuple):
    """An answer to be written: a title, blocks, and the theorems that it uses.

    `sources` are sources named in the text of the blocks; these are cited, too.
    """

    title: str
    blocks: tuple[Block, ...]
    theorems: tuple[Theorem, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def pictures(self) -> tuple[PaperPicture, ...]:
        """The pictures among the blocks."""
        return tuple(block for block in self.blocks if isinstance(block, PaperPicture))
