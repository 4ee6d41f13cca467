"""Explains sums with entailing moves (the opponent must answer in the same component): values and winning moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ... import drawing
from ...core import LOONY, EntailedPosition, Game, LimitReached
from ...drawing.fit import MOST_PARTS, abridged, number, part_name, position_rows
from ..solving import Answer, Solver, listed_moves
from ..solving.entailing import EntailingFacts

if TYPE_CHECKING:
    from ...search import Rests

MOST_MOVES = 60
"""The largest number of moves of one component whose winning heaps are listed."""


def lines(answer: Answer, solver: Solver) -> Iterator[str]:
    """Explain a sum with entailing moves, or why a single component has its value.

    For a sum this states in which component the player to move must answer, if the last move requires an answer, and
    lists the values of the components.

    Args:
        answer: The answer to explain.
        solver: Computes the values after moves.

    Yields:
        Paragraphs and tables.
    """
    game, facts = answer.game, answer.facts
    if not isinstance(facts, EntailingFacts):
        return
    yield from _duty(game, facts.must_answer)
    if facts.loony:
        loony = sum(value is LOONY for value in facts.values)
        what = "The position is" if game.size == 1 else "One component is" if loony == 1 else f"{loony} components are"
        yield f"{what} loony: the player to move wins, whatever it is added to."
    if 1 < game.size <= MOST_PARTS:
        told = [
            None if value is None else number(value) if isinstance(value, int) else str(value) for value in facts.values
        ]
        if facts.must_answer is not None:
            told[facts.must_answer] = "must be answered"
        yield drawing.columns(position_rows(game, told, 60), ["", "position", "value"])
    elif game.size == 1 and answer.outcome is not None:
        yield from _rests(answer, solver)


def _duty(game: Game, part: int | None) -> Iterator[str]:
    if part is None:
        return
    where = "here" if game.size == 1 else f"in {part_name(game, part)}"
    position = game.part(part)[1]
    passing = isinstance(position, EntailedPosition) and position.passing
    yield f"The player to move {'can only pass' if passing else 'must answer'} {where}."


def _rests(answer: Answer, solver: Solver) -> Iterator[str]:
    ruleset, position = next(answer.game.parts)
    count = answer.move_count
    if not count or count > MOST_MOVES or isinstance(position, EntailedPosition):
        return
    entailed = solver.part_solver(ruleset).entailed
    groups: dict[str, list[str]] = {}
    try:
        for label, leaves in listed_moves(ruleset, position):
            groups.setdefault(_rests_text(entailed.wins(leaves)), []).append(label)
    except LimitReached:
        return
    yield "Added to a nim heap, these moves win:"
    rows: list[list[str | int | None]] = [[told, "; ".join(abridged(m, 6, "move"))] for told, m in groups.items()]
    yield drawing.columns(rows, ["heap", "moves"])
    if answer.value is None:
        yield "For every heap some move wins, so the position is loony."
    else:
        yield f"The value is {number(answer.value)}, the smallest heap for which no move wins."


def _rests_text(rests: Rests) -> str:
    """Return a set of nim heaps in words, such as "0, 2" or "all but 1"."""
    numbers = ", ".join(map(str, sorted(rests.numbers)))
    if rests.cofinite:
        return f"all but {numbers}" if numbers else "all"
    return numbers or "none"
