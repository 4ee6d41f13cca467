"""Boards as people know them, in a browser: edges that stand on the ground are pressed by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.apart

Visit = Callable[..., Page]


def middle(page: Page, key: str) -> tuple[float, float]:
    """The point of the screen half along an edge; the box of a straight one has no width."""
    x, y = page.locator(f'a[data-key="{key}"] .hit').evaluate(
        "line => { const at = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());"
        " return [at.x, at.y]; }"
    )
    return x, y


def test_an_edge_is_cut_by_pressing_it_and_shows_before_what_falls(visit: Visit) -> None:
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


def test_two_spots_are_joined_by_pressing_both_and_a_loop_asks_what_it_goes_around(visit: Visit) -> None:
    page = visit("/play?g=sprouts:+3")
    expect(page.locator(".board a[data-key]")).to_have_count(3)
    assert page.locator(".letter").first.evaluate("each => getComputedStyle(each).textAnchor") == "middle"
    page.click('a[data-key="0.2.0"]')
    page.wait_for_function("() => location.search.includes('sel=')")
    assert page.locator(".choices a").count() > 1
    page.click('a[data-key="0.1.0"]')
    page.wait_for_function("() => location.search.includes('m=')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
