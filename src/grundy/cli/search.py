"""`grundy search GAME`: solve a large position under limits: its exact value and every winning move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core import LimitReached, Limits, Meter
from .options import (
    Seconds,
    db_option,
    json_option,
    limit_options,
    method_option,
    misere_option,
    screen_options,
    sum_option,
    text_argument,
    workers_option,
)
from .telling import progress

if TYPE_CHECKING:
    from ..cluster import Workers

MOVE_SECONDS = 60.0
"""The default limit in seconds for winning moves and the principal line."""


@click.command()
@text_argument("game")
@misere_option
@sum_option
@click.option(
    "--want",
    type=click.Choice(["outcome", "value", "moves"]),
    default="moves",
    show_default=True,
    help="Who wins; also the value; also every winning move.",
)
@method_option
@db_option
@click.option(
    "--limit-moves",
    type=Seconds(),
    default=None,
    help="Additional seconds for winning moves and the line of play (default: 60, at most --limit-seconds).",
)
@workers_option
@click.option(
    "--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write a certificate of the value to a file."
)
@json_option
@screen_options
@limit_options
def search(
    game: str,
    misere: bool,
    compound: str,
    want: str,
    method: str,
    db: Path | None,
    limit_moves: float | None,
    workers: Workers,
    certificate: Path | None,
    as_json: bool,
    limits: Limits,
) -> int:
    """Search a large GAME such as "cram: 5x8": who wins, its exact value, every winning move, and a line of play."""
    import json

    from ..workflows.library.solution import solving
    from ..workflows.proving.searched import certify_search
    from ..workflows.searching.question import SearchSettings
    from .verify import save_certificate

    if certificate is not None and misere:
        raise click.UsageError("--certificate proves a Grundy value, so it cannot be combined with --misere")
    clock = Meter(limits)
    move_seconds = min(MOVE_SECONDS, limits.seconds or MOVE_SECONDS) if limit_moves is None else limit_moves
    with progress() as show:
        asked = SearchSettings(want, limits, move_seconds, method, db, show, misere, workers, "deep")  # type: ignore[arg-type]  # click checks the values
        with solving(game, asked, compound=compound) as (found, run):
            with clock.telling():
                answer = found.to_dict() if as_json else {"status": found.status}
                click.echo(json.dumps(answer) if as_json else found.searched())
            failed = 0 if certificate is None else save_certificate(certificate, lambda: certify_search(run, found))
    return failed or (LimitReached.exit_code if answer["status"] == "limit" else 0)
