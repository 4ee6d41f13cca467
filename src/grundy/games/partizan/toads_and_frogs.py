"""Toads and Frogs: toads go right, frogs go left, onto the next square or over one animal of the other kind.

In `toads-and-frogs: TT.FF` Left moves the toads T and Right the frogs F; `/` joins rows, on which the animals stay. An
animal moves to the next square if it is free, or jumps over the next one to a free square. The player who cannot move
loses. E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 1.
"""

from __future__ import annotations

from collections.abc import Iterator

from .boards import ROW, PartizanBoard, SidedBoard, Squares, put


class ToadsAndFrogs(PartizanBoard):
    """The rules of Toads and Frogs: move an animal forward onto a free square, or over one animal of the other kind."""

    name = "toads-and-frogs"
    pieces = "TF"
    around = ROW
    images = ((0, 2), (1, 3))

    def plays(self, position: SidedBoard) -> Iterator[tuple[Squares, str]]:
        columns, cells, side = position
        (mine, theirs), step = self.mine(position), 1 if side == "L" else -1
        for at, animal in enumerate(cells):
            if animal == mine:
                room = columns - 1 - at % columns if side == "L" else at % columns
                over = 2 if room > 1 and cells[at + step] == theirs else 1
                if room and cells[at + over * step] == ".":
                    yield (at, at + over * step), put(put(cells, ".", at), mine, at + over * step)

    def opening(self, rows: int, columns: int) -> None:
        return None
