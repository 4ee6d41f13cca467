"""`grundy store verify|salvage|copy DIR`: looks after the stores of long runs."""

from __future__ import annotations

from pathlib import Path

import click

DIRECTORY = click.Path(file_okay=True, path_type=Path)


@click.group()
def store() -> None:
    """Check, salvage or copy the store of a run (FILE.run)."""


@store.command()
@click.argument("directory", type=DIRECTORY)
@click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
def verify(directory: Path, as_json: bool) -> None:
    """Check every block against its checksum and the chain; nothing is changed."""
    from ..workflows.store import verify as check

    found = check(directory)
    if as_json:
        import json

        click.echo(json.dumps({"schema": 1, "store": str(directory), **found._asdict(), "status": "good"}))
        return
    click.echo(
        f"{directory}: good: {found.values} values of {found.width} bits in {found.blocks} blocks ({found.game})"
    )


@store.command()
@click.argument("directory", type=DIRECTORY)
@click.argument("target", type=DIRECTORY)
def salvage(directory: Path, target: Path) -> None:
    """Copy the values in front of the first damage into a new store."""
    from ..workflows.store import salvage as save

    good, all_of_them = save(directory, target)
    click.echo(f"{target}: {good} of {all_of_them} values")


@store.command()
@click.argument("directory", type=DIRECTORY)
@click.argument("target", type=DIRECTORY)
def copy(directory: Path, target: Path) -> None:
    """Copy a store after checking all of it."""
    from ..workflows.store import copy as copied

    click.echo(f"{target}: {copied(directory, target)} values")
