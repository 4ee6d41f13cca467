"""A ruleset and a command that another distribution adds to grundy; pyproject.toml names both as entry points."""

from __future__ import annotations

from collections.abc import Iterable

import click

from grundy.core import HeapRuleset
from grundy.games import Entry


class Halving(HeapRuleset):
    """Take at most half of the heap."""

    name = "halving"

    def options(self, position: int) -> Iterable[int]:
        """List the heaps that are left, the smallest take first."""
        return range(position - 1, position - position // 2 - 1, -1)


ENTRY = Entry("halving", "grundy_halving", "Halving", "halving: 15", "take at most half of the heap")
"""The entry of the catalogue: name, module, maker, example and rule."""


@click.command()
@click.argument("heap", type=click.IntRange(0))
def halve(heap: int) -> None:
    """Print the smallest heap that one move leaves."""
    click.echo(heap - heap // 2)
