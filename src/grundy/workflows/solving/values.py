"""Solves games in normal play, where Grundy values add.

The value of a sum is the nim-sum T of the values of its parts. A move in a part of value g wins exactly if it leaves
value g ^ T there (R. Sprague, "Über mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and Games", 1939).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core import Bits, Game, Knowledge, LimitReached, Move, Outcome, Ruleset, Sum, Summand, facet, nim_sum
from ..searching.question import Answer, WinningMove
from .solver import Solver

LARGE = 10_000
"""Sums with more parts store their winning moves in a compact form."""
EXTRA_OPTIONS = 2_000_000
"""The limit in options for a value if a theorem gives the outcome; each position counts as at least 40 options."""


CANCEL = (
    "Two equal components have the value 0 together, because each move in one can be repeated in the other "
    "(J. H. Conway, On numbers and games, 1976)."
)
"""The theorem that equal components cancel."""


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a game in normal play.

    Args:
        game: The game to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer, whose `status` states whether a limit was reached.

    Raises:
        LoopyGame: If the game is loopy.
    """
    if game.size == 1:
        return _single(game, memory)
    values, reason = values_of(game, memory)
    if reason:
        return memory.answer("values", game, None, (), reason, values=values)
    total = nim_sum(value or 0 for value in values)
    wins, reason = wins_of(game, [total ^ (value or 0) for value in values], memory) if total else ([], "")
    outcome = Outcome.of_value(total)
    return memory.answer("values", game, outcome, wins, reason, value=total, values=values, moves_reason=reason)


def answer_in_pairs(game: Game, memory: Solver) -> Answer | None:
    """Solve a sum by removing pairs of equal components, which cancel even if their values are unknown.

    Args:
        game: The game to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer without winning moves. None if no components cancel, if the value of the rest is unknown, or if the
        settings request winning moves and there are some.
    """
    odd: dict[object, int] = {}
    for part, (ruleset, position) in enumerate(game.parts):
        key = ruleset, ruleset.canonical(position)
        if odd.pop(key, None) is None:
            odd[key] = part
    if len(odd) == game.size:
        return None
    rest = Game(*(Summand(ruleset, Sum(position)) for ruleset, position in map(game.part, sorted(odd.values()))))
    total = memory.solve(rest, "value").value if odd else 0
    if total is None or (total and memory.settings.want in {"win", "moves"}):
        return None
    outcome, known = (
        Outcome.of_value(total),
        [facet(rule, Knowledge).known_value(position) for rule, position in game.parts],
    )
    grounds = [*memory.grounds(game), CANCEL]
    return memory.answer("values", game, outcome, value=total, values=known, grounds=grounds)


def values_of(game: Game, memory: Solver) -> tuple[list[int | None], str]:
    """Return the Grundy values of the parts, and a message about the limit because of which some are missing.

    Args:
        game: The sum of the parts.
        memory: Stores solvers and their results.

    Returns:
        The values, None if unknown, and the message, which is empty if all are known.
    """
    values: list[int | None] = []
    reason = ""
    spent = False
    for ruleset, parts in game.summands:
        known = list(map(facet(ruleset, Knowledge).known_value, parts))
        for part in (i for i, value in enumerate(known) if value is None):
            solver = memory.part_solver(ruleset)
            known[part] = solver.stored(parts[part])
            if known[part] is None and not spent:
                try:
                    known[part] = solver.value(parts[part], shorten=False)
                except LimitReached as error:
                    reason = reason or error.message
                    spent = error.kind != "size"  # every other limit holds for all parts together
        values += known
    return values, reason


def wins_of(game: Game, targets: Sequence[int], memory: Solver) -> tuple[Sequence[WinningMove], str]:
    """Return the moves of a sum that leave part i with the Grundy value `targets[i]`, for any i.

    Args:
        game: The sum of the parts.
        targets: The value to leave in each part.
        memory: Stores solvers and their results.

    Returns:
        The moves, and a message about the limit because of which some are missing, or "".
    """
    if game.size > LARGE:
        from .compact import CompactMoves

        try:
            compact = CompactMoves.find(game, targets)
        except LimitReached as error:
            return [], error.message
        if compact is not None:
            return compact, ""
    wins: list[WinningMove] = []
    reason = ""
    for part, (ruleset, position) in enumerate(game.parts):
        try:
            moves = facet(ruleset, Knowledge).moves_to(position, targets[part])
            if moves is None:
                from .moves import tried_moves

                solver = memory.part_solver(ruleset)
                moves = solver.moves_by_law(position, targets[part])
                moves = tried_moves(solver, position, targets[part]) if moves is None else moves
            wins.extend(WinningMove(part, *move) for move in moves)  # a limit keeps the first ones
        except LimitReached as error:
            reason = reason or error.message
    return wins, reason


def _single(game: Game, memory: Solver) -> Answer:
    ruleset, position = next(game.parts)
    stated, reason = facet(ruleset, Knowledge), ""
    known, value = stated.known_outcome(position), stated.known_value(position)
    if value is None and known is None:
        value, reason = memory.part_solver(ruleset).within_limits(position)
    elif value is None:
        value, reason = _cheap_value(ruleset, position, memory)
    outcome = known if value is None else Outcome.of_value(value)
    wins: Sequence[WinningMove] = []
    missing = ""
    if outcome is Outcome.N:
        wins, missing = wins_of(game, [0], memory) if value is not None else _to_lost(ruleset, position, memory)
    reason = missing or reason
    grounds = memory.grounds(game, by_theorem=known is not None)
    return memory.answer(
        "values", game, outcome, wins, reason, value=value, values=(value,), grounds=grounds, moves_reason=missing
    )


def _cheap_value(ruleset: Ruleset[Any], position: Any, memory: Solver) -> tuple[int | None, str]:  # noqa: ANN401
    """Return the Grundy value of a position whose outcome is known, and "".

    If computing the value takes too long, return None and a sentence with the reason. `memory` is the solver that found
    the outcome, with its settings and stored values.
    """
    count = Game(Summand(ruleset, Sum(position))).count_moves() if memory.thorough else None
    if count is not None and memory.settings.reach != "plain" and facet(ruleset, Bits).packed(position) is not None:
        return memory.part_solver(ruleset).within_limits(position)  # a method for large positions follows
    if count is not None:
        most = EXTRA_OPTIONS // max(40, count + 1) + 1
        if memory.limits.positions is not None:
            most = min(most, memory.limits.positions)
        from .parts import PartSolver

        limits = memory.limits._replace(seconds=memory.budget.remaining, positions=most)
        solver = PartSolver(ruleset, memory.budget.restart(limits))
        solver.table = memory.part_solver(ruleset).table  # share values with the search for winning moves
        value, _ = solver.within_limits(position)
        if value is not None:
            return value, ""
    return None, f"{ruleset.name}: a theorem gives the outcome, but the value needs a long search"


def _to_lost(ruleset: Ruleset[Any], position: Any, memory: Solver) -> tuple[list[WinningMove], str]:  # noqa: ANN401
    from .moves import moves_by_theorem, moves_to_lost

    found: list[Move[Any]] = []
    try:
        if facet(ruleset, Knowledge).moves_to(position, 0) is None:
            found = moves_by_theorem(ruleset, position)  # if a limit is reached later, these moves are known
        return [WinningMove(0, *move) for move in moves_to_lost(memory.part_solver(ruleset), position)], ""
    except LimitReached as error:
        return [WinningMove(0, *move) for move in found], error.message
