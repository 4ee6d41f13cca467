"""`grundy games`: the rulesets, each with an example; `grundy games NAME`: a description of one."""

from __future__ import annotations

import json

import click

from ..drawing import columns, game_lines, where_drawn
from ..games import CATALOGUE
from .options import json_option, screen_options, text_argument

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
@text_argument("name", required=False, metavar="[NAME]")
@screen_options
@json_option
def games(name: str | None, as_json: bool) -> None:
    """List the built-in games, each with an example, or describe the game NAME.

    NAME can also be a code such as 0.77, or a rule in words. The description has the rule, how to write a position and
    type a move, parameters, theorems with their sources, what is known in misère play and in sums, and commands to try.
    """
    if name is not None:
        _tell(name, as_json)
        return
    if as_json:
        rows = [{"name": e.name, "example": e.example, "caption": e.caption} for e in CATALOGUE.values()]
        click.echo(json.dumps({"schema": 1, "games": rows}))
        return
    named = [[entry.example, entry.caption] for entry in CATALOGUE.values()]
    click.echo(columns([*named, *map(list, FAMILIES)], ["example", "rule"]))


def _tell(name: str, as_json: bool) -> None:
    from ..workflows import rulebook

    found = rulebook(name)
    if as_json:
        click.echo(json.dumps(found.to_dict()))
        return
    click.echo(found.told())
    click.echo("")
    for line in filter(None, [*game_lines(found.example), where_drawn(found.example)]):
        click.echo(line)
