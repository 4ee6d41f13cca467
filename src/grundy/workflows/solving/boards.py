"""Solves games without any theorem, by one of two textbook algorithms that the user names: top-down or bottom-up.

Both decide whole boards: a board has the positions of all components together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from ...core import (
    Entailing,
    Game,
    HeapRuleset,
    LimitReached,
    Outcome,
    RuleError,
    Sum,
    TwoSided,
    as_sum,
    brief_of,
    iterate_checked,
)
from ...search import bottom_up, top_down
from ..searching.question import BOARD_METHODS, Answer, PartAnswer, WinningMove
from .moves import listed_moves
from .solver import Solver

SHOWN = 8
"""The number of results that the explanation lists."""

Board = tuple[tuple[int, Any], ...]
"""The components in their order: for each the number of its ruleset, and its position."""


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a game by recursion with stored results (top-down) or by a table of all boards (bottom-up).

    Args:
        game: The game to solve.
        memory: A solver with the settings, which name the algorithm, and the budget.

    Returns:
        The answer, whose `status` states whether a limit was reached. Its `visited` counts only the boards that were
        needed for the outcome, not those for the winning moves.

    Raises:
        RuleError: If the method does not apply to the game.
        LoopyGame: If play need not end.
    """
    method = memory.settings.method
    if game.any_rule(TwoSided, Entailing):
        raise RuleError(f"{method} is for impartial games without entailing moves")
    search = _BoardSearch(game, memory)
    outcome, visited, reason, missing = None, None, "", None
    wins: list[WinningMove] = []
    try:
        outcome = search.outcome()
        visited = len(search.lost)
        if memory.settings.want in {"win", "moves"} and outcome is Outcome.N:
            wins.extend(search.wins())
        missing = ""
    except LimitReached as error:
        reason, missing = error.message, error.message if outcome else None
    how = f"{BOARD_METHODS[method]}; the first boards decided: {', '.join(search.first_results())}"
    return memory.answer(
        *("deep_misere" if memory.misere else "deep", game, outcome, wins, reason),
        moves_reason=missing,
        lower=0,
        grounds=(),
        parts=[PartAnswer(None, 0, method, how)] * game.size,
        visited=len(search.lost) if visited is None else visited,
    )


class _BoardSearch:
    """A search of whole boards, which stores for each board whether it is lost, in the order of discovery."""

    def __init__(self, game: Game, memory: Solver) -> None:
        self.method, self.budget, self.misere = memory.settings.method, memory.budget, memory.misere
        self.rulesets = [ruleset for ruleset, _ in game.summands]
        self.start: Board = tuple((number, part) for number, (_, parts) in enumerate(game.summands) for part in parts)
        self.lost: dict[Board, bool] = {}

    def options(self, board: Board) -> Iterator[Board]:
        for place, (number, position) in enumerate(board):
            for option in iterate_checked(self.rulesets[number].options(position)):
                yield self.after(board, place, as_sum(option))

    def after(self, board: Board, place: int, leaves: Sum[Any]) -> Board:
        return *board[:place], *((board[place][0], piece) for piece in leaves), *board[place + 1 :]

    def is_lost(self, board: Board) -> bool:
        return top_down(board, self.options, self.lost, self.budget, misere=self.misere)

    def outcome(self) -> Outcome:
        if self.method == "bottom-up":
            if not all(isinstance(ruleset, HeapRuleset) for ruleset in self.rulesets):
                raise RuleError("bottom-up is for games on heaps; use top-down")
            sizes = ([(number, heap) for heap in range(size + 1)] for number, size in self.start)
            bottom_up(product(*sizes), self.options, self.lost, self.budget, misere=self.misere)
        return Outcome.wins(not self.is_lost(self.start))

    def wins(self) -> Iterator[WinningMove]:
        for place, (number, position) in enumerate(self.start):
            for move in listed_moves(self.rulesets[number], position):
                if self.is_lost(self.after(self.start, place, move.leaves)):
                    yield WinningMove(place, move.label, move.leaves)

    def first_results(self) -> Iterator[str]:
        for board, lost in islice(self.lost.items(), SHOWN):
            names = (brief_of(self.rulesets[number], position) for number, position in board)
            yield f"[{' '.join(names)}] {'P' if lost else 'N'}"
