"""`grundy translate GAME --to NOTATION`: convert a game to the notation of another program, and back."""

from __future__ import annotations

import click

from ..integrations import cgsuite_text, pycgt_value, read_cgsuite
from ..notation import read_game
from .options import text_argument


@click.command()
@text_argument("game")
@click.option(
    "--to",
    "notation",
    type=click.Choice(["cgsuite", "grundy", "pycgt"]),
    required=True,
    help="CGSuite 2, the notation of grundy, or the value of a partizan game by pycgt (pip install pycgt).",
)
def translate(game: str, notation: str) -> None:
    """Translate a GAME into another notation: "kayles: 7" becomes game.heap.Kayles(7) for CGSuite.

    A text that begins with "game." or "*" is read as CGSuite notation, any other text as grundy notation.
    """
    position = read_cgsuite(game) if game.lstrip().startswith(("game.", "*")) else read_game(game)
    if notation == "pycgt":
        click.echo(str(pycgt_value(position)))
    else:
        click.echo(cgsuite_text(position) if notation == "cgsuite" else str(position))
