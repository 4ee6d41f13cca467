"""Compares the theorems of a ruleset with the definition: canonical positions, values, outcomes and winning moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement
from typing import Any

from ..core import (
    LOONY,
    EntailedPosition,
    Entailing,
    Knowledge,
    Meter,
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


def check_theory(ruleset: Ruleset[Any], position: Any, values: Values) -> None:  # noqa: ANN401  # any position
    """Check the theorems of a ruleset for normal play at one position: canonical form, value, outcome, winning moves.

    Args:
        ruleset: The ruleset.
        position: The position.
        values: The Grundy values of all positions that are checked.

    Raises:
        RuleError: If a theorem disagrees with the definition.
    """
    value, found = values[position], ruleset.canonical(position)
    again = ruleset.canonical(found)
    if again != found:
        broken(ruleset, f"canonical({position!r}) is {found!r}, whose own canonical position is {again!r}")
    right = values[found] if found in values else grundy_value(Bare(ruleset), found)
    if right != value:
        broken(ruleset, f"canonical({position!r}) is {found!r}, but their values differ: {value} against {right}")
    stated = facet(ruleset, Knowledge)
    known = stated.known_value(position)
    if known is not None and known != value:
        broken(ruleset, f"known_value gives {known} for {position!r}, its value is {value}")
    outcome = stated.known_outcome(position)
    if outcome is not None and outcome is not Outcome.of_value(value):
        broken(ruleset, f"known_outcome gives {outcome} for {position!r}, which is {Outcome.of_value(value)}")
    _check_moves_to(ruleset, position, value, values)


def _check_moves_to(ruleset: Ruleset[Any], position: Any, value: int, values: Values) -> None:  # noqa: ANN401
    stated = facet(ruleset, Knowledge)
    if type(stated).moves_to is Knowledge.moves_to:
        return
    moves = list(iterate_checked(ruleset.moves(position)))
    reached = [nim_sum(values[part] for part in move.leaves) for move in moves]
    for target in range(max([value, *reached]) + 2):
        found = stated.moves_to(position, target)
        if found is None:
            continue
        right = [move for move, left in zip(moves, reached, strict=True) if left == target]
        given, hook = list(found), f"moves_to({position!r}, {target})"
        if given != right:
            told = f"{hook} gives {[m.label for m in given]}, the moves to value {target} are"
            broken(ruleset, f"{told} {[m.label for m in right]}")
        count = stated.count_moves_to(position, target)
        if count is not None and count != len(right):
            broken(ruleset, f"count_{hook} gives {count} for {len(right)} moves")


def check_sequence(ruleset: Ruleset[Any], values: Values) -> None:
    """Check that the octal code or subtraction set of a heap game gives the same Grundy values as its options.

    Args:
        ruleset: The ruleset.
        values: The Grundy values by definition.

    Raises:
        RuleError: If a value differs.
    """
    rule = facet(ruleset, Structure).sequence()
    heaps = sorted(heap for heap in values if type(heap) is int)
    if rule is None or not heaps:
        return
    found = subtraction_values(rule, heaps[-1]) if isinstance(rule, tuple) else code_values(rule, heaps[-1])
    for heap in heaps:
        if found[heap] != values[heap]:
            broken(ruleset, f"sequence gives value {found[heap]} to a heap of {heap}, its value is {values[heap]}")


def check_misere(ruleset: Ruleset[Any], reached: Sequence[Any], values: Values, meter: Meter) -> None:
    """Check the theorems of a ruleset about misère play, `tame` and `known_misere`, at positions and small sums.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        values: Their Grundy values by definition.
        meter: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If an outcome differs.
    """
    stated = facet(ruleset, Knowledge)
    if not stated.tame and type(stated).known_misere is Knowledge.known_misere:
        return
    solver = WholeSolver([Bare(ruleset)], misere=True, meter=meter)
    small = [] if isinstance(ruleset, NotSummable) else _small(ruleset, reached, values)
    sums = chain(((p,) for p in reached), *(combinations_with_replacement(small, n) for n in (0, 2, 3)))
    for parts in map(Sum.of, sums):
        known = stated.known_misere(parts)
        if known is None and not stated.tame:
            continue
        outcome = solver.solve((0, part) for part in parts).outcome
        if known not in (None, outcome):
            broken(ruleset, f"known_misere gives {known} for {parts!r}, which is {outcome} in misere play")
        rule = tame_outcome([values[part] for part in parts])
        if stated.tame and rule is not outcome:
            broken(ruleset, f"tame is wrong: {parts!r} is {outcome} in misere play, not {rule} as misere nim would be")


def check_canonical_misere(ruleset: Ruleset[Any], reached: Sequence[Any], values: Values, meter: Meter) -> None:
    """Check that positions and their canonical forms have equal outcomes in misère play, alone and in small sums.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        values: Their Grundy values by definition.
        meter: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If an outcome differs.
    """
    if type(ruleset).canonical is Ruleset.canonical or isinstance(ruleset, NotSummable):
        return
    merged, plain = (WholeSolver([rule], misere=True, meter=meter) for rule in (ruleset, Bare(ruleset)))
    few = sorted(reached, key=partial(count_moves, ruleset))[:SINGLES]
    small = _small(ruleset, reached, values)
    for parts in chain(((p,) for p in few), *(combinations_with_replacement(small, n) for n in (2, 3))):
        found, right = (solver.solve((0, part) for part in parts).outcome for solver in (merged, plain))
        if found is not right:
            broken(ruleset, f"canonical changes misere play: {Sum.of(parts)!r} is {right}, its canonical form {found}")


def _small(ruleset: Ruleset[Any], reached: Sequence[Any], values: Values) -> list[Any]:
    ordered = sorted(reached, key=partial(count_moves, ruleset))
    return [p for value in range(LARGEST + 1) for p in [p for p in ordered if values[p] == value][:EACH]]


def check_two_sided(ruleset: TwoSided[Any], reached: Sequence[Any], meter: Meter) -> None:
    """Check a partizan ruleset: results are at the ends of play, and `canonical` keeps outcome and remoteness.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        meter: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If a promise is broken.
    """
    merged, plain = (ZermeloSolver(ruleset, meter, symmetry=symmetry) for symmetry in (True, False))
    for position in reached:
        ended = ruleset.result(position)
        if (ended is None) != any(True for _ in ruleset.options(position)):
            broken(ruleset, f"result({position!r}) is {ended}: it must be given exactly if no move is left")
        found = ruleset.canonical(position)
        if ruleset.canonical(found) != found:
            broken(ruleset, f"canonical({position!r}) is {found!r}, which has another canonical position itself")
        if merged.solve(position) != plain.solve(position):
            broken(ruleset, f"canonical changes how {position!r} ends: {plain.solve(position)}")


def check_entailing(ruleset: Entailing[Any], reached: Sequence[Any], meter: Meter) -> None:
    """Check a ruleset with entailing moves: `pieces` and `canonical` keep values, which agree with the outcomes.

    Args:
        ruleset: The ruleset.
        reached: The positions to check.
        meter: Counts the positions examined; may raise `LimitReached`.

    Raises:
        RuleError: If a promise is broken.
    """
    theory, plain = (EntailedSolver(ruleset, meter, theory=known) for known in (True, False))
    whole = WholeSolver([ruleset], misere=False, meter=meter)
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
