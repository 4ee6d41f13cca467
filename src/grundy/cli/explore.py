"""`grundy explore RULESET|FILE.py`: a table of values and the patterns found in it, with the evidence for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..core import LimitReached, Limits
from ..integrations import oeis_entries
from ..notation import read_family, read_ruleset
from ..workflows.exploring.explore import explore as explore_ruleset
from .options import (
    Number,
    answered,
    format_option,
    json_option,
    limit_options,
    misere_option,
    screen_options,
    text_argument,
    working,
)

if TYPE_CHECKING:
    from ..core import TailedGraph


@click.command()
@text_argument("ruleset")
@click.option(
    "--to", "most", type=Number(), default=None, help="The last heap (default: as far as a few seconds allow)."
)
@click.option("--code", type=click.Choice(["python", "cpp"]), help="Print the best pattern as a function.")
@misere_option
@json_option
@format_option
@screen_options
@limit_options
def explore(
    ruleset: str, most: int | None, code: str | None, misere: bool, as_json: bool, style: str | None, limits: Limits
) -> int:
    """Find patterns in the values of a RULESET, each marked proved, compared or only fitted.

    The patterns are periods, formulas, progressions of P-positions, automata that read digits, Beatty pairs, and known
    rulesets with the same values. --code prints the best pattern as a function to paste.

    Two-parameter families such as "arc-kayles: star(3,b,c)", or a graph "with b at 0, c at 2", are explored in normal
    play.

    RULESET can be a Python file: its function `options` returns the options of a number, or of a tuple of two to five
    numbers. FILE.py:name names another function.

    The exit code is 4 if a limit stopped the work before the last heap, or stopped the search for patterns.
    """
    if (family := read_family(ruleset)) is not None:
        return _two_lengths(family, most, as_json, limits, wrong=misere or code is not None or style is not None)
    rules = read_ruleset(f"{ruleset}:options" if ruleset.rstrip().endswith(".py") else ruleset)
    found = explore_ruleset(rules, most, misere=misere, limits=limits)
    if code is not None:
        click.echo(found.code(code), nl=False)
    else:
        answered(found, as_json=as_json, style=style)
        if style is None and not as_json and not misere:
            for entry in oeis_entries(rules):
                click.echo(f"OEIS {entry}")
    return LimitReached.exit_code if found.reason else 0


def _two_lengths(family: TailedGraph, most: int | None, as_json: bool, limits: Limits, *, wrong: bool) -> int:
    """Print the values of a two-parameter family, and the proved properties of all of them."""
    from ..workflows.claims.two_lengths import two_lengths

    if wrong:
        raise click.UsageError("two-parameter families allow neither --misere nor --format")
    with working(limits) as meter:
        found = two_lengths(family, most, meter)
    if not as_json:
        click.echo(f"{found.table()}\n")
    answered(found, as_json=as_json)
    return 0
