"""`grundy search GAME`: a large position, its exact value and every winning move, under limits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import Seconds, WorkersOption, json_option, limit_options, limits_of, misere_option, progress

if TYPE_CHECKING:
    from ..cluster import Workers
    from ..workflows.search import Search

LIMIT = 4


@click.command()
@click.argument("game")
@misere_option
@click.option(
    "--want",
    type=click.Choice(["outcome", "value", "moves"]),
    default="moves",
    show_default=True,
    help="Who wins; the exact value too; every winning move too.",
)
@click.option(
    "--method",
    default="auto",
    show_default=True,
    metavar="METHOD",
    help="definition, layers, couples, requested or proof-numbers; auto chooses and says why.",
)
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), help="Learn values of one board here, and add new ones."
)
@click.option(
    "--limit-moves",
    type=Seconds(),
    default=None,
    help="Seconds more for winning moves and the line (default: 60, or --limit-seconds where that is less).",
)
@click.option(
    "--workers", type=WorkersOption(), default=1, show_default=True, help='Threads that share what they find, or "ray".'
)
@click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write a proof of the value.")
@json_option
@limit_options
def search(
    game: str,
    misere: bool,
    want: str,
    method: str,
    db: Path | None,
    limit_moves: float | None,
    workers: Workers,
    certificate: Path | None,
    as_json: bool,
    limit_seconds: float,
    limit_memory: int | None,
) -> int:
    """Search a large GAME such as "cram: 5x8": who wins, its exact value, every winning move, a line of play."""
    import json

    from ..workflows.search import MOVE_SECONDS, Settings, searching

    if certificate is not None and misere:
        raise click.UsageError("--certificate proves a value, and values are for normal play")
    limits = limits_of(limit_seconds, limit_memory)
    move_seconds = min(MOVE_SECONDS, limit_seconds) if limit_moves is None else limit_moves
    with progress() as show:
        asked = Settings(want, limits, move_seconds, method, db, show, misere, workers)  # type: ignore[arg-type]  # click checks the words
        with searching(game, asked) as (found, run):
            click.echo(json.dumps(found.to_dict()) if as_json else found.explain())
            failed = 0 if certificate is None or run is None else _certify(run, certificate)
    return failed or (LIMIT if found.status == "limit" else 0)


def _certify(run: Search, out: Path) -> int:
    """Write a certificate of what a search found, and return 0 or the exit code of what prevented it."""
    from ..workflows.certify_search import certify_search
    from .verify import save_certificate

    return save_certificate(out, lambda: certify_search(run))
