"""`grundy graph GAME --out F.svg|.dot`: the state graph of a game."""

from __future__ import annotations

from pathlib import Path

import click

from ..core import InputError, Limits
from ..notation import read_game
from .options import Number, limit_options, misere_option, sum_option, write_whole


@click.command()
@click.argument("game")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="F.svg or F.dot.")
@misere_option
@sum_option
@click.option("--animate", is_flag=True, help="Let the labels come step by step, backwards from the ends (SVG).")
@click.option("--most", type=Number(), default=100, show_default=True, help="Draw at most so many positions.")
@limit_options
def graph(game: str, out: Path, misere: bool, compound: str, animate: bool, most: int, limits: Limits) -> None:
    """Draw the state graph of a GAME: positions coloured N, P and D (draws), values shown, winning moves marked."""
    if out.suffix.lower() not in {".svg", ".dot"}:
        raise InputError(f"expected a file name that ends in .svg or .dot, found {out.name!r}")
    if animate and out.suffix.lower() != ".svg":
        raise InputError(f"expected a file name that ends in .svg with --animate, found {out.name!r}")
    from ..drawing import diagram_dot, diagram_svg
    from ..workflows import graph as state_graph
    from ..workflows.solving.compound import compound_of

    parsed = compound_of(compound, read_game(game))
    diagram = state_graph(parsed, misere=misere, most=most, limits=limits)
    drawn = out.suffix.lower() == ".svg"
    text = diagram_svg(diagram, str(parsed), animate=animate) if drawn else diagram_dot(diagram)
    write_whole(out, text.encode("utf-8"))
    click.echo(f"{out}: {len(diagram.nodes)} positions, {len(diagram.arcs)} moves", err=True)
    if diagram.note:
        click.echo(diagram.note, err=True)
