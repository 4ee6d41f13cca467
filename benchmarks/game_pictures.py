"""Takes a picture of the board of every game at its start, in the middle and at the end, as the page shows it.

uv run python benchmarks/game_pictures.py FOLDER [NAME ...] [--sheet]: name-start.png, name-middle.png, name-end.png for
each game of the catalogue, or those named; with --sheet also sheet-1.png, ... with many of them, to look through. The
moves are drawn by lot from the example of the game, so the same pictures are taken again. It needs Chromium.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing.legal import number_of, write_numbers
from grundy.workflows.playing.match import Match

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
STATES = ("start", "middle", "end")
MOST_MOVES = 60
WIDTH, HEIGHT = 900, 700
SERVE = "from grundy_web import Settings, launch; launch(Settings(port=0), lambda s: print(s.address(), flush=True))"


def matches(text: str) -> dict[str, str]:
    """Return the moves of a match that was drawn by lot, as an address tells them: none, half of them, all."""
    match, rng = Match(read_game(text)), random.Random(text)
    numbers: list[int] = []
    while not match.over and len(numbers) < MOST_MOVES:
        move = rng.choice(match.moves())
        numbers.append(number_of(match.game, move))
        match.play(move)
    return {"start": "", "middle": write_numbers(numbers[: ceil(len(numbers) / 2)]), "end": write_numbers(numbers)}


@contextmanager
def pages() -> Iterator[tuple[str, Page]]:
    """Serve the page and open it in Chromium; both end with the block."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        sys.exit(f"expected Chromium on the PATH ({', '.join(NAMES)})")
    with subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True) as server:
        try:
            address = (server.stdout.readline() if server.stdout else "").split()[0].rstrip("/")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
                yield address, browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
                browser.close()
        finally:
            server.terminate()


def take(folder: Path, names: list[str]) -> list[Path]:
    """Take the pictures of these games into a folder, three each."""
    taken = []
    with pages() as (address, page):
        for name in names:
            text = CATALOGUE[name].example
            for state, moves in matches(text).items():
                page.goto(f"{address}/play?{urlencode({'g': text, 'you': '12', 'm': moves})}")
                taken.append(folder / f"{name}-{state}.png")
                page.locator(".board").screenshot(path=taken[-1])
    return taken


def sheets(folder: Path, taken: list[Path], rows: int = 8) -> None:
    """Put many pictures on each of a few, a row for two games."""
    from PIL import Image, ImageDraw

    wide, high, columns = 300, 230, 2 * len(STATES)
    for first in range(0, len(taken), rows * columns):
        some = taken[first : first + rows * columns]
        sheet = Image.new("RGB", (wide * columns, high * ceil(len(some) / columns)), "white")
        for i, path in enumerate(some):
            corner = i % columns * wide, i // columns * high
            with Image.open(path) as picture:
                small = picture.convert("RGB")
                small.thumbnail((wide - 6, high - 18))
            sheet.paste(small, (corner[0], corner[1] + 14))
            ImageDraw.Draw(sheet).text(corner, path.stem, fill="black")
        sheet.save(folder / f"sheet-{first // (rows * columns) + 1}.png")


def main() -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description="Take pictures of the boards of all games.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--sheet", action="store_true", help="also put many of them on each of a few")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in CATALOGUE]
    if unknown:
        parser.error(f"expected names of games, found {', '.join(unknown)}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    taken = take(asked.folder, asked.names or list(CATALOGUE))
    if asked.sheet:
        sheets(asked.folder, taken)


if __name__ == "__main__":
    main()
