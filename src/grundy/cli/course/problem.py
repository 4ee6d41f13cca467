"""`grundy problem NAME`: solves a contest problem, the judge's format on standard input and output."""

from __future__ import annotations

import sys

import click

from ...core import LimitReached, Limits
from ...workflows.problems import PROBLEMS
from ...workflows.problems import problem as find
from ..options import limit_options, working

MOST_BYTES = 1 << 28
"""A longer input is not read."""


@click.command()
@click.argument("name", required=False)
@click.option("--list", "listed", is_flag=True, help="List the problems.")
@click.option("--explain", is_flag=True, help="Tell the rule, the format, the theorem and why it holds.")
@click.option("--plain", is_flag=True, help="Answer by search of the plain rule, without the theorem: small inputs.")
@limit_options
def problem(name: str | None, listed: bool, explain: bool, plain: bool, limits: Limits) -> None:
    """Solve the contest problem NAME: the judge's input from standard input, its output to standard output.

    Nothing is printed when the input cannot be read: the error names the line and what was expected.
    The limits are for --plain.
    """
    if listed:
        from ...drawing import columns

        rows = [[entry.name, entry.title, entry.caption] for entry in PROBLEMS.values()]
        click.echo(columns(rows, ["name", "problem", "game"]))
        return
    if name is None:
        raise click.UsageError("expected the NAME of a problem, or --list")
    found = find(name)
    if explain:
        click.echo(found.explanation)
        return
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise LimitReached(f"the input is longer than {MOST_BYTES} bytes", kind="size")
    if plain:
        with working(limits) as meter:
            lines = list(found.solve_plainly(data, meter))
    else:
        lines = list(found.solve(data))
    click.echo("\n".join(lines))
