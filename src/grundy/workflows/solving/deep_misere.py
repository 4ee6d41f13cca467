"""Solves large positions in misère play.

If all parts have the same ruleset and board, a compiled search of whole sums is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import Bits, BudgetSpent, Game, InputError, LimitReached, Outcome, facet
from ..searching.question import Answer, PartAnswer, WinningMove
from ..searching.solvers import (
    NOT_YET,
    PLAIN_BUDGET,
    PLAIN_SECONDS,
    has_time_to_compile,
    kernels_are_ready,
    stopped_by,
)
from .moves import in_order, moves_that_win
from .quotient import answer as by_quotient
from .solver import Solver

if TYPE_CHECKING:
    from ...core import BitRule, Ruleset
    from ...search import DeepMisere, WholeSolver

MISERE_KERNELS = ("boards.misere_proofs",)
"""The kernels for the search of sums of components."""


class _Method(NamedTuple):
    """A method chosen to search a sum in misère play.

    Whole sums are searched, because Grundy values do not decide misère play.
    """

    name: str
    reason: str
    solver: DeepMisere | WholeSolver
    lost: Callable[[Game], bool]
    """Decides whether the player to move loses a given game."""
    compiling: float = 0.0
    """The seconds spent on compiling."""


def answer(game: Game, memory: Solver) -> Answer | None:
    """Solve a game in misère play by its misère quotient, or else by a search.

    The search uses the method that the settings name, or else the best one. Small games are solved by definition.

    Args:
        game: The game to solve.
        memory: Stores solvers and their results, and has the settings.

    Returns:
        The answer, whose `status` states whether a limit was reached; never None.

    Raises:
        InputError: If the settings require Grundy values, which do not decide misère play.
    """
    settings = memory.settings
    _refuse_values(memory)
    if settings.method == "auto" and (found := by_quotient(game, memory)) is not None:
        return found
    method = memory.kept("misere method", lambda: _method(memory.game, memory))
    waits = method.reason.endswith(NOT_YET)
    if method.name == "definition" and not waits and settings.reach == "auto" and settings.method == "auto":
        from .whole import answer as by_definition

        return by_definition(game, memory)
    done = None
    if waits:
        plain = method
        done = memory.budget.attempt(PLAIN_BUDGET, PLAIN_SECONDS, lambda: _found(game, memory, plain))
        if done is None:
            method = memory.kept("compiled misère method", lambda: _method(memory.game, memory, compiles=True))
    outcome, wins, reason, missing = done or _found(game, memory, method)
    part = PartAnswer(None, 0, method.name, method.reason)
    return memory.answer(
        *("deep_misere", game, outcome, wins, reason or missing or ""),
        moves_reason=missing,
        lower=0,
        grounds=() if settings.method == "definition" else None,
        parts=[part] * game.size,
        visited=max(method.solver.visited, memory.budget.visited),
    )


def _found(game: Game, memory: Solver, method: _Method) -> tuple[Outcome | None, list[WinningMove], str, str | None]:
    """Return the outcome, the winning moves, and two messages that explain what is unknown.

    The first message states why the outcome is unknown, or is "" if it is known. The second message states why some
    winning moves are missing. It is "" if none is missing, and None if they were not computed or if the search ended
    after the only requested one. `method` searches the game, within the budget and the settings of `memory`.
    """
    method.solver.budget = memory.budget
    try:
        outcome = Outcome.wins(not method.lost(game))
    except LimitReached as error:
        return None, [], stopped_by(error, method.compiling), None
    wins, missing = _wins(game, memory, method)
    return outcome, wins, "", missing


def _wins(game: Game, memory: Solver, method: _Method) -> tuple[list[WinningMove], str | None]:
    wins: list[WinningMove] = []
    want, limits = memory.settings.want, memory.settings.move_limits
    if want not in {"win", "moves"}:
        return wins, None
    budget = memory.budget if limits is None else memory.budget.restart(limits, memory.reporter.budget)
    method.solver.budget = budget

    def complete() -> bool:
        for move in moves_that_win(game, lambda number, leaves: method.lost(game.after(number, leaves))):
            wins.append(move)
            if want == "win":
                return False
        return True

    try:
        with budget.interruptible():
            if method.reason.endswith(NOT_YET) and budget is not memory.budget:
                done = budget.attempt(PLAIN_BUDGET, PLAIN_SECONDS, complete)
                if done is None:
                    raise BudgetSpent  # for the budget of the whole question
            else:
                done = complete()
        if not done:
            return wins, None
    except LimitReached as error:
        return wins, f"winning moves: {error.message}"
    finally:
        method.solver.budget = memory.budget
    return in_order(game, wins), ""


def _refuse_values(memory: Solver) -> None:
    settings = memory.settings
    if settings.database is not None:
        raise InputError("a database contains Grundy values, which do not decide misère play")
    if settings.method not in {"auto", "definition"}:
        found = f"found {settings.method!r}"
        raise InputError(f"misère play allows the methods auto and definition, {found}")
    if settings.workers != 1:
        raise InputError("workers share Grundy values, which do not decide misère play: use one worker")


def _method(game: Game, memory: Solver, *, compiles: bool = False) -> _Method:
    """Choose the method that solves this game and all its followers.

    `compiles` allows a method whose kernels (machine code) must be compiled first. The settings and the budget are
    those of `memory`.
    """
    from ...search import DeepMisere, can_search, choose

    settings, start = memory.settings, memory.budget.elapsed
    packed = _one_form(game)
    small = packed is not None and game.size == 1 and choose(*game.part(0), settings.method).method == "definition"
    asked = settings.method == "definition"
    apt = not asked and not small and can_search(packed, *MISERE_KERNELS)
    ready = apt and kernels_are_ready(MISERE_KERNELS)
    hurried = settings.alone and not has_time_to_compile(settings, ready=ready or not apt)
    apt = apt and not hurried
    waits = apt and not ready and not compiles
    if packed is not None and apt and not waits:
        name = game.summands[0].ruleset.name
        deep = DeepMisere(name, packed, budget=memory.budget, memory=settings.limits.memory)
        deep.report = memory.reporter.solver
        reason = "compiled; sums of components are searched, because Grundy values do not decide misère play"
        seconds = memory.budget.elapsed - start
        return _Method("sums", reason, deep, lambda left: deep.lost(left.summands[0].parts), seconds)
    whole = memory.whole()
    missing = "it has no bitboard" if packed is None else "no compiler is installed"
    why = "requested" if asked else "too little time is left to compile" if hurried else missing
    why = "the position is small" if small and settings.method == "auto" else why
    reason = f"whole sums are searched; {NOT_YET if waits else why}"
    return _Method("definition", reason, whole, lambda left: whole.course(left).outcome is Outcome.P)


def _one_form(game: Game) -> BitRule[Any] | None:
    """Return the rules for positions packed into machine words, if all components share them.

    The result is None if the rulesets or boards differ, or if there are no such rules for misère play.
    """
    if len(game.summands) != 1 or not game.size:
        return None
    ruleset: Ruleset[Any] = game.summands[0].ruleset
    packed = [(facet(ruleset, Bits).packed(position), position) for _, position in game.parts]
    first = packed[0][0]
    boards = {getattr(one, "encoding", None) or position for one, position in packed}
    return first if len(boards) == 1 and first is not None and not first.normal_only else None
