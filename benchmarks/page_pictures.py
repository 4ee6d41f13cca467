"""Takes the pictures of the web app in docs/pictures, or those that are named.

uv run --group browser --group web python benchmarks/page_pictures.py [NAME ...]

Each picture is a page in a window of a given size. `boards.jpg` has twelve tables side by side. It needs Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
SERVE = "from grundy_web import Settings, launch; launch(Settings(port=0), lambda s: print(s.address(), flush=True))"
Theme = Literal["light", "dark"]
PAGES: dict[str, tuple[str, int, int, Theme]] = {
    "games": ("", 1280, 1180, "light"),
    "play-nim": ("play?g=nim:+3+5+7&v=1&why=0", 1280, 800, "light"),
    "play-kayles": ("play?g=kayles:+9&m=3", 1280, 800, "dark"),
    "play-sprouts": ("play?g=sprouts:+3&m=1", 1280, 800, "light"),
    "play-history": ("play?g=take+1..3:+6&m=0.0.0.0.1", 1280, 800, "light"),
    "play-phone": ("play?g=chomp:+3x4&v=1", 390, 844, "dark"),
    "learn": ("learn", 1280, 800, "light"),
    "explore-kayles": ("explore?g=kayles", 1280, 900, "light"),
    "explore-wythoff": ("explore?g=wythoff", 1280, 900, "dark"),
    "explore-graph": ("explore?g=kayles:+7", 1280, 1220, "light"),
    "claim-refuted": ("claim?g=kayles&c=value+%3D%3D+n+%25+4", 1280, 830, "light"),
    "build-maze": ("build", 1280, 760, "light"),
}
"""Name -> address, width, height and theme."""
BOARDS = (
    "lasker: 3 4 5 6", "kayles: 9", "chomp: 4x5", "cram: 4x5", "queens: 5x5", "nimble: 3 5 5",
    "notakto: .../.../...", "sprouts: 3", "hackenbush: 0-1 1-2 1-3 0-4 4-5", "node-kayles: petersen",
    "nimstring: 2x2", "nogo: 4x4",
)  # fmt: skip
SHEET = "<body style='margin:0;display:grid;grid-template-columns:repeat(4,1fr);gap:8px;background:#f6efe2'>"


def main() -> None:
    """Take every picture, or those whose names are arguments."""
    server = subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    program = next(filter(None, map(shutil.which, NAMES)))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            for name in sys.argv[1:] or [*PAGES, "boards"]:
                taken = _boards(browser, address) if name == "boards" else _page(browser, address, PAGES[name])
                (FOLDER / f"{name}.jpg").write_bytes(taken)
    finally:
        server.terminate()


def _page(browser: Browser, address: str, shown: tuple[str, int, int, Theme]) -> bytes:
    path, width, height, theme = shown
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
    page.goto(address + path)
    page.wait_for_timeout(800)  # fonts and plots
    taken = page.screenshot(type="jpeg", quality=82)
    page.close()
    return taken


def _boards(browser: Browser, address: str) -> bytes:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    tables = []
    for game in BOARDS:
        page.goto(f"{address}play?g={game.replace(' ', '+')}&m=1")
        page.wait_for_timeout(300)
        tables.append(b64encode(page.locator(".board").screenshot()).decode())
    shown = "".join(f"<img style='width:100%' src='data:image/png;base64,{table}'>" for table in tables)
    page.close()
    page = browser.new_page(viewport={"width": 1280, "height": 800})  # without the rules of the app for pictures
    page.set_content(SHEET + shown)
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    taken = page.screenshot(full_page=True, type="jpeg", quality=82)
    page.close()
    return taken


if __name__ == "__main__":
    main()
