"""Compares the theorems of a ruleset with the definition: canonical positions, values, outcomes and winning moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement
from typing import Any

from ..core import (
    LOONY,
    Budget,
    EntailedPosition,
    Entailing,
    Knowledge,
    NotSummable,
    Outcome,
    Ruleset,
    Structure,
    Sum,
    TwoSided,
    count_moves,
    facet,
    iterate_checked,
    nim_sum,
    tame_outcome,
)
from ..search import EntailedSolver, WholeSolver, ZermeloSolver, grundy_value
from ..sequences import code_values, subtraction_values
from .form import broken
from .words import Bare

SINGLES = 60
"""The number of positions, those with the fewest moves, whose canonical form is compared alone in misère play."""
LARGEST, EACH = 3, 2
"""Misère sums consist of `EACH` positions of each value from 0 to `LARGEST`, those with the fewest moves."""

Values = Mapping[Any, int]


class Theorems:
    """Compares the theorems of a ruleset with the definition, at given positions and in small sums of them.

    Every method raises `RuleError` for a theorem that disagrees, and `LimitReached` if a limit is exceeded.

    Args:
        ruleset: The ruleset.
        reached: The positions.
        values: The Grundy values of the positions by definition.
        budget: Counts the positions examined.
    """

    def __init__(self, ruleset: Ruleset[Any], reached: Sequence[Any], values: Values, budget: Budget) -> None:
        self.ruleset, self.reached, self.values, self.budget = ruleset, reached, values, budget
        self.stated = facet(ruleset, Knowledge)

    def check(self) -> None:
        """Check all theorems of the ruleset: canonical positions, values, outcomes and winning moves."""
        for position in self.reached:
            self._check_canonical(position)
            self._check_known(position)
            self._check_moves_to(position)
            self._check_mirrored(position)
        self._check_sequence()
        self._check_misere()
        self._check_canonical_in_misere_play()

    def _check_canonical(self, position: Any) -> None:  # noqa: ANN401  # any position
        value, found = self.values[position], self.ruleset.canonical(position)
        again = self.ruleset.canonical(found)
        if again != found:
            broken(self.ruleset, f"canonical({position!r}) is {found!r}, whose own canonical position is {again!r}")
        right = self.values[found] if found in self.values else grundy_value(Bare(self.ruleset), found)
        if right != value:
            what = f"canonical({position!r}) is {found!r}, but their values differ: {value} against {right}"
            broken(self.ruleset, what)

    def _check_known(self, position: Any) -> None:  # noqa: ANN401  # any position
        value = self.values[position]
        known, outcome = self.stated.known_value(position), self.stated.known_outcome(position)
        if known is not None and known != value:
            broken(self.ruleset, f"known_value gives {known} for {position!r}, its value is {value}")
        right = Outcome.of_value(value)
        if outcome is not None and outcome is not right:
            broken(self.ruleset, f"known_outcome gives {outcome} for {position!r}, which is {right}")

    def _check_moves_to(self, position: Any) -> None:  # noqa: ANN401  # any position
        if type(self.stated).moves_to is Knowledge.moves_to:
            return
        moves = list(iterate_checked(self.ruleset.moves(position)))
        left = [nim_sum(self.values[part] for part in move.leaves) for move in moves]
        for target in range(max([self.values[position], *left]) + 2):
            found = self.stated.moves_to(position, target)
            if found is None:
                continue
            right = [move for move, value in zip(moves, left, strict=True) if value == target]
            given, hook = list(found), f"moves_to({position!r}, {target})"
            if given != right:
                what = f"{hook} gives {[m.label for m in given]}, the moves to value {target} are"
                broken(self.ruleset, f"{what} {[m.label for m in right]}")
            count = self.stated.count_moves_to(position, target)
            if count is not None and count != len(right):
                broken(self.ruleset, f"count_{hook} gives {count} for {len(right)} moves")

    def _check_mirrored(self, position: Any) -> None:  # noqa: ANN401  # any position
        if type(self.stated).mirrored is Knowledge.mirrored:
            return
        for move in iterate_checked(self.ruleset.moves(position)):
            label = self.stated.mirrored(position, move.label)
            if label is None:
                continue
            parts = list(move.leaves)
            after = [
                nim_sum(self.values[part] for part in [*parts[:i], *reply.leaves, *parts[i + 1 :]])
                for i, part in enumerate(parts)
                for reply in self.ruleset.moves(part)
                if reply.label == label
            ]
            if after != [0] or self.values[position]:
                broken(self.ruleset, f"mirrored({position!r}, {move.label!r}) is {label!r}, which is no winning reply")

    def _check_sequence(self) -> None:
        rule = facet(self.ruleset, Structure).sequence()
        heaps = sorted(heap for heap in self.values if type(heap) is int)
        if rule is None or not heaps:
            return
        found = subtraction_values(rule, heaps[-1]) if isinstance(rule, tuple) else code_values(rule, heaps[-1])
        for heap in heaps:
            value, right = found[heap], self.values[heap]
            if value != right:
                broken(self.ruleset, f"sequence gives value {value} to a heap of {heap}, its value is {right}")

    def _check_misere(self) -> None:
        stated = self.stated
        if not stated.tame and type(stated).known_misere is Knowledge.known_misere:
            return
        solver = WholeSolver([Bare(self.ruleset)], misere=True, budget=self.budget)
        small = [] if isinstance(self.ruleset, NotSummable) else self._small()
        sums = chain(((p,) for p in self.reached), *(combinations_with_replacement(small, n) for n in (0, 2, 3)))
        for parts in map(Sum.of, sums):
            known = stated.known_misere(parts)
            if known is None and not stated.tame:
                continue
            outcome = solver.solve((0, part) for part in parts).outcome
            if known not in (None, outcome):
                broken(self.ruleset, f"known_misere gives {known} for {parts!r}, which is {outcome} in misere play")
            rule = tame_outcome([self.values[part] for part in parts])
            if stated.tame and rule is not outcome:
                what = f"tame is wrong: {parts!r} is {outcome} in misere play"
                broken(self.ruleset, f"{what}, not {rule} as misere nim would be")

    def _check_canonical_in_misere_play(self) -> None:
        ruleset = self.ruleset
        if type(ruleset).canonical is Ruleset.canonical or isinstance(ruleset, NotSummable):
            return
        merged, plain = (WholeSolver([rule], misere=True, budget=self.budget) for rule in (ruleset, Bare(ruleset)))
        few = self._by_moves()[:SINGLES]
        for parts in chain(((p,) for p in few), *(combinations_with_replacement(self._small(), n) for n in (2, 3))):
            found, right = (solver.solve((0, part) for part in parts).outcome for solver in (merged, plain))
            if found is not right:
                broken(
                    ruleset, f"canonical changes misere play: {Sum.of(parts)!r} is {right}, its canonical form {found}"
                )

    def _small(self) -> list[Any]:
        ordered = self._by_moves()
        return [p for value in range(LARGEST + 1) for p in [p for p in ordered if self.values[p] == value][:EACH]]

    def _by_moves(self) -> list[Any]:
        return sorted(self.reached, key=partial(count_moves, self.ruleset))


def check_two_sided(ruleset: TwoSided[Any], reached: Sequence[Any], budget: Budget) -> None:
    """Check the methods `result` and `canonical` of a partizan ruleset.

    `result` must return an outcome if no move is left, and None otherwise. `canonical` must change neither the outcome
    nor the remoteness of a position.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        budget: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If a promise is broken.
    """
    merged, plain = (ZermeloSolver(ruleset, budget, symmetry=symmetry) for symmetry in (True, False))
    for position in reached:
        ended = ruleset.result(position)
        if (ended is None) != any(True for _ in ruleset.options(position)):
            broken(ruleset, f"result({position!r}) is {ended}: it must be given exactly if no move is left")
        found = ruleset.canonical(position)
        if ruleset.canonical(found) != found:
            broken(ruleset, f"canonical({position!r}) is {found!r}, which has another canonical position itself")
        if merged.solve(position) != plain.solve(position):
            broken(ruleset, f"canonical changes how {position!r} ends: {plain.solve(position)}")


def check_entailing(ruleset: Entailing[Any], reached: Sequence[Any], budget: Budget) -> None:
    """Check a ruleset with entailing moves: `pieces` and `canonical` change no value, and values agree with outcomes.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        budget: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If a promise is broken.
    """
    theory, plain = (EntailedSolver(ruleset, budget, theory=known) for known in (True, False))
    whole = WholeSolver([ruleset], misere=False, budget=budget)
    for position in reached:
        (found, _), (right, wins) = _known(theory, position), _known(plain, position)
        if found != right:
            broken(ruleset, f"pieces or canonical change the value of {position!r}, which is {right}, to {found}")
        outcome = whole.solve([(0, position)]).outcome
        if outcome is not Outcome.wins(wins):
            broken(ruleset, f"{position!r} is {outcome} by definition, its value is {right}")


def _known(solver: EntailedSolver, position: Any) -> tuple[object, bool]:  # noqa: ANN401  # any position
    """Return the value of a position, and whether it is an N-position.

    If a reply is due in the position, the value is a set of nim heaps: the player who must reply wins the sum of the
    position and such a heap.
    """
    if isinstance(position, EntailedPosition):
        answers = solver.answers(position)
        return answers, 0 in answers
    value = solver.value(position)
    return value, value is LOONY or value != 0
