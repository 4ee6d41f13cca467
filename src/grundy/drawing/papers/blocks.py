"""Blocks of a document: paragraphs, lists and tables (`TextBlock`), pictures, rows of values, theorems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ...core import Theorem
from ..diagram import Diagram
from ..diagram_svg import diagram_svg
from ..fit import TextBlock
from ..scenes_svg import PositionPart, parts_svg
from ..svg import Drawing

PER_ROW, FEW_PER_ROW = 10, 5
"""Values in a row, and the same for wide values."""
MOST_ROWS = 40
"""Rows of a table of values; further ones are counted."""


class PaperPicture(NamedTuple):
    """A picture in a document: a position, component by component, or a game graph.

    Attributes:
        drawn: The components of the position, or the graph.
        title: The title of the picture.
        caption: An explanation of the colours, or "".

    Example:
        >>> import grundy
        >>> grundy.graph("nim: 2").paper().pictures[0].title
        'Game graph of nim: 2'
    """

    drawn: tuple[PositionPart, ...] | Diagram
    title: str
    caption: str = ""

    def svg(self) -> Drawing:
        """Draw the picture as SVG, without the note below a graph, because the document prints the note as text.

        Returns:
            The picture.

        Example:
            >>> import grundy
            >>> grundy.graph("nim: 2").paper().pictures[0].svg()[:4]
            '<svg'
        """
        if isinstance(self.drawn, Diagram):
            return diagram_svg(self.drawn._replace(note=""), self.title)
        return parts_svg(self.drawn, self.title, self.caption)


class ValueCell(NamedTuple):
    """A value in a table.

    Attributes:
        value: The value, or None if it is unknown.
        opens: Whether the first period begins with this value.
        closes: Whether the first period ends with this value.
        shade: The darkness of the cell in percent, from 0 to 50: larger values are darker, words and 0 have 0.
    """

    value: int | str | None
    opens: bool
    closes: bool
    shade: int


class ValueRows(NamedTuple):
    """A table of values in a document, in rows of equal length, with the first period in brackets.

    Attributes:
        values: The values of consecutive heaps, with None for an unknown value.
        start: The size of the first heap.
        preperiod: The size of the heap at which the first period begins.
        period: The length of the period, or 0 to mark no period.
    """

    values: Sequence[int | str | None]
    start: int = 0
    preperiod: int = 0
    period: int = 0

    @property
    def per_row(self) -> int:
        """The number of values in a row of the table."""
        return PER_ROW if max(map(len, map(str, self.shown)), default=1) < 6 else FEW_PER_ROW

    @property
    def shown(self) -> Sequence[int | str | None]:
        """The values that the table shows: all of them if there are at most 400, else the first 400."""
        return self.values[: PER_ROW * MOST_ROWS]

    @property
    def remark(self) -> str:
        """A text such as "the first 400 of 1000 values" if the table does not show all of them, else ""."""
        few, all_values = len(self.shown), len(self.values)
        return f"the first {few} of {all_values} values" if few < all_values else ""

    def rows(self) -> list[tuple[int, list[ValueCell | None]]]:
        """Return the rows of the table as pairs (heap size of the first column, cells), with None for an empty cell."""
        shown, wide = self.shown, self.per_row
        most = max((value for value in shown if isinstance(value, int)), default=0)
        ends = self.preperiod + self.period - 1
        cells: list[ValueCell | None] = [None] * (self.start % wide)
        for heap, value in enumerate(shown, self.start):
            shade = 8 + 42 * value // most if isinstance(value, int) and value > 0 else 0
            opens, closes = self.period > 0 and heap == self.preperiod, self.period > 0 and heap == ends
            cells.append(ValueCell(value, opens, closes, shade))
        cells += [None] * (-len(cells) % wide)
        first = self.start - self.start % wide
        return [(first + at, cells[at : at + wide]) for at in range(0, len(cells), wide)]


class Presented(NamedTuple):
    """A presentation of a commutative monoid: generators, and relations as pairs of words.

    A word is a product of powers of generators, such as (("a", 2), ("b", 1)) for a^2 b.
    """

    generators: tuple[str, ...]
    relations: tuple[tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]], ...]


Block: TypeAlias = "TextBlock | PaperPicture | ValueRows | Presented"


class Paper(NamedTuple):
    """A document that states an answer of the library, to be written as LaTeX, Markdown, HTML or BibTeX.

    Attributes:
        title: The title.
        blocks: Text, tables and pictures, in order.
        theorems: The theorems used, with their sources.
        sources: Texts that name further publications; these are cited too.

    Example:
        >>> import grundy
        >>> paper = grundy.solve("nim: 3 5").paper()
        >>> paper.title, len(paper.pictures), paper.theorems[0].source
        ('nim: 3 5', 1, 'C. L. Bouton, Nim, a game with a complete mathematical theory, 1901')
    """

    title: str
    blocks: tuple[Block, ...]
    theorems: tuple[Theorem, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def pictures(self) -> tuple[PaperPicture, ...]:
        """The pictures of the document, which are some of its blocks."""
        return tuple(block for block in self.blocks if isinstance(block, PaperPicture))
