"""Boards as people know them, in a browser: edges that stand on the ground are pressed by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]


def middle(page: Page, key: str) -> tuple[float, float]:
    """The point of the screen half along an edge; the box of a straight one has no width."""
    x, y = page.locator(f'a[data-key="{key}"] .hit').evaluate(
        "line => { const at = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());"
        " return [at.x, at.y]; }"
    )
    return x, y


def test_an_edge_is_cut_by_pressing_it_and_shows_before_what_falls(visit: PageRequest) -> None:
    page = visit("/play?g=hackenbush:+0-1+1-2+1-2+2-2")
    edges = page.locator(".board a[data-key]")
    expect(edges).to_have_count(4)
    falls = page.locator('a[data-key="0.0.0"] .falls')
    expect(falls).to_be_hidden()
    page.mouse.move(*middle(page, "0.0.0"))
    expect(falls).to_be_visible()
    page.mouse.click(*middle(page, "0.2.0"))
    page.wait_for_function("() => location.search.includes('m=')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_spots_are_joined_by_pressing_both_and_a_loop_asks_what_it_goes_around(visit: PageRequest) -> None:
    page = visit("/play?you=12&g=sprouts:+3")
    expect(page.locator(".board a[data-key]")).to_have_count(3)
    assert page.locator(".letter").first.evaluate("each => getComputedStyle(each).textAnchor") == "middle"
    page.click('a[data-key="0.2.0"]')
    page.wait_for_function("() => location.search.includes('sel=')")
    assert {"c-c", "a-c", "b-c"} < set(page.locator(".choices a").all_inner_texts())
    page.click('a[data-key="0.1.0"]')
    page.wait_for_function("() => location.search.includes('m=')")
    expect(page.locator('.arc.last[aria-label^="line b-c"]')).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_spots_stay_and_two_of_them_ask_for_the_region_of_the_line_where_they_share_several(visit: PageRequest) -> None:
    page = visit("/play?you=12&g=sprouts:+3")
    place = "() => [...document.querySelectorAll('.vertex')].map(each => each.getAttribute('x'))"
    before = page.evaluate(place)
    for move in ("a-a", "a-d in the region of a d"):
        page.fill("#say", move)
        page.press("#say", "Enter")
        page.wait_for_function("move => document.querySelector('#status').textContent.includes(move)", arg=move)
        if move == "a-a":
            assert set(before) <= set(page.evaluate(place))
            for key in ("0.0.0", "0.3.0"):
                page.locator(f'a[data-key="{key}"]').press("Enter")
                page.wait_for_function("key => location.search.includes(key)", arg=key)
            expect(page.locator(".board .area")).to_have_count(2)
            page.locator("#cancel").click()
            page.wait_for_function("() => !location.search.includes('sel')")
    expect(page.locator(".arc.last")).to_have_count(2)
