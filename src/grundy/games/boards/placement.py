"""Chess pieces that must not attack each other: place one on a free square; the player who cannot loses.

`queens: 5x5`, `kings: 4x4`, `knights: 3x3`, `bishops: 4x4`; `queens: ..#/...` has a square that cannot be used. Nothing
blocks an attack, so after a move the square and all squares that it attacks are used, and nothing else matters. Free
squares that attack each other are connected. Components are independent, for example the two colours of bishops.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core import Knowledge, Outcome, RuleError, Sum, Theorem
from ..bits.masks import members
from ..forms import components
from .fields import Field, FieldRuleset, pairings, trimmed

if TYPE_CHECKING:
    from ...core import BitRule

PIECES = ("queens", "kings", "knights", "bishops")
STEPS = {
    "kings": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)],
    "knights": [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r * c) == 2],
}
"""Offsets (rows, columns) of the squares that a piece attacks one step away."""


class Placement(FieldRuleset, Knowledge[Field]):
    """The rules of placing chess pieces: put a piece on a free square that no other piece attacks."""

    theory = Theorem(
        "If a half turn or a reflection maps the free squares onto themselves and no square is or attacks its "
        "image, the value is 0; a move that leaves such a board wins; if every move ends play, the value is 1",
        "H. Noon and G. Van Brummelen, The non-attacking queens game, 2006",
    )

    idea_names_move = True

    material = "chessboard"

    def __init__(self, piece: str) -> None:
        """Build the ruleset.

        Args:
            piece: One of queens, kings, knights and bishops.

        Raises:
            RuleError: If it is another name.
        """
        if piece not in PIECES:
            raise RuleError(f"expected one of {', '.join(PIECES)}, found {piece!r}")
        self.name = piece

    def choices(self, position: Field) -> Iterator[tuple[tuple[int, int, str], Sum[Field]]]:
        """Return the free squares, row by row, and the components that are left after a piece is put on each.

        A square is a tuple of its row and its column, from 0, and "", because a piece has no direction.
        """
        near = attacks(self.name, position.rows, position.columns)
        for cell in members(position.free):
            parts = components(near, position.free & ~near[cell])
            yield (*divmod(cell, position.columns), ""), Sum.of(position._replace(free=part) for part in parts)

    def count_moves(self, position: Field) -> int:
        return position.free.bit_count()

    def known_value(self, position: Field) -> int | None:
        """Return 0 if the second player can reply by symmetry, 1 if every move ends the game; else None."""
        field = trimmed(position)
        near = attacks(self.name, field.rows, field.columns)
        if any(_pairs_off(field.free, near, image) for image in pairings(field)):
            return 0
        every = all(field.free & ~near[cell] == 0 for cell in members(field.free))
        return 1 if every else None

    def known_outcome(self, position: Field) -> Outcome | None:
        """Return the outcome if the value is known; N if a move leads to a P-position known by symmetry; else None."""
        if (known := super().known_outcome(position)) is not None:
            return known
        field = trimmed(position)
        near = attacks(self.name, field.rows, field.columns)
        fixed = ((image, cell) for image in pairings(field) for cell in members(field.free) if image[cell] == cell)
        wins = any(_pairs_off(field.free & ~near[cell], near, image) for image, cell in fixed)
        return Outcome.N if wins else None

    def mirrored(self, position: Field, label: str) -> str | None:
        field = trimmed(position)
        near = attacks(self.name, field.rows, field.columns)
        images = (image for image in pairings(field) if position.free and _pairs_off(field.free, near, image))
        return next((self.image_label(position, label, image) for image in images), None)

    def idea(self, position: Field) -> str:
        field = trimmed(position)
        near = attacks(self.name, field.rows, field.columns)
        if field.free and any(_pairs_off(field.free, near, image) for image in pairings(field)):
            return "The board is its own image: the other player answers every piece on the image of its square."
        if self.known_value(position) is None and self.known_outcome(position) is Outcome.N:
            return "Begin on the square that is its own image, then answer every piece on the image of its square."
        return ""

    def over_words(self, rows: int, columns: int) -> BitRule[Field]:
        from ..bits.graph_bits import piece_bits

        return piece_bits(attacks(self.name, rows, columns), rows, columns, self._packing(rows, columns))


@lru_cache(maxsize=64)
def attacks(piece: str, rows: int, columns: int) -> tuple[int, ...]:
    """Return, for each square, the squares that a piece on it makes unusable.

    Args:
        piece: The name of the piece.
        rows: The number of rows.
        columns: The number of columns.

    Returns:
        For every square a bit mask of the square itself and all squares that a piece on it attacks. Squares are
        numbered row by row from 0, and bit i is square i.

    Example:
        >>> attacks("kings", 2, 2) == (15, 15, 15, 15)
        True
    """
    lines: dict[tuple[int, int], int] = {}
    for cell in range(rows * columns):
        for line in _lines(piece, *divmod(cell, columns)):
            lines[line] = lines.get(line, 0) | 1 << cell
    masks = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        mask = 1 << cell
        for line in _lines(piece, row, column):
            mask |= lines[line]
        for down, across in STEPS.get(piece, ()):
            if 0 <= row + down < rows and 0 <= column + across < columns:
                mask |= 1 << (row + down) * columns + column + across
        masks.append(mask)
    return tuple(masks)


def _lines(piece: str, row: int, column: int) -> Iterator[tuple[int, int]]:
    if piece == "queens":
        yield from ((0, row), (1, column))
    if piece in ("queens", "bishops"):
        yield from ((2, row - column), (3, row + column))


def _pairs_off(free: int, near: tuple[int, ...], image: tuple[int, ...]) -> bool:
    return not any(near[cell] >> image[cell] & 1 for cell in members(free))
