"""Certificates as users hold them: written for a game or a rule, kept in a file, checked by the independent checker."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

from ...certificates import Certificate
from ...core import Game, InputError, Limits, Meter
from ...patterns import Comparison, Periodic
from ..proving.certify import Proof
from .rules import Rules

if TYPE_CHECKING:
    from grundy_check import Verdict as CheckerVerdict

    from ..claims.verdict import Verdict

ENTRIES, SECONDS = 10_000_000, 600.0
"""Entries and time after which the checker gives up."""


def certify(
    question: Game | str | Rules, *, misere: bool = False, proof: Proof = "strategy", limits: Limits | None = None
) -> Certificate:
    """Return a certificate for somebody who does not trust this package: of a game, or of the period of `Rules`.

    "strategy" proves who wins or that nobody does, "labelling" and "nimber" the Grundy value; where play loops,
    "labelling" proves the loopy value. What is proved of misere play in sums is `MisereTheory.certificate`. Raises
    `InputError` for what certificates do not know and for a period that is not proved, and `LimitReached` where game
    or proof are large.

    >>> certify("nim: 1 2 3")
    <Certificate strategy of nim, normal play: {'outcome': 'P', 'start': '1+2+3'}, 4 entries>
    >>> from .rules import game
    >>> claim = certify(game("kayles")).claim
    >>> claim["n0"], claim["p"]
    (71, 12)
    """
    if proof not in get_args(Proof):
        raise InputError(f"expected one of {', '.join(get_args(Proof))}, found {proof!r}")
    meter = Meter(limits)
    if isinstance(question, Rules):
        if misere or proof != "strategy":
            what = "of a rule its period in normal play is certified"
            raise InputError(what, hint="Rules.misere_quotient(heap).certificate() is for misere play")
        from ..computing.period import find_period
        from ..proving.periods import certify_period

        return certify_period(question.ruleset, find_period(question.ruleset, None, meter), meter)
    from ...notation import game_of
    from ..proving.certify import certify as certify_game

    return certify_game(game_of(question), misere=misere, proof=proof, meter=meter)


def claim_certificate(found: Verdict, meter: Meter | None = None) -> tuple[Certificate, str]:
    """Return a certificate of what a claim was found to be, and in words what follows from it.

    Args:
        found: A verdict that refutes a claim about outcomes or values, or that proves a period of a code or of takes.
        meter: The limits.

    Returns:
        The certificate of the counterexample, or of the period; and why it settles the claim.

    Raises:
        InputError: If no certificate settles the claim.
        LimitReached: If the certificate would be too large.
    """
    name, claim, at = found.ruleset.name, found.claim, found.counterexample
    if found.verdict == "refuted" and at is not None and isinstance(claim, Comparison):
        from ..proving.certify import certify as certify_game

        game = Game.of(found.ruleset, *found.ruleset.read(at.position))
        proof: Proof = "nimber" if claim.kind == "value" else "strategy"
        made = certify_game(game, misere=found.play == "misere", proof=proof, meter=meter)
        if made.claim.get("value", made.claim.get("outcome")) != at.actual:
            raise InputError(f"a certificate would claim {dict(made.claim)}, not {at.actual}; please report it")
        return made, found.told()[1]
    if found.verdict == "proved" and found.play == "normal" and isinstance(claim, Periodic):
        from ..computing.period import find_period
        from ..proving.periods import certify_period

        period = find_period(found.ruleset, None, meter)
        made = certify_period(found.ruleset, period, meter)
        n0, p = made.claim["n0"], made.claim["p"]
        if period is not None and not period.saltus and claim.period % p == 0 and claim.preperiod >= n0:
            return made, f"Proved: {name} has period {p} from heap {n0} on, and {p} divides {claim.period}."
    settled = "certificates settle periods of codes and of finite sets of takes, and counterexamples"
    raise InputError(f"no certificate settles the claim {claim} about {name}: {settled}")


def check_certificate(certificate: Certificate | Path | str, *, limits: Limits | None = None) -> CheckerVerdict:
    """Return the verdict of the independent checker on a certificate, or on a file that holds one.

    Its `status` is ACCEPTED, REJECTED, UNSUPPORTED, LIMIT or MALFORMED. The checker shares no code with the solver and
    never searches; nothing that a file holds raises.

    >>> check_certificate(certify("nim: 1 2 3")).status
    'ACCEPTED'
    >>> forged = Certificate("labelling", "normal", {"family": "nim"}, {"start": "1", "value": 2}, [["0", 0], ["1", 1]])
    >>> check_certificate(forged).reason
    'the value of the start is 1'
    """
    from grundy_check import check

    from ...sequences import proposer

    bounds = Limits.of(limits)
    entries = ENTRIES if bounds.positions is None else bounds.positions
    seconds = SECONDS if bounds.seconds is None else bounds.seconds
    if not isinstance(certificate, Certificate):
        return check(str(certificate), entries, seconds, proposer=proposer)
    with TemporaryDirectory(prefix="grundy-") as folder:
        certificate.write(path := Path(folder) / "certificate")
        return check(str(path), entries, seconds, proposer=proposer)
