"""The first page in a browser: a disc at once, pictures that differ, minutes of play, a rule with its values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
Axe = Callable[[Page], list[dict[str, Any]]]
SIZES = {390: 844, 1280: 800, 1920: 1080}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
def test_the_first_disc_is_in_the_first_window_and_nothing_is_wrong(
    visit: PageRequest, axe: Axe, width: int, theme: Literal["light", "dark"]
) -> None:
    page = visit("/", width=width, color_scheme=theme)
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    disc = page.locator(".begin .token").first.bounding_box()
    assert disc is not None
    assert disc["y"] >= 0
    assert disc["y"] + disc["height"] <= SIZES[width]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 1280:
        page.goto(f"{page.url}?show=all")
    assert axe(page) == []


def test_the_first_page_is_short_and_answers_a_press_on_a_disc(visit: PageRequest) -> None:
    page = visit("/")
    assert page.evaluate("document.documentElement.scrollHeight") < 2600
    expect(page.locator(".gallery li").first).to_contain_text("minutes")
    page.locator(".begin a.token").first.click()
    page.wait_for_url("**/play?g=take*")
    expect(page.locator("#status")).to_contain_text("The computer")


def test_a_rule_shows_its_values_while_it_is_typed(visit: PageRequest) -> None:
    page = visit("/")
    strip = page.locator("#strip")
    page.fill("#rule", "take 1..3")
    expect(strip).to_have_text(re.compile("^(0123){6}$"))
    page.fill("#rule", "take {1,")
    expect(page.locator("#rule")).to_have_attribute("aria-invalid", "true")
    expect(strip).to_contain_text("expected")
