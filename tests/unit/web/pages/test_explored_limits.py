"""The page that explores when a limit is hit: it says so, and leads to more."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from grundy.core import LimitReached
from grundy_web.offline import answer

ADDRESS = "g=take+1..3&deep=1"
ENDED = "The search for patterns stopped at its limit; there may be more."


def shown(query: str) -> str:
    status, _, body = answer("GET", "/explore", query)
    assert status == 200
    return unescape(body.decode())


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> list[Any]:
        raise LimitReached("the 4-second limit was reached", kind="time")

    monkeypatch.setattr("grundy.workflows.exploring.heaps.find_formulas", stop)


@pytest.mark.usefixtures("stopped")
def test_a_search_for_patterns_that_was_stopped_says_so_and_leads_to_a_longer_one() -> None:
    page = shown(ADDRESS)
    assert "period 4 from heap 0 on" in page
    assert ENDED in page
    assert 'href="explore?g=take+1..3&deep=1&longer=1">Search longer' in page
    longer = shown(ADDRESS + "&longer=1")
    assert ENDED in longer
    assert "Search longer" not in longer


def test_a_search_for_patterns_that_came_to_its_end_says_nothing_of_limits() -> None:
    page = shown(ADDRESS)
    assert "value == n % 4" in page
    assert ENDED not in page
