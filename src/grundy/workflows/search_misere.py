"""Searching large positions in misere play: who wins and by which moves; values say nothing there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from ..core import Game, InputError, LimitReached, Meter, Outcome
from .search_line import moves_that_win
from .search_progress import Teller
from .search_result import Line, PartAnswer, SearchResult
from .search_solvers import stopped_by
from .solution import WinningMove

if TYPE_CHECKING:
    from ..search import DeepMisere, WholeSolver
    from .search import Settings

Lost = Callable[[Game], bool]
"""Whether the player to move loses a game in misere play."""


def search_misere(game: Game, asked: Settings) -> SearchResult:
    """Search a game in misere play: the outcome, and every winning move under a limit of its own."""
    _refuse_values(asked)
    start, teller = monotonic(), Teller(asked.report)
    meter = Meter(asked.limits, teller.meter)
    method, solver, lost = _method(game, asked, meter, teller)
    compiling = monotonic() - start
    outcome, reason = None, ""
    try:
        outcome = Outcome.wins(not lost(game))
    except LimitReached as error:
        reason = stopped_by(error, compiling)
    wins: list[WinningMove] = []
    complete = outcome is Outcome.P if outcome is not None and asked.want == "moves" else None
    if complete is False:
        solver.meter = meter.again(asked.move_limits, teller.meter)
        with suppress(LimitReached):
            wins.extend(moves_that_win(game, lambda number, leaves: lost(game.after(number, leaves))))
            complete = True
    return SearchResult(
        *(game, "misere", outcome, None, 0, "limit" if outcome is None else "proved", reason),
        parts=tuple(PartAnswer(None, 0, *method) for _ in game.parts),
        winning_moves=tuple(wins),
        move_count=len(wins) if complete else None,
        moves_status=None if complete is None else "proved" if complete else "limit",
        line=Line((), over=False),
        visited=max(solver.visited, meter.visited),
        seconds=monotonic() - start,
    )


def _refuse_values(asked: Settings) -> None:
    """Refuse what has to do with Grundy values."""
    if asked.database is not None:
        raise InputError("a database keeps Grundy values, which say nothing in misere play")
    if asked.method not in {"auto", "definition"}:
        raise InputError(f"in misere play whole sums are searched: expected auto or definition, found {asked.method!r}")
    if asked.workers != 1:
        raise InputError("workers share Grundy values, which say nothing in misere play, use one")


def _method(
    game: Game, asked: Settings, meter: Meter, teller: Teller
) -> tuple[tuple[str, str], DeepMisere | WholeSolver, Lost]:
    """Return the method with its reason, the solver, and what it answers of this game and all that follow."""
    from ..search import DeepMisere, WholeSolver, choose

    parts = list(game.parts)
    packed = [ruleset.packed(position) for ruleset, position in parts]
    boards = {getattr(one, "encoding", None) or position for one, (_, position) in zip(packed, parts, strict=True)}
    fits = len(game.summands) == 1 and len(boards) == 1 and packed[0] is not None and not packed[0].normal_only
    small = fits and len(parts) == 1 and choose(*parts[0], asked.method).method == "definition"
    if fits and packed[0] is not None and asked.method != "definition" and not small:
        deep = DeepMisere(game.summands[0].ruleset.name, packed[0], meter=meter, memory=asked.limits.memory)
        deep.report = teller.solver
        reason = "sums of components are searched, compiled: values do not add in misere play"
        return ("sums", reason), deep, lambda left: deep.lost(left.summands[0].parts)
    whole = WholeSolver.of(game, misere=True, meter=meter)
    why = "it was asked for" if asked.method == "definition" else "there is no one form over machine words"
    reason = f"whole sums are searched, as {'the position is small' if small and asked.method == 'auto' else why}"
    return ("definition", reason), whole, lambda left: whole.course(left).outcome is Outcome.P
