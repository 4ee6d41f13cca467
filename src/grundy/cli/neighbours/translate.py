"""`grundy translate GAME --to NOTATION`: a game in the notation of another program, and back; a ruleset for Lean."""

from __future__ import annotations

import click

from ...core import Limits
from ...neighbours import cgsuite_text, lean_text, read_cgsuite
from ...notation import read_game
from ..options import limit_options, text_argument


@click.command()
@text_argument("game")
@click.option(
    "--to",
    "notation",
    type=click.Choice(["cgsuite", "lean", "grundy"]),
    required=True,
    help="CGSuite 2, Lean 4, or the notation of grundy.",
)
@limit_options
def translate(game: str, notation: str, limits: Limits) -> None:
    """Write a GAME in another notation: "kayles: 7" for CGSuite, or game.heap.Kayles(7) for grundy.

    A text that begins with "game." or "*" is read as CGSuite notation, any other as that of grundy. For Lean GAME is a
    ruleset of single heaps, an octal code or a finite set of takes; its rule, first values and period are stated.
    """
    if notation == "lean":
        click.echo(lean_text(game, limits), nl=False)
        return
    found = read_cgsuite(game) if game.lstrip().startswith(("game.", "*")) else read_game(game)
    click.echo(cgsuite_text(found) if notation == "cgsuite" else str(found))
