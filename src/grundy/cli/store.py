"""`grundy store verify|salvage|copy STORE`: maintain the stores of long runs and the databases of values."""

from __future__ import annotations

from pathlib import Path

import click

DIRECTORY = click.Path(file_okay=True, path_type=Path)


@click.group()
def store() -> None:
    """Check, salvage or copy the store of a run (a directory FILE.run) or a database of values (a file)."""


@store.command()
@click.argument("directory", metavar="STORE", type=DIRECTORY)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def verify(directory: Path, as_json: bool) -> None:
    """Check every block against its checksum, or every row of a database; change nothing."""
    from ..workflows.persistence import verify_store

    found = verify_store(directory)
    if as_json:
        import json

        click.echo(json.dumps({"schema": 1, "store": str(directory), **found._asdict(), "status": "good"}))
        return
    click.echo(f"{directory}: intact: {found.held} ({found.game})")


@store.command()
@click.argument("directory", metavar="STORE", type=DIRECTORY)
@click.argument("target", metavar="NEW", type=DIRECTORY)
def salvage(directory: Path, target: Path) -> None:
    """Copy the values before the first damage into a new store. A damaged database can be deleted instead."""
    from ..workflows.persistence import salvage_store

    good, saved = salvage_store(directory, target)
    click.echo(f"{target}: {good} of {saved} values")


@store.command()
@click.argument("directory", metavar="STORE", type=DIRECTORY)
@click.argument("target", metavar="NEW", type=DIRECTORY)
def copy(directory: Path, target: Path) -> None:
    """Copy a store, or a database with its log, and check the copy."""
    from ..workflows.persistence import copy_store

    click.echo(f"{target}: {copy_store(directory, target)} values")
