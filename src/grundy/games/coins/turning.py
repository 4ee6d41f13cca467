"""Coin-turning games on a row: turn some coins, of which the rightmost goes from heads to tails.

`mock-turtles: 2 5 9` lists the coins that show heads; `tails` is a row without heads. Coins are counted from 0, but
from 1 in Turning Turtles and Ruler. General rules: `turn(coins=1..3)` up to three coins, `turn(coins=2)` exactly two,
`turn(coins=2.., shape=run)` two or more neighbours, `turn(shape=symmetric)` a set that is its own mirror image,
`turn(coins=1..2, reach=4)` one coin, or two at a distance of at most 4.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import pairwise, product, takewhile
from math import prod
from typing import Generic, TypeVar

from ...core import (
    Board,
    Knowledge,
    LimitReached,
    Move,
    Picture,
    PositionError,
    RuleError,
    Scene,
    Sum,
    Text,
    Ways,
    at_most,
    nim_inverse,
    nim_product,
    nim_sum,
    on_pieces,
    read_integers,
)
from ..forms import Choosing, NamedRule, combined, pieces_of, within
from .counts import CountLaw
from .laws import CoinLaw, Coins, GruntLaw, RunLaw, SymmetricLaw

C = TypeVar("C", int, tuple[int, ...])
"""The place of a coin: its number in a row, or one number for each direction of a board."""

TAILS = "tails"
"""The text of a row or board without heads."""
MOST_DIVIDED = 20_000
"""Limit on the sets of the other directions examined for the winning moves of a coin; each may need a division."""
MOST_TOLD = 8
"""The number of coins whose values are listed for learners."""


Sets = tuple[Coins, ...]
"""A choice of coins to turn: numbers for each direction, whose product is turned."""


class HeadsRuleset(
    NamedRule[tuple[C, ...]],
    Choosing[tuple[C, ...], Sets],
    Knowledge[tuple[C, ...]],
    Picture[tuple[C, ...]],
    Generic[C],
):
    """A base class of coin-turning games: a position is the ascending tuple of the coins that show heads.

    The attribute `laws` has the rule of each direction, one for a row. A move chooses one set of numbers by each rule,
    and turns all coins whose numbers are in these sets. The last coin of a move is the greatest one that it turns; it
    must show heads. By the Tartan theorem the value of a coin is the nim product of its values in the directions.

    A subclass defines the texts of coins, and which coins belong to the sets of a move.
    """

    shows_tails = True
    laws: tuple[CoinLaw, ...]
    expected: str
    """The description of a coin for errors."""
    widest = 60
    """The longest side of a row or board that is drawn coin by coin."""

    @abstractmethod
    def coins(self, sets: Sets) -> Iterable[C]:
        """Return the coins that a move turns: the Cartesian product of its sets."""

    @abstractmethod
    def read_heads(self, text: str) -> Iterable[C]:
        """Read the coins that show heads, in any order."""

    def numbers(self, coin: C) -> Coins:
        """Return the number of a coin in each direction."""
        return coin if isinstance(coin, tuple) else (coin,)

    def turnings(self, head: C) -> Iterator[Sets]:
        """Return the moves whose last coin, the greatest of those turned, is `head`, in the order of the options.

        Each move is a tuple of sets of coordinates, one set for each dimension; the coins in their Cartesian product
        are turned. On a row this is one set, which contains the coins themselves.
        """
        last = self.numbers(head)
        pools = [partial(law.companions, coin) for law, coin in zip(self.laws, last, strict=True)]
        return (_together(found, last) for found in combined(pools))

    def turnings_to(self, head: C, change: int) -> list[Sets]:
        """List the moves whose last coin is `head` and whose turned coins have values with the nim-sum `change`.

        Args:
            head: The last coin.
            change: The nim-sum, not 0.

        Returns:
            The moves in the order of `turnings`, each as a tuple of sets of coordinates, as `turnings` returns it.

        Raises:
            LimitReached: If there are too many.
        """
        whose = f"{self.name}: coin {self.show_head(head)} has"
        found = at_most(_sets_to(self.laws, self.numbers(head), change, whose), whose, "winning moves")
        return sorted(found, key=lambda sets: [(len(coins), coins) for coins in sets])

    def count(self, head: C) -> int:
        """Return the number of moves whose last coin is `head`; raise `LimitReached` if the number is too large."""
        return prod(law.count(coin) for law, coin in zip(self.laws, self.numbers(head), strict=True))

    def head_value(self, head: C) -> int | None:
        """Return the Grundy value of one coin that shows heads alone, or None if it is too hard to compute."""
        values = [law.value(coin) for law, coin in zip(self.laws, self.numbers(head), strict=True)]
        return None if None in values else reduce(nim_product, (value for value in values if value is not None))

    def show_head(self, head: C) -> str:
        """Return a coin as text, such as its number."""
        return str(head)

    def check_head(self, head: object) -> None:
        """Raise `PositionError` unless the object is a coin of the game."""
        numbers = head if len(self.laws) > 1 else (head,)
        if (
            type(numbers) is not tuple
            or len(numbers) != len(self.laws)
            or not all(type(coin) is int and coin >= law.first for coin, law in zip(numbers, self.laws, strict=True))
        ):
            raise PositionError(f"{self.name}: expected {self.expected}")

    def square(self, coin: C) -> tuple[int, int]:
        """Return the row and column of a coin in the picture, counted from 0."""
        places = [number - law.first for number, law in zip(self.numbers(coin), self.laws, strict=True)]
        return (0 if len(places) == 1 else places[0]), places[-1]

    def is_drawn(self, position: tuple[C, ...]) -> bool:
        """Return whether the picture of a position shows every coin, as a row or a board.

        If not, because it would be too large or has more than two dimensions, the picture is only the text of the
        position, which lists the coins that show heads.
        """
        return len(self.laws) < 3 and all(place < self.widest for head in position for place in self.square(head))

    def scene(self, position: tuple[C, ...]) -> Scene:
        if not self.is_drawn(position):
            return Text(self.show(Sum(position)))
        squares = set(map(self.square, position))
        rows, columns = (range(max((square[i] for square in squares), default=0) + 1) for i in (0, 1))
        return Board(tuple("".join("O" if (row, column) in squares else "." for column in columns) for row in rows))

    def choices(self, position: tuple[C, ...]) -> Iterator[tuple[Sets, tuple[C, ...]]]:
        """Yield each legal move, as the tuple of sets in `turnings`, and the coins that show heads after the move."""
        return ((sets, self.turned(position, sets)) for head in position for sets in self.turnings(head))

    def _move(self, position: tuple[C, ...], choice: Sets, leaves: Sum[tuple[C, ...]]) -> Move[tuple[C, ...]]:
        label = f"turn {' x '.join(map(_shown_coins, choice))}"
        return self.named_move(position, label, leaves)

    def named_move(self, position: tuple[C, ...], label: str, leaves: Sum[tuple[C, ...]]) -> Move[tuple[C, ...]]:
        """Return the move from a position to one of its options, given the name of the move.

        Args:
            position: The position.
            label: The name of the move, such as "turn 2 5".
            leaves: The option, as a sum of one position.

        Returns:
            The move; in the picture the coins are marked whose sides differ.
        """

        def touches() -> Ways:
            turned = set(position).symmetric_difference(leaves[0]) if self.is_drawn(position) else ()
            return on_pieces(*sorted(map(self.square, turned)))

        return Move(label, leaves, touches, "turn")

    def turned(self, position: tuple[C, ...], sets: Sets) -> tuple[C, ...]:
        """Return the coins that show heads after a move.

        Args:
            position: The coins that show heads.
            sets: The sets of the move; the coins in their Cartesian product are turned.

        Returns:
            The new position.
        """
        return tuple(sorted(set(position).symmetric_difference(self.coins(sets))))

    def count_moves(self, position: tuple[C, ...]) -> int:
        return sum(map(self.count, position))

    def known_value(self, position: tuple[C, ...]) -> int | None:
        """Return the nim-sum of the values of the coins that show heads, or None if one is too hard to compute."""
        values = [self.head_value(head) for head in position]
        return None if None in values else nim_sum(value for value in values if value is not None)

    def moves_to(self, position: tuple[C, ...], value: int) -> Iterator[Move[tuple[C, ...]]] | None:
        known = self.known_value(position)
        if known is None:
            return None
        found = (
            sets for head in (position if known != value else ()) for sets in self.turnings_to(head, known ^ value)
        )
        return (self._move(position, sets, Sum(self.turned(position, sets))) for sets in found)

    def addends(self, position: tuple[C, ...]) -> Sequence[tuple[str, int]]:
        found = ((head, self.head_value(head)) for head in position)
        return [(f"coin {self.show_head(head)}", value) for head, value in found if value is not None]

    def check(self, position: tuple[C, ...]) -> None:
        if type(position) is not tuple:
            raise PositionError(f"{self.name}: expected a tuple of the coins that show heads, found {position!r}")
        for head in position:
            self.check_head(head)
        for left, right in pairwise(position):
            if left >= right:
                what = "occurs twice" if left == right else "comes after a later one"
                raise PositionError(f"{self.name}: coin {self.show_head(right)} {what}")

    def read(self, text: str) -> Sum[tuple[C, ...]]:
        """Read the coins that show heads on one row or board; a semicolon begins another component."""
        parts = list[tuple[C, ...]]()
        for at, piece in pieces_of(text):
            with within(text, at):
                parts.append(() if piece.strip() == TAILS else tuple(sorted(self.read_heads(piece))))
                self.check(parts[-1])
        return Sum.of(parts)

    def show(self, parts: Sum[tuple[C, ...]]) -> str:
        return "; ".join(" ".join(map(self.show_head, part)) or TAILS for part in parts)


class CoinRow(HeadsRuleset[int]):
    """A coin-turning game on a row of coins, whose moves are given by a `CoinLaw`."""

    idea_lesson = "coins"
    widest = 200

    def __init__(self, law: CoinLaw) -> None:
        self.law, self.laws = law, (law,)
        self.name = law.name
        self.expected = f"the number of a coin, counted from {law.first}"
        self.first_square = (0, law.first)
        self.theory = law.theory

    def idea(self, position: Coins) -> str:
        value, first = self.known_value(position), self.law.first
        if value is None:
            return ""
        counts = list(takewhile(lambda count: count is not None, map(self.law.value, range(first, first + MOST_TOLD))))
        heads = f"Each head counts as a heap of nim, from coin {first} on: {', '.join(map(str, counts))}, ..."
        if value:
            return f"{heads} Make every binary column of the heads' counts even."
        return (
            f"{heads} Every binary column of the heads' counts is even; the other player can make it even again "
            "after each of your moves."
        )

    def turnings(self, head: int) -> Iterator[Sets]:
        return (((*found, head),) for found in self.law.companions(head))

    def coins(self, sets: Sets) -> Coins:
        return sets[0]

    def turnings_to(self, head: int, change: int) -> list[Sets]:
        whose = f"{self.name}: coin {head} has"
        found = at_most(self.law.companions_to(head, change), whose, "winning moves")
        return [((*coins, head),) for coins in found]

    def read_heads(self, text: str) -> list[int]:
        return read_integers(text, f'the number of a coin, or "{TAILS}"')


def _together(found: Sequence[Coins], last: Coins) -> Sets:
    """Return the sets of a move: for each number of the last coin, its companions and this number itself."""
    return tuple((*coins, coin) for coins, coin in zip(found, last, strict=True))


def _sets_to(laws: Sequence[CoinLaw], head: Coins, change: int, whose: str) -> Iterator[Sets]:
    """Yield, in any order, the moves with last coin `head` whose coins have values with the nim-sum `change`.

    All combinations of sets are tried in all directions but the one with the most moves. In this one the nim-sum of the
    values of the set must be `change`, divided (in nim multiplication) by the nim-sums in the other directions. `laws`
    are the rules of the directions, and `whose` begins the message of an error.
    """
    counts = []
    for law, coin in zip(laws, head, strict=True):
        try:
            counts.append(law.count(coin))
        except LimitReached:
            counts.append(1 << 20_000)  # larger than any other count
    last = counts.index(max(counts))
    tried = [i for i in range(len(head)) if i != last]
    if prod(counts[i] for i in tried) > MOST_DIVIDED:
        raise LimitReached(f"{whose} more than {MOST_DIVIDED} moves in every factor", kind="size")
    wanted: dict[int, int] = {}
    for sets in product(*([(*s, head[i]) for s in laws[i].companions(head[i])] for i in tried)):
        value = 1
        for i, coins in zip(tried, sets, strict=True):
            value = nim_product(value, nim_sum(laws[i].value(coin) or 0 for coin in coins))
        if value not in wanted:
            wanted[value] = nim_product(change, nim_inverse(value))
        for coins in laws[last].companions_to(head[last], wanted[value]):
            yield (*sets[:last], (*coins, head[last]), *sets[last:])


def _shown_coins(coins: Coins) -> str:
    """Write the numbers of coins, with three or more consecutive ones as a range.

    >>> _shown_coins((2, 5)), _shown_coins((3, 4, 5))
    ('2 5', '3..5')
    """
    if len(coins) > 2 and coins[-1] - coins[0] == len(coins) - 1:
        return f"{coins[0]}..{coins[-1]}"
    return " ".join(map(str, coins))


_COUNTS = {
    "turning-turtles": (1, 1, 2),
    "twins": (0, 2, 2),
    "mock-turtles": (0, 1, 3),
    "triplets": (0, 3, 3),
    "moebius": (0, 1, 5),
    "mogul": (0, 1, 7),
}
"""Name -> number of the first coin, least and greatest number of coins turned, at any places."""


def named_row(name: str) -> CoinRow:
    """Return one of the coin-turning games of the literature by its name.

    >>> [named_row("mock-turtles").known_value((coin,)) for coin in range(8)]
    [1, 2, 4, 7, 8, 11, 13, 14]
    """
    if name in _COUNTS:
        return CoinRow(CountLaw(name, *_COUNTS[name]))
    return CoinRow({"ruler": RunLaw(name, 1), "sym": SymmetricLaw(name), "grunt": GruntLaw(name)}[name])


def turn(coins: tuple[int, int | None] = (1, None), shape: str = "any", reach: int | None = None) -> CoinRow:
    """Return the ruleset of a coin-turning game, given by the number of coins that a move turns and their arrangement.

    Args:
        coins: The least and the greatest number of coins; the latter is None if unlimited.
        shape: "any", "run" for neighbours, or "symmetric".
        reach: The greatest distance between two of the coins; None if unlimited.

    Returns:
        The ruleset; coins are counted from 0.

    Raises:
        RuleError: If the shape does not support a reach, or these values are invalid.
    """
    least, most = coins
    bounds = str(least) if least == most else f"{least}..{'' if most is None else most}"
    given = [f"coins={bounds}"] * (coins != (1, None)) + [f"shape={shape}"] * (shape != "any")
    given += [f"reach={reach}"] * (reach is not None)
    name = f"turn({', '.join(given)})" if given else "turn"
    if shape == "any":
        return CoinRow(CountLaw(name, 0, least, most, reach))
    if reach is not None and shape == "symmetric":
        raise RuleError("turn: a reach goes with the shapes any and run")
    if shape == "symmetric":
        return CoinRow(SymmetricLaw(name, 0, least, most))
    if reach is not None:
        most = reach + 1 if most is None else min(most, reach + 1)
    if most is not None and most < least:
        raise RuleError(f"turn: {least} neighbours cannot be within a reach of {reach}")
    return CoinRow(RunLaw(name, 0, least, most))
