"""Solves games of two sides: win, loss or draw, every best move, and how long best play takes.

The method is backward induction (`search.ZermeloSolver`). Such a game is no sum and has no value; where nobody can
force a win the moves that keep the draw are what there is to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core import Game, LimitReached, Limits, Meter, Move, Outcome, RuleError, TwoSided, two_sided
from ..searching.question import Answer, Facts, WinningMove
from .moves import listed_moves
from .solver import Memory

if TYPE_CHECKING:
    from ...search import Ending, ZermeloSolver

MOST_COUNTED = 20_000
"""Positions that can follow are counted up to so many."""


@dataclass(frozen=True)
class TwoSidedFacts(Facts):
    """Facts of a game of two sides.

    `best_moves` are the quickest wins, else all that draw, else those that resist longest; `refuted` are moves that
    throw a draw away, each with an answer that wins; `judged` counts the positions that had to be judged.
    """

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None
    best_moves: tuple[WinningMove, ...] = ()
    refuted: tuple[tuple[str, str], ...] = ()
    judged: int = 0

    def keys(self, game: Game) -> dict[str, Any]:
        """Add the best moves and the number of positions."""
        return {**super().keys(game), "best_moves": [move.move for move in self.best_moves], "positions": reached(game)}


def position_of(game: Game) -> tuple[TwoSided[Any], Any]:
    """Return rule and position of a game of two sides; raise `RuleError` for any other."""
    found = two_sided(game)
    if found is None:
        raise RuleError(f"expected a partizan game, found {game}")
    return found


def answer(game: Game, memory: Memory) -> Answer:
    """Solve a game of two sides by backward induction; a limit makes the status "limit"."""
    from ...search import ZermeloSolver

    ruleset, position = position_of(game)
    search = memory.courses()
    if not isinstance(search, ZermeloSolver):
        raise RuleError("expected the solver of a partizan game")
    try:
        moves = listed_moves(ruleset, position)
        ending = search.solve(position)
        ends = [search.solve(move.leaves[0]) for move in moves]
        facts = _facts(search, position, moves, ends)
    except LimitReached as error:
        return memory.answer("two_sided", game, None, (), error.message, facts=TwoSidedFacts())
    wins = [WinningMove(0, *move) for move, end in zip(moves, ends, strict=True) if end.outcome is Outcome.P]
    return memory.answer("two_sided", game, ending.outcome, wins, facts=facts)


def _facts(
    search: ZermeloSolver,
    position: Any,  # noqa: ANN401  # any position
    moves: Sequence[Move[Any]],
    ends: Sequence[Ending],
) -> TwoSidedFacts:
    from ...search import best_options

    own = search.solve(position)
    drawn = own.outcome is Outcome.D
    return TwoSidedFacts(
        drawing_moves=tuple(WinningMove(0, *moves[i]) for i, end in enumerate(ends) if end.outcome is Outcome.D),
        remoteness=own.remoteness,
        best_moves=tuple(WinningMove(0, *moves[i]) for i in best_options(ends)),
        refuted=tuple(
            (move.label, _answer(search, move.leaves[0]))
            for move, end in zip(moves, ends, strict=True)
            if drawn and end.outcome is Outcome.N
        ),
        judged=len(search.table),
    )


def _answer(search: ZermeloSolver, position: Any) -> str:  # noqa: ANN401  # any position
    """Return the best answer, the first one of several; nothing where play has ended."""
    from ...search import best_options

    moves = listed_moves(search.ruleset, position)
    best = best_options([search.solve(move.leaves[0]) for move in moves])
    return moves[best[0]].label if best else ""


def reached(game: Game) -> int | None:
    """Return how many positions can follow, the present one included; None when they are too many to count."""
    from ...search import reached_positions

    try:
        return reached_positions(*position_of(game), Meter(Limits(positions=MOST_COUNTED)))
    except LimitReached:
        return None
