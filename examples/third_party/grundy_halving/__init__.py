"""A ruleset, a command and an operation that another distribution adds to grundy; pyproject.toml names them.

The folder `data` has a fact for the atlas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from grundy.core import HeapRuleset
from grundy.games import Entry
from grundy.operations import Context, Request, Result, operation
from grundy.operations.request import GameText


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


class WidthRequest(Request):
    """Count the moves of a GAME."""

    game: GameText


class WidthResult(Result):
    """The number of moves that the player to move has."""

    game: str
    moves: int

    def blocks(self) -> Iterator[str]:
        """Yield the number."""
        yield f"{self.game} has {self.moves} moves"


@operation(WidthRequest, examples={"grundy width halving: 15": "the number of moves"})
def width(request: WidthRequest, context: Context) -> WidthResult:
    """Count the moves of a game: a command, an endpoint of the API and a tool of agents."""
    game = context.game(request.game)
    return WidthResult(game=str(game), moves=sum(1 for rules, part in game.parts for _ in rules.moves(part)))
