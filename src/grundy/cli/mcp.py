"""`grundy mcp`: a server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

import click

from .options import Seconds


@click.command()
@click.option("--seconds", type=Seconds(), default=30.0, show_default=True, help="The time limit for one answer.")
def mcp(seconds: float) -> None:
    """Serve agents that use the Model Context Protocol.

    The tools are solve, moves, explain, play-move, values, period, claim and explore; they return the JSON of --json.
    The client starts this command, uses its standard input and output, and closes them to stop it. Files are neither
    read nor written.
    """
    from ..integrations.mcp_server import serve_mcp

    serve_mcp(seconds)
