"""The commands of this distribution: `grundy serve`, `grundy site` and `grundy mcp`.

The command line finds them by the entry points in `pyproject.toml`.
"""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli import Seconds, json_option

if TYPE_CHECKING:
    from .settings import Settings


@click.command()
@click.option("--host", help="The name of this machine (default: 127.0.0.1; with --allow-remote its address).")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="The port; 0 chooses a free one."
)
@click.option("--open/--no-open", "opened", default=None, help="Open a browser (default: if started from a terminal).")
@click.option("--allow-remote", is_flag=True, help="Also serve other machines, for anyone with the printed link.")
@click.option(
    "--allow-embed", "embed", default="", metavar="ORIGIN", help="Allow pages of this origin to embed boards."
)
@click.option("--share", is_flag=True, help="Let others watch a match (always on with --allow-remote).")
@click.option(
    "--behind",
    "proxy",
    default="",
    metavar="ADDRESS",
    help="Trust a proxy at this address that provides TLS for HOST.",
)
@click.option("--debug", is_flag=True, help="Log every request with its query, and tracebacks of internal errors.")
def serve(  # one parameter per option
    host: str | None,
    port: int,
    opened: bool | None,
    allow_remote: bool,
    embed: str,
    share: bool,
    proxy: str,
    debug: bool,
) -> None:
    """Start the web app on this machine: play, explore, claim, build.

    Nothing leaves this machine and nothing is stored. Stop it with Ctrl-C. Other machines have access only with
    --allow-remote, through a link with a secret token, which is also printed as a QR code.
    """
    from .serve import launch
    from .settings import behind, own_address, served

    host = host or (own_address() if allow_remote else "127.0.0.1")
    settings = served(host, port, remote=allow_remote, embed=embed, debug=debug)
    settings = replace(settings, share=settings.share or share)
    if proxy:
        settings = behind(settings, proxy)
    launch(settings, lambda found: _show(found, opened))


def _show(settings: Settings, opened: bool | None) -> None:
    link = settings.address() + (f"?token={settings.token}" if settings.remote else "")
    click.echo(f"grundy is at {link}  (stop it with Ctrl-C)")
    if settings.remote and (sys.stdout.encoding or "").lower().startswith("utf"):
        click.echo(_code(link))
    if opened if opened is not None else sys.stdout.isatty():
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=[link], daemon=True).start()


def _code(link: str) -> str:
    """Return a QR code of a link as text, drawn with block characters."""
    import segno

    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--runtime",
    type=click.Path(file_okay=False, path_type=Path),
    help="The unpacked npm package pyodide (default: download it with npm).",
)
@click.option("--docs", type=click.Path(file_okay=False, path_type=Path), help="A built documentation to include.")
@json_option
def site(out: Path, runtime: Path | None, docs: Path | None, as_json: bool) -> None:
    """Write the web app as a folder OUT of static files, for any host below any prefix, without a server.

    Python runs in the visitor's browser. After the first visit the app works offline.
    """
    from .site.runtime import fetch_runtime, known_runtime, read_runtime
    from .site.write import write_site

    known = known_runtime()
    found = write_site(out, fetch_runtime(known) if runtime is None else read_runtime(runtime, known), docs)
    if as_json:
        click.echo(json.dumps({"schema": 1, "out": str(out)} | found._asdict()))
    else:
        click.echo(f"{out}: {found.files} files, {found.size / 1e6:.1f} MB, version {found.version}")


@click.command()
@click.option("--seconds", type=Seconds(), default=30.0, show_default=True, help="The time limit for one answer.")
def mcp(seconds: float) -> None:
    """Serve agents that use the Model Context Protocol.

    The tools are solve, moves, explain, play-move, values, period, claim and explore; they return the JSON of --json.
    The client starts this command, uses its standard input and output, and closes them to stop it. Files are neither
    read nor written.
    """
    from .mcp_server import serve_mcp

    serve_mcp(seconds)
