"""Large pages are written in pieces, and other requests are answered between them."""

from __future__ import annotations

import pytest

from grundy_web.pages import home_page
from grundy_web.pages.page_requests import PageRequest, PageResponse, Query
from grundy_web.questions.answering import Reply


async def _nothing(*_: object) -> Reply:
    raise AssertionError("the first page asks nothing")


def shown(query: str) -> tuple[int, PageResponse]:
    """How often the first page lets others go first, and the page."""
    work, pauses = home_page.home(PageRequest(Query(query), "http://localhost/", _nothing)), 0
    try:
        while work.send(None) is None:  # a coroutine
            pauses += 1
    except StopIteration as done:
        return pauses, done.value
    raise AssertionError("the first page waits for nobody")


def test_the_catalogue_is_written_in_pieces_and_the_whole_of_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_page, "_WHOLE", {})
    pauses, page = shown("")
    assert pauses >= 10
    assert shown("") == (0, page)
    assert shown("big=1")[1].body != page.body
    assert b"kayles" in shown("find=kayles")[1].body
