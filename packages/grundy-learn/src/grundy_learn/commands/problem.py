"""`grundy problem NAME`: solve a contest problem in the judge's format on standard input and output."""

from __future__ import annotations

import sys

import click

from grundy.cli import limit_options, working
from grundy.core import LimitReached, Limits

from ..problems import PROBLEMS
from ..problems import problem as find

MOST_BYTES = 1 << 28
"""The largest input that is read, in bytes."""


@click.command()
@click.argument("name", required=False)
@click.option("--list", "listed", is_flag=True, help="List the problems.")
@click.option("--explain", is_flag=True, help="Explain the rule, the format, the theorem and its proof.")
@click.option("--plain", is_flag=True, help="Search the rule itself, without the theorem (small inputs only).")
@limit_options
def problem(name: str | None, listed: bool, explain: bool, plain: bool, limits: Limits) -> None:
    """Solve the contest problem NAME: read the judge's input and print the judge's output.

    If the input cannot be read, nothing is printed, and the error names the line. Limits apply only if
    --plain asks for a search without the theorem.
    """
    if listed:
        from grundy.drawing import columns

        rows = [[entry.name, entry.title, entry.caption] for entry in PROBLEMS.values()]
        click.echo(columns(rows, ["name", "problem", "game"]))
        return
    if name is None:
        raise click.UsageError("missing argument NAME, or --list")
    found = find(name)
    if explain:
        click.echo(found.explanation)
        return
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise LimitReached(f"expected at most {MOST_BYTES} bytes of input", kind="size")
    if plain:
        with working(limits) as budget:
            lines = list(found.solve_plainly(data, budget))
    else:
        lines = list(found.solve(data))
    click.echo("\n".join(lines))
