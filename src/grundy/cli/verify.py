"""`grundy verify FILE`: the independent checker on certificates; and `--certificate FILE` of other commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core import GrundyError
from .options import Number, Seconds, json_option

if TYPE_CHECKING:
    from ..certificates import Certificate


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--max-entries", type=Number(), default=10_000_000, show_default=True, help="Refuse longer certificates.")
@click.option("--max-seconds", type=Seconds(), default=600.0, show_default="600", help="Give up after so many seconds.")
@click.option("--sample", type=Number(), help="State repeats: verify only so many blocks, drawn at random.")
@json_option
def verify(file: Path, max_entries: int, max_seconds: float, sample: int | None, as_json: bool) -> int:
    """Check the certificate in FILE: every step of it, by code that shares nothing with the solver.

    The verdict is ACCEPTED (exit code 0), REJECTED (1), UNSUPPORTED (2), LIMIT (4), MALFORMED (5), or AUDITED (9) when
    only a sample was verified.
    """
    from grundy_check import check

    verdict = check(str(file), max_entries, max_seconds, sample)
    if as_json:
        import json

        answer = {"schema": 1, "file": str(file), "verdict": verdict.status.lower(), "reason": verdict.reason}
        answer |= {"claim": verdict.claim, "game_sha256": verdict.game_sha256, "entries": verdict.entries}
        answer |= {"theorem": verdict.theorem, "trusted": verdict.trusted}
        click.echo(json.dumps(answer))
    else:
        click.echo(f"{file}: {verdict}")
    return verdict.exit_code


def save_certificate(out: Path, make: Callable[[], Certificate]) -> int:
    """Write a certificate, compressed when the name ends in .gz, and return 0; else say why not, and its exit code."""
    try:
        size = make().write(out)
    except GrundyError as error:
        click.echo(f"grundy: no certificate was written: {error}", err=True)
        return error.exit_code
    click.echo(f"certificate: {out} ({size} bytes); grundy verify {out} checks it", err=True)
    return 0
