"""Winning moves of a searched game, and a line of best play: the winner wins, the loser tries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from ..core import LimitReached, Meter, Move, Sum
from .parts import listed_moves
from .search_result import Line
from .solution import WinningMove
from .words import move_words

if TYPE_CHECKING:
    from ..search import Solver
    from .search import Search

LINE = 12
"""Moves of the line that is told."""


def winning_moves(found: Search, values: Sequence[int | None], meter: Meter) -> Iterator[WinningMove]:
    """Yield every winning move as it is proved; positions that play the same are searched once.

    A move in a part wins exactly when it leaves there the nim-sum of the other parts. Raises `LimitReached`.
    """
    for number, (ruleset, position) in enumerate(found.parts):
        others = [value for i, value in enumerate(values) if i != number]
        if None in others:
            others = [found.value(i) for i in range(len(values)) if i != number]
        target = reduce(xor, (value for value in others if value is not None), 0)
        solver = found.solver(number)
        solver.meter = meter
        judged: dict[Any, bool] = {}
        for move in listed_moves(ruleset, position):
            key = frozenset_of(ruleset.canonical(part) for part in move.leaves)
            if key not in judged:
                judged[key] = solver.has_value(move.leaves, target)
            if judged[key]:
                yield WinningMove(number, move.label, move.leaves)


def frozenset_of(parts: Iterator[Any]) -> frozenset[Any]:
    """Return the parts that do not cancel with an equal one."""
    left: set[Any] = set()
    for part in parts:
        left ^= {part}
    return frozenset(left)


def principal_line(found: Search, wins: Sequence[WinningMove], meter: Meter) -> Line:
    """Return moves in turn: the winner takes the first winning move, the loser the one that leaves the most to do."""
    table = [(found.solver(number), ruleset, [position]) for number, (ruleset, position) in enumerate(found.parts)]
    for solver, _, _ in table:
        solver.meter = meter
    moves: list[str] = []
    try:
        if wins:
            first = wins[0]
            moves.append(move_words(found.game, first.part, first.move))
            table[first.part] = (*table[first.part][:2], list(first.pieces))
        losing = True
        while len(moves) < LINE:
            turn = _hardest(table) if losing else _winning(table)
            if turn is None:
                return Line(tuple(moves), over=True)
            number, move, at = turn
            moves.append(move_words(found.game, number, move.label))
            solver, ruleset, parts = table[number]
            table[number] = solver, ruleset, [*parts[:at], *move.leaves, *parts[at + 1 :]]
            losing = not losing
    except LimitReached:
        pass
    return Line(tuple(moves), over=False)


Table = list[tuple["Solver", Any, list[Any]]]
Turn = tuple[int, Move[Any], int]


def _hardest(table: Table) -> Turn | None:
    """Return the move after which the most moves are left, None where there is no move."""
    best: Turn | None = None
    most = -1
    for number, (_, ruleset, parts) in enumerate(table):
        for at, position in enumerate(parts):
            for move in listed_moves(ruleset, position):
                left = sum(ruleset.count_moves(part) for part in move.leaves)
                if left > most:
                    best, most = (number, move, at), left
    return best


def _winning(table: Table) -> Turn | None:
    """Return the first move that leaves a P-position, None where there is no move at all."""
    values = [solver.value(parts) for solver, _, parts in table] if len(table) > 1 else [0]
    total = reduce(xor, values)
    for number, (solver, ruleset, parts) in enumerate(table):
        for at, position in enumerate(parts):
            rest = parts[:at] + parts[at + 1 :]
            for move in listed_moves(ruleset, position):
                if solver.has_value(Sum(*rest, *move.leaves), total ^ values[number]):
                    return number, move, at
    return None
