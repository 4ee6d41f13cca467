"""How long a game lasts: remoteness, suspense and a line of best play, from all positions that can follow.

Remoteness: the winner hurries, the loser delays. Suspense: the winner delays, the loser hurries; it is known only where
play cannot go on for ever (both J. H. Conway, "On Numbers and Games", 1976, chapter 14).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core import Game, playable
from ...search import Lengths, WholeSolver, ends_first, explore, play_lengths, play_suspense, sums_below
from ..searching.question import NO_LINE, Line
from .moves import listed_moves
from .solver import Memory

MOST = 1 << 20
"""Positions that are looked at."""
MOST_MOVES = 200
"""Moves of the line that is told."""


class Duration(NamedTuple):
    """How long play lasts, in moves: None for a draw, and for a suspense where play can go on for ever.

    In `line` the winner takes a quickest win and the loser what lasts longest; a draw has none.
    """

    remoteness: int | None
    suspense: int | None
    line: Line


def lengths(game: Game, memory: Memory) -> Duration:
    """Return how long a game lasts, in the play of `memory` and under its limits.

    Raises `LimitReached` where too many positions follow, `RuleError` for a game of two sides.

    >>> from ...notation import read_game
    >>> from . import Solver
    >>> found = read_game("nim: 3 1")
    >>> lengths(found, Solver(found))
    Duration(remoteness=3, suspense=3, line=Line(moves=((0, 'take 2'), (0, 'take 1'), (1, 'take 1')), over=True))
    """
    whole = WholeSolver.of(game, memory.misere, memory.meter)
    arena = explore([_vertex(whole, game)], sums_below(whole), memory.meter, MOST)
    found = play_lengths(arena, memory.misere, memory.meter)
    order = ends_first(arena, memory.meter)
    suspense = None if order is None else play_suspense(arena, order, memory.misere)[0]
    remoteness = found.remoteness(0)
    if remoteness is None:
        return Duration(None, suspense, NO_LINE)
    moves = tuple(_line(game, whole, arena.numbers, found))
    return Duration(remoteness, suspense, Line(moves, over=len(moves) == remoteness))


def _vertex(whole: WholeSolver, game: Game) -> tuple[tuple[int, object], ...]:
    """Return the vertex of a game in the arena of all that can follow."""
    parts = enumerate(summand.parts for summand in game.summands)
    return whole.whole_of((i, whole.rulesets[i].canonical(p)) for i, found in parts for p in found)


def _line(game: Game, whole: WholeSolver, numbers: dict[object, int], found: Lengths) -> Iterator[tuple[int, str]]:
    """Yield the moves of best play: every one leaves a position that lasts one move less."""

    def plies(after: Game) -> int:
        number = dict.get(numbers, vertex := _vertex(whole, after))
        if number is not None:
            return found.plies[number]
        arena = explore([vertex], sums_below(whole), whole.meter, MOST)  # an equivalent position has another least form
        return play_lengths(arena, found.misere, whole.meter).plies[0]

    left = plies(game)
    for rest in range(left - 1, max(left - 1 - MOST_MOVES, -1), -1):
        part, label, game = next(
            (part, label, after)
            for part, ruleset, position in playable(game)
            for label, pieces in listed_moves(ruleset, position)
            if plies(after := game.after(part, pieces)) == rest
        )
        yield part, label
