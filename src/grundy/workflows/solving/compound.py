"""Solves compounds: several games played at once by another rule than "move in one of them".

The outcome comes from a theorem about the components where there is one (`search/compounds.py`), else from
the search of all positions; a move wins when what it leaves is lost, so winning moves are found by judging all
of them. A compound with a component that can loop is searched as a whole, unless it is conjunctive.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...core import MAX_OPTIONS, Game, InputError, LimitReached, LoopyGame, Outcome, Sum, Summand
from ...games import COMPOUNDS, Compound
from ...search import CompoundTheory
from ..searching.question import Answer, Facts, WinningMove
from .solver import Memory


def compound_of(kind: str, game: Game) -> Game:
    """Return the compound whose components are the parts of `game`; a single part is played as it is.

    Raises `InputError` for a kind that is not in `COMPOUNDS`.

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
    """Facts of a compound: its kind, its components as text, and what decides of each (None: it has none)."""

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None
    kind: str = ""
    texts: tuple[str, ...] = ()
    counted: str = ""
    numbers: tuple[int | str | None, ...] = ()

    def keys(self, game: Game) -> dict[str, Any]:
        """Add the compound with its components."""
        components: list[dict[str, int | str | None]] = [{"game": text} for text in self.texts]
        if self.counted:
            for told, number in zip(components, self.numbers, strict=True):
                told[self.counted.replace(" ", "_")] = number
        return {"compound": {"kind": self.kind, "components": components}, **super().keys(game)}


def answer(game: Game, memory: Memory) -> Answer | None:
    """Solve a game that is one compound; None for a rule of the user's that has the name of one. Raises `LoopyGame`."""
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
    """Judges the positions of one compound."""

    def __init__(self, memory: Memory, rule: Compound) -> None:
        self.memory = memory
        self.rule = rule
        make = partial(CompoundTheory, rule.kind, rule.rulesets, self._value, memory.misere)
        self.theory = memory.kept(rule, make)
        self.theory.meter = memory.meter
        self.parts = [memory.part_solver(ruleset) for ruleset in rule.rulesets]

    def _value(self, number: int, parts: Sum[Any]) -> int:
        """Return the Grundy value of a component, by theorem where there is one."""
        total = 0
        for part in parts:
            total ^= self.parts[number].value(part, shorten=False)
        return total

    def outcome(self, position: Any) -> Outcome:  # noqa: ANN401  # the components
        """Return who wins: by theorem, else by search."""
        found = self.theory.outcome(position)
        return self.memory.misere_outcome(Game(Summand(self.rule, Sum(position)))) if found is None else found

    def sort_moves(self, position: Any, found: dict[Outcome, list[WinningMove]]) -> None:  # noqa: ANN401
        """Add all moves to the lists of what they leave; raises `LimitReached` when they are too many."""
        if self.rule.count_moves(position) > MAX_OPTIONS:
            raise LimitReached(f"{self.rule.name}: a position has more than {MAX_OPTIONS} moves", kind="size")
        for label, leaves in self.rule.moves(position):
            self.memory.meter.passed(1)
            found[self.outcome(leaves[0])].append(WinningMove(0, label, leaves))

    def facts(self, position: Any, draws: list[WinningMove]) -> CompoundFacts:  # noqa: ANN401
        """Return the components with the numbers that decide."""
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
