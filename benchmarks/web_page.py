"""Measures the page in a real browser against its goals; leaves with 1 when one is missed.

    uv run python benchmarks/web_page.py
    uv run python benchmarks/web_page.py --busy    # how long moves of nim wait while four visitors ask for the hardest

Needs the Chromium of the distribution and Playwright (the `test` group). Nothing else should run meanwhile: the
goals are those of a quiet machine.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from statistics import median, quantiles
from threading import Event
from time import monotonic, sleep
from typing import NamedTuple
from urllib.parse import unquote_plus

import httpx
import psutil  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, Response, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
GAMES: tuple[str, ...] = (
    "nim:+10+12+5",
    "kayles:+10",
    "chomp:+4x6",
    "maze:+..%23.../....%23./.%23...@",
    "tic-tac-toe:+.../.../...",
)
GAMES += ("officers:+3+7+12", "wythoff:+9+14", "cram:+4x4")
WATCH = """() => {
  window.replies = []; window.seen = []; let start = 0;
  document.addEventListener("click", () => {
    start = performance.now(); const begun = start;
    requestAnimationFrame(() => window.seen.push(performance.now() - begun));
  }, true);
  new MutationObserver(() => {
    if (!start) return;
    const begun = start; start = 0;
    requestAnimationFrame(() => window.replies.push(performance.now() - begun));
  }).observe(document.getElementById("play"), {childList: true, subtree: true});
}"""
"""From a click to the frame that shows the piece as going, and to the frame that shows the answer."""
STEADY = """
  window.moved = 0; window.longest = 0;
  const watch = (type, act) =>
    new PerformanceObserver(list => list.getEntries().forEach(act)).observe({type, buffered: true});
  watch("layout-shift", one => { if (!one.hadRecentInput) window.moved += one.value; });
  watch("longtask", one => { window.longest = Math.max(window.longest, one.duration); });
"""
"""What moves by itself while a page comes about, and the longest task of its scripts."""
DRAWN = """act => new Promise(done => {
  const begun = performance.now();
  new MutationObserver((_, seen) => {
    seen.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun));
  }).observe(document.querySelector("#plot .what"), {childList: true, characterData: true, subtree: true});
  if (act === "reach") document.querySelector("a[href*='to=10000000']").click();
  else document.querySelector("#plot .stage").dispatchEvent(new KeyboardEvent("keydown", {key: act, bubbles: true}));
})"""
"""From a click or key to the frame in which the plot shows other heaps."""
PAGES = ("/", "/play?g=kayles:+10", "/explore?g=kayles", "/explore?g=wythoff", "/claim?g=kayles&c=value+==+n", "/build")


PAUSE = 0.25
"""Seconds before a click and after it: a move is drawn for 0.18 s, and no hand is quicker."""
BUSY, HEAVY = 20.0, 4
"""Seconds of the busy measurement, and its visitors who ask for the hardest."""


class Row(NamedTuple):
    """One goal: what is measured, the figure, and the most it may be."""

    what: str
    figure: float
    most: float
    unit: str


def main() -> int:
    """Measure every goal and print the table."""
    if sys.argv[1:] == ["--busy"]:
        print(f"{platform.machine()}, {os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}")
        with serving() as (address, _):
            easy_moves(address, 2.0, 0)
            times = easy_moves(address, BUSY, HEAVY)
        return told(
            [
                Row(f"{len(times)} moves of nim during {HEAVY} heavy visitors: median", median(times), 100, "ms"),
                Row("    95 in 100 within", quantiles(times, n=20)[-1], 100, "ms"),
                Row("    the slowest", max(times), 5000, "ms"),
            ]
        )
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        print("no Chromium on the PATH", file=sys.stderr)
        return 2
    rows = [Row("start to the first answer, median of 10", median(started() for _ in range(10)), 1500, "ms")]
    with serving() as (address, process), sync_playwright() as playwright:
        rows.append(Row("memory, idle", memory(process), 120, "MB"))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        rows += [*loading(browser, address), *steady(browser, address), *playing(browser, address)]
        rows += plotting(browser, address)
        browser.close()
        rows += [*asking(address), Row("memory, after all this", memory(process), 120, "MB")]
    return told(rows)


def told(rows: list[Row]) -> int:
    """Print the figures; return 1 when a goal is missed."""
    for row in rows:
        missed = "" if row.figure <= row.most else "   MISSED"
        print(f"{row.what:58} {row.figure:9.1f} {row.unit:3} (at most {row.most:g}){missed}")
    return int(any(row.figure > row.most for row in rows))


@contextmanager
def serving() -> Iterator[tuple[str, psutil.Process]]:
    """Yield the address of a server, as soon as it answers, and its process."""
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://[^/]+", server.stdout.readline())
        assert found is not None
        while httpx.get(f"{found[0]}/api/v1/health").status_code != httpx.codes.OK:
            sleep(0.01)
        try:
            yield found[0], psutil.Process(server.pid)
        finally:
            server.terminate()


def started() -> float:
    """Return the milliseconds from the command to the first answer."""
    start = monotonic()
    with serving():
        return 1000 * (monotonic() - start)


def memory(process: psutil.Process) -> float:
    """Return the megabytes of a process and of all its children, what they share counted once."""
    family = [one.memory_full_info() for one in [process, *process.children(recursive=True)]]
    return float(sum(getattr(one, "pss", one.rss) for one in family)) / 1e6


def weigh(sizes: list[int], answer: Response) -> None:
    """Note how long an answer is."""
    sizes.append(int(answer.headers.get("content-length", 0)))


def loading(browser: Browser, address: str) -> Iterator[Row]:
    """Yield how soon a page is painted and how heavy it is."""
    painted, playable = [], []
    for _ in range(10):
        page, sizes = browser.new_page(), list[int]()
        page.on("response", partial(weigh, sizes))
        page.goto(f"{address}/play?g={GAMES[0]}", wait_until="networkidle")
        painted.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        playable.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
        page.close()
    yield Row("first contentful paint, median of 10", median(painted), 300, "ms")
    yield Row("board playable, median of 10", median(playable), 600, "ms")
    yield Row("weight of the page", sum(sizes) / 1000, 150, "kB")
    yield Row("requests of the page", len(sizes), 12, "")


def steady(browser: Browser, address: str) -> Iterator[Row]:
    """Yield how far pages move by themselves, and how long their scripts keep the browser."""
    moved, longest = [], []
    for path in PAGES:
        page = browser.new_page()
        page.add_init_script(STEADY)
        page.goto(address + path, wait_until="networkidle")
        page.wait_for_timeout(500)
        moved.append(page.evaluate("window.moved"))
        longest.append(page.evaluate("window.longest"))
        page.close()
    worst = PAGES[moved.index(max(moved))]
    yield Row(f"layout shift, most of {len(PAGES)} pages ({worst[:22]}), thousandths", 1000 * max(moved), 20, "")
    worst = PAGES[longest.index(max(longest))]
    yield Row(f"longest task of a script ({worst[:22]}; 0: none of 50 ms)", max(longest), 50, "ms")


def plotting(browser: Browser, address: str) -> Iterator[Row]:
    """Yield how soon ten million values are drawn and zoomed, once they are stored."""
    times: dict[str, list[float]] = {"reach": [], "+": []}
    sizes = list[int]()
    for _ in range(6):
        page = browser.new_page()  # with an empty cache
        page.on("response", partial(weigh, sizes))
        page.goto(f"{address}/explore?g=kayles", wait_until="networkidle")
        for act, found in times.items():
            found += [page.evaluate(DRAWN, act) for _ in range(1 if act == "reach" else 5)]
        page.close()
    yield Row("density plot of 10^7 heaps, values stored, median of 5", median(times["reach"][1:]), 400, "ms")
    yield Row("    the largest answer", max(sizes) / 1000, 300, "kB")
    yield Row("    zoomed, median of 25", median(times["+"][5:]), 150, "ms")


def playing(browser: Browser, address: str) -> Iterator[Row]:
    """Yield how soon the own move is seen and how soon the answer, for 100 moves of each game."""
    for game in GAMES:
        page = browser.new_page()
        seen, replies = clicks(page, f"{address}/play?g={game}", 100)
        page.close()
        name = unquote_plus(game)[:30]
        yield Row(f"click to the computer's reply, {name}: median", median(replies), 100, "ms")
        yield Row("    95 in 100 within", quantiles(replies, n=20)[-1], 80, "ms")
    yield Row("click to the own move seen, median", median(seen), 33, "ms")


def clicks(page: Page, address: str, count: int) -> tuple[list[float], list[float]]:
    """Play until `count` moves are answered, the piece in the middle of the list each time; return both times of each.

    The mouse is over the piece for `PAUSE` before it is pressed; nothing asks the page while the answer is awaited.
    """
    seen, replies = list[float](), list[float]()
    while len(replies) < count:
        page.goto(address)
        page.evaluate(WATCH)
        for number in range(1, 9):
            pieces = page.locator(".board a[data-key]")
            if pieces.count() == 0:
                break
            piece = pieces.nth(pieces.count() // 2)
            piece.hover()
            page.wait_for_timeout(1000 * PAUSE)
            piece.click()
            page.wait_for_timeout(1000 * PAUSE)
            page.wait_for_function("number => window.replies.length >= number", arg=number)
        seen += page.evaluate("window.seen")
        replies += page.evaluate("window.replies")
    return seen, replies


def easy_moves(address: str, seconds: float, heavy: int) -> list[float]:
    """Return the milliseconds of moves of nim while so many visitors ask for the hardest matches, each a new one."""
    over = Event()

    def visitor(number: int) -> None:
        rng = Random(number)
        with httpx.Client(base_url=address, timeout=60) as link:
            while not over.is_set():
                game = f"cram: {rng.randrange(6, 9)}x{rng.randrange(7, 12)} + nim: {rng.randrange(100)}"
                link.get("/play", params={"g": game, "you": "2", "v": "1", "seed": rng.randrange(10**6)})

    def player() -> list[float]:
        rng, times, until = Random("nim"), list[float](), monotonic() + seconds
        with httpx.Client(base_url=address, timeout=60) as link:
            while monotonic() < until:
                game = "nim: {} {} {}".format(*(rng.randrange(2, 11) for _ in range(3)))
                start = monotonic()
                link.get("/play", params={"g": game, "m": "0", "seed": rng.randrange(10**6)}).raise_for_status()
                times.append(1000 * (monotonic() - start))
                sleep(0.05)
        over.set()
        return times

    with ThreadPoolExecutor(heavy + 1) as crew:
        visitors = [crew.submit(visitor, number) for number in range(heavy)]
        sleep(1.0 if heavy else 0.0)
        playing = crew.submit(player)
        for one in visitors:
            one.result()
        return playing.result()


def asking(address: str, seconds: float = 5.0) -> Iterator[Row]:
    """Yield how soon eight clients at once are answered from a closed form."""
    body = {"game": "nim: 10 12 5"}

    def client(_: int) -> list[float]:
        times, until = list[float](), monotonic() + seconds
        with httpx.Client(base_url=address) as link:
            while monotonic() < until:
                start = monotonic()
                link.post("/api/v1/moves", json=body).raise_for_status()
                times.append(1000 * (monotonic() - start))
        return times

    with ThreadPoolExecutor(8) as crew:
        times = [each for found in crew.map(client, range(8)) for each in found]
    yield Row("eight clients ask /moves of nim: median", median(times), 100, "ms")
    yield Row("    99 in 100 within", quantiles(times, n=100)[-1], 100, "ms")
    print(f"{len(times) / seconds:.0f} answers a second, eight clients in one Python process next to the server")


if __name__ == "__main__":
    sys.exit(main())
