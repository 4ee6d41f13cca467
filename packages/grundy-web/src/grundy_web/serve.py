"""Starts the web server: first its sockets, then the application, which knows the port, then the event loop."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from threading import Thread

from grundy.core import InputError

from .settings import Settings

BACKLOG = 256
_ASKED: list[KeyboardInterrupt] = []
"""The interrupt that ended the server."""


def launch(settings: Settings, started: Callable[[Settings], None] | None = None) -> None:
    """Start the web server, and serve until interrupted.

    Args:
        settings: The settings of the server.
        started: Receives the settings with the port in use once connections are accepted.

    Raises:
        InputError: If the address cannot be used.
    """
    sockets = listening(settings)
    settings = replace(settings, port=sockets[0].getsockname()[1])
    logging.basicConfig(stream=sys.stderr, format="%(message)s", level=logging.ERROR)
    if settings.debug:
        logging.getLogger("grundy_web").setLevel(logging.INFO)
    try:
        asyncio.run(_serve(settings, sockets, started))
    except KeyboardInterrupt as asked:
        _ASKED.append(asked)  # a signal whose exception was lost is sent again


def listening(settings: Settings) -> list[socket.socket]:
    """Return a socket for each address of the settings, which accepts connections.

    Of the local addresses 127.0.0.1 and ::1 a machine may have only one; then the result has only its socket.
    """
    sockets: list[socket.socket] = []
    port = settings.port
    for host in settings.listens():
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            link = socket.socket(
                family, socket.SOCK_STREAM, socket.IPPROTO_TCP
            )  # with this protocol asyncio disables Nagle's delay
        except OSError:
            continue
        try:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                link.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            link.bind((host, port))
            link.listen(BACKLOG)
        except OSError as error:
            link.close()
            if not sockets:
                raise InputError(f"cannot listen on {host} port {port}: {error.strerror}", hint="--port N") from None
            continue
        sockets.append(link)
        port = link.getsockname()[1]
    return sockets


async def _serve(settings: Settings, sockets: list[socket.socket], started: Callable[[Settings], None] | None) -> None:
    import uvicorn

    from .app import create_app
    from .guard.protocol import protocol_of
    from .pages.rendering import compile_templates

    def made_ready() -> None:
        compile_templates()
        gc.freeze()  # imported objects are permanent, and scanning them again would delay requests

    config = uvicorn.Config(
        create_app(settings),
        http=protocol_of(settings),
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=int(settings.times.keep_alive),
        timeout_graceful_shutdown=1,
    )

    class Server(uvicorn.Server):
        """A uvicorn server that calls `started` when it accepts connections."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            Thread(target=made_ready, daemon=True).start()
            if self.started and started is not None:
                started(settings)

    await Server(config).serve(sockets)
