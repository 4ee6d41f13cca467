"""Solves games of two sides: win, loss or draw, every best move, and how long best play takes.

The method is backward induction (`search.ZermeloSolver`). Such a game is no sum and has no value; where nobody can
force a win the moves that keep the draw are what there is to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ..core import Game, LimitReached, Limits, Meter, Move, Outcome, RuleError, TwoSided, two_sided
from .facts import Facts
from .parts import listed_moves
from .solution import Solution, WinningMove
from .special import courses
from .words import abridged

if TYPE_CHECKING:
    from ..search import Ending, ZermeloSolver
    from .solve import Solver

WIDTH = 100
"""Columns of a line of prose."""
MOST_COUNTED = 20_000
"""Positions that can follow are counted up to so many."""
MOST_TOLD = 20
"""Moves told before the rest is counted."""


@dataclass(frozen=True)
class TwoSidedFacts(Facts):
    """Facts of a game of two sides.

    `best_moves` are the quickest wins, else all that draw, else those that resist longest; `refuted` are moves that
    throw a draw away, each with an answer that wins; `judged` counts the positions that had to be judged.
    """

    best_moves: tuple[WinningMove, ...] = ()
    refuted: tuple[tuple[str, str], ...] = ()
    judged: int = 0

    def lines(self, solution: Solution, solver: Solver) -> Iterator[str]:
        """Yield whose turn it is, what counts as winning, and what best play is like."""
        ruleset, position = position_of(solution.game)
        if side := ruleset.side(position):
            yield f"{side} is to move." if solution.move_count else f"{side} would be to move, but play has ended."
        if aim := ruleset.misere_aim if solution.play == "misere" else ruleset.aim:
            yield aim
        if solution.outcome is not None and solution.move_count:
            yield _counted(self, reached(solution))
            yield from _best_told(self, solution)

    def to_dict(self, solution: Solution) -> dict[str, Any]:
        """Add the best moves and the number of positions."""
        best = [move.move for move in self.best_moves]
        return {**super().to_dict(solution), "best_moves": best, "positions": reached(solution)}


def position_of(game: Game) -> tuple[TwoSided[Any], Any]:
    """Return rule and position of a game of two sides; raise `RuleError` for any other."""
    found = two_sided(game)
    if found is None:
        raise RuleError(f"expected a game of two sides, found {game}")
    return found


def solve_two_sided(solver: Solver, game: Game) -> Solution:
    """Solve a game of two sides by a `Solver` of its rule; a limit makes the status "limit"."""
    from ..search import ZermeloSolver

    ruleset, position = position_of(game)
    search = courses(solver)
    if not isinstance(search, ZermeloSolver):
        raise RuleError("expected the solver of a game of two sides")
    try:
        moves = listed_moves(ruleset, position)
        ending = search.solve(position)
        ends = [search.solve(move.leaves[0]) for move in moves]
        facts = _facts(search, position, moves, ends)
    except LimitReached as error:
        return solver.answer_with(game, None, [], TwoSidedFacts(), error.message)
    wins = [WinningMove(0, *move) for move, end in zip(moves, ends, strict=True) if end.outcome is Outcome.P]
    return solver.answer_with(game, ending.outcome, wins, facts)


def _facts(
    search: ZermeloSolver,
    position: Any,  # noqa: ANN401  # any position
    moves: Sequence[Move[Any]],
    ends: Sequence[Ending],
) -> TwoSidedFacts:
    """Return the facts of a position whose moves end like this for the other side."""
    from ..search import best_options

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
    from ..search import best_options

    moves = listed_moves(search.ruleset, position)
    best = best_options([search.solve(move.leaves[0]) for move in moves])
    return moves[best[0]].label if best else ""


def reached(solution: Solution) -> int | None:
    """Return how many positions can follow, the present one included; None when they are too many to count."""
    from ..search import reached_positions

    try:
        return reached_positions(*position_of(solution.game), Meter(Limits(positions=MOST_COUNTED)))
    except LimitReached:
        return None


def _counted(facts: TwoSidedFacts, count: int | None) -> str:
    """Say how many positions were judged."""
    if count is None:
        return f"Judged from the ends of play backwards: {facts.judged} positions."
    alike = f"; {facts.judged} were judged, the others are alike" if facts.judged < count else ""
    are = "1 position" if count == 1 else f"{count} positions"
    return fill(f"With this one {are} can follow, judged from the ends of play backwards{alike}.", WIDTH)


def _best_told(facts: TwoSidedFacts, solution: Solution) -> Iterator[str]:
    """Say what best play is like: how quick, how long, or which moves keep the draw."""
    best = ", ".join(abridged([move.move for move in facts.best_moves], MOST_TOLD, "move"))
    length = "1 move" if facts.remoteness == 1 else f"{facts.remoteness} moves"
    if solution.outcome is Outcome.N:
        yield f"The quickest win takes {length}: {best}."
    elif solution.outcome is Outcome.P:
        yield f"The longest resistance takes {length}: {best}."
    else:
        moves = "Move that keeps" if len(facts.best_moves) == 1 else "Moves that keep"
        yield f"{moves} the draw ({len(facts.best_moves)} of {solution.move_count}): {best}."
        if facts.refuted:
            lost = [f"{move} ({f'answered by {answer}' if answer else 'at once'})" for move, answer in facts.refuted]
            yield fill(f"The others lose: {', '.join(abridged(lost, MOST_TOLD, 'move'))}.", WIDTH)
