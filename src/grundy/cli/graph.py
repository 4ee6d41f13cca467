"""`grundy graph GAME --out F.svg|.dot`: the game graph of a position."""

from __future__ import annotations

from pathlib import Path

import click

from ..core import InputError, Limits
from ..notation import read_game
from ..operations import write_whole
from .options import Number, format_option, limit_options, misere_option, sum_option, text_argument


@click.command()
@text_argument("game")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file, F.svg or F.dot.")
@misere_option
@sum_option
@click.option("--animate", is_flag=True, help="Animate the labels, from the terminal positions backwards (SVG).")
@click.option("--most", type=Number(), default=100, show_default=True, help="The largest number of positions to draw.")
@format_option
@limit_options
def graph(
    game: str,
    out: Path | None,
    misere: bool,
    compound: str,
    animate: bool,
    most: int,
    style: str | None,
    limits: Limits,
) -> None:
    """Draw the game graph of a GAME: positions coloured by outcome (N, P or D), with values and winning moves.

    The graph is written to --out as SVG or DOT, or printed in a --format for papers. With both options, the format is
    written to the file.
    """
    suffix = "" if out is None else out.suffix.lower()
    if style is None and out is None:
        raise InputError(
            "missing option --out or --format", hint="add --out FILE.svg, --out FILE.dot or --format latex"
        )
    if out is not None and style is None and suffix not in {".svg", ".dot"}:
        raise InputError(
            f"expected a file name that ends in .svg or .dot, found {out.name!r}",
            hint="write --out FILE.svg or --out FILE.dot",
        )
    if out is not None and style is None and animate and suffix != ".svg":
        raise InputError(
            f"expected a file name that ends in .svg with --animate, found {out.name!r}", hint="write --out FILE.svg"
        )
    from ..drawing import diagram_dot, diagram_svg
    from ..drawing.papers import written
    from ..workflows import graph as state_graph
    from ..workflows.solving import compound_of

    parsed = compound_of(compound, read_game(game))
    diagram = state_graph(parsed, misere=misere, most=most, limits=limits)
    if style is not None:
        text = written(diagram.paper(), style)
    else:
        text = diagram_svg(diagram, str(parsed), animate=animate) if suffix == ".svg" else diagram_dot(diagram)
    if out is None:
        click.echo(text, nl=False)
        return
    write_whole(out, text.encode("utf-8"))
    if style is None:
        click.echo(f"{out}: {len(diagram.nodes)} positions, {len(diagram.arcs)} moves", err=True)
        if diagram.note:
            click.echo(diagram.note, err=True)
