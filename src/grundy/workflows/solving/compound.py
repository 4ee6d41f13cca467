"""Solves compounds: several games played at once by another rule than "move in one of them".

A theorem about the components gives the outcome where one exists (`search/compounds.py`); otherwise all positions are
searched. Winning moves are found by evaluating every option. A compound with a loopy component is searched as a whole,
unless it is conjunctive.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...core import MAX_OPTIONS, Game, InputError, LimitReached, LoopyGame, Outcome, Sum, Summand, count_moves
from ...games import COMPOUNDS, Compound
from ...search import CompoundTheory
from ..searching.question import Answer, Facts, WinningMove
from .solver import Solver

KEYS = {"value with later components": "value_with_those_behind"}
"""The JSON keys of numbers that have another name in texts."""


def compound_of(kind: str, game: Game) -> Game:
    """Return the compound whose components are the parts of a game.

    Args:
        kind: "disjunctive", or a name in `COMPOUNDS`.
        game: The game whose parts become components.

    Returns:
        The compound, as a game with one part. The game itself is returned if the kind is "disjunctive" or the game
        has fewer than two parts.

    Raises:
        InputError: If the kind is unknown.

    Example:
        >>> from ...notation import read_game
        >>> compound_of("selective", read_game("nim: 3 5"))
        <Game selective: nim: 3 & nim: 5>
    """
    if kind not in ("disjunctive", *COMPOUNDS):
        raise InputError(f"expected disjunctive, {', '.join(COMPOUNDS)}, found {kind!r}")
    if kind == "disjunctive" or game.size < 2:
        return game
    return Compound.of(kind, [(ruleset, Sum(position)) for ruleset, position in game.parts])


@dataclass(frozen=True)
class CompoundFacts(Facts):
    """Results about a compound.

    Attributes:
        drawing_moves: All moves after which neither player can force a win.
        remoteness: The remoteness of a conjunctive compound, else None.
        kind: The kind of the compound.
        texts: The components in notation.
        counted: The name of the number that the theorem uses for each component, such as "remoteness"; "" if none is
            used.
        numbers: This number for each component, or None if it is unknown or does not exist.
    """

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None
    kind: str = ""
    texts: tuple[str, ...] = ()
    counted: str = ""
    numbers: tuple[int | str | None, ...] = ()

    def keys(self, game: Game) -> dict[str, Any]:
        components: list[dict[str, int | str | None]] = [{"game": text} for text in self.texts]
        if self.counted:
            for told, number in zip(components, self.numbers, strict=True):
                told[KEYS.get(self.counted) or self.counted.replace(" ", "_")] = number
        return {"compound": {"kind": self.kind, "components": components}, **super().keys(game)}


def answer(game: Game, memory: Solver) -> Answer | None:
    """Solve a game that is a single compound.

    Args:
        game: The game to solve.
        memory: Stores solvers and their results.

    Returns:
        The answer, or None if the ruleset was defined by a user and only has the name of a compound.

    Raises:
        LoopyGame: If the game is loopy.
    """
    rule, position = next(game.parts)
    if not isinstance(rule, Compound):
        return None
    judge = _Compounds(memory, rule)
    try:
        outcome = judge.outcome(position)
        value = judge.theory.value(position)
    except LimitReached as error:
        return memory.answer("compound", game, None, (), error.message)
    found: dict[Outcome, list[WinningMove]] = {each: [] for each in Outcome}
    reason = ""
    try:
        if outcome is not Outcome.P:
            judge.sort_moves(position, found)
    except LimitReached as error:
        reason = error.message
    facts = judge.facts(position, found[Outcome.D])
    wins = found[Outcome.P]
    return memory.answer(
        "compound", game, outcome, wins, reason, value=value, values=[value], facts=facts, moves_reason=reason
    )


class _Compounds:
    """Computes outcomes and sorts moves for one compound, whose positions are tuples of component positions."""

    def __init__(self, memory: Solver, rule: Compound) -> None:
        self.memory = memory
        self.rule = rule
        make = partial(CompoundTheory, rule.kind, rule.rulesets, self._value, memory.misere)
        self.theory = memory.kept(rule, make)
        self.theory.budget = memory.budget
        self.parts = [memory.part_solver(ruleset) for ruleset in rule.rulesets]

    def _value(self, number: int, parts: Sum[Any]) -> int:
        total = 0
        for part in parts:
            total ^= self.parts[number].value(part, shorten=False)
        return total

    def outcome(self, position: Any) -> Outcome:  # noqa: ANN401  # the components
        found = self.theory.outcome(position)
        return self.memory.misere_outcome(Game(Summand(self.rule, Sum(position)))) if found is None else found

    def sort_moves(self, position: Any, found: dict[Outcome, list[WinningMove]]) -> None:  # noqa: ANN401
        """Add each move of a position to one of the lists in `found`: to the list for the outcome after the move."""
        if count_moves(self.rule, position) > MAX_OPTIONS:
            raise LimitReached(f"{self.rule.name}: a position has more than {MAX_OPTIONS} moves", kind="size")
        for label, leaves in self.rule.moves(position):
            self.memory.budget.charge_unstored(1)
            found[self.outcome(leaves[0])].append(WinningMove(0, label, leaves))

    def facts(self, position: Any, draws: list[WinningMove]) -> CompoundFacts:  # noqa: ANN401
        counted, numbers = "", list[int | str | None]([None] * len(position))
        with suppress(LimitReached, LoopyGame):  # they are shown in addition to the known outcome
            counted, numbers = self.theory.numbers(position)
        remoteness = None
        if self.rule.kind == "conjunctive":
            remoteness = min((number for number in numbers if isinstance(number, int)), default=None)
        texts = tuple(
            f"{rule.name}: {rule.show(parts)}" for rule, parts in zip(self.rule.rulesets, position, strict=True)
        )
        return CompoundFacts(draws, remoteness, self.rule.kind, texts, counted, tuple(numbers))
