"""Games with coins that move left along a strip of squares, which are numbered from 0.

`nimble: 3 5 5`: move one coin any distance to the left; coins may share squares and pass each other. `silver-dollar: 2
4 7` (without the dollar): one coin to a square, and no coin is jumped. Here the gaps 7-4-1 = 2 and 2 count, with
nim-sum 0. `welter: 2 4 7`: one coin to a square, jumping allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...core import (
    Board,
    Heaps,
    Move,
    Outcome,
    PositionError,
    Scene,
    Sum,
    Theorem,
    Ways,
    check_cancelled,
    from_heap,
    from_heaps,
    nim_sum,
    on_pieces,
    tame_outcome,
)
from ..heaps.coupled import CoupledRuleset, Numbers, lowered
from ..heaps.nim import Nim

WIDEST = 200
"""The longest strip that is drawn square by square; for a longer one the numbers of the coins are shown."""

_BOUTON = 'C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901'


class Nimble(Nim):
    """The rules of Nimble: move one coin any distance to the left; a coin on square n is a heap of n."""

    name = "nimble"
    idea_won = "Move the coin to square 0."
    first_square = (0, 0)
    theory = Theorem("A coin on square n has the value n", _BOUTON)
    checked_rule = None
    misere_theory = Theorem("Misere nim on the numbers of the squares", _BOUTON)

    def heap_move(self, heap: int, leaves: Sum[int]) -> Move[int]:
        (square,) = leaves

        def touches() -> Ways:
            return on_pieces((0, square), (0, heap)) if heap < WIDEST else from_heap(heap, leaves)

        return Move(f"{heap} to {square}", leaves, touches, "move")

    def scene(self, position: int) -> Scene:
        return _strip((position,))


class _Coins(CoupledRuleset):
    """A base class of games with coins on different squares; a position is the ascending tuple of the squares."""

    noun = "coin"
    first_square = (0, 0)
    what = "the number of a square"

    def check(self, position: Numbers) -> None:
        super().check(position)
        for left, right in pairwise(position):
            if left == right:
                raise PositionError(f"{self.name}: two coins on square {left}")
            if left > right:
                expected = "the squares in ascending order"
                raise PositionError(f"{self.name}: expected {expected}, found {left} before {right}")

    def arrange(self, numbers: list[int]) -> Numbers:
        """Return the position with coins on these squares, in ascending order."""
        return tuple(sorted(numbers))

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        (source,), (target,) = set(before) - set(after), set(after) - set(before)
        label = f"coin {source} to {target}"
        if before[-1] < WIDEST:
            return Move(label, Sum(after), lambda: on_pieces((0, target), (0, source)), "move")
        return Move(label, Sum(after), lambda: from_heaps(before, after), "move")

    def scene(self, position: Numbers) -> Scene:
        return _strip(position)


class SilverDollar(_Coins):
    """The rules of the silver dollar game without the dollar: move a coin left, never onto or over another one."""

    name = "silver-dollar"
    idea_lost = (
        "Of the gaps between coins every other one counts, from the last coin's on: in these every binary column is "
        "even. The other player makes odd columns even again, and narrows a gap that you widen."
    )
    idea_won = (
        "Of the gaps between coins every other one counts, from the last coin's on: make every binary column of these"
        " even. If the other player widens a gap, narrow it again."
    )
    theory = Theorem(
        "The value is the nim-sum of every other gap, from the one on the left of the last coin; the leftmost of an "
        "odd number of coins has its gap to the edge",
        'E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982',
    )
    misere_theory = Theorem(
        "Misere nim on the same gaps: a gap that was widened is narrowed again, and a player who has only "
        "closed gaps opens one by one square",
        _BOUTON,
    )

    def options(self, position: Numbers) -> Iterator[Numbers]:
        for i, square in enumerate(position):
            for target in range(square - 1, square - 1 - _gap(position, i), -1):
                yield lowered(position, i, target)

    def count_moves(self, position: Numbers) -> int:
        """Return the number of moves: free squares that have a coin to their right."""
        return position[-1] + 1 - len(position)

    def known_value(self, position: Numbers) -> int:
        return nim_sum(_counted_gaps(position))

    def known_misere(self, parts: Sum[Numbers]) -> Outcome:
        return tame_outcome(gap for part in parts for gap in _counted_gaps(part))

    def moves_to(self, position: Numbers, value: int) -> Iterator[Move[Numbers]]:
        change = self.known_value(position) ^ value
        for i, square in enumerate(position) if change else ():
            narrows = (len(position) - i) % 2 == 1
            counted = _gap(position, i if narrows else i + 1)
            goal = counted ^ change
            steps = counted - goal if narrows else goal - counted
            if 1 <= steps <= _gap(position, i):
                yield self._move(position, lowered(position, i, square - steps))


def _gap(position: Numbers, i: int) -> int:
    return position[i] - (position[i - 1] if i else -1) - 1


def _counted_gaps(position: Numbers) -> list[int]:
    """Return the gaps that act as heaps of nim: those directly left of the last coin, of the last but two, and so on.

    >>> _counted_gaps((2, 4, 7))
    [2, 2]
    """
    return [_gap(position, i) for i in range(len(position) - 1, -1, -2)]


class Welter(_Coins):
    """The rules of Welter's game: move a coin to any free square on its left, over other coins if necessary."""

    name = "welter"
    idea_lost = (
        "Welter's function of the squares is 0: every move changes it, and the other player can make it 0 again."
    )
    idea_won = "Make Welter's function of the squares 0: every move then changes it, and you can make it 0 again."
    theory = Theorem(
        "The value is Welter's function: the nim-sum of the squares and of (a | b) for every pair of coins, where "
        "(a | b) = 2^(t+1) - 1 if a and b agree in exactly t last binary digits",
        'C. P. Welter, "The theory of a class of games on a sequence of squares, in terms of the advancing operation '
        'in a special group", 1954; J. H. Conway, "On Numbers and Games", 1976, chapter 13',
    )

    def options(self, position: Numbers) -> Iterator[Numbers]:
        taken = set(position)
        for i, square in enumerate(position):
            others = position[:i] + position[i + 1 :]
            for target in range(square - 1, -1, -1):
                if target not in taken:
                    yield tuple(sorted((*others, target)))

    def count_moves(self, position: Numbers) -> int:
        """Return the number of moves: for every coin the free squares to its left."""
        return sum(square - i for i, square in enumerate(position))

    def known_value(self, position: Numbers) -> int:
        return welter(position)

    def moves_to(self, position: Numbers, value: int) -> Iterator[Move[Numbers]]:
        for i, square in enumerate(position):
            check_cancelled()
            others = position[:i] + position[i + 1 :]
            target = _welter_square(others, value)
            if target < square:
                yield self._move(position, tuple(sorted((*others, target))))


def welter(squares: Numbers) -> int:
    """Return Welter's function of different squares, which is the Grundy value of coins on them in Welter's game.

    The value is the nim-sum of all squares and of (d - 1) ^ d for the nim-sum d of each pair. In Conway's form with
    mated pairs ("On Numbers and Games", 1976) the terms of all other pairs cancel, so mates need not be found.

    >>> welter((2, 4, 7)), welter((3, 5)), welter((9,))
    (2, 5, 9)
    """
    pairs = (a ^ b for i, a in enumerate(squares) for b in squares[:i])
    return nim_sum(squares) ^ nim_sum(differ ^ (differ - 1) for differ in pairs)


def _welter_square(others: Numbers, value: int) -> int:
    """Return the only square x for which Welter's function of the squares in `others` and x is `value`.

    Bit b of ((x ^ a) - 1) ^ (x ^ a) is 1 exactly if x and a agree in all lower bits. So the bits of x are computed one
    by one from the lowest; x has at most one bit more than the longest of the other numbers.
    """
    rest = welter(others) ^ value
    square, agree = 0, others
    for bit in range(max(rest.bit_length(), *(other.bit_length() for other in (0, *others))) + 1):
        square |= ((rest >> bit ^ len(agree)) & 1) << bit
        agree = tuple(other for other in agree if (other ^ square) >> bit & 1 == 0)
    return square


def _strip(squares: Numbers) -> Scene:
    """Return a picture of the strip of squares up to the last coin.

    If it would be too wide, the picture only lists the numbers of the squares that have coins.
    """
    width = max(squares) + 1
    if width > WIDEST:
        return Heaps(squares)
    return Board(("".join("O" if square in squares else "." for square in range(width)),))
