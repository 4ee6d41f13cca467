"""The length of play: remoteness, suspense and a line of best play, computed from all positions that can follow.

For the remoteness the winner plays for speed and the loser for delay; for the suspense it is the other way round. The
suspense exists only for games without loops (both J. H. Conway, "On Numbers and Games", 1976, chapter 14).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core import Game, playable
from ...search import Lengths, WholeSolver, ends_first, explore, play_lengths, play_suspense, sums_below
from ..searching.question import NO_LINE, Line
from .moves import listed_moves
from .solver import Solver

MOST = 1 << 20
"""The largest number of positions that are explored."""
MOST_MOVES = 200
"""The largest number of moves of the line."""


class Duration(NamedTuple):
    """The length of play in moves with best play, and a line of such play.

    Attributes:
        remoteness: The length if the winner plays for speed, or None for a draw.
        suspense: The length if the winner plays for delay, or None if the game is loopy.
        line: A line with a fastest win against the longest defence; empty for a draw.
    """

    remoteness: int | None
    suspense: int | None
    line: Line


def lengths(game: Game, memory: Solver) -> Duration:
    """Compute how many moves a game lasts with best play, and a line of best play.

    Args:
        game: The game to play.
        memory: The solver with the convention of play and the limits.

    Returns:
        The length in moves and a line of best play.

    Raises:
        LimitReached: If too many positions can follow.
        RuleError: If the game is partizan.

    Example:
        >>> from ...notation import read_game
        >>> from . import Solver
        >>> found = read_game("nim: 3 1")
        >>> lengths(found, Solver(found))
        Duration(remoteness=3, suspense=3, line=Line(moves=((0, 'take 2'), (0, 'take 1'), (1, 'take 1')), over=True))
    """
    whole = WholeSolver.of(game, memory.misere, memory.budget)
    game_graph = explore([_vertex(whole, game)], sums_below(whole), memory.budget, MOST)
    found = play_lengths(game_graph, memory.misere, memory.budget)
    order = ends_first(game_graph, memory.budget)
    suspense = None if order is None else play_suspense(game_graph, order, memory.misere)[0]
    remoteness = found.remoteness(0)
    if remoteness is None:
        return Duration(None, suspense, NO_LINE)
    moves = tuple(_line(game, whole, game_graph.numbers, found))
    return Duration(remoteness, suspense, Line(moves, over=len(moves) == remoteness))


def _vertex(whole: WholeSolver, game: Game) -> tuple[tuple[int, object], ...]:
    parts = enumerate(summand.parts for summand in game.summands)
    return whole.whole_of((i, whole.rulesets[i].canonical(p)) for i, found in parts for p in found)


def _line(game: Game, whole: WholeSolver, numbers: dict[object, int], found: Lengths) -> Iterator[tuple[int, str]]:
    """Yield the moves of best play, each as (index of the part, name); every move lowers the remoteness by one.

    `numbers` gives each explored position an index, and `found.plies[index]` is the remoteness of this position. The
    line begins at `game`; `whole` is the solver of sums that explored its positions.
    """

    def plies(after: Game) -> int:
        number = dict.get(numbers, vertex := _vertex(whole, after))
        if number is not None:
            return found.plies[number]
        # equivalent positions may have different vertices
        game_graph = explore([vertex], sums_below(whole), whole.budget, MOST)
        return play_lengths(game_graph, found.misere, whole.budget).plies[0]

    left = plies(game)
    for rest in range(left - 1, max(left - 1 - MOST_MOVES, -1), -1):
        part, label, game = next(
            (part, label, after)
            for part, ruleset, position in playable(game)
            for label, pieces in listed_moves(ruleset, position)
            if plies(after := game.after(part, pieces)) == rest
        )
        yield part, label
