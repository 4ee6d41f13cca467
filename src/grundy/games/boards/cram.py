"""Cram: cover two adjacent free cells with a domino; the player who cannot move loses. It is impartial Domineering.

`cram: 4x5` is an empty board; the cell # of `cram: ..#/...` cannot be covered. A move leaves the regions in which
another domino fits, each on a board of the same size. If a symmetry moves every domino to a disjoint one, the second
player wins by replying with the image of each domino. Two cells whose only free neighbour is the same cell are
interchangeable, and after a domino on one of them the other is isolated. So one of them can be removed without changing
the options, as in Arc Kayles on any graph, in misère play too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core import Checked, Knowledge, Outcome, Sum, Theorem, iterate_checked
from ..bits.masks import members
from ..heaps.dawson import path_value, ring_value
from .fields import (
    Field,
    FieldRuleset,
    beside,
    field_of,
    first_column,
    least_image,
    lines_of,
    pairings,
    regions,
    shifted,
    trimmed,
)
from .squares import cropped, shapes, transposed

if TYPE_CHECKING:
    from ...core import BitRule, CheckedGame, CheckedWords

MOST_CHECKED = 64
"""Limit on the rows and on the columns of a board in a certificate."""


class Cram(FieldRuleset, Checked[Field], Knowledge[Field]):
    """The rules of Cram: cover two adjacent free cells of a board with a domino."""

    name = "cram"
    material = "tray"
    idea_names_move = True
    theory = Theorem(
        "A region that is its own image under a half turn or a reflection has value 0 when no domino meets its image, "
        "and is an N-position by the domino that is its own image when no other domino meets its image; "
        "a path of n cells is a heap of n in Dawson's Kayles",
        "M. Gardner, Scientific American, February 1974; R. K. Guy and C. A. B. Smith, 1956",
    )

    def choices(self, position: Field) -> Iterator[tuple[tuple[int, int, str], Sum[Field]]]:
        """Return the dominoes that fit, cell by cell, horizontal before vertical, and the regions that each leaves.

        A domino is a tuple of the row and the column of its left or upper cell, from 0, and " across" or " down".
        """
        for cell, way, domino in _dominoes(position):
            left = position._replace(free=position.free & ~domino)
            parts = Sum.of(left._replace(free=region) for region in regions(left))
            yield (*divmod(cell, position.columns), way), parts

    def count_moves(self, position: Field) -> int:
        across, down = _starts(position)
        return across.bit_count() + down.bit_count()

    def canonical(self, position: Field) -> Field:
        """Return the least image of a board under its symmetries, without cells that cannot change the value.

        Cells without a free neighbour are removed. Of several cells with the same single free neighbour one is kept.
        """
        return least_image(position._replace(free=without_twins(position)))

    def known_value(self, position: Field) -> int | None:
        """Return the value if all regions are paths or cycles, 0 if the second player wins by symmetry, else None."""
        free = beside(position, position.free)
        if not free:
            return 0
        field = trimmed(position._replace(free=free))
        if any(not meeting for meeting in _meetings(field)):
            return 0
        right, left, below, above = shifted(field, field.free)
        if right & left & (below | above) | below & above & (right | left):  # a cell has three free neighbours or more
            return None
        found = 0
        for region in regions(field):
            cells = region.bit_count()
            across, down = _starts(field._replace(free=region))
            is_path = across.bit_count() + down.bit_count() < cells
            found ^= path_value(cells) if is_path else ring_value(cells)
        return found

    def known_outcome(self, position: Field) -> Outcome | None:
        """Return the outcome if the value is known; N if a move leads to a P-position known by symmetry; else None."""
        if (known := super().known_outcome(position)) is not None:
            return known
        field = trimmed(position._replace(free=beside(position, position.free)))
        return Outcome.N if any(meeting == [True] for meeting in _meetings(field)) else None

    def mirrored(self, position: Field, label: str) -> str | None:
        usable = position._replace(free=beside(position, position.free))
        field = trimmed(usable)
        for image, meeting in zip(pairings(field), _meetings(field), strict=True):
            if not meeting and usable.free:
                return self.image_label(usable, label, image)
        return None

    def idea(self, position: Field) -> str:
        free = beside(position, position.free)
        found = [*_meetings(trimmed(position._replace(free=free)))] if free else []
        if [] in found:
            return "The board is its own image: the other player answers every domino with the image of it."
        if [True] in found:
            return "Put a domino where it is its own image, then answer every domino with the image of it."
        return ""

    def over_words(self, rows: int, columns: int) -> BitRule[Field]:
        from ..bits.graph_bits import domino_bits

        return domino_bits(rows, columns, self._packing(rows, columns))

    def checked(self, parts: Sum[Field]) -> CheckedGame | None:
        """Return the sum as one board, in the form in which the independent proof checker verifies certificates.

        The boards of the components are put side by side, each separated from the next by a column of used cells. The
        result is None, and no certificate can be made, if the sum is empty or the board has more than `MOST_CHECKED`
        rows or columns.
        """
        from ...core import CheckedGame, CheckedMoves

        if not parts:
            return None
        height = max(part.rows for part in parts)
        drawn = [(*lines_of(part), *["#" * part.columns] * (height - part.rows)) for part in parts]
        start = field_of(tuple(map("#".join, zip(*drawn, strict=True))))
        if max(start.rows, start.columns) > MOST_CHECKED:
            return None

        def options(board: Field) -> Iterator[Field]:
            across, down = _starts(board)
            for starts, domino in ((across, 3), (down, 1 | 1 << board.columns)):
                for cell in members(starts):
                    yield board._replace(free=board.free ^ domino << cell)

        def split(board: Field) -> list[Field]:
            return [_least_region(board._replace(free=region)) for region in regions(board)]

        moves = CheckedMoves(
            options, lambda board: "/".join(lines_of(board)), split, lambda board: board.free.bit_count()
        )
        rule = {"family": "cram", "rows": start.rows, "cols": start.columns}

        def words() -> CheckedWords[Field] | None:
            from .checked_cram import checked_cram

            return checked_cram(start.rows, start.columns)

        return CheckedGame(rule, moves, start, words)


def without_twins(field: Field) -> int:
    """Return the bit mask of the free cells that matter: cells that cannot change the value are left out.

    A free cell without a free neighbour is left out. An end cell is a cell with exactly one free neighbour. If several
    end cells have the same free neighbour, only one of them is kept: the first in the order left, right, above, below.
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
    """Return the bit masks of the left cells of all horizontal dominoes and of the upper cells of all vertical ones."""
    free = field.free
    return free & (free & ~first_column(field.rows, field.columns)) >> 1, free & free >> field.columns


def _dominoes(field: Field) -> Iterator[tuple[int, str, int]]:
    """Yield the left or upper cell, the direction and the bit mask of each domino, in the order of the options."""
    across, down = _starts(field)
    for cell in members(across | down):
        if across >> cell & 1:
            yield cell, " across", 3 << cell
        if down >> cell & 1:
            yield cell, " down", 1 << cell | 1 << cell + field.columns


def _meetings(field: Field) -> Iterator[list[bool]]:
    """Yield one list for each symmetry of order two, such as a half turn, that maps the free cells to themselves.

    For each domino that shares a cell with its image, the list states whether the domino is equal to its image.
    """
    for image in iterate_checked(pairings(field)):
        pairs = (members(domino) for _, _, domino in _dominoes(field))
        images = ((pair, {image[cell] for cell in pair}) for pair in pairs)
        yield [met == set(pair) for pair, met in images if not met.isdisjoint(pair)]


@lru_cache(maxsize=1 << 18)
def _least_region(board: Field) -> Field:
    """Return the smallest board around a region, turned or reflected so that its text is least (as in certificates)."""
    lines = cropped(lines_of(board))
    images = [list(map("".join, shape)) for rows in (lines, transposed(lines)) for shape in shapes(rows)]
    return field_of(min(images, key="/".join))
