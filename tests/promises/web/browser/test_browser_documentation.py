"""The documentation as it stands in a page without a server: read, searched and played with no network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.promises.documents.building import build, copied, needed
from tests.promises.web.browser.static_hosts import WAKING, hosting, opened, root_of, visiting, written

pytestmark = [pytest.mark.nightly, needed]

KEPT = """async () => {
  const name = (await caches.keys()).find(name => !name.startsWith('grundy memory'));
  return (await (await caches.open(name)).keys()).filter(asked => asked.url.includes('/docs/')).length;
}"""
"""How many files of the documentation are kept."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    return written(place / "grundy", lambda: build(copied(place / "from"), "html", "-D", "play_address=../play"))


def narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= 390"))


def test_the_documentation_is_read_searched_and_played_without_a_network(chromium: Browser, folder: Path) -> None:
    with hosting(folder) as host, visiting(chromium, root_of(host)) as phone:
        root = root_of(host)
        page = opened(phone, root + "play?g=nim:+3+5+7")
        expect(page.locator("#play")).to_be_visible(timeout=WAKING)
        page.locator("footer a[href^=docs]").click()
        expect(page.locator("h1")).to_contain_text("grundy")
        count = sum(1 for path in (folder / "docs").rglob("*") if path.is_file())
        assert count > 200
        while page.evaluate(KEPT) < count:
            page.wait_for_timeout(200)
        host.shutdown()
        host.server_close()

        page.goto(root + "docs/games/wythoff.html")
        expect(page.locator("h1")).to_contain_text("wythoff")
        assert narrow(page)
        page.goto(root + "docs/search.html?q=golden+ratio")
        found = page.locator("#search-results li a")
        expect(found.first).to_be_visible()
        assert "games/wythoff" in str(page.evaluate("[...document.querySelectorAll('#search-results a')].join()"))
        found.first.click()
        expect(page.locator("h1")).to_be_visible()

        page.goto(root + "docs/games/wythoff.html")
        page.locator(".grundy-table").first.locator("a[href^='#0.']").last.click()
        expect(page.locator(".said").first).to_contain_text("grundy:")
        page.locator("text=play it in the browser").first.click()
        expect(page.locator("h1")).to_have_text(re.compile("^Wythoff"), timeout=WAKING)
        expect(page.locator(".board a[data-key]").first).to_be_visible()
