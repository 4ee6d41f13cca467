"""While the page waits it says what is computed and for how long; Stop ends that and leaves the page as it was."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
Axe = Callable[[Page], list[dict[str, Any]]]


def hold(page: Page, address: str) -> Callable[[], None]:
    """Leave questions at an address without an answer, until the function that is returned is called."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(re.compile(address), keep)
    return lambda: page.unroute(re.compile(address))


def stopped(page: Page, words: str) -> None:
    """Read what is computed for at least two seconds, and stop it."""
    line = page.locator("#waiting")
    expect(line.locator("[role=status]")).to_have_text(re.compile(words))
    expect(line).to_contain_text(re.compile("[2-9] s"))
    box, size = line.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    line.get_by_role("button").click()
    expect(line).to_be_hidden()


STOP_LATER = """() => {
  const line = document.getElementById("waiting");
  setTimeout(() => { window.seen = line.textContent; line.querySelector("button").click(); }, 2300);
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_move_values_and_reasons_name_the_computation_and_can_be_stopped(
    visit: PageRequest, axe: Axe, width: int
) -> None:
    page = visit("/play?g=nim:+3+5+7", width=width)
    before = page.url
    release = hold(page, "/play[?]")
    page.locator('a[data-key="2.0.6"]').dispatch_event("click")
    expect(page.locator("#waiting")).to_be_visible()
    assert axe(page) == []
    stopped(page, "searches the positions after your move")
    for button, words in (("#values", "value of every move"), ("#why", "reason")):
        page.locator(button).dispatch_event("click")
        stopped(page, words)
    assert page.url == before
    expect(page.locator(".going")).to_have_count(0)
    release()
    page.locator('a[data-key="2.0.6"]').dispatch_event("click")
    expect(page.locator("#status")).to_contain_text("You take 1 from heap 3.")
    expect(page.locator("#waiting")).to_be_hidden()


def test_patterns_and_claims_name_the_computation_and_can_be_stopped(visit: PageRequest, live: str) -> None:
    page = visit("/claim?g=kayles")
    hold(page, "deep=1")
    hold(page, "claim[?]g=kayles&c=")
    page.fill("#c", "value == n % 4")
    page.evaluate(STOP_LATER)
    page.locator("form[data-waits] button.main").click(no_wait_after=True)
    page.wait_for_timeout(4000)  # nothing can be read meanwhile, as another page is on its way
    expect(page.locator("#waiting")).to_be_hidden()
    assert page.evaluate("window.seen") == "The claim is compared with the values and a proof is searched2 sStop"
    assert page.url == f"{live}/claim?g=kayles"
    page.goto(f"{live}/explore?g=kayles")
    stopped(page, "Patterns are searched")
    expect(page.locator("#found a").first).to_be_visible()
    expect(page.locator("#found")).not_to_have_attribute("aria-busy", "true")
