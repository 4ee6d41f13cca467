"""Searching large positions in misere play: who wins and by which moves; values say nothing there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core import Game, InputError, LimitReached, Limits, Meter, Outcome
from .parts import listed_moves
from .search_result import Line, PartAnswer, SearchResult
from .solution import WinningMove

if TYPE_CHECKING:
    from ..search import DeepMisere, WholeSolver
    from .search import Settings

Lost = Callable[[Game], bool]
"""Whether the player to move loses a game in misere play."""


def search_misere(game: Game, asked: Settings) -> SearchResult:
    """Search a game in misere play: the outcome, and every winning move under a limit of its own."""
    if asked.database is not None:
        raise InputError("a database keeps Grundy values, which say nothing in misere play")
    if asked.method not in {"auto", "definition"}:
        raise InputError(f"in misere play whole sums are searched: expected auto or definition, found {asked.method!r}")
    if asked.workers != 1:
        raise InputError("workers share Grundy values, which say nothing in misere play, use one")
    start, meter = monotonic(), Meter(asked.limits)
    method, solver, lost = _method(game, asked, meter)
    outcome, reason = None, ""
    try:
        outcome = Outcome.wins(not lost(game))
    except LimitReached as error:
        reason = error.message
    wins: list[WinningMove] = []
    complete = outcome is Outcome.P if outcome is not None and asked.want == "moves" else None
    if complete is False:
        solver.meter = Meter(Limits(seconds=asked.move_seconds))
        with suppress(LimitReached):
            wins.extend(_winning(game, lost))
            complete = True
    return SearchResult(
        *(game, "misere", outcome, None, 0, "limit" if outcome is None else "proved", reason),
        parts=tuple(PartAnswer(None, 0, *method) for _ in game.parts),
        winning_moves=tuple(wins),
        move_count=len(wins) if complete else None,
        moves_status=None if complete is None else "proved" if complete else "limit",
        line=Line((), over=False),
        visited=solver.visited,
        seconds=monotonic() - start,
    )


def _method(game: Game, asked: Settings, meter: Meter) -> tuple[tuple[str, str], DeepMisere | WholeSolver, Lost]:
    """Return the method with its reason, the solver, and what it answers of this game and all that follow."""
    from ..search import DeepMisere, WholeSolver

    packed = [ruleset.packed(position) for ruleset, position in game.parts]
    boards = {getattr(one, "encoding", None) or position for one, (_, position) in zip(packed, game.parts, strict=True)}
    fits = len(game.summands) == 1 and len(boards) == 1 and packed[0] is not None and not packed[0].normal_only
    if fits and packed[0] is not None and asked.method != "definition":
        deep = DeepMisere(game.summands[0].ruleset.name, packed[0], meter=meter, memory=asked.limits.memory)
        deep.report = asked.report
        reason = "sums of components are searched, compiled: values do not add in misere play"
        return ("sums", reason), deep, lambda left: deep.lost(left.summands[0].parts)
    whole = WholeSolver.of(game, misere=True, meter=meter)
    reason = "whole sums are searched by definition: " + (
        "it was asked for" if asked.method == "definition" else "there is no one form over machine words"
    )
    return ("definition", reason), whole, lambda left: whole.course(left).outcome is Outcome.P


def _winning(game: Game, lost: Lost) -> Iterator[WinningMove]:
    """Yield every move after which the player to move loses; moves that leave equal positions are searched once."""
    for number, (ruleset, position) in enumerate(game.parts):
        judged: dict[Any, bool] = {}
        for move in listed_moves(ruleset, position):
            key = tuple(sorted(map(repr, map(ruleset.canonical, move.leaves))))
            if key not in judged:
                judged[key] = lost(game.after(number, move.leaves))
            if judged[key]:
                yield WinningMove(number, move.label, move.leaves)
