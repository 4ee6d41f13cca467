"""The impartial version of a partizan game: both players may make the moves of Left and of Right.

`impartial(domineering): 3x4` is Cram, and `impartial(partizan-nogo): 3x3` is `nogo: 3x3`. Components of a board are
independent, and each has a Grundy value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core import Board, Move, PartwiseRuleset, Picture, RuleError, Ruleset, Scanner, Scene, Sum
from ..forms import Choosing
from .boards import PartizanBoard, SidedBoard, Squares, beside, move_on


class Impartial(Choosing[SidedBoard, tuple[Squares, str]], PartwiseRuleset[SidedBoard], Picture[SidedBoard]):
    """The rules of a partizan game on boards in which both players may make every move of either."""

    lettered = True
    inside = '"/", '

    def __init__(self, rule: PartizanBoard) -> None:
        """Build the ruleset.

        Args:
            rule: The partizan ruleset.
        """
        self.rule = rule
        self.material = rule.material
        self.name = f"impartial({rule.name})"

    def choices(self, position: SidedBoard) -> Iterator[tuple[tuple[Squares, str], Sum[SidedBoard]]]:
        """Return each move of Left, then of Right, by its squares and its player, and the components that it leaves."""
        for board in (position, self.rule.opposite(position)):
            for squares, cells in self.rule.plays(board):
                yield (squares, self.rule.side(board)), Sum.of(self.rule.split(position._replace(cells=cells)))

    def _move(self, position: SidedBoard, choice: tuple[Squares, str], leaves: Sum[SidedBoard]) -> Move[SidedBoard]:
        squares, side = choice
        return move_on(position, squares, leaves, f" {side.lower()}")

    def canonical(self, position: SidedBoard) -> SidedBoard:
        return min(self.rule.canonical(position), self.rule.canonical(self.rule.opposite(position)))

    def check(self, position: SidedBoard) -> None:
        self.rule.check(position)

    def read_part(self, scanner: Scanner) -> SidedBoard:
        return beside([self.rule.read_board(scanner)])

    def show_part(self, position: SidedBoard) -> str:
        return self.rule.text(position)

    def scene(self, position: SidedBoard) -> Scene:
        return Board(position.rows)


def impartial(factors: Sequence[Ruleset[object]]) -> Impartial:
    """Return the impartial version of a partizan ruleset.

    Args:
        factors: The ruleset, alone in a sequence.

    Returns:
        The ruleset in which both players may make every move of either.

    Raises:
        RuleError: If there is not exactly one, or it is not a partizan game on a board.

    Example:
        >>> from grundy import solve
        >>> solve("impartial(domineering): 2x3").value, solve("cram: 2x3").value
        (1, 1)
    """
    if len(factors) != 1 or not isinstance(factors[0], PartizanBoard):
        found = ", ".join(factor.name for factor in factors)
        raise RuleError(f"impartial: expected one partizan game on a board, such as domineering, found {found}")
    return Impartial(factors[0])
