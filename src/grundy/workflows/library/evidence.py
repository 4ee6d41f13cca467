"""Certificates for users: made for a game or a ruleset, saved, and checked by a separate program."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

from ...certificates import Certificate
from ...core import Budget, Game, InputError, Limits
from ...patterns import Comparison, Periodic
from ..proving.certify import Proof
from .rules import Rules

if TYPE_CHECKING:
    from grundy_check import Verdict as CheckerVerdict

    from ..claims.verdict import Verdict

ENTRIES, SECONDS = 10_000_000, 600.0
"""The default limits of the checker: the number of entries and the time in seconds."""


def certify(
    question: Game | str | Rules, *, misere: bool = False, proof: Proof = "strategy", limits: Limits | None = None
) -> Certificate:
    """Make a certificate of the outcome or value of a game, or of the period of a ruleset.

    A certificate is a proof that an independent program can check (`check_certificate`). For misère play in sums see
    `MisereTheory.certificate`.

    Args:
        question: A game, also in notation, or `Rules` to prove the period of their values.
        misere: Whether the player who makes the last move loses.
        proof: The kind of proof. "strategy" proves the outcome by a reply to every move. "labelling" proves the Grundy
            value by the values of all positions that can be reached, or the loopy value if play need not end. "nimber"
            proves the Grundy value by the values of only those components that are necessary.
        limits: Limits on the work.

    Returns:
        The certificate, which can be saved and checked.

    Raises:
        InputError: If certificates do not support the game, or if the period is not proved.
        LimitReached: If a limit is exceeded, or if the proof is too large.

    Example:
        >>> certify("nim: 1 2 3")
        <Certificate strategy of nim, normal play: {'outcome': 'P', 'start': '1+2+3'}, 4 entries>
        >>> from grundy import game
        >>> claim = certify(game("kayles")).claim
        >>> claim["n0"], claim["p"]
        (71, 12)
    """
    if proof not in get_args(Proof):
        raise InputError(f"expected one of {', '.join(get_args(Proof))}, found {proof!r}")
    budget = Budget(limits)
    if isinstance(question, Rules):
        if misere or proof != "strategy":
            what = "a ruleset has certificates of its period in normal play only"
            raise InputError(what, hint="for misère play, use Rules.misere_quotient(heap).certificate()")
        from ..computing.period import find_period
        from ..proving.periods import certify_period

        return certify_period(question.ruleset, find_period(question.ruleset, None, budget), budget)
    from ...notation import game_of
    from ..proving.certify import certify as certify_game

    return certify_game(game_of(question), misere=misere, proof=proof, budget=budget)


def claim_certificate(found: Verdict, budget: Budget | None = None) -> Certificate:
    """Make a certificate that proves or refutes a user's claim about a ruleset.

    Args:
        found: The verdict on the claim. It must refute a claim about outcomes or values, or prove a claim about all
            outcomes, about all values, or about the period of a code or a subtraction set.
        budget: Counts the work and has its limits.

    Returns:
        The certificate of the counterexample, of all P-positions, of all values, or of the period.

    Raises:
        InputError: If no certificate settles the claim.
        LimitReached: If the certificate would be too large.
    """
    name, claim, at = found.ruleset.name, found.claim, found.counterexample
    if found.verdict == "refuted" and at is not None and isinstance(claim, Comparison):
        from ..proving.certify import certify as certify_game

        game = Game.of(found.ruleset, *found.ruleset.read(at.position))
        proof: Proof = "nimber" if claim.kind == "value" else "strategy"
        made = certify_game(game, misere=found.play == "misere", proof=proof, budget=budget)
        if made.claim.get("value", made.claim.get("outcome")) != at.actual:
            raise InputError(f"a certificate would claim {dict(made.claim)}, not {at.actual}; please report this")
        return made
    if found.verdict == "proved" and found.play == "normal" and isinstance(claim, Periodic):
        from ..computing.period import find_period
        from ..proving.periods import certify_period

        period = find_period(found.ruleset, None, budget)
        made = certify_period(found.ruleset, period, budget)
        n0, p = made.claim["n0"], made.claim["p"]
        if period is not None and not period.saltus and claim.period % p == 0 and claim.preperiod >= n0:
            return made
    if found.verdict == "proved" and isinstance(claim, Comparison):
        from .laws import certify_law

        return certify_law(found, budget)
    settled = (
        "certificates exist for periods of codes and finite subtraction sets, for all P-positions, for values of at "
        "most 15, and for counterexamples"
    )
    raise InputError(f"the claim {claim} about {name} has no certificate: {settled}")


def check_certificate(certificate: Certificate | Path | str, *, limits: Limits | None = None) -> CheckerVerdict:
    """Check a certificate with the independent checker.

    The checker shares no code with the solver and never searches. No content of a file causes an exception.

    Args:
        certificate: A certificate, or the path of a file.
        limits: Limits on entries and seconds; by default 10 million entries and 600 seconds.

    Returns:
        The verdict, whose `status` is ACCEPTED, REJECTED, UNSUPPORTED, LIMIT or MALFORMED.

    Raises:
        InputError: If `limits` is neither `Limits` nor None.

    Example:
        >>> check_certificate(certify("nim: 1 2 3")).status
        'ACCEPTED'
        >>> claim, entries = {"start": "1", "value": 2}, [["0", 0], ["1", 1]]
        >>> forged = Certificate("labelling", "normal", {"family": "nim"}, claim, entries)
        >>> check_certificate(forged).reason
        'the value of the start is 1'
    """
    from grundy_check import check

    from ...sequences import Proposer

    bounds = Limits.of(limits)
    entries = ENTRIES if bounds.positions is None else bounds.positions
    seconds = SECONDS if bounds.seconds is None else bounds.seconds
    if not isinstance(certificate, Certificate):
        return check(str(certificate), entries, seconds, proposer=Proposer)
    with TemporaryDirectory(prefix="grundy-") as folder:
        certificate.write(path := Path(folder) / "certificate")
        return check(str(path), entries, seconds, proposer=Proposer)
