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
from functools import partial, reduce
from itertools import product as product_of
from typing import TypeAlias

from ...core import (
    Board,
    LimitReached,
    PositionError,
    RuleError,
    Ruleset,
    Scene,
    Sum,
    Text,
    Theorem,
    at_most,
    nim_inverse,
    nim_product,
    nim_sum,
    read_literals,
)
from ..forms import combined
from .laws import LENSTRA, WAYS, CoinLaw
from .turning import TAILS, CoinRow, HeadsRuleset, Sets, named_row

Cell: TypeAlias = tuple[int, ...]
"""A coin of the board, one number for each factor."""

MOST_DIVIDED = 20_000
"""Limit on the sets of the other factors examined for the winning moves of a coin; each may need a division."""
WIDEST = 60
"""The longest side of a board that is drawn coin by coin."""
_HEAPS = "Each head counts as a heap of nim: the nim product of what its row and its column count alone."


class CoinProduct(HeadsRuleset[Cell]):
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

    def turnings(self, head: Cell) -> Iterator[Sets]:
        for sets in combined([partial(law.companions, coin) for law, coin in zip(self.laws, head, strict=True)]):
            yield tuple((*found, coin) for found, coin in zip(sets, head, strict=True))

    def coins(self, sets: Sets) -> Iterator[Cell]:
        return product_of(*sets)

    def turnings_to(self, head: Cell, change: int) -> list[Sets]:
        found = at_most(self._sets_to(head, change), f"{self.name}: coin {self.show_head(head)} has", "winning moves")
        return sorted(found, key=lambda sets: [(len(coins), coins) for coins in sets])

    def _sets_to(self, head: Cell, change: int) -> Iterator[Sets]:
        """Yield, in any order, the moves with last coin `head` whose coins have values with the nim-sum `change`.

        All combinations of sets are tried in all factors but the one with the most moves. In this factor the nim-sum of
        the values of the set must be `change`, divided (in nim multiplication) by the nim-sums in the other factors.
        """
        counts = []
        for law, coin in zip(self.laws, head, strict=True):
            try:
                counts.append(law.count(coin))
            except LimitReached:
                counts.append(1 << 20_000)  # larger than any other count
        last = counts.index(max(counts))
        tried = [i for i in range(len(head)) if i != last]
        if reduce(int.__mul__, (counts[i] for i in tried)) > MOST_DIVIDED:
            raise LimitReached(
                f"{self.name}: coin {self.show_head(head)} has more than {MOST_DIVIDED} moves in every factor",
                kind="size",
            )
        wanted: dict[int, int] = {}
        for sets in product_of(*([(*s, head[i]) for s in self.laws[i].companions(head[i])] for i in tried)):
            value = 1
            for i, coins in zip(tried, sets, strict=True):
                value = nim_product(value, nim_sum(self.laws[i].value(coin) or 0 for coin in coins))
            if value not in wanted:
                wanted[value] = nim_product(change, nim_inverse(value))
            for coins in self.laws[last].companions_to(head[last], wanted[value]):
                yield (*sets[:last], (*coins, head[last]), *sets[last:])

    def count(self, head: Cell) -> int:
        """Return the number of moves whose last coin is `head`.

        It is the product, over all factors, of the number of moves of the factor whose last coin is the coordinate of
        `head` in this factor.
        """
        return reduce(int.__mul__, (law.count(coin) for law, coin in zip(self.laws, head, strict=True)))

    def head_value(self, head: Cell) -> int | None:
        values = [law.value(coin) for law, coin in zip(self.laws, head, strict=True)]
        return None if None in values else reduce(nim_product, (value for value in values if value is not None))

    def show_head(self, head: Cell) -> str:
        return f"({','.join(map(str, head))})"

    def read_heads(self, text: str) -> list[Cell]:
        heads = read_literals(text)
        for head in heads:
            self.check_head(head)
        return heads

    def check_head(self, head: object) -> None:
        firsts = tuple(law.first for law in self.laws)
        if (
            type(head) is not tuple
            or len(head) != len(firsts)
            or not all(type(number) is int and number >= first for number, first in zip(head, firsts, strict=True))
        ):
            least = self.show_head(firsts)
            raise PositionError(f'{self.name}: expected coins such as {least}, the first one, or "{TAILS}"')

    def square(self, coin: Cell) -> tuple[int, int]:
        return coin[0] - self.laws[0].first, coin[1] - self.laws[1].first

    def is_drawn(self, position: tuple[Cell, ...]) -> bool:
        firsts = [law.first for law in self.laws]
        return len(firsts) == 2 and all(head[i] - firsts[i] < WIDEST for head in position for i in (0, 1))

    def scene(self, position: tuple[Cell, ...]) -> Scene:
        if not self.is_drawn(position):
            return Text(self.show(Sum(position)))
        rows, columns = (
            range(law.first, max((head[i] for head in position), default=law.first) + 1)
            for i, law in enumerate(self.laws)
        )
        return Board(tuple("".join("O" if (x, y) in position else "." for y in columns) for x in rows))


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
