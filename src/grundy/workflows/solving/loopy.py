"""Solves sums of loopy games, in which positions can repeat and play may end in a draw.

In normal play the Smith-Fraenkel values of the parts add (`search/smith.py`). Such a value is a Grundy value, or
inf(K) with the set K of the Grundy values that options have. A move wins if it leaves the value 0, and draws if it
leaves a value inf(K) with 0 not in K. In misère play, and with entailing moves, all positions of the whole sum are
searched (`search/loopy.py`). The remoteness of a sum needs the same search, so it stays unknown for large sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ...core import (
    Entailing,
    Game,
    Knowledge,
    LimitReached,
    LoopyGame,
    Outcome,
    Ruleset,
    Sum,
    facet,
    iterate_checked,
    playable,
)
from ...search import (
    MOST_VERTICES,
    Labels,
    Lengths,
    LoopyValue,
    Region,
    WholeSolver,
    explore,
    loopy_sum,
    play_lengths,
    sums_below,
)
from ..searching.question import Answer, Facts, WinningMove
from .moves import listed_moves, tried_moves
from .solver import Solver

if TYPE_CHECKING:
    from ...search import GameGraph

MOST_WHOLE = 50_000
"""The limit in positions of a whole sum for its remoteness in normal play."""
ZERO = LoopyValue(0)


@dataclass(frozen=True)
class LoopyFacts(Facts):
    """Results about a loopy game.

    Attributes:
        drawing_moves: All moves after which neither player can force a win.
        remoteness: The length of best play in moves, or None for a draw or if it is unknown.
        value: The Smith-Fraenkel value of the game; None in misère play.
        values: The Smith-Fraenkel values of the parts; None in misère play.
    """

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None
    value: LoopyValue | None = None
    values: tuple[LoopyValue | None, ...] = ()

    @property
    def brief(self) -> str:
        return "" if self.value is None else f", loopy value {self.value}"

    def keys(self, game: Game) -> dict[str, Any]:
        return {"loopy": None if self.value is None else str(self.value), **super().keys(game)}


def answer(game: Game, memory: Solver) -> Answer:
    """Solve a loopy game; if a limit is reached, the status is "limit".

    Args:
        game: The game to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer, whose `status` states whether a limit was reached.
    """
    solver = memory.kept(LoopySolver, lambda: LoopySolver(memory))
    try:
        adds = not (memory.misere or game.any_rule(Entailing))
        found = solver.normal(game) if adds else solver.searched(game)
    except LimitReached as error:
        return memory.answer("loopy", game, None, (), error.message, facts=LoopyFacts(values=(None,) * game.size))
    memory.loops.update(ruleset for ruleset, _ in game.summands if not adds or ruleset in solver.labels)
    return found


class LoopySolver:
    """Solves loopy sums, and stores the explored game graphs of their rulesets with values and lengths of play."""

    def __init__(self, memory: Solver) -> None:
        """Create the solver, which has no game graphs yet.

        Args:
            memory: The solver of the game, which has the play convention. Work is counted on its budget.
        """
        self.memory = memory
        self._starts: dict[Ruleset[Any], list[Sum[Any]]] = {}
        self.labels: dict[Ruleset[Any], tuple[Region, Labels]] = {}
        self._lengths: dict[Ruleset[Any], tuple[Region, Lengths]] = {}
        self._whole: tuple[WholeSolver, GameGraph, Lengths] | None = None
        self._large: set[Game] = set()

    # Normal play: values add.

    def normal(self, game: Game) -> Answer:
        """Solve a sum in normal play by adding the Smith-Fraenkel values of its parts.

        Raises:
            LimitReached: If a limit is reached first.
        """
        values = [self.value(ruleset, Sum(position)) for ruleset, position in game.parts]
        loops = [summand.ruleset in self.labels for summand in game.summands for _ in summand.parts]
        total = loopy_sum(values)
        before = list(accumulate(values, initial=ZERO))
        behind = list(accumulate(reversed(values), initial=ZERO))[::-1]
        others = [left + right for left, right in zip(before, behind[1:], strict=False)]
        wins: list[WinningMove] = []
        draws: list[WinningMove] = []
        reason = ""
        for part, other in enumerate(others):
            try:
                for move, after in self._moves(game, part, other, loops=loops[part]):
                    (wins if after is Outcome.P else draws).append(move)
            except LimitReached as error:
                reason = reason or error.message
        facts = LoopyFacts(draws, self._remoteness(game, total.outcome), total, tuple(values))
        known = [None if loop else value.number for value, loop in zip(values, loops, strict=True)]
        return self.memory.answer(
            "loopy", game, total.outcome, wins, reason, values=known, facts=facts, moves_reason=reason
        )

    def value(self, ruleset: Ruleset[Any], parts: Sum[Any]) -> LoopyValue:
        """Return the Smith-Fraenkel value of a sum of positions of one ruleset.

        Args:
            ruleset: The ruleset of the positions.
            parts: The positions to add.

        Returns:
            The value: a Grundy value, or inf(K) with the set K of the Grundy values that options have.

        Raises:
            LimitReached: If a limit is reached first.
        """
        if ruleset not in self.labels:
            solver = self.memory.part_solver(ruleset)
            try:
                return loopy_sum(LoopyValue(solver.value(part, shorten=False)) for part in parts)
            except LoopyGame:
                pass
        found = self.labels.get(ruleset)
        vertex = None if found is None else found[0].vertex(parts)
        if found is None or vertex is None:
            starts = self._starts.setdefault(ruleset, [])
            starts.append(parts)
            region = Region(ruleset, starts, self.memory.budget)
            found = self.labels[ruleset] = region, Labels(region.game_graph, self.memory.budget)
            vertex = region.vertex(parts)
        return found[1].value(vertex or 0)

    def _moves(self, game: Game, part: int, other: LoopyValue, *, loops: bool) -> Iterator[tuple[WinningMove, Outcome]]:
        ruleset, position = game.part(part)
        if other.number is not None and not loops:
            known = facet(ruleset, Knowledge).moves_to(position, other.number)
            moves = tried_moves(self.memory.part_solver(ruleset), position, other.number) if known is None else known
            yield from ((WinningMove(part, *move), Outcome.P) for move in moves)
            return
        for label, leaves in iterate_checked(listed_moves(ruleset, position)):
            outcome = (other + self.value(ruleset, leaves)).outcome
            if outcome is not Outcome.N:
                yield WinningMove(part, label, leaves), outcome

    # Remoteness.

    def _remoteness(self, game: Game, outcome: Outcome) -> int | None:
        """Return the remoteness (length of best play) of a game in normal play.

        The result is None for a draw, that is if `outcome` is D, and for a sum that is too large.
        """
        if outcome is Outcome.D:
            return None
        if game.size == 1 and game.summands[0].ruleset in self.labels:
            ruleset, position = next(game.parts)
            region = self.labels[ruleset][0]
            found = self._lengths.get(ruleset)
            if found is None or found[0] is not region:
                found = self._lengths[ruleset] = region, play_lengths(region.game_graph, budget=self.memory.budget)
            return found[1].remoteness(region.vertex(Sum(position)) or 0)
        with suppress(LimitReached):
            vertex, lengths = self._searched(game, MOST_WHOLE)
            return lengths.remoteness(vertex)
        return None

    def _searched(self, game: Game, most: int) -> tuple[int, Lengths]:
        """Explore the graph of all sums that can follow from a game, and compute the length of play from each sum.

        Returns:
            The index of the game in the graph, and the lengths of play by index.

        Raises:
            LimitReached: If more than `most` sums can follow.
        """
        parts = [(i, s.ruleset.canonical(p)) for i, s in enumerate(game.summands) for p in s.parts]
        vertex = None
        if self._whole is not None:
            vertex = dict.get(self._whole[1].numbers, self._whole[0].whole_of(parts))
        if self._whole is None or vertex is None:
            if game in self._large:
                raise LimitReached(f"more than {most} positions can be reached", kind="size")
            whole = WholeSolver.of(game, self.memory.misere, self.memory.budget)
            self._large.add(game)
            game_graph = explore([whole.whole_of(parts)], sums_below(whole), self.memory.budget, most)
            self._large.discard(game)
            self._whole = whole, game_graph, play_lengths(game_graph, self.memory.misere, self.memory.budget)
            vertex = 0
        return vertex, self._whole[2]

    # Misère play, and normal play with entailing moves: the whole sum is searched.

    def searched(self, game: Game) -> Answer:
        """Solve a loopy sum whose values do not add, in misère play or with entailing moves, by searching whole sums.

        Raises:
            LimitReached: If a limit is reached first.
        """
        vertex, lengths = self._searched(game, MOST_VERTICES)
        wins: list[WinningMove] = []
        draws: list[WinningMove] = []
        for part, ruleset, position in playable(game):
            for label, leaves in listed_moves(ruleset, position):
                after = self._searched(game.after(part, leaves), MOST_VERTICES)
                outcome = after[1].outcome(after[0])
                if outcome is not Outcome.N:
                    (wins if outcome is Outcome.P else draws).append(WinningMove(part, label, leaves))
        facts = LoopyFacts(draws, lengths.remoteness(vertex), None, (None,) * game.size)
        return self.memory.answer("loopy", game, lengths.outcome(vertex), wins, facts=facts)
