"""The page from static files, below a prefix: Python wakes in the browser, plays, and needs no network afterwards.

Python for browsers is looked for in `build/pyodide` (CONTRIBUTING.md says how it gets there); skipped without it.
"""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import quote_plus

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.pace import crowded
from tests.promises.web.browser.static_hosts import (
    SLOWER,
    WAKING,
    SlowHost,
    hosting,
    opened,
    root_of,
    visiting,
    written,
)
from tests.promises.web.test_offline import ADDRESSES
from tests.unit.web.site.packed_pages import pages_of

pytestmark = pytest.mark.nightly

FIRST = "play?g=take+1..3%3A+10&err=20&lesson=take-away"
NIM = "play?g=nim:+3+5+7&v=1&why=0"
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
READ = """async () => {
  const name = (await caches.keys()).find(name => !name.startsWith('grundy memory'));
  return (await (await caches.open(name)).keys()).filter(asked => asked.url.includes('/docs/')).length;
}"""
"""How many files of the documentation are kept."""
DAMAGE = """async (part) => {
  const name = (await caches.keys()).find(name => name.startsWith('grundy memory'));
  const cache = await caches.open(name);
  const [asked] = await cache.keys();
  const bytes = await (await cache.match(asked)).arrayBuffer();
  await cache.put(asked, new Response(bytes.slice(0, part * bytes.byteLength)));
}"""
"""Cuts what Python remembers."""
BOARD = "document.querySelector('.board .pieces').outerHTML"
GAMES = (
    "kayles: 7",
    "chomp: 4x6",
    "maze: ..#./...@",
    "cram: 4x4",
    "wythoff: 3 5",
    "tic-tac-toe: .../.../...",
    "take k where n % k == 0 and k < n: 12",
    "nim: 3 5 + kayles: 4",
    "graph: a>b b>a a>c @ b",
)
WRITTEN = ("", "play?g=chomp%3A+3x4&err=20", "play?g=nim%3A+10+12+5&err=20", "learn?lesson=binary")
PRESSABLE = """(() => {
  const look = () => {
    const piece = document.querySelector("main .board a[data-key]");
    const ready = document.getElementById("listed") ? window.grundyListed : window.grundySite?.go;
    const seen = piece && ready && getComputedStyle(piece).visibility === "visible";
    if (!seen) requestAnimationFrame(look);
    else requestAnimationFrame(() => window.pressable = performance.now());
  };
  look();
})()"""
"""Notes the frame in which a piece is seen while scripts listen to presses."""
LINKED = (
    *GAMES,
    "nim: 3 5 7",
    "dawsons-kayles: 9",
    "grundy: 8",
    "nimble: 3 5 5",
    "silver-dollar: 2 4 7",
    "turning-turtles: 1 3 4",
    "northcott: W..B./.W..B @ W",
    "treblecross: 9",
    "hackenbush: 0-1 1-2 1-3",
    "sprouts: 3",
    "0.77: 9",
)
HARD = "play?g=cram%3A+7x9&you=12&t=30"
"""A position whose values are not known in half a minute."""
LATE = "The time limit was reached before there was an answer. Try a smaller position."
LOOKED_AT = (
    "",
    "play?g=nim:+3+5+7&v=1&why=0",
    "explore",
    "explore?g=kayles",
    "learn",
    "learn?lesson=binary&screen=3&seed=7",
    "puzzles",
)
DOCS = {
    "docs/index.html": "<h1>Documentation</h1>",
    "docs/games/nim.html": '<a href="../../play?g=nim%3A+1+2+4">play it in the browser</a>',
}
"""A documentation of two pages."""
FOOT = re.compile(rb'<footer class="foot">.*?</footer>', re.DOTALL)
"""What a site says at the foot of a page is its own: there is no API."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    for name, text in DOCS.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(f"<!doctype html><title>{name}</title>{text}", encoding="utf-8")
    return written(place / "grundy", lambda: place / "docs")


@pytest.fixture
def host(folder: Path) -> Iterator[ThreadingHTTPServer]:
    with hosting(folder) as server:
        yield server


@pytest.fixture
def site(host: ThreadingHTTPServer) -> str:
    return root_of(host)


@pytest.fixture
def context(chromium: Browser, site: str) -> Iterator[BrowserContext]:
    with visiting(chromium, site) as found:
        yield found


class Table(NamedTuple):
    """A window in which Python is awake, and the address of the site."""

    page: Page
    root: str

    def show(self, address: str) -> None:
        self.page.evaluate("address => grundySite.go(address)", self.root + address)

    def press(self) -> None:
        pressed(self.page)


@pytest.fixture(scope="module")
def table(chromium: Browser, folder: Path) -> Iterator[Table]:
    with hosting(folder) as host, visiting(chromium, root_of(host)) as found:
        page = opened(found, root_of(host))
        is_awake(page)
        yield Table(page, root_of(host))


def pressed(frame: Page) -> None:
    before = frame.url
    choices = frame.locator(".choices a.button:not(#cancel)")
    (choices.first if choices.count() else frame.locator(".board a[data-key]").last).click()
    frame.wait_for_function("before => location.href !== before", arg=before)


def is_awake(page: Page) -> None:
    """Wait until Python is awake and the page is the one that it shows."""
    expect(page.locator("#waking")).to_be_hidden(timeout=WAKING)


def remembers(page: Page) -> None:
    """Wait until the memory of Python is kept for later visits."""
    until = monotonic() + WAKING / 1000
    while not page.evaluate(KEPT):
        assert monotonic() < until
        page.wait_for_timeout(200)


def test_a_first_visit_plays_and_a_second_one_needs_no_network(
    context: BrowserContext, site: str, host: ThreadingHTTPServer
) -> None:
    page = opened(context, site + NIM)
    expect(page.locator("#play")).to_be_visible(timeout=WAKING)
    expect(page.locator(".title code")).to_have_text("nim: 3 5 7")
    expect(page.locator("body")).to_contain_text("winning")
    assert page.url.startswith(site + "play?g=nim")
    assert page.evaluate("document.scrollingElement.scrollWidth <= 390")
    page.locator(".board a[data-key]").first.click()
    page.wait_for_url(re.compile("[?&]m="))
    played = page.url
    assert page.evaluate(MARKS) == ["awake"]
    remembers(page)
    page.locator("footer a[href^=docs]").click()
    expect(page.locator("h1")).to_have_text("Documentation")
    while page.evaluate(READ) < len(DOCS):
        page.wait_for_timeout(100)

    host.shutdown()
    host.server_close()
    page.close()
    page = opened(context, played)
    expect(page.locator("#play")).to_be_visible(timeout=WAKING)
    assert page.url == played
    assert page.evaluate(MARKS) == ["remembered"]
    page.locator("#undo").click()
    page.wait_for_function("() => !location.search.includes('m=')")
    page.locator('header a[href="learn"]').click()
    page.wait_for_url(site + "learn", timeout=WAKING)
    expect(page.locator("h1")).not_to_contain_text("nim", timeout=WAKING)
    page.go_back()
    expect(page.locator(".title code")).to_have_text("nim: 3 5 7", timeout=WAKING)
    page.goto(site + "docs/games/nim.html")
    page.get_by_text("play it in the browser").click()
    expect(page.locator(".title code")).to_have_text("nim: 1 2 4", timeout=WAKING)
    page.goto(site + "docs")
    expect(page.locator("h1")).to_have_text("Documentation")


def test_a_damaged_memory_is_forgotten_and_python_wakes_the_long_way(context: BrowserContext, site: str) -> None:
    page = opened(context, site + NIM)
    expect(page.locator("#play")).to_be_visible(timeout=WAKING)
    remembers(page)
    page.evaluate(DAMAGE, 0.5)
    page.close()
    page = opened(context, site + NIM)
    expect(page.locator("#play")).to_be_visible(timeout=WAKING)
    assert page.evaluate(MARKS) == ["awake"]
    remembers(page)
    page.close()
    page = opened(context, site + NIM)
    expect(page.locator("#play")).to_be_visible(timeout=WAKING)
    assert page.evaluate(MARKS) == ["remembered"]


def test_a_game_begun_before_python_is_awake_continues_with_its_moves(context: BrowserContext, site: str) -> None:
    page = opened(context, site + FIRST)
    page.locator(".board a[data-key]").first.click()
    expect(page.locator("#told")).to_contain_text("You: take")
    expect(page.locator("#play .lamps")).to_be_hidden()  # they show the sum before the move
    page.locator("#play .board a[data-key]").last.click()
    moves = re.search("m=([0-9.]+)", page.url)
    assert moves is not None
    assert page.evaluate(MARKS) == [], "Python was awake before the moves"
    is_awake(page)
    expect(page.locator(".strip li")).to_have_count(1 + len(moves[1].split(".")))
    expect(page.locator("#play .begun")).to_have_count(0)
    assert moves[0] in page.url
    page.reload()
    expect(page.locator("#told")).to_contain_text("You: take")
    is_awake(page)
    expect(page.locator(".strip li")).to_have_count(1 + len(moves[1].split(".")))


def test_the_board_of_the_first_page_is_played_to_its_end_without_python(context: BrowserContext, site: str) -> None:
    page = opened(context, site)
    large = page.locator("a[data-match]")
    while page.locator(".begin .board a[data-key]").count():
        page.locator(".begin .board a[data-key]").first.click()
        page.wait_for_timeout(700)
    assert page.evaluate(MARKS) == [], "Python was awake before the end"
    expect(page.locator("#told")).to_contain_text("wins")
    large.click()
    expect(page.locator("#status")).to_contain_text("wins", timeout=WAKING)
    assert page.locator(".strip li").count() > 3


def test_pieces_that_a_move_shares_are_pressed_one_after_the_other_before_python_is_awake(
    context: BrowserContext, site: str
) -> None:
    page = opened(context, site + "play?g=kayles%3A+7&err=20")
    pins = page.locator(".board a[data-key]")
    pins.nth(2).click()
    expect(page.locator(".board .pressed")).to_have_count(1)
    expect(page.locator(".board .open")).to_have_count(2)
    pins.nth(3).click()
    expect(page.locator("#told")).to_contain_text("You: ")
    assert page.evaluate(MARKS) == [], "Python was awake before the move"
    moves = re.search("m=([0-9.]+)", page.url)
    assert moves is not None
    is_awake(page)
    expect(page.locator(".strip li")).to_have_count(1 + len(moves[1].split(".")))
    assert moves[0] in page.url


@pytest.mark.parametrize("game", ["nim: 10 12 5", "cram: 3x4", "clobber: 3x4"])
def test_the_first_move_of_a_large_game_is_answered_before_python_is_awake(
    context: BrowserContext, site: str, game: str
) -> None:
    page = opened(context, site + f"play?g={quote_plus(game)}&err=20")
    while not page.locator("#play .begun").count():
        piece = page.locator(".board .open").first
        (piece if piece.count() else page.locator(".board a[data-key]").first).click()
    expect(page.locator("#told")).to_contain_text("grundy: ")
    assert page.evaluate(MARKS) == [], "Python was awake before the move"
    is_awake(page)
    expect(page.locator(".strip li")).to_have_count(3)


def test_a_page_without_a_scene_opens_when_python_is_awake_and_a_game_begun_meanwhile_stays(
    context: BrowserContext, site: str
) -> None:
    page = opened(context, site + "explore?g=kayles")
    page.locator(".board a[data-key]").first.click()
    expect(page.locator(".said")).to_contain_text("You: take")
    assert page.evaluate(MARKS) == [], "Python was awake before the move"
    expect(page.locator("#enter")).to_be_visible(timeout=WAKING)
    expect(page.locator(".said")).to_be_visible()
    page.click("#enter")
    expect(page.locator("main")).to_contain_text("period 12", timeout=WAKING)
    assert page.url == site + "explore?g=kayles"


def test_a_press_on_a_written_page_is_answered_when_python_is_awake(context: BrowserContext, site: str) -> None:
    page = opened(context, site + "learn?lesson=binary")
    page.locator(".board a[data-key]").last.click()
    assert page.evaluate(MARKS) == [], "Python was awake before the press"
    page.wait_for_url(re.compile("[?&]m="), timeout=WAKING)
    expect(page.locator("#grade")).to_contain_text("You")


@pytest.mark.parametrize("address", WRITTEN)
def test_a_written_page_is_pressed_in_a_moment_on_a_slow_machine_and_line(
    chromium: Browser, folder: Path, address: str
) -> None:
    with hosting(folder, SlowHost) as host, visiting(chromium, root_of(host)) as found:
        found.add_init_script(PRESSABLE)
        for most in (1500, 500):
            page = found.new_page()
            found.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(root_of(host) + address, wait_until="commit")
            page.wait_for_function("() => window.pressable")
            assert page.evaluate("window.pressable") <= most * crowded()
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # every file is stored
            page.close()


def test_a_game_is_played_to_its_end_without_a_script(chromium: Browser, site: str) -> None:
    found = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = opened(found, site)
    page.get_by_role("link", name="A game without JavaScript").click()
    table = page.locator(".still section:visible")
    expect(table).to_have_count(1)
    while table.locator(".board a[data-key]").count():
        table.locator(".board a[data-key]").first.click()
        expect(table.locator(".said")).to_contain_text("You: take")
        page.get_by_role("link", name="Go on").click()
    expect(table.locator(".said")).to_contain_text("wins")
    page.get_by_role("link", name="Start over").click()
    expect(table.locator(".board a[data-key]")).to_have_count(3)
    found.close()


def test_no_page_of_the_site_has_a_frame_or_mentions_pip(folder: Path) -> None:
    pages = pages_of(folder)
    shell = [path.read_text(encoding="utf-8") for path in folder.glob("site/*.js")]
    assert not any("<iframe" in text or "pip install" in text for text in pages.values())
    assert not any("iframe" in text for text in shell)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_pressing_pieces(table: Table, game: str) -> None:
    table.show(f"play?g={quote_plus(game)}")
    for _ in range(24):
        if table.page.locator("#again").count():
            break
        table.press()
    expect(table.page.locator("#status strong")).to_have_text(re.compile("wins? in [0-9]+ moves?\\.$|^A draw"))
    assert table.page.locator(".strip li").count() > 2


def test_links_made_on_the_server_open_on_the_site_with_the_same_board_and_the_other_way(
    table: Table, chromium: Browser, live: str
) -> None:
    served = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    for game in LINKED:
        served.goto(f"{live}/play?g={quote_plus(game)}&you=12")
        pressed(served)
        made = served.url.removeprefix(live)[1:]
        served.reload()
        served.mouse.move(1, 1)  # a piece below the pointer is drawn otherwise
        table.show(made)
        assert table.page.evaluate(BOARD) == served.evaluate(BOARD), game
        table.press()
        made = table.page.url.removeprefix(table.root)
        served.goto(f"{live}/{made}")
        table.show(made)
        assert table.page.evaluate(BOARD) == served.evaluate(BOARD), game
    served.context.close()


@pytest.mark.parametrize("address", LOOKED_AT)
def test_pages_of_the_site_pass_axe_and_fit_a_phone(
    table: Table, axe: Callable[[Page], list[dict[str, Any]]], address: str
) -> None:
    table.show(address)
    assert axe(table.page) == []
    assert table.page.evaluate("document.scrollingElement.scrollWidth") <= 390
    tops = "[...document.querySelectorAll('header nav a')].map(link => link.getBoundingClientRect().top)"
    assert len(set(table.page.evaluate(tops))) == 1, "the navigation wraps"


def test_the_page_that_waits_for_python_passes_axe_and_fits_a_phone(
    context: BrowserContext, site: str, axe: Callable[[Page], list[dict[str, Any]]]
) -> None:
    page = context.new_page()
    page.goto(site)
    expect(page.locator("#waking p")).not_to_be_empty()
    assert axe(page) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    assert page.evaluate(MARKS) == [], "Python was awake before axe was done"


def test_a_question_that_takes_too_long_ends_with_its_worker_and_the_next_one_is_answered(
    chromium: Browser, folder: Path, tmp_path: Path
) -> None:
    stuck = tmp_path / "grundy"
    shutil.copytree(folder, stuck)
    for start in stuck.rglob("index.html"):  # the same site, whose patience ends after eight seconds
        start.write_text(re.sub(r'data-late="[0-9.]+"', 'data-late="8"', start.read_text(encoding="utf-8")))
    worker = next(stuck.rglob("worker.js"))  # it never answers a question for values, however fast the machine is
    before, heard = worker.read_text(encoding="utf-8"), "const python = await awake;\n  try"
    assert before.count(heard) == 1
    forever = f"if (/\\bv=1\\b/.test(data.query)) for (;;);\n  {heard}"
    worker.write_text(before.replace(heard, forever), encoding="utf-8")
    with hosting(stuck) as host, visiting(chromium, root_of(host)) as found:
        page = opened(found, root_of(host) + HARD)
        expect(page.locator("#play")).to_be_visible(timeout=WAKING)
        remembers(page)
        page.locator("#values").click()
        expect(page.locator("#alert")).to_have_text(LATE, timeout=WAKING)
        assert page.url.endswith(HARD), "the table stays as it was"
        Table(page, root_of(host)).show(HARD + "&v=1")
        expect(page.locator("main .error")).to_have_text(LATE, timeout=WAKING)
        page.locator("main a.button").click()
        expect(page.locator("h1#begin")).to_be_visible(timeout=WAKING)
        page.wait_for_function("performance.getEntriesByType('mark').length > 2", timeout=WAKING)
        assert page.evaluate(MARKS) == ["awake", "remembered", "remembered"]


def test_a_sequence_is_explored_plotted_and_a_claim_about_it_judged(table: Table) -> None:
    page = table.page
    table.show("explore?g=kayles&to=300")
    expect(page.locator("main")).to_contain_text("period 12 from heap 71", timeout=WAKING)
    expect(page.locator("main svg").first).to_be_visible()
    assert page.url.startswith(table.root + "explore?g=kayles")
    table.show("claim?g=kayles&c=periodic+12+from+70")
    expect(page.locator("main")).to_contain_text("70", timeout=WAKING)
    expect(page.locator("main")).not_to_contain_text("numpy")


def test_short_values_of_two_lengths_are_shown_with_the_requirement_of_a_proof(table: Table) -> None:
    page = table.page
    table.show("explore?g=arc-kayles:+star(1,b,c)")
    expect(page.locator("main")).to_contain_text("Python in this browser lacks numpy", timeout=WAKING)
    expect(page.locator("table.values tbody tr")).to_have_count(16)
    table.show("claim?g=arc-kayles:+star(1,b,c)&c=value+<=+59")
    expect(page.get_by_role("alert")).to_contain_text("a package that the site does not contain", timeout=WAKING)


def test_pages_have_the_bytes_of_the_server(table: Table, client: httpx.Client) -> None:
    for address in ADDRESSES:
        status, kind, text = table.page.evaluate(ASK, table.root + address[1:])
        served = client.get(address, follow_redirects=True)
        assert (status, kind) == (served.status_code, served.headers["content-type"]), address
        home = str(client.base_url).removesuffix("/") + "/"
        made = base64.b64decode(text).replace(table.root.encode(), b"/")
        sent = served.content.replace(home.encode(), b"/")
        assert FOOT.sub(b"", made) == FOOT.sub(b"", sent), address
