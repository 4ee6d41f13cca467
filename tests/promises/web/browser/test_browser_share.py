"""The share sheet in a browser: it opens, copies, and saves the card as PNG; the texts of a card fit."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from grundy.games import CATALOGUE
from grundy_web.pages.play_state import PlayState
from grundy_web.pages.rendering import titled

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
Axe = Callable[[Page], list[dict[str, Any]]]
LONGEST = sorted(CATALOGUE.values(), key=lambda entry: -len(titled([entry.name], entry.name)))[:10]
SIZES = {390: 844, 1280: 800, 1920: 1080}
WIDTHS = r"""async (address) => {
  await document.fonts.ready;
  const text = await (await fetch(address)).text();
  const bare = text.replace(/<style>.*?<\/style>/, ""); // the page has these fonts
  const card = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  document.body.append(document.adoptNode(card));
  await Promise.all(["600 40px Fraunces", "400 28px Inter"].map((font) => document.fonts.load(font)));
  return [...card.children].filter((one) => one.tagName === "text").map((one) => {
    const box = one.getBBox();
    return [one.textContent, box.x, box.x + box.width, box.y + box.height];
  });
}"""


@pytest.mark.parametrize("entry", LONGEST, ids=lambda entry: entry.name)
def test_no_text_of_a_card_overflows(visit: PageRequest, entry: Any) -> None:
    page = visit("/")
    found = page.evaluate(WIDTHS, PlayState(g=entry.example).address("card.svg"))
    texts = [each for each in found if each[1] >= 760]  # to the right of the table
    assert len(texts) >= 3
    assert [each for each in texts if each[2] > 1180 or each[3] > 540] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", SIZES)
def test_the_sheet_opens_inside_the_window_without_problems(
    visit: PageRequest, axe: Axe, width: int, theme: Literal["light", "dark"]
) -> None:
    page = visit("/play?g=nim:+3+5+7&m=0", width=width, color_scheme=theme)
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    page.click(".sharing")
    sheet = page.locator("#share")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Others need the public site.")
    box = sheet.bounding_box()
    assert box is not None
    assert (box["x"] >= 0, box["y"] >= 0) == (True, True)
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= SIZES[width]
    assert axe(page) == []


def test_the_link_is_copied_and_the_card_saved_as_a_png_of_its_size(visit: PageRequest, tmp_path: Path) -> None:
    page = visit("/play?g=nim:+3+5+7", permissions=["clipboard-read", "clipboard-write"])
    page.click(".sharing")
    page.click("[data-copy=link]")
    expect(page.locator("[data-copy=link]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    with page.expect_download() as saved:
        page.click("[data-png]")
    file = tmp_path / "card.png"
    saved.value.save_as(file)
    assert struct.unpack(">II", file.read_bytes()[16:24]) == (1200, 630)
