"""Piles that remember the last hit: a castle is lowered by x, y or z, but neither y nor z twice in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from grundy.core import (
    Heaps,
    Knowledge,
    Move,
    PartwiseRuleset,
    Picture,
    PositionError,
    RuleError,
    Scanner,
    Scene,
    Sum,
    Theorem,
    from_heap,
    mex,
)
from grundy.games import Choosing

Castle: TypeAlias = tuple[int, str]
"""A pile, and the last hit if it must not be repeated: "", "y" or "z"."""

LASTS = ("", "y", "z")
MOST_HIT = 5
"""The period is not computed for larger hits."""


class Kingdom(Choosing[Castle, str], PartwiseRuleset[Castle], Picture[Castle], Knowledge[Castle]):
    """The game in which a move lowers a pile by x, y or z; y must not follow y on one pile, nor z follow z."""

    between = " "
    nothing = "0"

    theory = Theorem(
        "The values of piles n with the last hits free, y and z are a row that follows from the max(x, y, z) rows "
        "before it; these are finitely many, so the rows are periodic",
        "S. W. Golomb, A mathematical investigation of games of take-away, 1966",
    )

    def __init__(self, x: int, y: int, z: int) -> None:
        """Build the ruleset.

        Args:
            x: The first number by which a pile may be lowered (a hit), always allowed.
            y: The second number, not allowed twice in a row on one pile.
            z: The third number, not allowed twice in a row on one pile.

        Raises:
            RuleError: If a hit is not an integer of at least 1.
        """
        if not all(type(hit) is int and hit >= 1 for hit in (x, y, z)):
            raise RuleError(f"kingdom: hits are whole numbers from 1, not {(x, y, z)!r}")
        self.hits = x, y, z
        self.name = f"kingdom({x}, {y}, {z})"

    def choices(self, position: Castle) -> Iterator[tuple[str, Castle]]:
        """Return the allowed moves, "hit x", "hit y" and "hit z", and the pile with its last hit after each."""
        pile, last = position
        for name, mark, hit in zip("xyz", LASTS, self.hits, strict=True):
            if pile and (not last or mark != last):
                yield f"hit {name}", (max(0, pile - hit), mark)

    def _move(self, position: Castle, choice: str, leaves: Sum[Castle]) -> Move[Castle]:
        return Move(choice, leaves, lambda: from_heap(position[0], [leaves[0][0]]))

    def known_value(self, position: Castle) -> int | None:
        """Return the value, which is periodic in the size of the pile, or None if x, y or z is above 5."""
        if max(self.hits) > MOST_HIT:
            return None
        rows = kingdom_rows(*self.hits)
        return rows.table[rows.reduced(position[0])][LASTS.index(position[1])]

    def check(self, position: Castle) -> None:
        """Raise `PositionError` unless the position is a pile with its last hit: "", "y" or "z"."""
        if not (type(position) is tuple and len(position) == 2 and type(position[0]) is int and position[0] >= 0):
            raise PositionError(f"{self.name}: expected a pile and its last hit, found {position!r}")
        if position[1] not in LASTS:
            raise PositionError(f'{self.name}: the last hit is "", "y" or "z", not {position[1]!r}')

    def read_part(self, scanner: Scanner) -> Castle:
        """Read a pile with its last hit: pile [ "@" ( "y" | "z" ) ]."""
        pile = scanner.integer("a pile")
        if not scanner.take("@"):
            return pile, ""
        for last in LASTS[1:]:
            if scanner.take(last):
                return pile, last
        raise scanner.error("y or z")

    def show_part(self, position: Castle) -> str:
        """Write a pile, with its last hit if that is y or z."""
        pile, last = position
        return f"{pile}@{last}" if last else f"{pile}"

    def scene(self, position: Castle) -> Scene:
        """Return a picture of the pile, labelled with its last hit."""
        return Heaps((position[0],), (f"after {position[1]}" if position[1] else "free",))


class CastleRows(NamedTuple):
    """The Grundy values of the piles 0, 1, ... of `Kingdom` until they repeat: a row of three values for each pile.

    The three values belong to the pile after x or no hit, after y, and after z. From `preperiod` on, piles n and
    n + period have the same row, and options with the same rows.
    """

    table: Sequence[tuple[int, int, int]]
    preperiod: int
    period: int

    def reduced(self, pile: int) -> int:
        """Return the smallest pile whose row of values is equal to that of `pile` by the period."""
        return pile if pile < self.preperiod else self.preperiod + (pile - self.preperiod) % self.period


@lru_cache(maxsize=256)
def kingdom_rows(x: int, y: int, z: int) -> CastleRows:
    """Compute the rows of values of `Kingdom` until max(x, y, z) consecutive rows repeat, which proves the period.

    Args:
        x: The number by which a pile may always be lowered.
        y: A number by which a pile may not be lowered twice in a row.
        z: A second number by which a pile may not be lowered twice in a row.

    Returns:
        The rows and their period.

    Example:
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
    return CastleRows(table, seen[window], len(table) - seen[window])
