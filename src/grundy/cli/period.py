"""`grundy period RULESET`: preperiod, period and saltus, proved or observed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..notation import read_ruleset
from ..workflows.period import find_period, looked_to, period_data
from .options import Number, WorkersOption, json_option, limit_options, limits_of, working

if TYPE_CHECKING:
    from ..cluster import Workers
    from ..sequences import Period
    from ..workflows.period_journal import PeriodJournal

SHOWN_RARES = 8
"""Rare heaps that are listed in words."""


@click.command()
@click.argument("ruleset")
@click.option("--to", "most", type=Number(), default=1 << 20, show_default=True, help="The last heap looked at.")
@click.option("--workers", type=WorkersOption(), default=1, show_default=True, help="Processors, or ray.")
@click.option("--journal", type=click.Path(dir_okay=False, path_type=Path), help="Note the progress of a long search.")
@click.option("--resume", is_flag=True, help="Go on from the journal of a search that was stopped.")
@click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write the proof for a checker.")
@json_option
@limit_options
@click.pass_context
def period(
    context: click.Context,
    ruleset: str,
    most: int,
    workers: Workers,
    journal: Path | None,
    resume: bool,
    certificate: Path | None,
    as_json: bool,
    limit_seconds: float,
    limit_memory: int | None,
) -> int:
    """Find the period of a RULESET: proved by a theorem, or observed as far as its values were computed.

    A search that goes far (--to 10^12) notes every few seconds in its journal how far it is; after an
    interruption the same command with --resume goes on.
    """
    if resume and journal is None:
        raise click.UsageError("--resume needs --journal FILE")
    rules = read_ruleset(ruleset)
    limits = limits_of(limit_seconds, limit_memory)
    if journal is not None and context.get_parameter_source("limit_seconds") is click.core.ParameterSource.DEFAULT:
        limits = limits._replace(seconds=None)
    notes = _journal(journal, rules.name, resume=resume)
    with working(limits) as meter:
        found = find_period(rules, most, meter, workers=workers, journal=notes)
    looked = min(most, looked_to(rules))
    click.echo(_json(rules.name, found, looked) if as_json else _text(rules.name, found, looked))
    if certificate is None:
        return 0
    from ..workflows.certify_period import certify_period
    from .verify import save_certificate

    with working(limits) as meter:
        return save_certificate(certificate, lambda: certify_period(rules, found, meter))


def _journal(path: Path | None, ruleset: str, *, resume: bool) -> PeriodJournal | None:
    """Open the journal that is asked for."""
    if path is None:
        return None
    from ..workflows.period_journal import PeriodJournal

    return PeriodJournal(path, ruleset, resume=resume)


def _json(name: str, found: Period | None, looked: int) -> str:
    """Return the answer as JSON."""
    import json

    return json.dumps(period_data(name, found, looked))


def _text(name: str, found: Period | None, looked: int) -> str:
    """Return the answer in words."""
    if found is None:
        return f"{name}: no period seen to heap {looked}"
    grows = f", growing by {found.saltus} each time" if found.saltus else ""
    head = f"{name}: period {found.period} from heap {found.preperiod} on{grows}"
    if found.grade == "observed":
        return f"{head}, observed to heap {found.checked_to}, not proved"
    return f"{head}, proved\nchecked to heap {found.checked_to}: {found.theorem}{_evidence(found)}"


def _evidence(found: Period) -> str:
    """Return what a proof by a repeated state rests on."""
    evidence = found.evidence
    if evidence is None:
        return ""
    rares = ", ".join(map(str, evidence.rares[:SHOWN_RARES])) + (" ..." if len(evidence.rares) > SHOWN_RARES else "")
    resumed = f"; resumed at heap {evidence.resumed_at} on the word of the journal" if evidence.resumed_at else ""
    return (
        f"\nrare heaps ({len(evidence.rares)}): {rares}; window {evidence.window}, "
        f"smaller parts up to {evidence.depth}{resumed}"
        f"\nno smaller period: "
        + "; ".join(f"g({n}) != g({n} + {found.period // prime})" for prime, n in evidence.witnesses)
    )
