"""Solves sums in which play can go on for ever: values that may be infinite, draws, and every move that keeps one.

Normal play: the Smith-Fraenkel values of the parts add (`search/smith.py`), a part that ends has its
Grundy value. A move wins when it leaves value 0, it draws when it leaves an infinite value inf(K)
with 0 not in K. Misere play, and entailing moves beside endless play: all positions of the whole sum are searched
(`search/loopy.py`). The remoteness of a sum needs that search too, so of large sums it stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ...core import Game, LimitReached, LoopyGame, Outcome, Ruleset, Sum, patiently, playable
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
from .solver import Memory

if TYPE_CHECKING:
    from ...search import Arena

MOST_WHOLE = 50_000
"""Positions of a whole sum searched for its remoteness in normal play."""
ZERO = LoopyValue(0)


@dataclass(frozen=True)
class LoopyFacts(Facts):
    """Facts of a game that can go on for ever: its Smith-Fraenkel value and those of the parts, None in misere play."""

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None
    value: LoopyValue | None = None
    values: tuple[LoopyValue | None, ...] = ()

    @property
    def brief(self) -> str:
        """The loopy value."""
        return "" if self.value is None else f", loopy value {self.value}"

    def keys(self, game: Game) -> dict[str, Any]:
        """Add the loopy value."""
        return {"loopy": None if self.value is None else str(self.value), **super().keys(game)}


def answer(game: Game, memory: Memory) -> Answer:
    """Solve a game that was found to loop. A limit shows in the answer."""
    solver = memory.kept(LoopySolver, lambda: LoopySolver(memory))
    try:
        adds = not (memory.misere or game.any_rule("entailing"))
        found = solver.normal(game) if adds else solver.searched(game)
    except LimitReached as error:
        return memory.answer("loopy", game, None, (), error.message, facts=LoopyFacts(values=(None,) * game.size))
    memory.loops.update(ruleset for ruleset, _ in game.summands if not adds or ruleset in solver.labels)
    return found


class LoopySolver:
    """The regions of the rulesets that loop, with their values and remoteness, beside a `Memory`."""

    def __init__(self, memory: Memory) -> None:
        """Work under the limits of `memory`, whatever its meter is then."""
        self.memory = memory
        self._starts: dict[Ruleset[Any], list[Sum[Any]]] = {}
        self.labels: dict[Ruleset[Any], tuple[Region, Labels]] = {}
        self._lengths: dict[Ruleset[Any], tuple[Region, Lengths]] = {}
        self._whole: tuple[WholeSolver, Arena, Lengths] | None = None
        self._large: set[Game] = set()

    # Normal play: values add.

    def normal(self, game: Game) -> Answer:
        """Solve in normal play; raises `LimitReached`."""
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
        """Return the value of positions of one ruleset side by side; raises `LimitReached`."""
        if ruleset not in self.labels:
            solver = self.memory.part_solver(ruleset)
            try:
                return loopy_sum(LoopyValue(solver.value(part, shorten=False)) for part in parts)
            except LoopyGame:
                pass
        found = self.labels.get(ruleset)
        vertex = None if found is None else found[0].vertex(parts)
        if found is None or vertex is None:
            region = self._region(ruleset, parts)
            found = self.labels[ruleset] = region, Labels(region.arena, self.memory.meter)
            vertex = region.vertex(parts)
        return found[1].value(vertex or 0)

    def _moves(self, game: Game, part: int, other: LoopyValue, *, loops: bool) -> Iterator[tuple[WinningMove, Outcome]]:
        ruleset, position = game.part(part)
        if other.number is not None and not loops:
            known = ruleset.moves_to(position, other.number)
            moves = tried_moves(self.memory.part_solver(ruleset), position, other.number) if known is None else known
            yield from ((WinningMove(part, *move), Outcome.P) for move in moves)
            return
        for label, leaves in patiently(listed_moves(ruleset, position)):
            outcome = (other + self.value(ruleset, leaves)).outcome
            if outcome is not Outcome.N:
                yield WinningMove(part, label, leaves), outcome

    def _region(self, ruleset: Ruleset[Any], parts: Sum[Any]) -> Region:
        """Explore what follows from everything that was asked of a ruleset."""
        starts = self._starts.setdefault(ruleset, [])
        starts.append(parts)
        return Region(ruleset, starts, self.memory.meter)

    # How long it takes.

    def _remoteness(self, game: Game, outcome: Outcome) -> int | None:
        """Return the remoteness in normal play, or None: a draw, or a sum that is too large."""
        if outcome is Outcome.D:
            return None
        if game.size == 1 and game.summands[0].ruleset in self.labels:
            ruleset, position = next(game.parts)
            region = self.labels[ruleset][0]
            found = self._lengths.get(ruleset)
            if found is None or found[0] is not region:
                found = self._lengths[ruleset] = region, play_lengths(region.arena, meter=self.memory.meter)
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
                raise LimitReached(f"more than {most} positions can be reached", kind="size")
            whole = WholeSolver.of(game, self.memory.misere, self.memory.meter)
            self._large.add(game)
            arena = explore([whole.whole_of(parts)], sums_below(whole), self.memory.meter, most)
            self._large.discard(game)
            self._whole = whole, arena, play_lengths(arena, self.memory.misere, self.memory.meter)
            vertex = 0
        return vertex, self._whole[2]

    # Misère play, and normal play with entailing moves: the whole sum is searched.

    def searched(self, game: Game) -> Answer:
        """Solve a game whose values do not add; raises `LimitReached`."""
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
