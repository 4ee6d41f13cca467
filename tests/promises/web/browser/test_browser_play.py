"""The page of play in a browser: by mouse, by keyboard, without scripts; themes, widths, projector; axe-core."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
NIM = "/play?g=nim:+3+5+7"
Axe = Callable[[Page], list[dict[str, Any]]]
PLAYED = "/play?g=nim:+1+2+4&m=0.1&v=1&why=0&hint=3"


def press(page: Page, key: str) -> None:
    before = page.url
    page.click(f'a[data-key="{key}"]')
    page.wait_for_function("before => location.href !== before", arg=before)


def heaps(page: Page) -> list[int]:
    return [heap.locator(".token").count() for heap in page.locator(".tokens").all()]


def win(page: Page, play: Callable[[int, int], None]) -> None:
    """Win at nim by Bouton's rule; `play(heap, left)` makes a move."""
    for _ in range(20):
        sizes = heaps(page)
        total = sizes[0] ^ sizes[1] ^ sizes[2]
        if not any(sizes):
            break
        heap = next(i for i, size in enumerate(sizes) if size ^ total < size)
        play(heap, sizes[heap] ^ total)
    expect(page.locator("#status")).to_contain_text("You win in ")


def test_nim_is_won_with_the_mouse(visit: PageRequest) -> None:
    page = visit(NIM)
    win(page, lambda heap, left: press(page, f"{heap}.0.{left}"))
    assert "You had a winning position from the first move" in page.inner_text(".side")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_stranger_is_in_the_second_lesson_after_three_clicks_and_finds_a_game_by_typing(
    visit: PageRequest, width: int
) -> None:
    page = visit("/", width=width)
    expect(page.locator(".begin a.token").last).to_be_in_viewport()
    page.fill("#find", "wythoff")
    page.press("#find", "Enter")
    expect(page.locator("[data-game]")).to_have_count(1)
    page.go_back()
    page.locator(".begin a.token").last.click()
    expect(page.locator("#status")).to_contain_text("The computer takes")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("#why")
    expect(page.locator("#step")).to_be_in_viewport()
    page.click("#next")
    page.wait_for_url("**/learn?lesson=mirror")


def test_nim_is_won_with_the_keyboard(visit: PageRequest) -> None:
    page = visit(NIM)

    def play(heap: int, left: int) -> None:
        before = page.url
        page.locator(".board a[tabindex='0']").focus()
        for _ in range(30):
            at = page.evaluate("document.activeElement.dataset.key").split(".")
            if (int(at[0]), int(at[2])) == (heap, left):
                break
            sideways = int(at[0]) != heap
            if sideways and int(at[2]) > 0:
                page.keyboard.press("ArrowDown")
            elif sideways:
                page.keyboard.press("ArrowRight" if int(at[0]) < heap else "ArrowLeft")
            else:
                page.keyboard.press("ArrowUp" if int(at[2]) < left else "ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function("before => location.href !== before", arg=before)

    win(page, play)


def test_nim_is_won_without_scripts(visit: PageRequest) -> None:
    page = visit(NIM, java_script_enabled=False)
    win(page, lambda heap, left: page.click(f'a[data-key="{heap}.0.{left}"]'))
    assert page.locator("[data-script]:visible").count() == 0


def test_the_board_is_one_stop_of_the_tab_key_and_focus_stays_in_the_heap(visit: PageRequest) -> None:
    page = visit(NIM)
    assert page.locator(".board a[tabindex='0']").count() == 1
    page.locator('a[data-key="2.0.6"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("You take 1 from heap 3. The computer takes")
    assert page.evaluate("document.activeElement.dataset.key").startswith("2.")


def test_pressing_twice_asks_once(visit: PageRequest) -> None:
    page, asked = visit(NIM), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("() => [1, 2, 3].forEach(() => document.getElementById('hint').click())")
    page.wait_for_url("**hint=1**")
    assert len([url for url in asked if "hint=1" in url]) == 1


def test_a_pressed_link_is_fetched_before_the_release_and_only_once(visit: PageRequest) -> None:
    page = visit(NIM)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.hover('a[data-key="0.0.0"]')
    with page.expect_response("**/play?*"):
        page.mouse.down()
    assert heaps(page) == [3, 5, 7]  # nothing is shown yet
    page.mouse.up()
    page.wait_for_url("**m=*")
    assert heaps(page)[0] == 0
    assert len([url for url in asked if "m=" in url]) == 1


def test_a_press_that_is_let_go_elsewhere_plays_nothing(visit: PageRequest) -> None:
    page = visit(NIM)
    before = page.url
    page.hover('a[data-key="0.0.0"]')
    with page.expect_response("**/play?*"):
        page.mouse.down()
    page.mouse.move(2, 2)
    page.mouse.up()
    assert page.url == before
    press(page, "1.0.0")
    assert heaps(page)[:2] == [3, 0]


def test_hint_why_values_undo_and_redo_have_keys(visit: PageRequest) -> None:
    page = visit(NIM)
    press(page, "0.0.2")
    played = page.url
    for step in (1, 2, 3):
        page.keyboard.press("h")
        page.wait_for_url(f"**hint={step}**")
    expect(page.locator("#told")).to_contain_text("The move is")
    page.keyboard.press("w")
    expect(page.locator("table.binary")).to_be_hidden()
    page.click(".why .all summary")
    expect(page.locator("table.binary")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator(".token .value").first).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#redo")).to_be_visible()
    assert heaps(page) == [3, 5, 7]
    page.keyboard.press("r")
    expect(page.locator("#redo")).to_have_count(0)
    assert page.url.startswith(played)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_hint_shows_first_the_verdict_then_the_place_then_the_move_on_the_board(
    visit: PageRequest, scripts: bool
) -> None:
    page = visit(NIM, java_script_enabled=scripts)
    if scripts:
        page.evaluate("window.line = document.getElementById('told')")
    assert page.locator("#told[role=status][aria-live=polite]").count() == 1
    expect(page.locator(".hinted")).to_have_count(0)
    steps = ("3 moves win", 0, 0), ("a winning move is in heap 1", 1, 0), ("The quickest way: take 1 from heap 1", 1, 1)
    for words, places, goes in steps:
        page.click("#hint")
        expect(page.locator("#told")).to_contain_text(words)
        expect(page.locator(".heap.hinted")).to_have_count(places)
        expect(page.locator(".token.goes")).to_have_count(goes)
    expect(page.locator(".heap.hinted")).to_contain_text("the hint is here")
    if scripts:  # a line that is read out stays where it is
        assert page.evaluate("window.line === document.getElementById('told')")
    page.click('a[data-key="1.0.0"]')
    expect(page.locator("#told")).to_be_empty()
    expect(page.locator(".hinted")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_term_opens_in_place_by_pressing_or_by_key_and_closes_again(visit: PageRequest, scripts: bool) -> None:
    page = visit("/play?g=nim:+3+5+7&why=0&step=2", java_script_enabled=scripts, width=360)
    word, meaning = page.locator("[popovertarget=term-nim-sum]"), page.locator("#term-nim-sum")
    expect(meaning).to_be_hidden()
    word.click()
    expect(meaning).to_contain_text("The sum of numbers in binary without carries")
    box, at = meaning.bounding_box(), word.bounding_box()
    assert box is not None
    assert at is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    assert min(abs(box["y"] - at["y"] - at["height"]), abs(box["y"] + box["height"] - at["y"])) < 20
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    word.focus()
    page.keyboard.press("Enter")
    expect(meaning).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary#term-nim-sum")


def test_axe_finds_nothing_in_a_meaning_that_is_open(visit: PageRequest, axe: Axe) -> None:
    page = visit("/play?g=nim:+3+5+7&why=0&step=2")
    page.click("[popovertarget=term-nim-sum]")
    assert axe(page) == []
    page.goto(page.url.partition("/play")[0] + "/glossary")
    assert axe(page) == []


def test_the_history_marks_the_mistake_and_leads_back_before_it(visit: PageRequest) -> None:
    page = visit("/play?g=nim:+1+2&m=0")
    expect(page.locator(".thrown .here")).to_have_count(1)
    page.click(".thrown a")
    expect(page.locator("#status")).to_contain_text("You begin.")
    assert heaps(page) == [1, 2]
    press(page, "1.0.1")
    expect(page.locator("#status")).to_contain_text("The computer takes 1 from heap 1.")
    press(page, "1.0.0")
    expect(page.locator("#status")).to_contain_text("You win in ")


def test_a_link_shows_the_same_to_somebody_else_and_back_goes_back(visit: PageRequest) -> None:
    page = visit(NIM)
    press(page, "1.0.0")
    other = visit("/" + page.url.split("/", 3)[3])
    assert heaps(other) == heaps(page)
    assert other.inner_text(".strip") == page.inner_text(".strip")
    page.go_back()
    expect(page.locator("#status")).to_contain_text("You begin.")
    assert heaps(page) == [3, 5, 7]


def test_two_pins_are_pressed_one_after_the_other_and_escape_lets_go(visit: PageRequest) -> None:
    page = visit("/play?g=kayles:+7&you=12")
    press(page, "0.0.2")
    expect(page.locator(".choices")).to_contain_text("3 moves touch this")
    page.keyboard.press("Escape")
    expect(page.locator(".choices")).to_have_count(0)
    press(page, "0.0.2")
    press(page, "0.0.3")
    expect(page.locator(".strip")).to_contain_text("take 2 leave 2+3")


def test_a_wrong_word_is_reported_and_the_table_stays(visit: PageRequest) -> None:
    page = visit(NIM)
    page.click(".moves summary")
    page.fill("#say", "take 9 from heap 1")
    with page.expect_response(lambda answer: "say=" in answer.url) as asked:
        page.keyboard.press("Enter")
    assert asked.value.status == 400
    expect(page.locator(".moves form + #said")).to_contain_text("is not a move here")
    expect(page.locator("#say")).to_be_focused()
    expect(page.locator("#say")).to_have_value("take 9 from heap 1")
    assert "say=" not in page.url
    assert heaps(page) == [3, 5, 7]


@pytest.mark.parametrize("address", ["/", NIM, PLAYED, "/play?g=silver-dollar:+1+4+6+9+12+15+19&v=1", "/play?g=x"])
def test_nothing_is_wider_than_a_phone_or_a_page_at_400_percent(visit: PageRequest, address: str) -> None:
    page = visit(address, width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_buttons_are_large_enough_for_a_thumb(visit: PageRequest) -> None:
    page = visit(PLAYED, width=360)
    for target in page.locator(".controls a, .strip a, .top nav a, summary, .board a").all():
        box = target.bounding_box()
        assert box is None or box["height"] >= 43.5, target.inner_text()


def test_the_projector_gives_the_board_most_of_the_screen(visit: PageRequest) -> None:
    page = visit(NIM)
    page.keyboard.press("p")
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert box["width"] * box["height"] >= 0.45 * 1280 * 800
    assert "big=1" in page.url
    press(page, "0.0.2")
    assert "big=1" in page.url
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"


def test_the_theme_is_kept(visit: PageRequest) -> None:
    page = visit(NIM)
    page.select_option("#theme", "dark")
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(18, 22, 28)"


def test_reduced_motion_has_no_transitions(visit: PageRequest) -> None:
    page = visit(NIM, reduced_motion="reduce")
    seconds = page.evaluate("getComputedStyle(document.querySelector('.token'), '::before').transitionDuration")
    assert seconds == "0s"


def test_the_board_can_be_read_aloud(visit: PageRequest) -> None:
    page = visit("/play?g=nim:+1+2&v=1")
    told = page.locator(".board").aria_snapshot()
    assert 'button "heap 2 of 2: take 1, leaving 1, winning, 2 moves to play then"' in told


def test_a_move_and_its_answer_are_painted_soon(visit: PageRequest) -> None:
    page = visit("/play?g=nim:+1+2+3+4+5")
    page.evaluate(
        """() => { window.times = []; let start = 0;
        document.addEventListener("click", () => { start = performance.now(); }, true);
        new MutationObserver(() => { if (start) { window.times.push(performance.now() - start); start = 0; } })
        .observe(document.getElementById("play"), {childList: true, subtree: true}); }"""
    )
    for _ in range(6):
        press(page, page.locator(".board a").last.get_attribute("data-key") or "")
    times = sorted(page.evaluate("window.times"))
    assert len(times) == 6
    assert times[len(times) // 2] < 400, times  # the goal is 80 ms on a quiet machine


@pytest.mark.parametrize("game", ["nim:+3+5+7", "cram:+4x4", "grundy:+20"])
def test_a_worksheet_prints_its_colours_on_two_pages_with_the_answers_on_the_last(
    visit: PageRequest, game: str
) -> None:
    page = visit(f"/worksheet?g={game}", color_scheme="dark")
    page.emulate_media(media="print")
    style = "getComputedStyle(document.querySelector('{}')).{}"
    assert page.evaluate(style.format(".board", "printColorAdjust")) == "exact"
    assert page.evaluate(style.format("body", "backgroundColor")) == "rgb(255, 255, 255)"
    assert page.evaluate(style.format(".answers", "breakBefore")) == "page"
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 2
