"""`grundy misere RULESET`: tame or not, genus of the heaps, the misere quotient and its pretending function."""

from __future__ import annotations

from pathlib import Path

import click

from ..notation import read_ruleset
from ..workflows.misere import misere_theory
from .options import Number, json_option, limit_options, limits_of, working
from .verify import save_certificate

LIMIT = 4


@click.command()
@click.argument("ruleset")
@click.option("--to", "most", type=Number(), default=None, help="The last heap (default: until a period is proved).")
@click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write the proof to a file.")
@json_option
@limit_options
def misere(
    ruleset: str,
    most: int | None,
    certificate: Path | None,
    as_json: bool,
    limit_seconds: float,
    limit_memory: int | None,
) -> int:
    """Find the misere quotient of a RULESET on heaps, proved for all sums of heaps up to the last one.

    Where a theorem proves that the images of the heaps repeat, it is the quotient of the whole game. The exit
    status is 4 when a limit, or a quotient that is too large, ended the work at a smaller heap.
    """
    rules = read_ruleset(ruleset)
    with working(limits_of(limit_seconds, limit_memory)) as meter:
        found = misere_theory(rules, most, meter=meter)
    if as_json:
        import json

        click.echo(json.dumps(found.to_dict()))
    else:
        click.echo(found.explain())
    failed = 0 if certificate is None else save_certificate(certificate, found.certificate)
    return failed or (LIMIT if found.status == "limit" else 0)
