"""Games of contest problems that no other rule of the catalogue states, each with its theorem.

`StepsTo` (piles walk to a target), `Checkers` (no two stones side by side), `Kingdom` (piles that
remember the last hit) are summands; in `Decrementing` a common divisor couples the numbers. They are
built in Python, `Kingdom(3, 1, 2)`, and have no name in the notation of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple, TypeAlias

from ..core import (
    Heaps,
    Move,
    Outcome,
    PositionError,
    RuleError,
    Ruleset,
    Scanner,
    Scene,
    Sum,
    Theorem,
    mex,
    nim_sum,
)
from .coupled import CoupledRuleset, Numbers, lowered


class StepsTo(Ruleset[int]):
    """Move a pile one token towards a target, up or down; at the target it rests."""

    theory = Theorem("Every play of a pile p has |p - target| moves, so its value is that number mod 2", "by parity")

    def __init__(self, target: int) -> None:
        """Walk to `target` >= 0; raise `RuleError` when it is no whole number."""
        if type(target) is not int or target < 0:
            raise RuleError(f"steps-to: the target is a whole number, not {target!r}")
        self.target = target
        self.name = f"steps-to({target})"

    def options(self, position: int) -> tuple[int, ...]:
        """Return the pile one nearer to the target, if it is not there."""
        if position == self.target:
            return ()
        return (position + 1 if position < self.target else position - 1,)

    def known_value(self, position: int) -> int:
        """Return the parity of the distance."""
        return abs(position - self.target) % 2

    def check(self, position: int) -> None:
        """Refuse what is no whole number."""
        if type(position) is not int or position < 0:
            raise PositionError(f"{self.name}: expected a pile, found {position!r}")


class Checkers(Ruleset[str]):
    """Put a stone "o" on a cell "." of a strip that has no stone on it or beside it."""

    name = "checkers"
    theory = Theorem(
        "A strip splits into runs of cells that may still be used, and a run of n cells is a heap of n of Dawson's "
        "Chess, code 0.137: values of period 34 from 52 on",
        "T. R. Dawson, 1935; R. K. Guy and C. A. B. Smith, The G-values of various games, 1956",
    )

    def options(self, position: str) -> Iterator[str]:
        """Yield the strips with one more stone, from left to right."""
        for i, free in enumerate(_free(position)):
            if free:
                yield f"{position[:i]}o{position[i + 1 :]}"

    def moves(self, position: str) -> Iterator[Move[str]]:
        """Yield the moves "cell 1", "cell 2", ..."""
        cells = (i for i, free in enumerate(_free(position), 1) if free)
        return (Move(f"cell {i}", Sum(strip)) for i, strip in zip(cells, self.options(position), strict=True))

    def known_value(self, position: str) -> int:
        """Return the nim-sum of the values of the runs of free cells."""
        runs = "".join("." if free else " " for free in _free(position)).split()
        return nim_sum(dawson_value(len(run)) for run in runs)

    def check(self, position: str) -> None:
        """Refuse what is no strip, or has two stones side by side."""
        if type(position) is not str or not position or set(position) - set(".o") or "oo" in position:
            raise PositionError(f"checkers: expected cells . and stones o, no two side by side, found {position!r}")


def _free(strip: str) -> list[bool]:
    """Return for every cell whether a stone may be put there."""
    padded = f".{strip}."
    return ["o" not in padded[i : i + 3] for i in range(len(strip))]


DAWSON_PREPERIOD, DAWSON_PERIOD = 52, 34
"""Of the values of 0.137 (R. K. Guy and C. A. B. Smith, The G-values of various games, 1956)."""


def dawson_value(cells: int) -> int:
    """Return the value of an empty strip of `cells` cells: g(n) = mex over i of g(i-2) ^ g(n-i-1).

    >>> [dawson_value(n) for n in range(17)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2]
    """
    if cells >= DAWSON_PREPERIOD:
        cells = DAWSON_PREPERIOD + (cells - DAWSON_PREPERIOD) % DAWSON_PERIOD
    return _dawson_values()[cells]


@lru_cache(maxsize=1)
def _dawson_values() -> list[int]:
    """Return the values of 0 cells up to the end of the first period."""
    values: list[int] = []
    for n in range(DAWSON_PREPERIOD + DAWSON_PERIOD):
        pairs = ((max(i - 2, 0), max(n - i - 1, 0)) for i in range(1, n + 1))
        values.append(mex(values[left] ^ values[right] for left, right in pairs))
    return values


Castle: TypeAlias = tuple[int, str]
"""A pile, and the last hit if that hit may not follow itself: "", "y" or "z"."""

LASTS = ("", "y", "z")
MOST_HIT = 5
"""The period of larger hits is not looked for."""


class Kingdom(Ruleset[Castle]):
    """Lower a pile by x, y or z, not below 0; y may not follow y on the same pile, nor z follow z."""

    theory = Theorem(
        "The values of piles n with the last hits free, y and z are a row that follows from the max(x, y, z) rows "
        "before it; these are finitely many, so the rows are periodic",
        "S. W. Golomb, A mathematical investigation of games of take-away, 1966",
    )

    def __init__(self, x: int, y: int, z: int) -> None:
        """Hit by x, y or z >= 1; raise `RuleError` for anything else."""
        if not all(type(hit) is int and hit >= 1 for hit in (x, y, z)):
            raise RuleError(f"kingdom: hits are whole numbers from 1, not {(x, y, z)!r}")
        self.hits = x, y, z
        self.name = f"kingdom({x}, {y}, {z})"

    def options(self, position: Castle) -> list[Castle]:
        """Return what the hits x, y and z leave, where they are allowed."""
        return [move.leaves[0] for move in self.moves(position)]

    def moves(self, position: Castle) -> list[Move[Castle]]:
        """Return the moves "hit x", "hit y", "hit z"."""
        pile, last = position
        allowed = zip("xyz", LASTS, self.hits, strict=True)
        return [
            Move(f"hit {name}", Sum((max(0, pile - hit), mark)))
            for name, mark, hit in allowed
            if pile and (not last or mark != last)
        ]

    def known_value(self, position: Castle) -> int | None:
        """Return the value by the period of the rows; None for hits above 5."""
        if max(self.hits) > MOST_HIT:
            return None
        rows = kingdom_rows(*self.hits)
        return rows.table[rows.reduced(position[0])][LASTS.index(position[1])]

    def check(self, position: Castle) -> None:
        """Refuse what is not a pile with its last hit."""
        if not (type(position) is tuple and len(position) == 2 and type(position[0]) is int and position[0] >= 0):
            raise PositionError(f"{self.name}: expected a pile and its last hit, found {position!r}")
        if position[1] not in LASTS:
            raise PositionError(f'{self.name}: the last hit is "", "y" or "z", not {position[1]!r}')

    def read(self, text: str) -> Sum[Castle]:
        """Read piles "7", and "7@y" where the last hit was y."""
        return Sum.of(Scanner(text).several(_read_castle))

    def show(self, parts: Sum[Castle]) -> str:
        """Write the piles with those last hits that matter."""
        return " ".join(f"{pile}@{last}" if last else f"{pile}" for pile, last in parts) or "0"

    def scene(self, position: Castle) -> Scene:
        """Show the pile over its last hit."""
        return Heaps((position[0],), (f"after {position[1]}" if position[1] else "free",))


def _read_castle(scanner: Scanner) -> Castle:
    """castle = pile [ "@" ( "y" | "z" ) ]."""
    pile = scanner.integer("a pile")
    if not scanner.take("@"):
        return pile, ""
    for last in LASTS[1:]:
        if scanner.take(last):
            return pile, last
    raise scanner.error("y or z")


class Rows(NamedTuple):
    """Values of piles 0, 1, ... with the last hits free, y, z, as far as they are needed.

    From `preperiod` on, piles n and n + period have the same row and options with the same rows.
    """

    table: Sequence[tuple[int, int, int]]
    preperiod: int
    period: int

    def reduced(self, pile: int) -> int:
        """Return the smallest pile that plays the same."""
        return pile if pile < self.preperiod else self.preperiod + (pile - self.preperiod) % self.period


@lru_cache(maxsize=256)
def kingdom_rows(x: int, y: int, z: int) -> Rows:
    """Return the rows of hits x, y, z up to the first window of max(x, y, z) rows that comes back.

    >>> rows = kingdom_rows(1, 2, 3)
    >>> rows.table[:4], rows.period
    ([(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 1, 0)], 4)
    """
    reach = max(x, y, z)
    table = [(0, 0, 0)]
    window = ((0, 0, 0),) * reach
    seen: dict[tuple[tuple[int, int, int], ...], int] = {}
    while window not in seen:
        seen[window] = n = len(table)
        free, after_y, after_z = table[max(0, n - x)][0], table[max(0, n - y)][1], table[max(0, n - z)][2]
        table.append((mex((free, after_y, after_z)), mex((free, after_z)), mex((free, after_y))))
        window = (*window[1:], table[n])
    return Rows(table, seen[window], len(table) - seen[window])


class Decrementing(CoupledRuleset):
    """Lower one number above 1 by 1, then divide all by their greatest common divisor; all ones is the end."""

    name = "decrementing"
    noun = "number"
    what = "a number"
    theory = Theorem(
        "With an odd number of even entries: N. Else P, unless exactly one entry is odd and above 1: then lowering it "
        "is the only move that may win",
        "AtCoder Grand Contest 010 D, editorial, 2017",
    )

    def options(self, position: Numbers) -> Iterator[Numbers]:
        """Yield what lowering the first, the second, ... number leaves."""
        return (_lowest(lowered(position, i, heap - 1)) for i, heap in enumerate(position) if heap > 1)

    def label(self, before: Numbers, after: Numbers) -> str:
        """Write "lower number 2"."""
        lower = (i for i, heap in enumerate(before) if heap > 1 and _lowest(lowered(before, i, heap - 1)) == after)
        return f"lower number {next(lower) + 1}"

    def canonical(self, position: Numbers) -> Numbers:
        """Return the numbers in ascending order."""
        return tuple(sorted(position))

    def known_outcome(self, position: Numbers) -> Outcome:
        """Follow the forced moves until the parities decide."""
        return Outcome.wins(decrementing_wins(position))

    def check(self, position: Numbers) -> None:
        """Refuse numbers below 1, or with a common divisor."""
        super().check(position)
        if 0 in position or gcd(*position) > 1:
            raise PositionError(f"{self.name}: numbers from 1 without a common divisor, found {position!r}")


def _lowest(numbers: Numbers) -> Numbers:
    """Return the numbers divided by their greatest common divisor."""
    divisor = gcd(*numbers)
    return numbers if divisor == 1 else tuple(number // divisor for number in numbers)


def decrementing_wins(numbers: Iterable[int]) -> bool:
    """Return whether the player to move wins from numbers >= 1 with greatest common divisor 1.

    Every forced move halves the numbers at least, so 30 rounds decide numbers of 10^9.

    >>> decrementing_wins([3, 6, 7]), decrementing_wins([7, 8, 8]), decrementing_wins([2, 2, 3])
    (True, False, True)
    """
    heaps, mover = list(numbers), True
    while True:
        odd = [heap for heap in heaps if heap % 2]
        if (len(heaps) - len(odd)) % 2:
            return mover
        if len(odd) != 1 or odd[0] == 1:
            return not mover
        divisor = gcd(*(heap - heap % 2 for heap in heaps))
        heaps = [heap // divisor for heap in heaps]  # lowering the odd one does not change its quotient
        mover = not mover
