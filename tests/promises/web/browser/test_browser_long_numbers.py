"""Numbers of a thousand digits, and texts and addresses without an end, stay inside the page."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
DIGITS = "7" + "31" * 499 + "9"
ADDRESSES = (
    "/play?v=1&g=" + quote(f"nim: {DIGITS} 5"),
    "/play?you=12&m=1&why=0&hint=3&g=" + quote(f"nim: {DIGITS} {DIGITS} 7"),
    "/play?why=0&g=" + quote(f"moore(k=2): {DIGITS} {DIGITS} 5"),
    "/play?why=0&v=1&g=" + quote(f"take 1..3: {DIGITS}"),
    "/play?g=" + quote(f"nim: {DIGITS} x"),
    "/play?g=" + quote(f"nim{DIGITS}: 5"),
    "/play?g=nim:+3+5&say=" + "y" * 200,
    "/explore?g=" + quote(f"nim: {DIGITS} 5"),
    "/explore?g=" + quote(f"kayles: {DIGITS}"),
    "/explore?g=" + quote(f"nim: {DIGITS} x"),
    "/claim?g=kayles&c=" + quote(f"value == {DIGITS[:400]}"),
    "/build?kind=sum&g=" + quote(f"nim: {DIGITS} 5"),
    "/worksheet?g=" + quote(f"nim: {DIGITS} 5"),
    "/play?g=" + "7" * 9000,
    "/" + "nothing" * 100,
)


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_long_makes_a_page_wider_than_the_window(visit: PageRequest, width: int) -> None:
    page = visit("/play?g=nim:+3", width=width)
    root = page.url.split("/play")[0]
    wide = []
    for address in ADDRESSES:
        page.goto(root + address)
        found = page.evaluate("document.documentElement.scrollWidth")
        if found > width:
            wide.append((address[:60], found))
    assert wide == []


def test_a_large_heap_shows_its_size_abbreviated(visit: PageRequest) -> None:
    page = visit("/play?g=" + quote(f"nim: {DIGITS} 5"))
    assert page.locator(".heap .long").all_inner_texts() == ["731313...1319 (1000 digits)"]
