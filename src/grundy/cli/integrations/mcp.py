"""`grundy mcp`: a server of the Model Context Protocol over standard input and output."""

from __future__ import annotations

import click

from ..options import Seconds


@click.command()
@click.option("--seconds", type=Seconds(), default=30.0, show_default=True, help="The most that an answer takes.")
def mcp(seconds: float) -> None:
    """Serve agents that speak the Model Context Protocol.

    Its tools are solve, moves, explain, play-move, values, period, claim and explore; they answer what --json prints.
    The program that uses it starts this command and speaks over its standard input and output; closing these ends it.
    Files are neither read nor written.
    """
    from ...integrations.mcp_server import serve_mcp

    serve_mcp(seconds)
