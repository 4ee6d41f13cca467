"""A move of every drawn game can be seen: it is marked, and the board stays as large as it was."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from tests.cases import few

from grundy.games import CATALOGUE

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
ROUNDED = 2
HEIGHT, WIDTH = (f"document.querySelector('.board').offset{side}" for side in ("Height", "Width"))


def move(page: Page) -> None:
    before = page.url
    page.eval_on_selector(".moves a.move", "move => move.click()")
    page.wait_for_function("before => location.href !== before", arg=before)


@pytest.mark.parametrize("step", few([6, 1], 6))
def test_every_drawn_game_shows_its_last_move_on_a_board_of_the_same_size(step: int, visit: PageRequest) -> None:
    page = visit("/play?you=12")
    root = page.url.split("/play")[0]
    faults = []
    for name, entry in [*CATALOGUE.items()][::step]:
        page.goto(f"{root}/play?you=12&g={quote(entry.example)}")
        if page.locator(".board pre.text").count() or not page.locator(".moves a.move").count():
            continue
        tall, wide, figures = page.evaluate(HEIGHT), page.evaluate(WIDTH), page.locator(".single").count()
        move(page)
        seen = page.locator(".board .last, .board .gone").count()
        now, more = page.evaluate(HEIGHT), page.locator(".single").count() > figures
        same = abs(now - tall) <= ROUNDED or (now > tall and more)
        same &= abs(page.evaluate(WIDTH) - wide) <= ROUNDED
        told = page.inner_text("main")
        if not seen or not same or "internal" in told or "Something went wrong" in told:
            faults.append((name, seen, tall, now))
    assert faults == []


def test_a_pin_falls_where_it_was_pressed_and_the_row_keeps_its_places(visit: PageRequest) -> None:
    page = visit("/play?you=12&g=dawsons-chess:+9")
    for place in (8, 7):
        page.click(f'a[data-key="0.0.{place}"]')
        expect(page.locator(f'a.pressed[data-key="0.0.{place}"]')).to_be_visible()
    page.locator(".choices a.main").click()
    expect(page.locator(".pins .fell")).to_have_count(2)
    assert page.locator(".pins .pin").evaluate_all("all => all.map(pin => pin.matches('.fell'))") == [False] * 7 + [
        True,
        True,
    ]


def test_a_ring_has_its_gap_where_it_was_pressed(visit: PageRequest) -> None:
    page = visit("/play?you=12&g=circular-kayles:+9")
    for place in (0, 8):
        page.click(f'a[data-key="0.0.{place}"]')
        page.wait_for_function("place => location.search.includes(place ? 'm=' : 'sel=')", arg=place)
    fallen = page.locator(".drawing.ring .piece").evaluate_all("all => all.map(pin => pin.matches('.away'))")
    assert fallen == [True] + [False] * 7 + [True]


def test_nothing_moves_where_motion_is_not_wanted(visit: PageRequest) -> None:
    for wish, moving in (("reduce", False), ("no-preference", True)):
        page = visit("/play?you=12&g=cram:+3x4", reduced_motion=wish)
        move(page)
        name = page.eval_on_selector(".laid.last", "laid => getComputedStyle(laid).animationName")
        assert (name != "none") == moving


def test_pointing_at_a_split_shows_both_parts_and_nothing_else_moves(visit: PageRequest) -> None:
    page = visit("/play?you=12&g=guiles:+9")
    size = page.locator(".board").bounding_box()
    page.hover('a[data-key="0.0.4"]')
    sides = page.locator(".pins .pin").evaluate_all(
        "all => all.map(pin => ['side-1', 'cut', 'side-2'].findIndex(side => pin.classList.contains(side)))"
    )
    assert page.get_attribute('a[data-key="0.0.4"]', "data-split") == "3 + 4"
    assert sides == [0, 0, 0, 1, 1, 2, 2, 2, 2]
    assert page.locator(".board").bounding_box() == size
    page.mouse.move(1, 1)
    expect(page.locator(".side-1")).to_have_count(0)
    page.goto(page.url.split("/play")[0] + "/play?you=12&g=grundy:+8")
    page.locator('a[data-key="0.0.3"]').focus()
    expect(page.locator(".side-1")).to_have_count(3)
    expect(page.locator(".side-2")).to_have_count(5)
    content = "getComputedStyle(document.activeElement, '::after').content"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(content) == '"5 + 3"'
