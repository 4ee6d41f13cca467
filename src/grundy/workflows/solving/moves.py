"""Lists the moves of a position: all moves, the moves that leave a given value, or the winning moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from ...core import Game, Knowledge, LimitReached, Move, Outcome, Ruleset, Sum, at_most, facet, iterate_checked
from ..searching.question import WinningMove

if TYPE_CHECKING:
    from .parts import PartSolver


PORTIONS = (2_000, 40_000, None)
"""The limits in positions for one move in successive rounds, so that easy moves are found before hard ones."""
Wins = Callable[[int, Sum[Any]], bool]
"""Whether a move in a part wins, from the index of the part and the positions it leaves."""
ByTheorem = Callable[[int, Sum[Any]], bool | None]
"""The same if theorems decide it, else None."""


def listed_moves(ruleset: Ruleset[Any], position: Any) -> list[Move[Any]]:  # noqa: ANN401  # any position
    """Return all moves of a position as a list, unless there are too many.

    Args:
        ruleset: The ruleset of the position.
        position: The position to move from.

    Returns:
        The moves, in the order of the ruleset.

    Raises:
        LimitReached: If there are too many moves, or the limits of the active budget are reached.
    """
    return at_most(ruleset.moves(position), f"{ruleset.name}: a position has", "moves")


def tried_moves(solver: PartSolver, position: Any, value: int) -> list[Move[Any]]:  # noqa: ANN401  # any position
    """Return every move that leaves a given Grundy value, by evaluating all moves.

    Args:
        solver: Computes the values of the positions after moves.
        position: The position to move from.
        value: The value to leave.

    Returns:
        The moves, in the order of the ruleset.

    Raises:
        LimitReached: If a limit is reached first.
    """
    with solver.budget.interruptible():
        return [
            m for m in iterate_checked(listed_moves(solver.ruleset, position)) if solver.sum_value(m.leaves) == value
        ]


def moves_to_lost(solver: PartSolver, position: Any) -> Iterable[Move[Any]]:  # noqa: ANN401  # any position
    """Return every move to a P-position, by a theorem if possible, else by evaluating all moves.

    Args:
        solver: Computes the values and outcomes of the positions after moves.
        position: The position to move from.

    Returns:
        The moves that win.

    Raises:
        LimitReached: If a limit is reached first.
    """
    known = facet(solver.ruleset, Knowledge).moves_to(position, 0)
    if known is not None:
        return known
    with solver.budget.interruptible():
        return [
            move for move in iterate_checked(listed_moves(solver.ruleset, position)) if _is_lost(solver, move.leaves)
        ]


def moves_by_theorem(ruleset: Ruleset[Any], position: Any) -> list[Move[Any]]:  # noqa: ANN401  # any position
    """Return the moves that leave a single position, which is a P-position by a theorem.

    Args:
        ruleset: The ruleset of the position.
        position: The position to move from.

    Returns:
        These moves, in the order of the ruleset; there may be other winning moves.

    Raises:
        LimitReached: If there are too many moves, or the limits of the active budget are reached.
    """
    outcome = facet(ruleset, Knowledge).known_outcome
    found = (move for move in iterate_checked(listed_moves(ruleset, position)) if len(move.leaves) == 1)
    return [move for move in found if outcome(move.leaves[0]) is Outcome.P]


def _is_lost(solver: PartSolver, leaves: Sum[Any]) -> bool:
    if len(leaves) == 1:
        return solver.outcome(leaves[0]) is Outcome.P
    return solver.sum_value(leaves) == 0


def moves_that_win(
    game: Game,
    wins: Wins,
    portion: Callable[[int], AbstractContextManager[object]] | None = None,
    told: ByTheorem = lambda _, __: None,
) -> Iterator[WinningMove]:
    """Yield every winning move as soon as it is proved.

    If several moves of a part leave the same positions, only one of them is evaluated.

    Args:
        game: The game whose moves are examined.
        wins: A function that returns whether a move wins. Its arguments are the index of the part of the move and the
            positions that the move leaves.
        portion: A function that takes a number of positions and returns a context manager, in which `wins` may search
            only this many positions. If it is given, all moves are evaluated with a low limit first, then the
            undecided ones with higher limits, and at last without a limit. None to evaluate all moves without a limit.
        told: A function like `wins` that uses only theorems, and returns None if they do not decide. It is called for
            every move before `wins` is.

    Yields:
        The winning moves.

    Raises:
        LimitReached: If a limit is reached first.
    """
    alike = _alike(game)
    for key, (first, *others) in [*alike.items()]:
        wanted = told(first.part, first.pieces)
        if wanted is not None:
            del alike[key]
        if wanted:
            yield from (first, *others)
    for most in PORTIONS if portion is not None and len(alike) > 1 else (None,):
        for key, (first, *others) in [*alike.items()]:
            try:
                with nullcontext() if portion is None or most is None else portion(most):
                    wanted = wins(first.part, first.pieces)
            except LimitReached as error:
                if most is None or error.kind != "steps":
                    raise
                continue
            del alike[key]
            if wanted:
                yield from (first, *others)


def in_order(game: Game, wins: Sequence[WinningMove]) -> list[WinningMove]:
    """Return winning moves in the order in which the moves of the game are listed.

    Args:
        game: The game.
        wins: Its winning moves.

    Returns:
        The sorted moves.

    Raises:
        LimitReached: If there are too many moves to list.
    """
    listed = ((part, move) for part, each in enumerate(game.parts) for move in listed_moves(*each))
    order = {WinningMove(part, *move): number for number, (part, move) in enumerate(listed)}
    return sorted(wins, key=order.__getitem__)


def _alike(game: Game) -> dict[tuple[int, Hashable], list[WinningMove]]:
    alike: dict[tuple[int, Hashable], list[WinningMove]] = {}
    for number, (ruleset, position) in enumerate(game.parts):
        for move in iterate_checked(listed_moves(ruleset, position)):
            key: tuple[int, Hashable] = number, frozenset(Counter(map(ruleset.canonical, move.leaves)).items())
            alike.setdefault(key, []).append(WinningMove(number, move.label, move.leaves))
    return alike
