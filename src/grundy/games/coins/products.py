"""Products of coin-turning games: a board on which each direction has its own coin-turning rule.

`product(turning-turtles, ruler): (1,2) (3,4)`: if a set A of coins may be turned in the first game and a set B in the
second, then all coins (a, b) of A x B may be turned in the product, the last of which goes from heads to tails. By the
Tartan theorem ("Winning Ways", 1982, chapter 14) the value of a coin is the nim product of its values in the factors. A
x B is a winning move exactly if the nim product of the nim-sums of A and B is the nim-sum of the whole board. So the
sets of one factor are listed, a nim division gives the nim-sum needed from the other, and its own theorem finds sets
with that nim-sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product as product_of

from ...core import RuleError, Ruleset, Theorem, read_literals
from .laws import LENSTRA, WAYS, CoinLaw
from .turning import TAILS, CoinRow, HeadsRuleset, Sets, named_row

_HEAPS = "Each head counts as a heap of nim: the nim product of what its row and its column count alone."


class CoinProduct(HeadsRuleset[tuple[int, ...]]):
    """A coin-turning game on a board of two or more dimensions, the product of games on rows (its factors).

    A move chooses one set of coins by the rule of each factor, and turns all coins of the board whose coordinates are
    in these sets.
    """

    idea_lost = (
        f"{_HEAPS} Every binary column of these is even, and the other player can make it even again after each of "
        "your moves."
    )
    idea_won = f"{_HEAPS} Make every binary column of these even."
    theory = Theorem(
        "Tartan theorem: the value is the nim-sum, over the coins that show heads, of the nim product of the values "
        "that their rows and columns have in the factors",
        f"{LENSTRA}; {WAYS}",
    )

    def __init__(self, laws: Sequence[CoinLaw], name: str = "") -> None:
        self.laws = tuple(laws)
        self.first_square = (self.laws[0].first, self.laws[1].first) if len(self.laws) == 2 else None
        self.name = name or f"product({', '.join(law.name for law in laws)})"
        least = self.show_head(tuple(law.first for law in laws))
        self.expected = f'coins such as {least}, the first one, or "{TAILS}"'

    def coins(self, sets: Sets) -> Iterator[tuple[int, ...]]:
        return product_of(*sets)

    def show_head(self, head: tuple[int, ...]) -> str:
        return f"({','.join(map(str, head))})"

    def read_heads(self, text: str) -> list[tuple[int, ...]]:
        heads = read_literals(text)
        for head in heads:
            self.check_head(head)
        return heads


def product(factors: Sequence[Ruleset[object]]) -> CoinProduct:
    """Return the product of two or more coin-turning games on rows.

    Args:
        factors: The rulesets.

    Returns:
        The ruleset.

    Raises:
        RuleError: If there are fewer than two, or one is not a coin-turning game on a row.
    """
    for factor in factors:
        if not isinstance(factor, CoinRow):
            raise RuleError(f"product: expected coin-turning games on rows, such as ruler, found {factor.name}")
    if len(factors) < 2:
        raise RuleError("product: expected two or more coin-turning games")
    return CoinProduct([factor.law for factor in factors if isinstance(factor, CoinRow)])


def turning_corners() -> CoinProduct:
    """Return Turning Corners, in which a move turns the corners of a rectangle: the product of `twins` with itself.

    >>> turning_corners().known_value(((4, 4),))
    6
    """
    return CoinProduct([named_row("twins").law] * 2, "turning-corners")
