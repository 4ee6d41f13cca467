"""A real browser for the tests of the page: the Chromium of the distribution, found on the PATH; skipped without it.

`visit(address)` opens a page of the live server. It notes what must never happen: a request to another host, a message
on the console, an error of a script. `axe(page)` returns what axe-core finds; where axe-core is not installed in
`build/axe` (npm install --no-save --no-package-lock --prefix build/axe axe-core@4) the test is skipped.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
AXE = Path(__file__).parents[4] / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
REFUSED = "Failed to load resource: the server responded with a status of 4"
"""What the console says of a page that is refused in words."""

WAIT = 60_000
"""Milliseconds that a page is given where a machine stalls; a quiet one needs a hundredth."""
expect.set_options(timeout=WAIT)

SIZES = ((390, 844), (1280, 800), (1920, 1080))
"""A phone, a window and a projector."""
PageRequest = Callable[..., Page]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"no Chromium on the PATH ({', '.join(NAMES)}): the page is not tested in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, live: str) -> Iterator[PageRequest]:
    """Opens pages; afterwards nothing was asked of another host and the console is empty."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []
    ours = (live, "data:", "blob:")

    def opened(address: str, *, width: int = 1280, **options: Any) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("console", lambda message: None if REFUSED in message.text else faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(ours) else faults.append(asked.url))
        page.goto(live + address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def axe() -> Callable[[Page | Frame], list[dict[str, Any]]]:
    """What axe-core finds on a page, by rule and element."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed in build/axe: accessibility is not checked by rules")

    def violations(page: Page | Frame) -> list[dict[str, Any]]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            {"rule": each["id"], "impact": each["impact"], "at": [node["html"][:200] for node in each["nodes"][:3]]}
            for each in found["violations"]
        ]

    return violations


@pytest.fixture
def axe_everywhere(axe: Callable[[Page], list[dict[str, Any]]]) -> Callable[[Page], None]:
    """Checks a page by axe-core and for its width, at every size and in both themes, without loading it again."""

    def check(page: Page) -> None:
        for wide, high in SIZES:
            page.set_viewport_size({"width": wide, "height": high})
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                assert axe(page) == [], f"{page.url} at {wide}, {theme}"
            assert page.evaluate("document.documentElement.scrollWidth") <= wide, f"{page.url} at {wide}"

    return check
