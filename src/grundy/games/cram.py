"""Cram: cover two neighbouring free cells with a domino; who cannot loses. It is Domineering made impartial.

`cram: 4x5` is an empty board, `cram: ..#/...` one on which # cannot be covered. A move leaves the regions in which
another domino fits, each on a board of the same size. What is known of a region:

- cells with at most two free neighbours each make paths and rings; a path of n cells is a heap of n in Dawson's
  Kayles (0.07), whose values have period 34 from 53 on (R. K. Guy and C. A. B. Smith, "The G-values of various
  games", 1956), and a ring becomes a path;
- symmetry (M. Gardner, "Mathematical Games", Scientific American, February 1974): where a half turn or a reflection
  maps the free cells onto themselves and no domino meets its own image, the second player answers each domino by its
  image, so the value is 0. Where exactly one domino meets its image and is its image, the first player begins
  with it and wins;
- of two ends beside the same cell one can be left out: a domino on one of them leaves the other alone, so the
  options are the same (as in Arc Kayles on any graph, in misere play too).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core import Move, Outcome, Sum, Theorem, mex, nim_sum
from .dawson import dawson_value
from .fields import (
    MOST_CELLS,
    Field,
    FieldRuleset,
    beside,
    cells_of,
    first_column,
    least_image,
    pairings,
    regions,
    shifted,
    trimmed,
    upright,
)

if TYPE_CHECKING:
    from ..core import Packed


class Cram(FieldRuleset):
    """Cover two neighbouring free cells with a domino."""

    name = "cram"
    theory = Theorem(
        "A region that is its own image under a half turn or a reflection has value 0 when no domino meets its image, "
        "and is won by the domino that is its image when no other meets its own; "
        "a path of n cells is a heap of n in Dawson's Kayles",
        "M. Gardner, Scientific American, February 1974; R. K. Guy and C. A. B. Smith, 1956",
    )

    def options(self, position: Field) -> Iterator[Sum[Field]]:
        """Return the regions that each domino leaves: cell by cell, across before down."""
        return (self._without(position, domino) for _, _, domino in _dominoes(position))

    def moves(self, position: Field) -> Iterator[Move[Field]]:
        """Return moves called by their first cell, "row 2 column 3 across"."""
        for cell, way, domino in _dominoes(position):
            row, column = divmod(cell, position.columns)
            yield Move(f"row {row + 1} column {column + 1} {way}", self._without(position, domino))

    def count_moves(self, position: Field) -> int:
        """Count the pairs of neighbouring free cells."""
        across, down = _starts(position)
        return across.bit_count() + down.bit_count()

    def canonical(self, position: Field) -> Field:
        """Return the least image of the regions in which a domino fits, without second ends beside one cell."""
        return least_image(position._replace(free=without_twins(position)))

    def known_value(self, position: Field) -> int | None:
        """Return the value of paths and rings, and 0 where the second player can answer by symmetry."""
        free = beside(position, position.free)
        if not free:
            return 0
        field = trimmed(position._replace(free=free))
        if any(not meeting for meeting in _meetings(field)):
            return 0
        if _forks(field):
            return None
        return nim_sum(_winding_value(field._replace(free=region)) for region in regions(field))

    def known_outcome(self, position: Field) -> Outcome | None:
        """Return N also where one domino, its own image, leaves a symmetric region."""
        value = self.known_value(position)
        if value is not None:
            return Outcome.of_value(value)
        field = trimmed(position._replace(free=beside(position, position.free)))
        return Outcome.N if any(meeting == [True] for meeting in _meetings(field)) else None

    def packed(self, position: Field) -> Packed[Field] | None:
        """Return the rule over one word when the board around the free cells has at most 63 cells."""
        field = trimmed(position)
        if field.rows * field.columns > MOST_CELLS:
            return None
        from .cram_words import cram_words

        rows, columns = sorted((field.rows, field.columns), reverse=True)
        return cram_words(rows, columns, lambda found: [upright(found, columns)])

    def _without(self, position: Field, domino: int) -> Sum[Field]:
        """Return the regions left where `domino` lies."""
        left = position._replace(free=position.free & ~domino)
        return Sum.of(left._replace(free=region) for region in regions(left))


def path_value(cells: int) -> int:
    """Return the value of a path of so many cells: the first domino takes two cells, as one piece and its neighbours.

    >>> [path_value(cells) for cells in (0, 1, 2, 3, 4, 5, 6, 10**18)]
    [0, 0, 1, 1, 2, 0, 3, 3]
    """
    return dawson_value(max(cells - 1, 0))


def without_twins(field: Field) -> int:
    """Return the free cells that have a neighbour, all but one of the ends beside each cell left out.

    An end is a cell with one free neighbour. Of the ends left of, right of, above and below a cell the first is kept.
    """
    field = field._replace(free=beside(field, field.free))
    right, left, below, above = shifted(field, field.free)
    ends = (right ^ left ^ below ^ above) & ~(right & left) & ~(below & above)
    after_left, after_right, after_above, after_below = shifted(field, ends)
    drop = shifted(field, after_left & after_right)[0]
    drop |= shifted(field, after_above & (after_left | after_right))[3]
    drop |= shifted(field, after_below & (after_left | after_right | after_above))[2]
    return field.free & ~drop


def _starts(field: Field) -> tuple[int, int]:
    """Return the first cells of the dominoes that lie across, and of those that lie down."""
    free = field.free
    return free & (free & ~first_column(field.rows, field.columns)) >> 1, free & free >> field.columns


def _dominoes(field: Field) -> Iterator[tuple[int, str, int]]:
    """Yield the first cell, the way and the cells of each domino, in the order of options."""
    across, down = _starts(field)
    for cell in cells_of(across | down):
        if across >> cell & 1:
            yield cell, "across", 3 << cell
        if down >> cell & 1:
            yield cell, "down", 1 << cell | 1 << cell + field.columns


def _meetings(field: Field) -> Iterator[list[bool]]:
    """Yield, for each symmetry of a trimmed board, the dominoes that meet their images: is it its image?"""
    for image in pairings(field):
        pairs = (cells_of(domino) for _, _, domino in _dominoes(field))
        images = ((pair, {image[cell] for cell in pair}) for pair in pairs)
        yield [met == set(pair) for pair, met in images if not met.isdisjoint(pair)]


def _forks(field: Field) -> bool:
    """Return whether a free cell has three free neighbours or more."""
    right, left, below, above = shifted(field, field.free)
    return bool(right & left & (below | above) | below & above & (right | left))


def _winding_value(field: Field) -> int:
    """Return the value of one region whose cells have at most two free neighbours: a path or a ring."""
    cells = field.free.bit_count()
    across, down = _starts(field)
    if across.bit_count() + down.bit_count() < cells:
        return path_value(cells)
    return mex((path_value(cells - 2),))
