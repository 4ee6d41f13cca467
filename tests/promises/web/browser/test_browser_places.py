"""Vertices of a graph are moved by hand: edges follow, places stay through the match, a press is still a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.promises.web.servers import serving

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
RING = "/play?you=12&g=node-kayles:+cycle(8)"
BUSH = "/play?you=12&g=hackenbush:+0-1+1-2+1-2+1-3"
CLOSE = 2.0


def middle(page: Page, vertex: str) -> tuple[float, float]:
    box = page.locator(f'[data-vertex="{vertex}"]:not(text) > :is(.vertex, .joint)').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, vertex: str, right: float, down: float) -> None:
    x, y = middle(page, vertex)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


def begins(page: Page, ends: str) -> tuple[float, float]:
    x, y = page.locator(f'[data-ends="{ends}"]').first.evaluate(
        "each => { const line = each.matches('path') ? each : each.querySelector('.edge');"
        " const at = line.getPointAtLength(0).matrixTransform(line.getScreenCTM()); return [at.x, at.y]; }"
    )
    return x, y


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) <= CLOSE and abs(one[1] - other[1]) <= CLOSE


def test_a_vertex_that_is_dragged_stays_there_with_its_edges_through_moves_and_a_reload(visit: PageRequest) -> None:
    page = visit(RING)
    x, y = middle(page, "2")
    ends = page.locator(".arc").evaluate_all(
        "all => all.map(arc => arc.dataset.ends).find(ends => /^2 |^2$/.test(ends))"
    )
    drag(page, "2", 60, -40)
    assert "m=" not in page.url
    assert near(middle(page, "2"), (x + 60, y - 40))
    assert near(begins(page, ends), (x + 60, y - 40))
    page.click('a[data-vertex="6"]')
    page.wait_for_function("() => location.search.includes('m=')")
    assert near(middle(page, "2"), (x + 60, y - 40))
    page.reload()
    assert near(middle(page, "2"), (x + 60, y - 40))
    page.click("#places")
    assert near(middle(page, "2"), (x, y))
    expect(page.locator("#places")).to_be_hidden()


def test_a_vertex_and_an_edge_are_moved_with_the_keyboard_and_put_back_with_a_key(visit: PageRequest) -> None:
    page = visit(RING)
    x, y = middle(page, "0")
    page.locator('a[data-vertex="0"]').focus()
    page.keyboard.press("Alt+ArrowRight")
    page.keyboard.press("Alt+ArrowDown")
    assert "m=" not in page.url
    moved = middle(page, "0")
    assert moved[0] > x + 10
    assert moved[1] > y + 10
    assert page.evaluate("document.activeElement.dataset.vertex") == "0"
    page.keyboard.press("0")
    assert near(middle(page, "0"), (x, y))
    page.goto(page.url.split("/play")[0] + BUSH)
    above = middle(page, "1")
    page.locator('a[data-edge="1"]').focus()
    page.keyboard.press("Alt+ArrowLeft")
    assert middle(page, "1")[0] < above[0] - 10
    assert near(begins(page, "0 1"), middle(page, "0"))


def test_nothing_is_dragged_off_the_board_and_the_board_keeps_its_size(visit: PageRequest) -> None:
    page = visit(BUSH, width=390)
    board = page.locator(".board").bounding_box()
    assert board is not None
    drag(page, "1", 2000, -2000)
    x, y = middle(page, "1")
    assert board["x"] < x < board["x"] + board["width"]
    assert board["y"] < y < board["y"] + board["height"]
    assert page.locator(".board").bounding_box() == board
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_finger_drags_a_vertex_and_a_tap_is_a_move(visit: PageRequest) -> None:
    page = visit(RING, width=390, has_touch=True)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": right, "y": down} for right, down in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    for _ in range(10):  # a browser that is busy takes the first touches for scrolling
        x, y = middle(page, "4")
        touch("touchStart", (x, y))
        page.wait_for_timeout(400)  # it rests on the vertex
        touch("touchMove", (x - 20, y - 20))
        touch("touchMove", (x - 60, y - 30))
        touch("touchEnd")
        page.wait_for_timeout(100)
        if page.evaluate("sessionStorage.length"):
            break
    assert near(middle(page, "4"), (x - 60, y - 30))
    assert "m=" not in page.url
    place = middle(page, "4")
    for _ in range(5):  # the first tap may only end a scroll
        page.tap('a[data-vertex="0"]')
        try:
            page.wait_for_function("() => location.search.includes('m=')", timeout=3000)
            break
        except PlaywrightTimeout:
            continue
    assert "m=" in page.url
    assert near(middle(page, "4"), place)


def test_a_scroll_that_begins_on_a_vertex_scrolls_the_page_and_drags_nothing(visit: PageRequest) -> None:
    page = visit(RING, width=390, has_touch=True)
    finger = page.context.new_cdp_session(page)
    page.clock.install()
    page.clock.pause_at("2040-01-01")  # on a busy machine the finger would rest on the vertex
    x, y = middle(page, "4")
    steps = [("touchStart", y), *(("touchMove", y - 15 * step) for step in range(1, 12))]
    for kind, down in steps:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": down}]})
        page.wait_for_timeout(16)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("() => scrollY > 50")
    assert page.evaluate("sessionStorage.length") == 0
    assert "m=" not in page.url
    assert page.locator(".held").count() == 0


@pytest.mark.parametrize("game", ["geography:+0>1+0>2+1>2+2>3+@+0", "graph:+0>1+0>2+1>3+@+0"])
def test_a_pawn_that_is_dragged_along_an_edge_makes_the_move_and_anywhere_else_none(
    visit: PageRequest, game: str
) -> None:
    page = visit(f"/play?you=12&g={game}")
    before, start = page.url, middle(page, "0")
    for goal, played in (("3", False), ("2", True)):
        x, y = middle(page, goal)
        drag(page, "0", x - start[0], y - start[1])
        if played:
            page.wait_for_function("before => location.href !== before", arg=before)
        else:
            page.wait_for_timeout(300)
            assert page.url == before
            assert near(middle(page, "0"), start)
    expect(page.locator("[data-vertex='2'] > .token-here")).to_have_count(1)
    expect(page.locator("[data-vertex='0'] > .token-here")).to_have_count(0)


def test_two_graphs_are_moved_each_by_itself(visit: PageRequest) -> None:
    page = visit("/play?you=12&g=hackenbush:+0-1+0-2")
    first = page.locator('[data-figure="0"] [data-vertex="0"]').bounding_box()
    other = page.locator('[data-figure="1"] g[data-vertex="0"]')
    box = other.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y, steps=4)
    page.mouse.up()
    moved = other.bounding_box()
    assert moved is not None
    assert abs(moved["x"] - box["x"] - 40) <= CLOSE
    assert page.locator('[data-figure="0"] [data-vertex="0"]').bounding_box() == first


@pytest.fixture
def classroom(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """Opens matches that are shown to others on a server of their own; a page whose board is watched is returned."""
    with serving("share=True") as server:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})

        def shown(address: str) -> Page:
            page = context.new_page()
            page.goto(server.address + address)
            page.click(".sharing")
            page.click("#class")
            expect(page.locator("#watched a")).to_be_visible()
            page.keyboard.press("Escape")  # the sheet covers the table
            expect(page.locator("#watched a")).to_be_hidden()
            return page

        yield shown
        context.close()


def watching(page: Page) -> Page:
    seen = page.context.new_page()
    seen.goto(page.locator("#watched a").evaluate("link => link.href"))
    return seen


def test_who_watches_sees_where_vertices_were_moved_to(classroom: Callable[[str], Page]) -> None:
    page = classroom(RING)
    drag(page, "2", 60, -40)
    drag(page, "5", -30, 20)
    seen = watching(page)
    moved = "all => all.filter(each => /[1-9]/.test(each.getAttribute('transform'))).map(each => each.dataset.vertex)"
    for _ in range(240):
        found = sorted(set(seen.locator("#watching [data-vertex]").evaluate_all(moved)))
        if len(found) == 2:
            break
        seen.wait_for_timeout(250)
    assert found == ["2", "5"]


def test_who_watches_sees_how_a_row_splits_and_moves_nothing(classroom: Callable[[str], Page]) -> None:
    seen = watching(classroom("/play?you=12&g=kayles:+9"))
    seen.wait_for_timeout(2500)
    box = seen.locator("#watching [data-split]").nth(3).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    seen.mouse.move(x, y)
    expect(seen.locator("#watching .pointed")).to_have_count(1)
    assert seen.locator("#watching .side-1").count() > 0
    seen.mouse.click(x, y)
    assert "watch?id=" in seen.url
