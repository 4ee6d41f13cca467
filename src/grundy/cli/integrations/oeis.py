"""`grundy oeis RULESET`: the OEIS number of its sequence, a draft of an entry, a b-file."""

from __future__ import annotations

from pathlib import Path

import click

from ...core import Limits
from ...integrations import oeis_b_file, oeis_draft, oeis_entries
from ...integrations.oeis import NOT_FOUND
from ...notation import read_ruleset
from ..options import Number, json_option, limit_options, text_argument, write_whole


@click.command()
@text_argument("ruleset")
@click.option("--draft", is_flag=True, help="Write a draft of a new OEIS entry in the internal format.")
@click.option(
    "--bfile", type=click.Path(dir_okay=False, path_type=Path), help="Write a b-file with the offset of the OEIS."
)
@click.option("--to", "last", type=Number(), default=1000, show_default=True, help="The last heap of the b-file.")
@json_option
@limit_options
def oeis(ruleset: str, draft: bool, bfile: Path | None, last: int, as_json: bool, limits: Limits) -> None:
    """Name the OEIS sequences of the values of RULESET, from a local table.

    The table has octal games and built-in games. A sequence that it lacks may still be in the OEIS.
    """
    if draft and (as_json or bfile is not None):
        raise click.UsageError("--draft cannot be combined with --json or --bfile")
    rules = read_ruleset(ruleset)
    if draft:
        click.echo(oeis_draft(rules, limits), nl=False)
        return
    if bfile is not None:
        write_whole(bfile, oeis_b_file(rules, last, limits).encode("ascii"))
    entries = oeis_entries(rules)
    if as_json:
        import json

        told = [entry._asdict() for entry in entries]
        click.echo(json.dumps({"schema": 1, "ruleset": rules.name, "entries": told}))
        return
    for entry in entries:
        click.echo(f"{rules.name}: {entry}")
    if not entries:
        click.echo(f"{rules.name}: {NOT_FOUND}")
