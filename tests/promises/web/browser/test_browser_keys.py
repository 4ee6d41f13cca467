"""Whole games with keys alone, on every kind of board: the focus stays, and each move and the end are told."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
GAMES = {
    "heaps": ("nim: 2 3", "lasker: 4"),
    "coins": ("turning-turtles: 1 3 4", "silver-dollar: 1 3 6", "nimble: 2 3"),
    "pins": ("kayles: 5", "circular-kayles: 5"),
    "chocolate": ("chomp: 2x3",),
    "dominoes": ("cram: 2x3",),
    "chess": ("queens: 3x3", "northcott: W..B./.W..B @ W"),
    "pawn": ("geography: 0>1 0>2 1>2 2>3 @ 0", "graph: 2>1 3>2 4>1 4>2 @ 4"),
    "stones": ("nogo: 2x2", "node-kayles: path(5)"),
    "branches": ("hackenbush: 0-1 1-2 1-3 0-4",),
    "lines": ("sprouts: 2", "nimstring: 1x2"),
    "maze": ("maze: ..#/.../..@",),
    "slate": ("treblecross: 5", "tic-tac-toe: XO./OX./..."),
}
AT = "(what) => Boolean(document.activeElement?.closest(what))"
MOST_STOPS, MOST_MOVES = 40, 30
ENDED = re.compile("You win|wins|A draw")


def tab(page: Page, what: str) -> None:
    """Press Tab until the focus is on one of some elements."""
    for _ in range(MOST_STOPS):
        if page.evaluate(AT, what):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {what}")


def enter(page: Page) -> None:
    """Press Enter, and wait until the page has answered."""
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_function("before => location.href !== before", arg=before)


def told(page: Page) -> str:
    return " ".join(page.locator("#status[role=status][aria-live=polite]").inner_text().split())


def move(page: Page) -> None:
    """Make a move with arrows and Enter; with Tab and Enter where a piece has several."""
    done = page.locator(".strip li").count()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        assert page.evaluate(AT, ".board a[data-key]"), "an arrow loses the board"
    enter(page)
    for _ in range(3):
        if not page.locator(".choices a:not(#cancel)").count():
            break
        assert page.evaluate(AT, ".board a"), "a press loses the board"
        tab(page, ".choices a:not(#cancel)")
        enter(page)
    assert page.locator(".strip li").count() > done


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_is_played_with_keys_alone_and_each_move_is_announced(
    visit: PageRequest, live: str, kind: str
) -> None:
    page = visit("/glossary")
    for game in GAMES[kind]:
        page.goto(f"{live}/play?g={quote_plus(game)}")
        tab(page, ".board a[data-key]")
        for _ in range(MOST_MOVES):
            before = page.locator(".strip .words").count()
            move(page)
            words = page.locator(".strip .words").nth(before).inner_text()
            assert all(each in told(page) for each in re.findall("[0-9][0-9+]*|[a-z]-[a-z]", words)), (game, words)
            assert page.evaluate(AT, "#play a, #play button"), f"{game}: the focus is lost"
            if ENDED.search(told(page)):
                break
            tab(page, ".board a[data-key]")
        expect(page.locator("#status strong.verdict")).to_have_text(ENDED)
        tab(page, "#again")
        enter(page)
        expect(page.locator(".board a[data-key]").first).to_be_visible()
