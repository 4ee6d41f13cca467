"""NoGo as two players play it: Left places black stones B, Right white stones W; every group keeps a free neighbour.

`partizan-nogo: 3x4` is an empty board. The rules are those of `nogo`, in which both players may place both colours. The
player who cannot move loses.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core import PositionError
from ..boards.stones import COLOURS, components, groups, lines_of, plays, stones_of
from .boards import PartizanBoard, SidedBoard, Squares, put


class PartizanNoGo(PartizanBoard):
    """The rules of NoGo with a colour for each player: place your stone so that every group keeps a free neighbour."""

    name = "partizan-nogo"
    pieces = "BW"

    def plays(self, position: SidedBoard) -> Iterator[tuple[Squares, str]]:
        mine, side = self.mine(position)[0], position.side == "R"
        for at, colour in plays(stones_of(position.rows)):
            if colour == COLOURS[side]:
                yield (at,), put(position.cells, mine, at)

    def split(self, position: SidedBoard) -> list[SidedBoard]:
        return [position._replace(cells="".join(lines_of(part))) for part in components(stones_of(position.rows))]

    def check(self, position: SidedBoard) -> None:
        super().check(position)
        board = stones_of(position.rows)
        if not all(liberties for stones in board[3:] for _, liberties in groups(board, stones)):
            raise PositionError(f"{self.name}: a group of stones has no free neighbour")
