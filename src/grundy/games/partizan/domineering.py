"""Domineering: Left covers two free squares one above the other with a domino, Right two squares side by side.

`domineering: 4x5` is an empty board; the squares # of `domineering: ..#/...` cannot be covered. The player who cannot
move loses. G. Andersson, about 1973; E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 5.
"""

from __future__ import annotations

from collections.abc import Iterator

from .boards import Image, PartizanBoard, SidedBoard, Squares, neighbours, put


class Domineering(PartizanBoard):
    """The rules of Domineering: Left puts vertical dominoes on two free squares, Right horizontal ones."""

    name = "domineering"
    material = "tray"
    pieces = ""
    images = (range(4), range(4, 8))

    def plays(self, position: SidedBoard) -> Iterator[tuple[Squares, str]]:
        columns, cells, side = position
        step = columns if side == "L" else 1
        for at in range(len(cells) - step):
            if cells[at] == "." == cells[at + step] and (side == "L" or (at + 1) % columns):
                yield (at, at + step), put(cells, "#", at, at + step)

    def cleaned(self, position: SidedBoard) -> str:
        """Return the squares row by row as characters, with # for each that has no free neighbour."""
        columns, cells, _ = position
        near = neighbours(len(cells) // columns, columns, self.around)
        return "".join(
            "." if c == "." and any(cells[n] == "." for n in near[at]) else "#" for at, c in enumerate(cells)
        )

    def answered(self, board: SidedBoard, image: Image) -> bool:
        """Return whether the image of every domino of the player to move covers two other free squares.

        The function `image` maps each square to its image under a symmetry. After a domino and its image are placed,
        the same is true for the dominoes that still fit. So the other player can answer every move by its image.
        """
        return all(
            board.cells[image[at]] == "." and image[at] not in squares
            for squares, _ in self.plays(board)
            for at in squares
        )
