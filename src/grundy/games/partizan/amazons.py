"""Amazons: move a queen, then shoot an arrow from its new square; the square that the arrow hits is blocked.

In `amazons: x..o/..../....` Left moves the queens x and Right the queens o. Queens and arrows go any number of free
squares in a straight or diagonal line; # is a blocked square. The player who cannot move loses. W. Zamkauskas, 1988;
E. R. Berlekamp, "Sums of N x 2 Amazons", 2000.
"""

from __future__ import annotations

from collections.abc import Iterator

from .boards import KING, PartizanBoard, SidedBoard, Squares, only, put, regions


class Amazons(PartizanBoard):
    """The rules of Amazons: move a queen of yours like a chess queen, then block a square that it attacks."""

    name = "amazons"
    around = KING

    def plays(self, position: SidedBoard) -> Iterator[tuple[Squares, str]]:
        cells, mine = position.cells, self.mine(position)[0]
        for at, piece in enumerate(cells):
            if piece == mine:
                left = put(cells, ".", at)
                for to in _reached(left, position.columns, at):
                    moved = put(left, mine, to)
                    for hit in _reached(moved, position.columns, to):
                        yield (at, to, hit), put(moved, "#", hit)

    def opening(self, rows: int, columns: int) -> None:
        return None

    def cleaned(self, position: SidedBoard) -> str:
        """Return the squares row by row as characters, with # for the squares that cannot matter any more.

        These are all squares of regions without a queen or without a free square.
        """
        cells, kept = position.cells, set[int]()
        for region in regions(position, self.around):
            signs = {cells[at] for at in region}
            if "." in signs and len(signs) > 1:
                kept.update(region)
        return only(cells, kept)


def _reached(cells: str, columns: int, start: int) -> Iterator[int]:
    """Yield the free squares to which a queen can go from a square, direction by direction, near ones first.

    `cells` has the squares of the board row by row, `columns` is the length of a row, and `start` is the index of the
    queen's square.
    """
    rows = len(cells) // columns
    for down, right in KING:
        r, c = divmod(start, columns)
        while 0 <= (r := r + down) < rows and 0 <= (c := c + right) < columns and cells[r * columns + c] == ".":
            yield r * columns + c
