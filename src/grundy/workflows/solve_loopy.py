"""Solves sums in which play can go on for ever: values that may be infinite, draws, and every move that keeps one.

Normal play: the Smith-Fraenkel values of the parts add (`search/smith.py`), a part that ends has its
Grundy value. A move wins when it leaves value 0, it draws when it leaves an infinite value inf(K)
with 0 not in K. Misere play: all positions of the whole sum are searched (`search/loopy.py`). The remoteness
of a sum needs that search too, so of large sums it stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ..core import Game, LimitReached, LoopyGame, Outcome, Ruleset, Sum
from ..search import (
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
from .facts import LoopyFacts
from .parts import listed_moves, tried_moves
from .solution import Solution, WinningMove

if TYPE_CHECKING:
    from ..search import Arena
    from .solve import Solver

MOST_WHOLE = 50_000
"""Positions of a whole sum searched for its remoteness in normal play."""
ZERO = LoopyValue(0)


def solve_loopy(solver: Solver, game: Game) -> Solution:
    """Solve a game that was found to loop; keeps what it learns in `solver`. A limit shows in the solution."""
    if solver.loopy is None:
        solver.loopy = LoopySolver(solver)
    try:
        return solver.loopy.misere(game) if solver.misere else solver.loopy.normal(game)
    except LimitReached as error:
        return solver.answer_with(game, None, [], LoopyFacts(values=(None,) * game.size), error.message)


class LoopySolver:
    """The regions of the rulesets that loop, with their values and remoteness, beside a `Solver`."""

    def __init__(self, solver: Solver) -> None:
        """Work under the limits of `solver`, whatever its meter is then."""
        self.solver = solver
        self._starts: dict[Ruleset[Any], list[Sum[Any]]] = {}
        self._labels: dict[Ruleset[Any], tuple[Region, Labels]] = {}
        self._lengths: dict[Ruleset[Any], tuple[Region, Lengths]] = {}
        self._whole: tuple[WholeSolver, Arena, Lengths] | None = None
        self._large: set[Game] = set()

    def knows(self, game: Game) -> bool:
        """Return whether one of the rulesets was found to loop, so that the usual way would be in vain."""
        return self.solver.misere or any(summand.ruleset in self._labels for summand in game.summands)

    # Normal play: values add.

    def normal(self, game: Game) -> Solution:
        """Solve in normal play; raises `LimitReached`."""
        values = [self.value(ruleset, Sum(position)) for ruleset, position in game.parts]
        loops = [summand.ruleset in self._labels for summand in game.summands for _ in summand.parts]
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
        return self.solver.answer_with(game, total.outcome, wins, facts, reason, values=known)

    def value(self, ruleset: Ruleset[Any], parts: Sum[Any]) -> LoopyValue:
        """Return the value of positions of one ruleset side by side; raises `LimitReached`."""
        if ruleset not in self._labels:
            solver = self.solver.part_solver(ruleset)
            try:
                return loopy_sum(LoopyValue(solver.value(part, shorten=False)) for part in parts)
            except LoopyGame:
                pass
        found = self._labels.get(ruleset)
        vertex = None if found is None else found[0].vertex(parts)
        if found is None or vertex is None:
            region = self._region(ruleset, parts)
            found = self._labels[ruleset] = region, Labels(region.arena, self.solver.meter)
            vertex = region.vertex(parts)
        return found[1].value(vertex or 0)

    def _moves(self, game: Game, part: int, other: LoopyValue, *, loops: bool) -> Iterator[tuple[WinningMove, Outcome]]:
        """Yield the moves of a part that win (they leave P) or draw; `other` is the value of all other parts."""
        ruleset, position = game.part(part)
        if other.number is not None and not loops:
            known = ruleset.moves_to(position, other.number)
            moves = tried_moves(self.solver.part_solver(ruleset), position, other.number) if known is None else known
            yield from ((WinningMove(part, *move), Outcome.P) for move in moves)
            return
        for label, leaves in listed_moves(ruleset, position):
            outcome = (other + self.value(ruleset, leaves)).outcome
            if outcome is not Outcome.N:
                yield WinningMove(part, label, leaves), outcome

    def _region(self, ruleset: Ruleset[Any], parts: Sum[Any]) -> Region:
        """Explore what follows from everything that was asked of a ruleset."""
        starts = self._starts.setdefault(ruleset, [])
        starts.append(parts)
        return Region(ruleset, starts, self.solver.meter)

    # How long it takes.

    def _remoteness(self, game: Game, outcome: Outcome) -> int | None:
        """Return the remoteness in normal play, or None: a draw, or a sum that is too large."""
        if outcome is Outcome.D:
            return None
        if game.size == 1 and game.summands[0].ruleset in self._labels:
            ruleset, position = next(game.parts)
            region = self._labels[ruleset][0]
            found = self._lengths.get(ruleset)
            if found is None or found[0] is not region:
                found = self._lengths[ruleset] = region, play_lengths(region.arena, meter=self.solver.meter)
            return found[1].remoteness(region.vertex(Sum(position)) or 0)
        with suppress(LimitReached):
            vertex, lengths = self._searched(game, MOST_WHOLE)
            return lengths.remoteness(vertex)
        return None

    def _searched(self, game: Game, most: int) -> tuple[int, Lengths]:
        """Return the vertex of a whole game and the remoteness of all positions; raises `LimitReached`."""
        parts = [(i, s.ruleset.canonical(p)) for i, s in enumerate(game.summands) for p in s.parts]
        vertex = None
        if self._whole is not None:
            vertex = dict.get(self._whole[1].numbers, self._whole[0].whole_of(parts))
        if self._whole is None or vertex is None:
            if game in self._large:
                raise LimitReached(f"the game has more than {most} positions that follow", kind="size")
            whole = WholeSolver.of(game, self.solver.misere, self.solver.meter)
            self._large.add(game)
            arena = explore([whole.whole_of(parts)], sums_below(whole), self.solver.meter, most)
            self._large.discard(game)
            self._whole = whole, arena, play_lengths(arena, self.solver.misere, self.solver.meter)
            vertex = 0
        return vertex, self._whole[2]

    # Misere play: the whole sum is searched.

    def misere(self, game: Game) -> Solution:
        """Solve in misere play; raises `LimitReached`."""
        vertex, lengths = self._searched(game, MOST_VERTICES)
        wins: list[WinningMove] = []
        draws: list[WinningMove] = []
        for part, (ruleset, position) in enumerate(game.parts):
            for label, leaves in listed_moves(ruleset, position):
                after = self._searched(game.after(part, leaves), MOST_VERTICES)
                outcome = after[1].outcome(after[0])
                if outcome is not Outcome.N:
                    (wins if outcome is Outcome.P else draws).append(WinningMove(part, label, leaves))
        facts = LoopyFacts(draws, lengths.remoteness(vertex), None, (None,) * game.size)
        return self.solver.answer_with(game, lengths.outcome(vertex), wins, facts)
