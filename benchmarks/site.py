"""Measures the page without a server in a real browser against its goals; leaves with 1 when one is missed.

    uv run python -m benchmarks.site
    uv run python -m benchmarks.site --rounds 9 --runtime build/pyodide

Needs the Chromium of the distribution, Playwright (the `test` group) and Python for browsers in build/pyodide
(CONTRIBUTING.md). A visit begins in a browser that was never there and ends with the board of nim 3 5 7, values and
reason next to it; for the second one the host is shut down. The first boards of two pages are also played while
Python starts, with a processor that is slowed down four times and a line of 10 Mbit/s that all requests share. Nothing
else should run meanwhile: the goals are those of a quiet machine. The CPU of all processes of the browser is printed
too, because it says more if something else runs.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import NamedTuple

import psutil  # type: ignore[import-untyped]
from benchmarks.web_page import NAMES, WATCH, Row, told
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.promises.web.browser.static_hosts import SLOWER, Host, SlowHost, hosting, root_of

from grundy_web.site.runtime import known_runtime, read_runtime
from grundy_web.site.write import Site, write_site

SLOWLY = {"": "first page", "play?g=chomp%3A+3x4&err=20": "Chomp"}
"""Pages whose first moves are played before Python is awake, and their names."""
NIM = "play?g=nim:+3+5+7&v=1&why=0"
MOVES = 20
KEPT = """async () => {
  const name = (await caches.keys()).find(name => name.startsWith('grundy memory'));
  return Boolean(name && (await (await caches.open(name)).keys()).length);
}"""
"""Whether the browser keeps the memory of Python for later visits: shortly after the first page is shown."""
WAKING = 60_000
"""Milliseconds after which a visit has failed."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]


class Spent(NamedTuple):
    """What a visit took: seconds on the clock, seconds of CPU of the whole browser."""

    wall: float
    cpu: float


class Files(Host):
    """A request to a host that counts them."""

    asked = 0

    def do_GET(self) -> None:  # noqa: N802  # the name of http.server
        """Send a file."""
        Files.asked += 1
        super().do_GET()


PRESS = """(() => {
  const look = () => {
    const piece = document.querySelector("main .board a[data-key]");
    const ready = piece && window.grundyListed && getComputedStyle(piece).visibility === "visible";
    if (ready && !window.playable) {
      window.playable = performance.now();
      piece.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
    }
    if (!document.querySelector(".begun")) requestAnimationFrame(look);
    else requestAnimationFrame(() => window.answered = performance.now());
  };
  look();
})()"""
"""Presses the first piece that is seen while scripts listen; notes when, and the frame with the answer."""


class Round(NamedTuple):
    """A browser that came, came again without a host, and played."""

    first: Spent
    kept: float
    second: Spent
    asked: int
    foreign: set[str]
    moves: list[float]


def main() -> int:
    """Measure every goal and print the table."""
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--rounds", type=int, default=5, help="browsers that visit (default 5)")
    read.add_argument("--runtime", type=Path, default=Path("build/pyodide"), help="Pyodide, unpacked")
    asked = read.parse_args()
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None or not asked.runtime.is_dir():
        print(f"needed: Chromium on the PATH, Pyodide in {asked.runtime}", file=sys.stderr)
        return 2
    print(f"{platform.machine()}, {os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        written = write_site(Path(place) / "grundy", read_runtime(asked.runtime, known_runtime()))
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        print(f"Chromium {browser.version}")
        rounds = [visits(browser, Path(place)) for _ in range(asked.rounds)]
        slow = {at: [slow_visits(browser, Path(place), at) for _ in range(asked.rounds)] for at in SLOWLY}
        browser.close()
    return told([*(row for at in slow for row in slow_rows(SLOWLY[at], slow[at])), *rows(rounds, written)])


def slow_rows(page: str, slow: list[list[tuple[float, float]]]) -> Iterator[Row]:
    """Yield a row for the first visit of a page with a slow processor and line, and for a later one."""
    for visit, most, found in zip(("first", "later"), (1.5, 0.5), zip(*slow, strict=True), strict=True):
        playable, answered = (median(times) / 1000 for times in zip(*found, strict=True))
        yield Row(f"{page}, {visit} visit, 4 times slower, 10 Mbit/s: playable", playable, most, "s")
        yield Row("    until a move is answered", answered, most + 0.5, "s")


def slow_visits(browser: Browser, folder: Path, address: str) -> list[tuple[float, float]]:
    """Return for two visits the milliseconds until the first board is playable, and until its move is answered."""
    context, found = browser.new_context(viewport={"width": 1280, "height": 800}), list[tuple[float, float]]()
    context.set_default_timeout(2 * WAKING)
    context.add_init_script(PRESS)
    with hosting(folder / "grundy", SlowHost) as host:
        for _ in range(2):
            page = context.new_page()
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(root_of(host) + address, wait_until="commit")
            page.wait_for_function("() => window.answered")
            found.append((page.evaluate("window.playable"), page.evaluate("window.answered")))
            page.locator("#waking").wait_for(state="hidden")
            page.wait_for_function(KEPT)  # a later visit comes when all is stored
            page.close()
            sleep(2)
    context.close()
    return found


def rows(rounds: list[Round], written: Site) -> list[Row]:
    """Return a row for each goal."""
    many = f"median of {len(rounds)}"
    moves = [move for each in rounds for move in each.moves]
    foreign = set().union(*(each.foreign for each in rounds))
    for origin in sorted(foreign):
        print(f"asked of another origin: {origin}")
    return [
        Row(f"first visit until the board, {many}", median(each.first.wall for each in rounds), 10, "s"),
        Row("    CPU of the browser", median(each.first.cpu for each in rounds), 15, "s"),
        Row("    until later visits are fast", median(each.kept for each in rounds), 20, "s"),
        Row(f"second visit, host shut down, {many}", median(each.second.wall for each in rounds), 4, "s"),
        Row("    CPU of the browser", median(each.second.cpu for each in rounds), 6, "s"),
        Row(f"a move, median of {len(moves)}", median(moves), 100, "ms"),
        Row("    95 in 100 within", quantiles(moves, n=20)[-1], 200, "ms"),
        Row("size of the folder", written.size / 1e6, 25, "MB"),
        Row("files", written.files, 100, ""),
        Row("requests of the first visit", median(each.asked for each in rounds), 60, ""),
        Row("requests to other origins", len(foreign), 0, ""),
    ]


def visits(browser: Browser, folder: Path) -> Round:
    """Return the time of a browser that visits for the first time."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(WAKING)
    foreign = set[str]()
    try:
        Files.asked = 0
        with hosting(folder / "grundy", Files) as host:
            address = root_of(host)
            context.on("request", lambda asked: foreign.add(asked.url) if outside(asked.url, address) else None)
            page, first = visit(context, address + NIM)
            start = monotonic()
            while not page.evaluate(KEPT) and monotonic() < start + WAKING / 1000:
                page.wait_for_timeout(100)
            kept = monotonic() - start
            page.close()
            count = Files.asked
        page, second = visit(context, address + NIM)
        moves = played(page)
    finally:
        context.close()
    return Round(first, kept, second, count, foreign, moves)


def outside(url: str, address: str) -> bool:
    """Whether a request leaves the site."""
    return not url.startswith((address, "blob:", "data:"))


def visit(context: BrowserContext, address: str) -> tuple[Page, Spent]:
    """Open an address; return the page, and what it took until the board of Python."""
    page = context.new_page()
    cpu, start = used(), monotonic()
    page.goto(address)
    page.locator(".why").wait_for(timeout=WAKING)
    return page, Spent(monotonic() - start, used() - cpu)


def used() -> float:
    """Return the seconds of CPU that the processes of the browser have taken."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system
    return total


def played(page: Page) -> list[float]:
    """Play until enough moves are answered, a new match when one is over; return the milliseconds of each."""
    times = list[float]()
    page.evaluate(WATCH)
    while len(times) < MOVES:
        pieces = page.locator(".board a[data-key]")
        before = page.url
        over = pieces.count() == 0
        page.evaluate("window.replies = []")
        (page.locator("#again") if over else pieces.nth(pieces.count() // 2)).click()
        page.wait_for_function("before => location.href !== before && window.replies.length", arg=before)
        times += [] if over else page.evaluate("window.replies")
        page.wait_for_timeout(30)
    return times


if __name__ == "__main__":
    sys.exit(main())
