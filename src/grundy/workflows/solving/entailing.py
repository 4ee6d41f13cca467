"""Solves sums with entailing moves, which the opponent must answer in the same part: values and every winning move.

The theory is in `search.entailed`: each part is equivalent to a nim heap, or is loony. If a part is loony, the player
to move wins, whatever the other parts are, unless this player must answer a move in another part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core import (
    LOONY,
    Entailing,
    Game,
    Knowledge,
    LimitReached,
    Outcome,
    Ruleset,
    facet,
    iterate_checked,
    nim_sum,
    obliged_part,
    playable,
)
from ..searching.question import Answer, Facts, WinningMove
from .moves import listed_moves, tried_moves
from .solver import Solver

if TYPE_CHECKING:
    from ...search import Value


@dataclass(frozen=True)
class EntailingFacts(Facts):
    """Results about a sum with entailing moves.

    Attributes:
        values: For each part its Grundy value or LOONY; None if the value is unknown, and for the part with the index
            `must_answer`.
        must_answer: The index of the part in which the player to move must move, or None.
    """

    values: tuple[Value | None, ...] = ()
    must_answer: int | None = None

    @property
    def loony(self) -> bool:
        """Whether the player to move wins because a part is loony; False if this player must move in another part."""
        return LOONY in self.values and self.must_answer is None

    def keys(self, game: Game) -> dict[str, Any]:
        loony = [i for i, value in enumerate(self.values) if value is LOONY]
        return {"loony": self.loony, "loony_parts": loony, "must_answer": self.must_answer}


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a sum in normal play; if a limit is reached, the status is "limit".

    Args:
        game: The sum to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer, whose `status` states whether a limit was reached.
    """
    obliged = obliged_part(game)
    values: list[Value | None] = []
    reason = ""
    for i, (ruleset, position) in enumerate(game.parts):
        try:
            values.append(None if i == obliged else _value(memory, ruleset, position))
        except LimitReached as error:
            values.append(None)
            reason = reason or error.message
    outcome, wins = None, list[WinningMove]()
    if not reason:
        try:
            wins = list(_wins(memory, game, values))
            outcome = Outcome.wins(bool(wins))
        except LimitReached as error:
            reason = error.message
    numbers = [value if isinstance(value, int) else None for value in values]
    total = None if reason or None in numbers else nim_sum(number or 0 for number in numbers)
    facts = EntailingFacts(values=tuple(values), must_answer=obliged)
    return memory.answer(
        "entailing", game, outcome, wins, reason, value=total, values=numbers, facts=facts, moves_reason=reason
    )


def _value(memory: Solver, ruleset: Ruleset[Any], position: Any) -> Value:  # noqa: ANN401  # any position
    part = memory.part_solver(ruleset)
    return part.entailed.value(position) if isinstance(ruleset, Entailing) else part.value(position)


def _wins(memory: Solver, game: Game, values: Sequence[Value | None]) -> Iterator[WinningMove]:
    numbers = [value if isinstance(value, int) else 0 for value in values]  # a part that must be answered counts as 0
    total, loony = nim_sum(numbers), sum(value is LOONY for value in values)
    for part, ruleset, position in playable(game):
        rest: Value = LOONY if loony > (values[part] is LOONY) else total ^ numbers[part]
        own = memory.part_solver(ruleset)
        if isinstance(ruleset, Entailing):
            for move in iterate_checked(listed_moves(ruleset, position)):
                if rest in own.entailed.wins(move.leaves):
                    yield WinningMove(part, *move)
        elif isinstance(rest, int):  # in a sum with a loony component no ordinary move wins
            known = facet(ruleset, Knowledge).moves_to(position, rest)
            yield from (WinningMove(part, *m) for m in (tried_moves(own, position, rest) if known is None else known))
