"""Takes the pictures of the web app in docs/pictures, or those that are named.

uv run --group browser --group web python benchmarks/page_pictures.py [NAME ...]

Each picture is a page in a window of a given size. `boards.jpg` has twelve tables side by side, and a sheet has pages
side by side, reduced: ten games at their begin, with values, and at their end; rules that are explored; lessons, a
puzzle and a card. It needs Chromium, and for one picture the documentation in build/docs.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import quote_plus

from playwright.sync_api import Browser, sync_playwright

from grundy import Match
from grundy.notation import read_game
from grundy.workflows.playing import number_of, write_numbers

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DOCS = FOLDER.parents[1] / "build" / "docs" / "index.html"
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
    "documentation": (DOCS.as_uri(), 1280, 800, "light"),
    "build-maze": ("build", 1280, 760, "light"),
}
"""Name -> address, width, height and theme."""


def states(game: str) -> Iterator[str]:
    """Yield the addresses of a game at its begin, in the middle with values, and at its end."""
    match, moves = Match(read_game(game)), list[int]()
    while not match.over:
        moves.append(number_of(match.game, match.moves()[-1]))
        match.play(match.moves()[-1])
    for count, more in ((0, ""), (len(moves) // 2, "&v=1"), (len(moves), "")):
        yield f"play?g={quote_plus(game)}&you=12&m={write_numbers(moves[:count])}{more}"


BOARDS = (
    "lasker: 3 4 5 6", "kayles: 9", "chomp: 4x5", "cram: 4x5", "queens: 5x5", "nimble: 3 5 5",
    "notakto: .../.../...", "sprouts: 3", "hackenbush: 0-1 1-2 1-3 0-4 4-5", "node-kayles: petersen",
    "nimstring: 2x2", "nogo: 4x4",
)  # fmt: skip
MATCHES = (
    "nim: 3 5 7", "kayles: 9", "chomp: 4x5", "cram: 4x5", "queens: 5x5", "silver-dollar: 1 4 7 9", "treblecross: 9",
    "sprouts: 3", "hackenbush: 0-1 1-2 1-3 0-4 4-5", "maze: ..#./.#../...@",
)  # fmt: skip
RULES = ("kayles", "0.137", "take {1, 3, 4}", "wythoff", "kayles: 7")
LESSONS = ("lesson=binary&screen=3", "lesson=take-away&screen=4", "lesson=coins&screen=1")
SHEETS: dict[str, tuple[int, Sequence[str]]] = {
    "matches": (3, [address for game in MATCHES for address in states(game)]),
    "explored": (2, [f"explore?g={quote_plus(rule)}" for rule in RULES]),
    "lessons": (2, [*(f"learn?{each}" for each in LESSONS), "puzzles?day=2026-11-25", "card.svg?g=nim:+3+5+7"]),
}
"""Name -> number of columns, addresses."""
SHEET = "<body style='margin:0;display:grid;grid-template-columns:repeat({},1fr);gap:8px;background:#f6efe2'>"


def main() -> None:
    """Take every picture, or those whose names are arguments."""
    server = subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    program = next(filter(None, map(shutil.which, NAMES)))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            for name in sys.argv[1:] or [*PAGES, *SHEETS, "boards"]:
                if name in PAGES:
                    taken = _page(browser, address, PAGES[name])
                elif name in SHEETS:
                    columns, addresses = SHEETS[name]
                    looks: tuple[Theme, Theme] = ("light", "dark")
                    pages = ((path, 1280, 800, looks[i // columns % 2]) for i, path in enumerate(addresses))
                    taken = _sheet(browser, columns, [_page(browser, address, each) for each in pages])
                else:
                    taken = _boards(browser, address)
                (FOLDER / f"{name}.jpg").write_bytes(taken)
    finally:
        server.terminate()


def _page(browser: Browser, address: str, shown: tuple[str, int, int, Theme]) -> bytes:
    path, width, height, theme = shown
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
    if path.startswith("card"):  # as a picture; a page may not have fonts of its own
        page.goto(address)
        page.evaluate("card => document.body.replaceChildren(Object.assign(new Image(), {src: card}))", path)
    else:
        page.goto(path if "://" in path else address + path)
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
        tables.append(page.locator(".board").screenshot(type="jpeg", quality=90))
    page.close()
    return _sheet(browser, 4, tables)


def _sheet(browser: Browser, columns: int, pictures: Sequence[bytes]) -> bytes:
    """Return pictures side by side, in a window without the rules of the app for pictures."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    shown = "".join(
        f"<img style='width:100%' src='data:image/jpeg;base64,{b64encode(each).decode()}'>" for each in pictures
    )
    page.set_content(SHEET.format(columns) + shown)
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    taken = page.screenshot(full_page=True, type="jpeg", quality=75)
    page.close()
    return taken


if __name__ == "__main__":
    main()
