"""Clobber: move one of your pieces onto a neighbouring piece of the other player, which is removed.

`clobber: xoxoxo` is one row, x are the pieces of Left and o those of Right; `clobber: 3x4` is a full board in the
colours of a chessboard. The player who cannot move loses. M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe,
"An introduction to Clobber", 2005.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from .boards import Image, PartizanBoard, SidedBoard, Squares, neighbours, only, put, regions


class Clobber(PartizanBoard):
    """The rules of Clobber: move a piece of yours onto a neighbouring piece of the other player and remove that."""

    name = "clobber"

    def plays(self, position: SidedBoard) -> Iterator[tuple[Squares, str]]:
        cells = position.cells
        mine, theirs = self.mine(position)
        for at, near in enumerate(neighbours(len(cells) // position.columns, position.columns, self.around)):
            if cells[at] == mine:
                left = put(cells, ".", at)
                yield from (((at, other), put(left, mine, other)) for other in near if cells[other] == theirs)

    def opening(self, rows: int, columns: int) -> str:
        return "".join("xo"[(r + c) % 2] for r in range(rows) for c in range(columns))

    def cleaned(self, position: SidedBoard) -> str:
        """Return the squares row by row as characters, with # for squares that no later move can use.

        These are empty squares, and the squares of connected groups that have pieces of only one player.
        """
        board = position._replace(cells=position.cells.replace(".", "#"))
        kept = [region for region in regions(board, self.around) if len({board.cells[at] for at in region}) == 2]
        return only(board.cells, set(chain.from_iterable(kept)))

    def answered(self, board: SidedBoard, image: Image) -> bool:
        """Return whether a symmetry exchanges all pieces, and no piece is a neighbour of its image.

        The function `image` maps each square to its image under the symmetry.

        A move from a to b and the answer from image(a) to image(b) then touch four different squares. They leave two
        pieces that are images of each other, and no new neighbours.
        """
        cells, near = board.cells, neighbours(len(board.cells) // board.columns, board.columns, self.around)
        other = {"x": "o", "o": "x"}
        return all(cells[image[at]] == other.get(cells[at], "#") and image[at] not in near[at] for at in image)
