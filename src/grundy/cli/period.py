"""`grundy period RULESET`: find the period of the values, proved or observed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core import LimitReached, Limits
from ..notation import read_family, read_ruleset
from ..workflows.computing.period import find_period, looked_to, period_data, seen_in
from .options import (
    Number,
    WorkersOption,
    answered,
    certified_option,
    json_option,
    limit_options,
    text_argument,
    working,
)

if TYPE_CHECKING:
    from ..cluster import Workers
    from ..core import TailedGraph
    from ..sequences import Period

SHOWN_RARES = 8
"""The number of rare heaps listed in words."""


@click.command()
@text_argument("ruleset")
@click.option(
    "--to",
    "most",
    type=Number(),
    default=None,
    help="The last heap to examine (default: 2^20 for a proof, 2,000 to observe a period).",
)
@click.option("--workers", type=WorkersOption(), default=1, show_default=True, help="The number of processors, or ray.")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file that records the progress of a long search.",
)
@click.option("--resume", is_flag=True, help="Continue a stopped search from its journal.")
@click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write a certificate to a file.")
@certified_option
@click.option("--segments", type=Number(), help="Split the certificate into segments that can be checked separately.")
@json_option
@limit_options
@click.pass_context
def period(
    context: click.Context,
    ruleset: str,
    most: int | None,
    workers: Workers,
    journal: Path | None,
    resume: bool,
    certificate: Path | None,
    certified: bool,
    segments: int | None,
    as_json: bool,
    limits: Limits,
) -> int:
    """Find the period of a RULESET, proved by a theorem or observed in its values.

    In a two-parameter family such as "arc-kayles: star(3,b,c)", or a graph "with b at 0, c at 2", the period is that in
    both lengths. It is proved for all b and c by a table of at most --to lengths. "0.33: star(2,b,c)" is an octal game
    played on graphs.

    If a limit stops the search before the last heap, the output states this and the exit code is 4. A long search (--to
    10^12) records its progress in its journal every few seconds; after an interruption, the same command with --resume
    continues.

    --certified prints only results that grundy-check accepted; a period that is only observed is an error.
    """
    _refuse(resume and journal is None, "--resume needs --journal FILE")
    _refuse(segments is not None and certificate is None, "--segments needs --certificate FILE")
    if (family := read_family(ruleset)) is not None:
        _refuse(journal is not None, "--journal is for rulesets on single heaps")
        _refuse(segments is not None, "--segments is for rulesets on single heaps")
        return _of_two_lengths(family, most, certificate, certified, as_json, limits)
    rules = read_ruleset(ruleset)
    if journal is not None and context.get_parameter_source("limit_seconds") is click.core.ParameterSource.DEFAULT:
        limits = limits._replace(seconds=None)
    notes = None
    if journal is not None:
        from ..workflows.computing.period_journal import PeriodJournal

        notes = PeriodJournal(journal, rules.name, resume=resume)
    looked, reason = looked_to(rules, most), ""
    try:
        with working(limits) as meter:
            found = find_period(rules, most, meter, workers=workers, journal=notes)
    except LimitReached as error:
        if certified or not error.partial:
            raise
        found, looked, reason = seen_in(rules, error.partial), len(error.partial) - 1, error.message
    if certified:
        from ..workflows.proving.periods import certify_period
        from .certified import answer_certified, period_certified

        with working(limits) as meter:
            proof = certify_period(rules, found, meter, segments=segments)
            read = period_certified(rules.name)
            return answer_certified(proof, read, out=certificate, limits=limits, as_json=as_json)
    if as_json:
        import json

        click.echo(json.dumps(period_data(rules.name, found, looked, reason)))
    else:
        click.echo(_text(rules.name, found, looked) + _further(found, reason, given=most is not None))
    if certificate is None:
        return LimitReached.exit_code if reason else 0
    from ..workflows.proving.periods import certify_period
    from .verify import save_certificate

    with working(limits) as meter:
        return save_certificate(certificate, lambda: certify_period(rules, found, meter, segments=segments))


def _refuse(wrong: bool, why: str) -> None:
    """Raise `UsageError` for options that cannot be combined."""
    if wrong:
        raise click.UsageError(why)


def _of_two_lengths(
    family: TailedGraph, most: int | None, certificate: Path | None, certified: bool, as_json: bool, limits: Limits
) -> int:
    """Print the period of a two-parameter family, and write its certificate."""
    from ..workflows.claims.two_lengths import two_lengths

    with working(limits) as meter:
        found = two_lengths(family, most, meter)
    if certified:
        from ..workflows.proving.tails import certify_tails
        from .certified import answer_certified, period_certified

        proof = certify_tails(found.found)
        return answer_certified(proof, period_certified(found.name), out=certificate, limits=limits, as_json=as_json)
    answered(found, as_json=as_json)
    if certificate is None:
        return 0
    from ..workflows.proving.tails import certify_tails
    from .verify import save_certificate

    return save_certificate(certificate, lambda: certify_tails(found.found))


def _text(name: str, found: Period | None, looked: int) -> str:
    if found is None:
        return f"{name}: no period found up to heap {looked} (this does not exclude one)"
    grows = f", growing by {found.saltus} each time" if found.saltus else ""
    head = f"{name}: period {found.period} from heap {found.preperiod} on{grows}"
    if found.status == "observed":
        return f"{head}, observed up to heap {found.checked_to}, not proved"
    return f"{head}, proved\nchecked up to heap {found.checked_to}: {found.theorem}{_evidence(found)}"


def _further(found: Period | None, reason: str, *, given: bool) -> str:
    """Return the reason why larger heaps were not examined, and how to continue."""
    if reason:
        option = "--limit-memory" if "memory" in reason else "--limit-seconds"
        return f"\nIncomplete: {reason}; to continue, raise {option}"
    return "; --to N searches further" if not given and (found is None or found.status == "observed") else ""


def _evidence(found: Period) -> str:
    """Return the evidence of a proof by a repeated state."""
    evidence = found.evidence
    if evidence is None:
        return ""
    rares = ", ".join(map(str, evidence.rares[:SHOWN_RARES])) + (" ..." if len(evidence.rares) > SHOWN_RARES else "")
    resumed = f"; resumed from the journal at heap {evidence.resumed_at}" if evidence.resumed_at else ""
    return (
        f"\nrare heaps ({len(evidence.rares)}): {rares}; window {evidence.window}, "
        f"smaller summands up to {evidence.depth}{resumed}"
        f"\nno smaller period: "
        + "; ".join(f"g({n}) != g({n} + {found.period // prime})" for prime, n in evidence.witnesses)
    )
