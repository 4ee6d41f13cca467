"""`grundy games`: the rulesets, each with an example."""

from __future__ import annotations

import click

from ..drawing import columns
from ..games import CATALOGUE
from .options import json_option

FAMILIES = (
    ("take 1..3: 15", "take a number from a set: 1..3, {1, 3, 4}, squares, primes, prime-powers,"),
    ("", "powers(2), all-but {2, 5}, any; several sets are joined by or"),
    ("take k where n % k == 0 and k < n: 12", "take k tokens of a heap of n where a condition holds"),
    ("split a, b where a != b: 9", "split a heap; split alone allows every split"),
    ("take 1..2 or split: 8", "alternatives"),
    ("0.77: 9", "take-and-break codes, octal and beyond: 4.3, 0.3F, 4!.0, 0.[3]"),
    ("rules.py:MyGame: 7", "a rule written in Python"),
    ("nim: 3 5 + kayles: 7", "a sum of these; northcott, poker-nim, tic-tac-toe and race stand alone"),
)
"""Kinds of rules that have no single name."""


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the rulesets, each with an example."""
    if as_json:
        import json

        rows = [{"name": e.name, "example": e.example, "caption": e.caption} for e in CATALOGUE.values()]
        click.echo(json.dumps({"schema": 1, "games": rows}))
        return
    named = [[entry.example, entry.caption] for entry in CATALOGUE.values()]
    click.echo(columns([*named, *map(list, FAMILIES)], ["example", "rule"]))
