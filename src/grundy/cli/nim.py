"""`grundy nim EXPR`: a calculator for nimbers, and their multiplication table."""

from __future__ import annotations

import json

import click

from ..core import Limits
from ..drawing import grid_table
from ..workflows.library.nim_algebra import calculate, multiplication_table
from .options import Number, json_option, limit_options, text_argument, working


@click.command()
@text_argument("expression", required=False, metavar="[EXPRESSION]")
@click.option("--table", "rows", type=Number(), default=None, help="Print a table of the nim products of 0 to N - 1.")
@json_option
@limit_options
def nim(expression: str | None, rows: int | None, as_json: bool, limits: Limits) -> None:
    """Calculate an EXPRESSION of nimbers: "6 * 7 + 3 / 2".

    + is the nim-sum, * the nim product, / its inverse, ^ a power with an ordinary whole exponent, and sqrt(a) the
    square root. These functions are allowed only outermost: log(b, a), the least n with b^n = a; order(a); and roots(a,
    b), the x with x*x + a*x = b. Numbers are below 2^4096.
    """
    if (expression is None) == (rows is None):
        raise click.UsageError('missing argument EXPRESSION, such as "6 * 7", or --table N')
    if rows is not None:
        table = multiplication_table(rows)
        click.echo(json.dumps({"schema": 1, "table": table}) if as_json else grid_table(table, width=10_000))
        return
    with working(limits) as meter:
        found = calculate(expression or "", meter)
    click.echo(json.dumps(found.to_dict()) if as_json else str(found))
