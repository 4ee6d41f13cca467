"""`grundy serve`: the page of grundy on this machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..web import Settings


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The name under which the page is reached.")
@click.option("--port", type=click.IntRange(0, 65535), default=8642, show_default=True, help="0: any free port.")
@click.option("--open/--no-open", "opened", default=None, help="Open it in a browser (default: on a terminal).")
@click.option("--allow-remote", is_flag=True, help="Serve other machines too, to those who have the printed link.")
@click.option("--allow-embed", "embed", default="", metavar="ORIGIN", help="Let pages of this origin show boards.")
@click.option("--debug", is_flag=True, help="Log every request with its query, and where our mistakes happen.")
def serve(host: str, port: int, opened: bool | None, allow_remote: bool, embed: str, debug: bool) -> None:
    """Serve the page: play, explore, claim, build. Nothing leaves this machine and nothing is stored.

    Ctrl-C ends it. Other machines are served only with --allow-remote --host NAME, under a link with a secret token.
    """
    from ..web import check_installed, launch, served

    check_installed()

    settings = served(host, port, remote=allow_remote, embed=embed, debug=debug)
    launch(settings, lambda found: _show(found, opened))


def _show(settings: Settings, opened: bool | None) -> None:
    link = settings.address() + (f"?token={settings.token}" if settings.remote else "")
    click.echo(f"grundy is at {link}  (Ctrl-C ends it)")
    if opened if opened is not None else sys.stdout.isatty():
        import threading
        import webbrowser

        threading.Thread(target=webbrowser.open, args=[link], daemon=True).start()
