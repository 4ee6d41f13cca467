"""Col and Snort: the players colour free squares of a board, one with x (Left), the other with o (Right).

In Col, squares with a common side never have the same colour; in Snort never different ones. `col: 3x4` is an empty
board, and # in `snort: x.#/..o` is a hole. The player who cannot move loses. Col is by C. Vout, Snort by S. Norton:
J. H. Conway, "On Numbers and Games", 1976, chapter 8.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import PositionError
from .boards import Image, PartizanBoard, SidedBoard, Squares, neighbours, put


class Colouring(PartizanBoard):
    """The rules of Col and Snort: colour a free square so that no two neighbours have colours that are forbidden."""

    def __init__(self, name: str) -> None:
        """Build the ruleset.

        Args:
            name: "col" if neighbours must not have the same colour, "snort" if they must not have different ones.
        """
        self.name = name

    def plays(self, position: SidedBoard) -> Iterator[tuple[Squares, str]]:
        mine, theirs = self.mine(position)
        banned = mine if self.name == "col" else theirs
        cells = position.cells
        for at, near in enumerate(self._near(position)):
            if cells[at] == "." and not any(cells[other] == banned for other in near):
                yield (at,), put(cells, mine, at)

    def cleaned(self, position: SidedBoard) -> str:
        """Return the squares row by row as characters, with # for those that can no longer affect a move.

        These are squares that nobody may colour, and coloured ones without a free neighbour.
        """
        cells, near = position.cells, self._near(position)
        both = (at for at, c in enumerate(cells) if c == "." and {"x", "o"} <= {cells[n] for n in near[at]})
        cells = put(cells, "#", *both)
        idle = (at for at, c in enumerate(cells) if c in "xo" and not any(cells[n] == "." for n in near[at]))
        return put(cells, "#", *idle)

    def answered(self, board: SidedBoard, image: Image) -> bool:
        """Return whether the other player can always answer a move by its image under a symmetry, to the end of play.

        The function `image` maps each square to its image. Q is the player to move, and M the other one. The image of
        every square that Q can colour must be another free square, and in Snort not a neighbour of it. In Col the image
        of every square of M must be a square of Q; in Snort the image of every square of Q must be a square of M.

        Proof for Col: suppose that M cannot colour the image of c, because M has coloured a neighbour n of this image.
        Then the image of n is a neighbour of c that Q has coloured, so Q cannot colour c. In Snort the proof is the
        same with the players exchanged. A square that a player cannot colour remains so, and thus the conditions hold
        again after both moves.
        """
        cells, near, col = board.cells, self._near(board), self.name == "col"
        mine, theirs = self.mine(board)
        fixed, partner = (theirs, mine) if col else (mine, theirs)
        if any(cells[at] == fixed and cells[image[at]] != partner for at in image):
            return False
        moves = ((at, image[at]) for (at,), _ in self.plays(board))
        return all(cells[to] == "." and to != at and (col or to not in near[at]) for at, to in moves)

    def check(self, position: SidedBoard) -> None:
        super().check(position)
        cells = position.cells
        for at, near in enumerate(self._near(position)):
            other = cells[at] if self.name == "col" else {"x": "o", "o": "x"}.get(cells[at], "")
            if cells[at] in "xo" and any(cells[n] == other for n in near):
                what = "the same colour" if self.name == "col" else "different colours"
                raise PositionError(f"{self.name}: squares with a common side have {what}, which is not allowed")

    def _near(self, position: SidedBoard) -> tuple[Squares, ...]:
        return neighbours(len(position.cells) // position.columns, position.columns, self.around)
