"""The whole application in this process: routes, pages and guard; questions are answered here instead of by a child."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from grundy_web import create_app
from grundy_web.questions.answering import Asked, Reply, answered

ADDRESS = "http://127.0.0.1:8642"
Ask = Callable[..., httpx.Response]


class _Here:
    working = 0

    def __init__(self, seconds: float, traces: list[str]) -> None:
        self.seconds, self.traces = seconds, traces

    async def ask(self, asked: Asked, *_: Any) -> Reply:
        found = answered(asked._replace(seconds=min(asked.seconds, self.seconds)))
        self.traces += [found.trace] if found.trace else []
        return found


@contextmanager
def asking(seconds: float) -> Iterator[tuple[Ask, list[str]]]:
    """Yield what asks the application, with at most so many seconds for an answer, and the tracebacks so far."""
    traces: list[str] = []
    app = create_app()
    app.state.dispatcher.children = _Here(seconds, traces)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ADDRESS, timeout=None)
    with asyncio.Runner() as runner:

        def ask(method: str, path: str, **given: Any) -> httpx.Response:
            return runner.run(client.request(method, path, **given))

        yield ask, traces
        runner.run(client.aclose())
