"""`grundy misere RULESET`: whether it is tame, the genus of heaps, the misère quotient and its pretending function."""

from __future__ import annotations

from pathlib import Path

import click

from ..core import LimitReached, Limits
from ..notation import read_ruleset
from ..workflows.computing.misere import misere_theory
from .options import (
    Number,
    answered,
    certified_option,
    format_option,
    json_option,
    limit_options,
    screen_options,
    text_argument,
    working,
)
from .verify import save_certificate


@click.command()
@text_argument("ruleset")
@click.option(
    "--to", "most", type=Number(), default=None, help="The last heap (default: continue until a period is proved)."
)
@click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write a certificate to a file.")
@certified_option
@json_option
@format_option
@screen_options
@limit_options
def misere(
    ruleset: str,
    most: int | None,
    certificate: Path | None,
    certified: bool,
    as_json: bool,
    style: str | None,
    limits: Limits,
) -> int:
    """Find the misère quotient of a RULESET on heaps, proved for all sums of heaps up to the last one.

    If a theorem proves that the images of the heaps repeat, it is the quotient of the whole game. The exit code is 4 if
    a limit, or a quotient that is too large, stopped the work at a smaller heap.

    --certified prints only results that grundy-check accepted: the quotient of the heaps up to the last one.
    """
    if certified and style is not None:
        raise click.UsageError("--certified cannot be combined with --format")
    rules = read_ruleset(ruleset)
    with working(limits) as meter:
        found = misere_theory(rules, most, meter=meter)
    limit = LimitReached.exit_code if found.status == "limit" else 0
    if certified:
        from .certified import answer_certified, quotient_certified

        proof = found.certificate()
        read = quotient_certified(rules.name, proof)
        return answer_certified(proof, read, out=certificate, limits=limits, as_json=as_json) or limit
    answered(found, as_json=as_json, style=style)
    failed = 0 if certificate is None else save_certificate(certificate, found.certificate)
    return failed or limit
