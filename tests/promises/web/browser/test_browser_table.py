"""The table in a browser: its size, its pieces, the lamps, and the contrast of all games in both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grundy.games import CATALOGUE
from grundy_web.pages.play_state import PlayState

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
SIZES = {390: 844, 1280: 800, 1920: 1080}
GAMES = ["nim: 3 5 7", "kayles: 9", "chomp: 3x4", "cram: 4x5", "queens: 5x5", "node-kayles: petersen", "nogo: 3x3"]
BOXES = """() => {
  const box = (at) => { const b = at.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  return { table: box(document.querySelector(".board")),
           pieces: [...document.querySelectorAll(".board :is(.token, .pin, .floor, .vertex, .wall)")].map(box) };
}"""


def shown(visit: PageRequest, address: str, width: int, **options: Any) -> Page:
    page = visit(address, width=width, **options)
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    return page


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_fills_the_first_window_and_the_pieces_fill_the_table(
    visit: PageRequest, game: str, width: int
) -> None:
    page = shown(visit, f"/{PlayState(g=game).address()}", width)
    found = page.evaluate(BOXES)
    left, top, right, bottom = found["table"]
    assert (right - left) * (bottom - top) >= (0.45 if width == 390 else 0.55) * width * SIZES[width]
    assert (left, top) >= (0, 0)
    assert (right, bottom) <= (width, SIZES[width])
    sides = list(zip(*found["pieces"], strict=True))
    across, down = max(sides[2]) - min(sides[0]), max(sides[3]) - min(sides[1])
    shares = across / (right - left), down / (bottom - top)
    assert max(shares) >= (0.7 if width == 390 else 0.8) or shares[0] * shares[1] >= 0.45, shares


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_every_piece_is_on_its_table(visit: PageRequest, entry: Any) -> None:
    page = visit(f"/{PlayState(g=entry.example).address()}")
    found = page.evaluate(BOXES)
    left, top, right, bottom = found["table"]
    for piece in found["pieces"]:
        assert left <= piece[0] + 1
        assert piece[2] <= right + 1
        assert top <= piece[1] + 1
        assert piece[3] <= bottom + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_all_buttons_of_a_match_are_in_the_first_window(visit: PageRequest) -> None:
    page = shown(visit, "/play?g=nim:+3+5+7&m=0", 1280)
    for button in page.locator(".controls > :visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800


def test_lamps_show_the_nim_sum_of_the_move_that_is_pointed_at(visit: PageRequest) -> None:
    page = visit("/play?g=nim:+3+5+7")
    lit = page.locator(".lamp.lit")
    expect(lit).to_have_text(["1"])
    page.hover('a[data-key="2.0.6"]')  # 7 becomes 6 = 3 xor 5
    expect(lit).to_have_count(0)
    page.hover('a[data-key="2.0.0"]')  # 3 xor 5 = 4 + 2
    expect(lit).to_have_text(["4", "2"])
    page.mouse.move(5, 5)
    page.hover("h1")
    expect(lit).to_have_text(["1"])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "address", ["/", "/?show=all", "/play?g=kayles:+9", "/play?g=nogo:+3x3&v=1", "/puzzles", "/learn"]
)
def test_axe_finds_nothing(visit: PageRequest, axe: Callable[[Page], list[Any]], address: str, theme: str) -> None:
    assert axe(visit(address, color_scheme=theme)) == []
