"""Impartial NoGo: place a stone of either colour on a free square; every group of stones keeps a free neighbour.

`nogo: 3x4` is an empty board. In `nogo: B.W/.../..#` B and W are stones, and # is a hole in the board. Adjacent stones
of one colour form a group. A move that leaves some group, of either colour, without a free neighbour is not allowed, so
nothing is ever captured. A square that is forbidden to a colour remains so.

Free squares are connected if they are adjacent or next to the same group. Components are independent, because a stone
only touches groups next to its square, whose free neighbours all belong to the same component. In a single row, one
stone of adjacent stones of one colour is enough, because it has the same free neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core import (
    Bits,
    Board,
    Knowledge,
    Move,
    PartwiseRuleset,
    Picture,
    PositionError,
    Scanner,
    Scene,
    Sum,
    on_pieces,
)
from ..bits.masks import members
from ..forms import Choosing
from .squares import read_rows, read_size, shapes
from .stones import Stones, components, groups, lines_of, plays, shortened, stones_of, trimmed, upright

if TYPE_CHECKING:
    from ...core import BitRule

MOST_LINES = 50
"""Limit on the rows and on the columns of a board that is read."""
MOST_CELLS = 63
"""Squares of the largest board that fits into words."""
_EXPECTED = "a size such as 3x4, or rows of . B W and # joined by /"
_SWAPPED = str.maketrans("BW", "WB")


class NoGo(
    Choosing[Stones, tuple[int, int, str]], PartwiseRuleset[Stones], Picture[Stones], Bits[Stones], Knowledge[Stones]
):
    """The rules of impartial NoGo: place a stone of either colour so that every group keeps a free neighbour."""

    name = "nogo"
    inside = '"/", '
    material = "stones"
    first_square = (1, 1)

    def choices(self, position: Stones) -> Iterator[tuple[tuple[int, int, str], Sum[Stones]]]:
        """Return each stone that may be placed, row by row and black before white, and the components that it leaves.

        A stone is given by its row, its column and its colour.
        """
        for cell, colour in plays(position):
            left = position._replace(free=position.free ^ 1 << cell)
            left = left._replace(**{colour: getattr(left, colour) | 1 << cell})
            yield (*divmod(cell, position.columns), colour), Sum.of(components(left))

    def _move(self, position: Stones, choice: tuple[int, int, str], leaves: Sum[Stones]) -> Move[Stones]:
        row, column, colour = choice
        return Move(f"row {row + 1} column {column + 1} {colour}", leaves, lambda: on_pieces((row, column)))

    def count_moves(self, position: Stones) -> int:
        return sum(1 for _ in plays(position))

    def canonical(self, position: Stones) -> Stones:
        """Return an equivalent board: components without a move are removed, and the least image is chosen.

        The images are those under rotations, reflections and the exchange of black and white. If one component in a
        single row remains, every group in it is also replaced by one stone.
        """
        return _canonical(position)

    def check(self, position: Stones) -> None:
        if type(position) is not Stones or not all(type(number) is int for number in position):
            raise PositionError(f"nogo: expected a board, found {position!r}")
        rows, columns, free, black, white = position
        if not 1 <= rows <= MOST_LINES or not 1 <= columns <= MOST_LINES:
            size = "x".join(str(number) if number < 10**9 else "a longer one" for number in (rows, columns))
            raise PositionError(f"nogo: a board has 1 to {MOST_LINES} rows and columns, not {size}")
        if min(free, black, white) < 0 or (free | black | white) >> rows * columns:
            raise PositionError(f"nogo: a board of {rows}x{columns} has {rows * columns} squares")
        if free & black or free & white or black & white:
            raise PositionError("nogo: a square holds one stone or none")
        for group, liberties in (*groups(position, black), *groups(position, white)):
            if not liberties:
                row, column = divmod(members(group)[0], columns)
                raise PositionError(f"nogo: the group on row {row + 1} column {column + 1} has no free neighbour")

    def read_part(self, scanner: Scanner) -> Stones:
        """Read a board: a size such as 2x3, or rows of `.`, `B`, `W` and `#` joined by "/"."""
        if (size := read_size(scanner)) is not None:
            rows, columns = size
            return Stones(rows, columns, 0 if max(size) > MOST_LINES else (1 << rows * columns) - 1)
        return stones_of(read_rows(scanner, ".BW#", _EXPECTED, "a row of . B W and #", "squares"))

    def show_part(self, position: Stones) -> str:
        empty = position.free == (1 << position.rows * position.columns) - 1
        return f"{position.rows}x{position.columns}" if empty else "/".join(lines_of(position))

    def scene(self, position: Stones) -> Scene:
        return Board(lines_of(position))

    def packed(self, position: Stones) -> BitRule[Stones] | None:
        from .nogo_bits import nogo_bits

        board = upright(trimmed(position))
        return nogo_bits(board.rows, board.columns) if board.rows * board.columns <= MOST_CELLS else None


@lru_cache(maxsize=1 << 17)
def _canonical(position: Stones) -> Stones:
    parts = [part for part in components(position) if next(plays(part), None) is not None]
    free, black, white = (
        (sum(masks) for masks in zip(*(part[2:] for part in parts), strict=True)) if parts else (0,) * 3
    )
    lines: Sequence[Sequence[str]] = lines_of(upright(trimmed(position._replace(free=free, black=black, white=white))))
    if len(lines[0]) == 1 and len(parts) == 1:
        lines = [*shortened("".join(line[0] for line in lines))]
    drawn = ["/".join(map("".join, shape)) for shape in shapes(lines)]
    return stones_of(min(sign for each in drawn for sign in (each, each.translate(_SWAPPED))).split("/"))
