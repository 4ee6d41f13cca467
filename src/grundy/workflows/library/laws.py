"""Evidence of claims about all P-positions: certificates with automata, and files for Walnut."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import NamedTuple

from ...automatic import Arithmetic, NotDefinable, Relation
from ...certificates import Certificate, cover_certificate, rule_data, walnut_files
from ...core import Budget, InputError, cannot_write
from ...core.expressions import Node
from ...patterns import Comparison, FixedPoint, Moves
from ...patterns.decided import system_of
from ...patterns.rule_tables import ListedMoves, outcome_table
from ..claims.moves import moves_of
from ..claims.verdict import Verdict

_READ = {"+", "-", "neg", "abs", "min", "max", "^", "&", "|", "and", "or", "not", "compare", "number", "name"}
"""The operations that the checker reads; `*` and `%` by constants are added."""


class ProvedLaw(NamedTuple):
    """A proved claim about all P-positions, as automata.

    Attributes:
        rule: The rule.
        game: The rule as relations.
        lost: The relation of the P-positions.
        law: The claim as a condition that the checker can read and that is true of small heaps too, or "".
    """

    rule: Moves
    game: FixedPoint
    lost: Relation
    law: str


def proved_law(found: Verdict, budget: Budget | None = None) -> ProvedLaw:
    """Prove a claim about P-positions in normal play by automata again.

    Args:
        found: A verdict that proves a claim about outcomes.
        budget: Counts the work.

    Returns:
        The law.

    Raises:
        InputError: If automata do not prove the claim, for example because it is about misère play.
        LimitReached: If a limit is exceeded.
    """
    claim, name = found.claim, found.ruleset.name
    if not isinstance(claim, Comparison) or claim.kind == "value" or found.verdict != "proved":
        raise _unsettled(found, "only proved claims about outcomes have one")
    rule = moves_of(found.ruleset, len(claim.names), misere=found.play == "misere")
    if rule is None or rule.misere or rule.blocks:
        raise _unsettled(found, "they read rules stated by conditions, in normal play and without blocked moves")
    budget = budget or Budget()
    try:
        listed = ListedMoves(rule)
        game = FixedPoint(rule, Arithmetic(system_of(claim.node, *listed.expressions), budget))
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


def _completed(game: FixedPoint, stated: Relation, least: int, budget: Budget) -> Relation:
    """Return a claimed relation from the smallest heap of the claim on, with the true outcomes of smaller ones."""
    if not least:
        return stated
    if len(game.rule.heaps) > 1:
        raise NotDefinable("a claim about several heaps from a least one on")
    name = game.rule.heaps[0]
    known = outcome_table(game.rule, least, budget).entries
    small = (game.arithmetic.constant(name, heap) for heap, entry in enumerate(known) if entry)
    return reduce(Relation.__or__, small, stated & game.arithmetic.linear({name: 1}, -least, ">="))


def _is_read(node: Node) -> bool:
    """Return whether the checker can read a condition or a term."""
    if not all(map(_is_read, node.args)):
        return False
    if node.op in {"*", "%"}:
        constants = [arg.op == "number" for arg in node.args]
        return constants[1] or (node.op == "*" and constants[0])
    return node.op in _READ


def _unsettled(found: Verdict, why: str) -> InputError:
    return InputError(f"the claim {found.claim} about {found.ruleset.name} has no proof by automata: {why}")


def certify_law(found: Verdict, budget: Budget | None = None) -> Certificate:
    """Make a certificate of a proved claim about all P-positions.

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
    data = rule_data(law.rule.heaps, [(move.condition, move.leaves, move.chosen) for move in law.rule.moves])
    return cover_certificate(data, law.lost, law.game.steps, law.game.measure, law=law.law)


def write_walnut(found: Verdict, folder: Path, budget: Budget | None = None) -> None:
    """Write the automata and the sentences that prove a claim about all P-positions for Walnut.

    Args:
        found: The verdict on the claim.
        folder: The folder, which is created if necessary.
        budget: Counts the work.

    Raises:
        InputError: If automata do not prove the claim, or if the files cannot be written.
        LimitReached: If a limit is exceeded.
    """
    from ...storage import write_whole

    law = proved_law(found, budget)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in walnut_files(law.rule.heaps, law.lost, law.game.steps).items():
            write_whole(folder / name, [text.encode("ascii")])
    except OSError as error:
        raise cannot_write(folder, error) from None
