"""`grundy serve`: the web app on this machine."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..web import Settings


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
    help="Trust a proxy at this address that provides TLS for HOST and sets X-Forwarded-For.",
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
    --allow-remote, through a link with a secret token, which is also printed as a QR code. With --behind, visitors who
    come through a proxy are counted separately.
    """
    from ..web import behind, check_installed, launch, own_address, served

    check_installed()

    host = host or (own_address() if allow_remote else "127.0.0.1")
    settings = served(host, port, remote=allow_remote, embed=embed, debug=debug)
    settings = replace(settings, share=settings.share or share)
    if proxy:
        settings = behind(settings, proxy)
    launch(settings, lambda found: _show(found, opened))


def _show(settings: Settings, opened: bool | None) -> None:
    link = settings.address() + (f"?token={settings.token}" if settings.remote else "")
    click.echo(f"grundy is at {link}  (stop it with Ctrl-C)")
    can = (sys.stdout.encoding or "").lower().startswith("utf") and find_spec("segno") is not None
    if settings.remote and can:
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
