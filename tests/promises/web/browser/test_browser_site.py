"""The page from static files, below a prefix: Python wakes in the browser, plays, and needs no network afterwards.

Python for browsers is looked for in `build/pyodide` (CONTRIBUTING.md says how it gets there); skipped without it.
"""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect
from tests.promises.web.test_offline import ADDRESSES

from grundy.web.site.runtime import known_runtime, read_runtime
from grundy.web.site.write import write_site

pytestmark = pytest.mark.apart

RUNTIME = Path(__file__).parents[4] / "build" / "pyodide"
NIM = "play?g=nim:+3+5+7&v=1&why=0"
WAKING = 60_000
"""Milliseconds in which Python wakes on a busy machine."""
ASK = """async (address) => {
  const found = await fetch(address);
  const bytes = new Uint8Array(await found.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return [found.status, found.headers.get("content-type"), btoa(text)];
}"""
MARKS = "performance.getEntriesByType('mark').map(mark => mark.name)"
"""How Python woke: "awake" is the long way, "remembered" the short one."""
KEPT = """async () => {
  const names = (await caches.keys()).filter(name => name.startsWith('grundy memory'));
  return names.length === 1 && (await (await caches.open(names[0])).keys()).length === 1;
}"""
DAMAGE = """async (part) => {
  const name = (await caches.keys()).find(name => name.startsWith('grundy memory'));
  const cache = await caches.open(name);
  const [asked] = await cache.keys();
  const bytes = await (await cache.match(asked)).arrayBuffer();
  await cache.put(asked, new Response(bytes.slice(0, part * bytes.byteLength)));
}"""
"""Cuts what Python remembers."""
NUMPY = ("/explore/values?", "/claim?")
"""Pages that need numpy, which goes along only where its wheel lies beside Pyodide."""
FOOT = re.compile(rb'<footer class="foot">.*?</footer>', re.DOTALL)
"""What a site says at the foot of a page is its own: there is no API."""


class Host(SimpleHTTPRequestHandler):
    """A host of static files that writes no log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site below a prefix."""
    if not (RUNTIME / "pyodide.mjs").is_file():
        pytest.skip("Pyodide is not unpacked in build/pyodide: the page without a server is not tested")
    write_site(tmp_path / "grundy", read_runtime(RUNTIME, known_runtime()))
    return tmp_path / "grundy"


@pytest.fixture
def host(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """A host that knows nothing but files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder.parent)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def site(host: ThreadingHTTPServer) -> str:
    """The address of the site."""
    return f"http://localhost:{host.server_port}/grundy/"


@pytest.fixture
def context(chromium: Browser, site: str) -> Iterator[BrowserContext]:
    """A phone that was never here. Nothing is asked of another origin, no script fails."""
    faults: list[str] = []
    found = chromium.new_context(viewport={"width": 390, "height": 844})
    found.set_default_timeout(WAKING)
    found.on("request", lambda asked: None if asked.url.startswith((site, "blob:")) else faults.append(asked.url))
    found.on("weberror", lambda error: faults.append(str(error.error)))
    yield found
    found.close()
    assert faults == []


def opened(context: BrowserContext, address: str) -> tuple[Page, FrameLocator]:
    page = context.new_page()
    page.goto(address)
    return page, page.frame_locator("#page")


def remembers(page: Page) -> None:
    """Wait until the memory of Python is kept for later visits."""
    until = monotonic() + WAKING / 1000
    while not page.evaluate(KEPT):
        assert monotonic() < until
        page.wait_for_timeout(200)


def test_a_first_visit_plays_and_a_second_one_needs_no_network(
    context: BrowserContext, site: str, host: ThreadingHTTPServer
) -> None:
    page, inside = opened(context, site + NIM)
    expect(inside.locator("#play")).to_be_visible(timeout=WAKING)
    expect(inside.locator("h1")).to_have_text("nim: 3 5 7")
    expect(inside.locator("body")).to_contain_text("winning")
    assert page.url.startswith(site + "play?g=nim")
    assert page.evaluate("document.scrollingElement.scrollWidth <= 390")
    assert inside.locator("html").evaluate("it => it.scrollWidth <= 390")
    inside.locator(".board a[data-key]").first.click()
    page.wait_for_url(re.compile("[?&]m="))
    played = page.url
    assert page.evaluate(MARKS) == ["awake"]
    remembers(page)

    host.shutdown()
    host.server_close()
    page.close()
    page, inside = opened(context, played)
    expect(inside.locator("#play")).to_be_visible(timeout=WAKING)
    assert page.url == played
    assert page.evaluate(MARKS) == ["remembered"]
    inside.locator("#undo").click()
    page.wait_for_function("!location.search.includes('m=')")
    inside.locator('header a[href="learn"]').click()
    expect(inside.locator("h1")).not_to_contain_text("nim", timeout=WAKING)
    assert page.url == site + "learn"
    page.go_back()
    expect(inside.locator("h1")).to_have_text("nim: 3 5 7", timeout=WAKING)


def test_a_damaged_memory_is_forgotten_and_python_wakes_the_long_way(context: BrowserContext, site: str) -> None:
    page, inside = opened(context, site + NIM)
    expect(inside.locator("#play")).to_be_visible(timeout=WAKING)
    remembers(page)
    page.evaluate(DAMAGE, 0.5)
    page.close()
    page, inside = opened(context, site + NIM)
    expect(inside.locator("#play")).to_be_visible(timeout=WAKING)
    assert page.evaluate(MARKS) == ["awake"]
    remembers(page)
    page.close()
    page, inside = opened(context, site + NIM)
    expect(inside.locator("#play")).to_be_visible(timeout=WAKING)
    assert page.evaluate(MARKS) == ["remembered"]


def test_pages_have_the_bytes_of_the_server(context: BrowserContext, site: str, client: httpx.Client) -> None:
    page, inside = opened(context, site)
    expect(inside.locator("h1")).to_be_visible(timeout=WAKING)
    for address in ADDRESSES:
        status, kind, text = page.evaluate(ASK, site + address[1:])
        if status == 422 and b"numpy" in base64.b64decode(text):
            assert address.startswith(NUMPY), address
            continue
        served = client.get(address, follow_redirects=True)
        assert (status, kind) == (served.status_code, served.headers["content-type"]), address
        assert FOOT.sub(b"", base64.b64decode(text)) == FOOT.sub(b"", served.content), address
