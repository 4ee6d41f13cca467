"""Boards of Left and Right on which one player answers every move by its image under a symmetry, and so moves last.

The player to move is Q, the other one is M. A symmetry s of order two maps squares to squares. M wins if every move of
Q has an image by s that M can play, and if this is so again after both moves. `PartizanBoard.answered` states when this
holds; the rulesets state weaker conditions with their proofs. The general one is that s exchanges the pieces and maps
every region to another one: the position is then the sum of a game and its negative, which is 0 ("Tweedledum and
Tweedledee": E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, chapter 1). The reference implementation is
the search, `search.PartizanSolver`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from ...core import Theorem
from ..boards.squares import ORDER_TWO, turned

Image: TypeAlias = Mapping[int, int]
"""The image of each square inside a rectangle of the board, by number."""
THEORY = Theorem(
    "A player who can answer every move by its image under a symmetry of the board moves last",
    'Tweedledum and Tweedledee: E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982, chapter 1',
)
"""The theorem on which the outcome rests."""
IDEA_LOST = "The other player answers every move by its image under a symmetry of the board."


def symmetries(rows: Sequence[str], kinds: Sequence[int]) -> Iterator[Image]:
    """Yield symmetries of a board: its half turn and its reflections, if they exchange the players.

    They are the symmetries of the whole board, and those of the smallest rectangle that contains all squares except #.

    Args:
        rows: The rows of the board, with # for squares that no later move can use.
        kinds: The numbers of the symmetries that exchange the players, as in `PartizanBoard.images`.

    Yields:
        Each symmetry as a mapping from the number of each square of the rectangle to the number of its image. Squares
        are numbered row by row on the board, from 0.

    Example:
        >>> [dict(image) for image in symmetries(["..#"], (0, 1, 2, 3))][::3]
        [{0: 2, 1: 1, 2: 0}, {0: 1, 1: 0}]
    """
    used = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "#"]
    if not used:
        return
    lines, columns = [range(len(rows)), range(len(rows[0]))], len(rows[0])
    inner = [range(min(line), max(line) + 1) for line in zip(*used, strict=True)]
    for down, across in (lines, inner)[: 1 + (inner != lines)]:
        for kind in ORDER_TWO:
            if kind not in kinds or (kind & 4 and len(down) != len(across)):
                continue
            board = [[row * columns + column for column in across] for row in down]
            yield dict(zip(chain(*board), chain(*turned(board, kind)), strict=True))
