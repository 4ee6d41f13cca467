"""A live server for tests: `live` is its address, `client` talks to it; `app` is an application in this process."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from tests.promises.web.servers import Served, serving

from grundy.web import Settings, create_app


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """A server with its own settings in a process of its own."""
    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def live(server: Served) -> str:
    """The address of that server, without the slash at its end."""
    return server.address


@pytest.fixture(scope="session")
def client(live: str) -> Iterator[httpx.Client]:
    """A client of the live server."""
    with httpx.Client(base_url=live, timeout=40) as found:
        yield found


@pytest.fixture
def app() -> Iterator[FastAPI]:
    """An application in this process whose questions can be asked with `jobs.ask`."""
    found = create_app(Settings())
    found.state.desk.start()
    yield found
    found.state.desk.stop()
