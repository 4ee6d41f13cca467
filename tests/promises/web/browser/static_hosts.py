"""A host of static files, and a phone that visits it: nothing is asked of another origin, no script fails."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import IO

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from grundy_web.site.runtime import known_runtime, read_runtime
from grundy_web.site.write import write_site

RUNTIME = Path(__file__).parents[4] / "build" / "pyodide"
WAKING = 180_000
"""Milliseconds in which Python wakes on a busy machine."""


class Host(SimpleHTTPRequestHandler):
    """One request, or several on one connection, to a host of static files that says nothing."""

    def handle(self) -> None:
        """Answer; a window that is closed meanwhile is no fault."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


LINE = 10e6 / 8
"""Bytes a second of a slow line."""
SLOWER = 4
"""The factor by which a processor is slowed down."""


class SlowHost(Host):
    """A host at the end of a slow line, which all requests share."""

    line, free = threading.Lock(), 0.0

    def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:  # type: ignore[override]
        while part := source.read(1 << 13):
            with SlowHost.line:
                now = monotonic()
                SlowHost.free = max(now, SlowHost.free) + len(part) / LINE
                wait = SlowHost.free - now
            sleep(wait)
            outputfile.write(part)


def written(out: Path, docs: Callable[[], Path]) -> Path:
    """Write a site with a documentation; where Python for browsers is missing the test is skipped."""
    if not (RUNTIME / "pyodide.mjs").is_file():
        pytest.skip("Pyodide is not unpacked in build/pyodide: the page without a server is not tested")
    write_site(out, read_runtime(RUNTIME, known_runtime()), docs())
    return out


@contextmanager
def hosting(folder: Path, kind: type[Host] = Host) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder.parent)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def root_of(host: ThreadingHTTPServer) -> str:
    return f"http://localhost:{host.server_port}/grundy/"


@contextmanager
def visiting(chromium: Browser, site: str) -> Iterator[BrowserContext]:
    faults: list[str] = []
    found = chromium.new_context(viewport={"width": 390, "height": 844})
    found.set_default_timeout(WAKING)
    found.on("request", lambda asked: None if asked.url.startswith((site, "blob:")) else faults.append(asked.url))
    found.on("console", lambda message: faults.append(message.text) if "pip" in message.text else None)
    found.on("weberror", lambda error: faults.append(str(error.error)))
    yield found
    found.close()
    assert faults == []


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page
