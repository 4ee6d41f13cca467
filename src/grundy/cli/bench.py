"""`grundy bench [RULESET|GAME]`: the program measures itself."""

from __future__ import annotations

import json
from math import log10
from typing import TYPE_CHECKING

import click

from ..drawing import columns
from .options import Seconds, json_option, text_argument

if TYPE_CHECKING:
    from ..workflows.computing.bench import Bench


NOTE = "CPU time of this process: medians of rounds in turn, loading and compiling excluded"
UNITS = ((1e9, " G"), (1e6, " M"), (1e3, " k"))


@click.command()
@text_argument("subject", required=False, metavar="[RULESET|GAME]")
@click.option("--seconds", type=Seconds(), default=4.0, show_default="4", help="CPU time to spend, about.")
@json_option
def bench(subject: str | None, seconds: float, as_json: bool) -> None:
    """Measure how fast a RULESET gives values or a GAME is solved, and how much faster than by its plain twin.

    All methods run in this process in turn; figures are medians of CPU time. Without a name a suite of rulesets
    is measured.
    """
    from ..workflows.computing import bench as measure

    if subject is not None:
        found = measure.bench(subject, seconds)
        click.echo(json.dumps(found.to_dict()) if as_json else _methods(found))
        return
    suite = [measure.bench(text, seconds / len(measure.SUITE)) for text in measure.SUITE]
    whole = {"schema": 1, "suite": [found.to_dict() for found in suite]}
    click.echo(json.dumps(whole) if as_json else _suite(suite))


def _methods(found: Bench) -> str:
    """Return the table of one subject: a row for every method."""
    heaps = found.subject == "ruleset"
    title = f"{found.text}, heaps from {found.start} on" if heaps else found.text
    unit = "values a second" if heaps else "solutions a second"
    rows = [[name, short_rate(rate), _ratio(found, name)] for name, rate in found.rates.items()]
    return _table(title, ["method", unit, "to the plain twin"], rows)


def _suite(suite: list[Bench]) -> str:
    """Return the table of a suite: a row for every ruleset, with its fastest method."""
    rows = []
    for found in suite:
        best = max(found.rates, key=found.rates.__getitem__)
        rates = [short_rate(found.generation_rate), short_rate(found.verified_rate)]
        rows.append([found.text, best, *rates, _ratio(found, best)])
    return _table("Values a second", ["ruleset", "fastest method", "generated", "verified", "to the plain twin"], rows)


def short_rate(rate: float) -> str:
    """Return a rate with three digits and a unit prefix.

    >>> short_rate(841_973_000.0), short_rate(12_340.0), short_rate(7.5)
    ('842 M', '12.3 k', '7.50')
    """
    factor, prefix = next((pair for pair in UNITS if rate >= pair[0]), (1.0, ""))
    figure = rate / factor
    return f"{figure:.{max(0, 2 - int(log10(max(figure, 1))))}f}{prefix}"


def _ratio(found: Bench, name: str) -> str:
    ratio = found.ratios.get(name)
    return "-" if ratio is None else f"x {short_rate(ratio)}"


def _table(title: str, header: list[str], rows: list[list[str]]) -> str:
    """Return a table whose figures stand to the right, with the note on how they were taken."""
    figures = {name for name in header if name not in {"method", "ruleset", "fastest method"}}
    return f"{title}\n\n{columns(rows, header, figures)}\n\n{NOTE}"
