"""A live server for tests: `live` is its address, `client` talks to it; `app` is an application in this process."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from tests.promises.web.servers import PATIENT, Served, serving

from grundy_web import Settings, create_app
from grundy_web.questions.answering import QUESTIONS


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with serving(before=PATIENT) as found:
        yield found


@pytest.fixture(scope="session")
def live(server: Served) -> str:
    return server.address


@pytest.fixture(scope="session")
def client(live: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=live, timeout=100) as found:
        yield found


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[FastAPI]:
    """An application in this process whose questions can be asked with `jobs.ask`, and have time."""
    for name, question in QUESTIONS.items():
        if question.seconds <= 2:
            monkeypatch.setitem(QUESTIONS, name, question._replace(seconds=20.0))
    found = create_app(Settings())
    found.state.dispatcher.start()
    yield found
    found.state.dispatcher.stop()
