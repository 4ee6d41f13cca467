from __future__ import annotations

import pytest

from grundy.workflows.computing.sweep import search_code


def test_a_search_that_would_be_more_work_than_allowed_is_a_limit_and_says_how_far_it_came() -> None:
    line = search_code("0.6", 1 << 17, 10**4)
    assert line["status"] == "limit"
    assert 4096 <= line["checked_to"] < 1 << 17


@pytest.mark.nightly
def test_a_larger_work_limit_finds_more() -> None:
    less, more = (search_code("0.16", 1 << 20, work)["status"] for work in (10**4, 10**9))
    assert (less, more) == ("limit", "proved")


@pytest.mark.nightly
def test_a_code_looked_at_to_the_last_heap_without_a_period_is_none_and_no_limit() -> None:
    line = search_code("0.106", 1 << 20, 10**9)
    assert (line["status"], line["checked_to"]) == ("none", 1 << 20)
