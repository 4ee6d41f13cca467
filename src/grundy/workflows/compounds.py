"""Solves compounds: several games played at once by another rule than "move in one of them".

The outcome comes from a theorem about the components where there is one (`search/compounds.py`), else from
the search of all positions; a move wins when what it leaves is lost, so winning moves are found by judging all
of them. A compound with a component that can loop is searched as a whole, unless it is conjunctive.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..core import MAX_OPTIONS, Game, InputError, LimitReached, LoopyGame, Outcome, Sum
from ..games import COMPOUNDS, Compound
from ..search import CompoundTheory
from .facts import CompoundFacts
from .solution import Solution, WinningMove

if TYPE_CHECKING:
    from .solve import Solver


def compound_of(kind: str, game: Game) -> Game:
    """Return the compound whose components are the parts of `game`; a single part is played as it is.

    Raises `InputError` for a kind that is not in `COMPOUNDS`.

    >>> from ..notation import read_game
    >>> compound_of("selective", read_game("nim: 3 5"))
    <Game selective: nim: 3 & nim: 5>
    """
    if kind not in ("disjunctive", *COMPOUNDS):
        raise InputError(f"expected disjunctive, {', '.join(COMPOUNDS)}, found {kind!r}")
    if kind == "disjunctive" or game.size < 2:
        return game
    return Compound.of(kind, [(ruleset, Sum(position)) for ruleset, position in game.parts])


def solve_compound(solver: Solver, game: Game) -> Solution:
    """Solve a game that is one compound, under the limits of `solver`; raises `LoopyGame` when it must be searched.

    A limit shows in the solution.
    """
    rule, position = next(game.parts)
    if not isinstance(rule, Compound):  # a rule of the user's that has the name of one
        return solver.solve_sum(game)
    judge = _Compounds(solver, rule)
    try:
        outcome = judge.outcome(position)
        value = judge.theory.value(position)
    except LimitReached as error:
        return solver.answer_with(game, None, [], None, error.message)
    found: dict[Outcome, list[WinningMove]] = {each: [] for each in Outcome}
    reason = ""
    try:
        if outcome is not Outcome.P:
            judge.sort_moves(position, found)
    except LimitReached as error:
        reason = error.message
    facts = judge.facts(position, found[Outcome.D])
    return solver.answer_with(game, outcome, found[Outcome.P], facts, reason, value=value, values=[value])


class _Compounds:
    """Judges the positions of one compound."""

    def __init__(self, solver: Solver, rule: Compound) -> None:
        """Keep the theory of the compound in `solver`."""
        self.solver = solver
        self.rule = rule
        if rule not in solver.theories:
            solver.theories[rule] = CompoundTheory(rule.kind, rule.rulesets, self._value, solver.misere)
        self.theory = solver.theories[rule]
        self.theory.meter = solver.meter
        self.parts = [solver.part_solver(ruleset) for ruleset in rule.rulesets]

    def _value(self, number: int, parts: Sum[Any]) -> int:
        """Return the Grundy value of a component, by theorem where there is one."""
        total = 0
        for part in parts:
            total ^= self.parts[number].value(part, shorten=False)
        return total

    def outcome(self, position: Any) -> Outcome:  # noqa: ANN401  # the components
        """Return who wins: by theorem, else by search."""
        found = self.theory.outcome(position)
        return self.solver.misere_outcome(Game.of(self.rule, position)) if found is None else found

    def sort_moves(self, position: Any, found: dict[Outcome, list[WinningMove]]) -> None:  # noqa: ANN401
        """Add all moves to the lists of what they leave; raises `LimitReached` when they are too many."""
        if self.rule.count_moves(position) > MAX_OPTIONS:
            raise LimitReached(f"{self.rule.name}: a position has more than {MAX_OPTIONS} moves", kind="size")
        for label, leaves in self.rule.moves(position):
            self.solver.meter.passed(1)
            found[self.outcome(leaves[0])].append(WinningMove(0, label, leaves))

    def facts(self, position: Any, draws: list[WinningMove]) -> CompoundFacts:  # noqa: ANN401
        """Return the components with the numbers that decide."""
        counted, numbers = "", list[int | str | None]([None] * len(position))
        with suppress(LimitReached, LoopyGame):  # they are told beside the outcome, which is known
            counted, numbers = self.theory.numbers(position)
        remoteness = None
        if self.rule.kind == "conjunctive":
            remoteness = min((number for number in numbers if isinstance(number, int)), default=None)
        texts = tuple(
            f"{rule.name}: {rule.show(parts)}" for rule, parts in zip(self.rule.rulesets, position, strict=True)
        )
        return CompoundFacts(draws, remoteness, self.rule.kind, texts, counted, tuple(numbers))
