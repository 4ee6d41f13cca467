"""Evidence for claims about all P-positions: certificates with automata, and files for the prover Walnut."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

from ...automatic import Arithmetic, NotDefinable, Relation
from ...automatic.formulas import compared, number
from ...certificates import Certificate, cover_certificate, rule_data, value_certificate, walnut_files
from ...core import Budget, InputError, Ruleset, Structure, cannot_write, facet, has_misere_rule
from ...core.expressions import Node
from ...patterns import Comparison, FixedPoint, Moves
from ...patterns.decided import system_of
from ...patterns.find_laws import MOST_VALUE, Law
from ...patterns.rule_tables import ListedMoves, outcome_table, value_table
from ..claims.verdict import Verdict
from ..solving.rule_law import rule_law
from ..solving.rule_moves import moves_of

_READ = {"+", "-", "neg", "abs", "min", "max", "^", "&", "|", "and", "or", "not", "compare", "number", "name"}
"""The operations that the checker reads; `*` and `%` by constants are added."""


class ProvedLaw(NamedTuple):
    """A proved claim about all P-positions or all values, with the automata that prove it.

    A relation is a set of positions that an automaton recognizes.

    Attributes:
        rule: The rule that the claim is about.
        game: The moves of the rule as relations.
        lost: The set of all P-positions, as a relation.
        law: The claim as an expression; "" if the checker cannot read it, or if it is false for small heaps.
        levels: For each value 0, 1, 2, ... the positions with this value, as a relation; () if the claim is about
            outcomes.
    """

    rule: Moves
    game: FixedPoint
    lost: Relation
    law: str
    levels: tuple[Relation, ...] = ()


def proved_law(found: Verdict, budget: Budget | None = None) -> ProvedLaw:
    """Build the automata that prove a claim whose verdict is "proved" already.

    Args:
        found: A verdict that proves a claim about all outcomes or all values.
        budget: Counts the work.

    Returns:
        The claim with its automata.

    Raises:
        InputError: If automata do not prove the claim, for example because it is about blocked moves.
        LimitReached: If a limit is exceeded.
    """
    claim, name = found.claim, found.ruleset.name
    if not isinstance(claim, Comparison) or claim.sign != "==" or found.verdict != "proved":
        raise _unsettled(found, "only proved claims about outcomes, or about all values by ==, have one")
    rule = moves_of(found.ruleset, len(claim.names), misere=(found.play == "misere") != has_misere_rule(found.ruleset))
    if rule is None or rule.blocks or (rule.misere and claim.kind == "value"):
        raise _unsettled(found, "they read rules stated by conditions without blocked moves, and values in normal play")
    budget = budget or Budget()
    try:
        listed = ListedMoves(rule)
        game = FixedPoint(rule, Arithmetic(system_of(claim.node, *listed.expressions), budget))
        if claim.kind == "value":
            return _by_values(found, claim, game, budget)
        node = claim.node if claim.kind == "P" else Node("not", (claim.node,))
        stated = game.formulas.relation(node) & game.space
        lost = _completed(game, stated, found.least, budget)
        decision = game.outcome(lost)
    except NotDefinable as error:
        raise _unsettled(found, f"it is not definable by automata: {error.message}") from None
    if not decision.proved:
        raise InputError(f"automata and the claim about {name} differ at {decision.counterexample}; please report this")
    law = str(node) if lost == stated and _is_read(node) else ""
    return ProvedLaw(rule, game, lost, law)


def _by_values(found: Verdict, claim: Comparison, game: FixedPoint, budget: Budget) -> ProvedLaw:
    """Build the automata that prove a claim about all values, one automaton for each value.

    Raise `NotDefinable` for values above `MOST_VALUE`, and for a claim about several heaps that excludes small heaps.
    `found` is the verdict on the claim. `game` has the automata of its rule.
    """
    names, left, levels = game.rule.heaps, game.space, list[Relation]()
    small = b""
    if found.least:
        table = value_table(game.rule, found.least, budget) if len(names) == 1 else None
        if table is None:
            raise NotDefinable("a claim about several heaps from a least one on")
        small = table.entries
        left &= game.arithmetic.linear({names[0]: 1}, -found.least, ">=")
    stated = True
    while not left.empty or len(levels) <= max(small, default=0):
        value = number(len(levels))
        if len(levels) > MOST_VALUE:
            raise NotDefinable(f"a value of more than {MOST_VALUE}")
        level = game.formulas.relation(compared(claim.node, "==", value)) & game.space
        true = [game.arithmetic.constant(names[0], heap) for heap, entry in enumerate(small) if entry == len(levels)]
        whole = reduce(Relation.__or__, true, level & left)
        stated, left = stated and whole == level, left - level
        levels.append(whole)
    if not game.levels(levels).proved:
        raise InputError(f"automata do not prove the claim about {found.ruleset.name}; please report this")
    law = str(claim.node) if stated and _is_read(claim.node) else ""
    return ProvedLaw(game.rule, game, levels[0], law, tuple(levels))


def _completed(game: FixedPoint, stated: Relation, least: int, budget: Budget) -> Relation:
    """Return the set of all P-positions, where a claim states only those from heap `least` on.

    `stated` is the set that the claim states, and `game` has the automata of the rule. The smaller P-positions are
    computed. Raise `NotDefinable` if there are several heaps and `least` is not 0.
    """
    if not least:
        return stated
    if len(game.rule.heaps) > 1:
        raise NotDefinable("a claim about several heaps from a least one on")
    name = game.rule.heaps[0]
    known = outcome_table(game.rule, least, budget).entries
    small = (game.arithmetic.constant(name, heap) for heap, entry in enumerate(known) if entry)
    return reduce(Relation.__or__, small, stated & game.arithmetic.linear({name: 1}, -least, ">="))


def _is_read(node: Node) -> bool:
    """Return whether the checker supports every operation of an expression; products need a constant factor."""
    if not all(map(_is_read, node.args)):
        return False
    if node.op in {"*", "%"}:
        constants = [arg.op == "number" for arg in node.args]
        return constants[1] or (node.op == "*" and constants[0])
    return node.op in _READ


def _unsettled(found: Verdict, why: str) -> InputError:
    return InputError(f"the claim {found.claim} about {found.ruleset.name} has no proof by automata: {why}")


def certify_law(found: Verdict, budget: Budget | None = None) -> Certificate:
    """Make a certificate of a proved claim about all P-positions or all values.

    Args:
        found: The verdict on the claim.
        budget: Counts the work.

    Returns:
        The certificate.

    Raises:
        InputError: If automata do not prove the claim, or if the checker cannot read the rule.
        LimitReached: If a limit is exceeded.
    """
    law = proved_law(found, budget)
    if not all(map(_is_read, ListedMoves(law.rule).expressions)):
        raise _unsettled(found, "the checker reads rules of linear comparisons only")
    return _certificate(law)


def _certificate(law: ProvedLaw) -> Certificate:
    data = rule_data(law.rule.heaps, [(move.condition, move.leaves, move.chosen) for move in law.rule.moves])
    steps, measure = law.game.steps, law.game.measure
    if law.levels:
        return value_certificate(data, law.levels, steps, measure, law=law.law)
    stuck = law.game.stuck() if law.rule.misere else None
    return cover_certificate(data, law.lost, steps, measure, law=law.law, stuck=stuck)


def certify_rule(ruleset: Ruleset[Any], *, misere: bool, budget: Budget) -> Certificate:
    """Make a certificate of all values or all P-positions of a rule.

    The law, which is a description of them by automata, is found and proved first.

    Args:
        ruleset: The ruleset.
        misere: Whether the player who makes the last move loses.
        budget: Counts the work.

    Returns:
        The certificate of all values, or else of all P-positions.

    Raises:
        InputError: If no law is found, or if it has no certificate.
        LimitReached: If a limit is exceeded.
    """
    coupled = facet(ruleset, Structure).coupled_moves()
    found = rule_law(ruleset, len(coupled.heaps) if coupled else 1, misere=misere != has_misere_rule(ruleset))
    play = found.law(budget)
    if play is None:
        reason = found.reason or "automata read rules stated by conditions"
        raise InputError(f"{ruleset.name} has no certificate of a law: {reason}")
    if not isinstance(play.law, Law) or play.rule.blocks:
        what = "rules with blocked moves" if play.rule.blocks else "progressions of P-positions"
        raise InputError(f"{ruleset.name} has no certificate of its law: there are none for {what}")
    if not all(map(_is_read, ListedMoves(play.rule).expressions)):
        raise InputError(f"{ruleset.name} has no certificate: the checker reads rules of linear comparisons only")
    game = FixedPoint(play.rule, Arithmetic(play.law.system, budget))
    levels = tuple(level & game.space for level in play.law.levels)
    lost = levels[0 if play.values else 1]
    return _certificate(ProvedLaw(play.rule, game, lost, law="", levels=levels if play.values else ()))


def write_walnut(found: Verdict, folder: Path, budget: Budget | None = None) -> None:
    """Write files with which the prover Walnut proves a claim about all P-positions.

    The files contain the automata, and the logical sentences to prove.

    Args:
        found: The verdict on the claim.
        folder: The folder, which is created if necessary.
        budget: Counts the work.

    Raises:
        InputError: If automata do not prove the claim, if it is about values or misère play, or if the files cannot be
            written.
        LimitReached: If a limit is exceeded.
    """
    from ...storage import write_whole

    law = proved_law(found, budget)
    if law.levels or law.rule.misere:
        raise _unsettled(found, "the files for Walnut are about P-positions in normal play")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in walnut_files(law.rule.heaps, law.lost, law.game.steps).items():
            write_whole(folder / name, [text.encode("ascii")])
    except OSError as error:
        raise cannot_write(folder, error) from None
