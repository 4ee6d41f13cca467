"""The pages that explore in a browser: plots zoomed, maps walked, graphs moved, claims read, editors used by key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
Axe = Callable[[Page], list[dict[str, Any]]]
PAGES = {
    "empty": "/explore",
    "heaps": "/explore?g=kayles&deep=1",
    "pairs": "/explore?g=wythoff",
    "position": "/explore?g=kayles:+7",
    "lengths": "/explore?g=0.15:+star(1,b,c)&deep=1",
    "one length": "/claim?g=0.15:+star(1,b,c)&c=periodic+10+from+19",
    "refused": "/explore?g=nim:+3+x",
    "claim": "/claim?g=kayles&c=value+%3D%3D+n+%25+4",
    "maze": "/build",
    "graph": "/build?kind=graph",
    "sum": "/build?kind=sum",
    "board": "/build?kind=board&g=nimstring:+.-/||./.-/|||/--",
    "bush": "/build?kind=graph&g=hackenbush:+0-1+1-2+0-3",
}
NARROW: dict[str, Any] = {"width": 360, "color_scheme": "dark"}
SIZES = {390: 844, 1280: 800, 1920: 1080}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COPY = """(of) => {
  const canvas = document.querySelector(of);
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  return [canvas, copy];
}"""
STANDS = f"""() => {{
  const [canvas, copy] = ({COPY})("#wrap canvas");
  const rows = [];
  for (let y = 0; y + 30 <= canvas.height; y += 30) rows.push(copy.getImageData(0, y, canvas.width, 30).data.join());
  return rows;
}}"""
FRAMES = """async () => {
  const slider = document.querySelector("#length");
  const small = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const took = [];
  for (let i = 0; i < 40; i += 1) {
    slider.value = 400 - (i % 2);
    const begin = performance.now();
    slider.dispatchEvent(new Event("input"));
    await new Promise(requestAnimationFrame);
    small.drawImage(document.querySelector("#wrap canvas"), 0, 0);
    small.getImageData(0, 0, 1, 1); // it is painted now
    took.push(performance.now() - begin);
  }
  return took.sort((a, b) => a - b)[10];
}"""
POINT = f"""() => {{
  const [canvas, copy] = ({COPY})("#plot canvas");
  const [width, height] = [canvas.width, canvas.height];
  const data = copy.getImageData(0, 0, width, height).data;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const colour = dark ? [255, 154, 92] : [179, 64, 15]; // --v0 of explore.css
  const [across, down] = [[], []];
  for (let i = 0; i < width * height; i += 1) {{
    if (data[4 * i + 3] < 128 || colour.some((part, k) => Math.abs(data[4 * i + k] - part) > 12)) continue;
    across.push(i % width);
    down.push(Math.floor(i / width));
  }}
  const box = [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
  return {{ box, shape: [width / canvas.clientWidth, height / canvas.clientHeight], size: [width, height] }};
}}"""
CUT = """() => {
  const box = document.querySelector(".graph .stage").getBoundingClientRect();
  const nodes = [...document.querySelectorAll(".graph svg a")].map((node) => node.getBoundingClientRect());
  const inside = (one) => one.left >= box.left && one.right <= box.right && one.top >= box.top;
  return nodes.filter((one) => !inside(one) || one.bottom > box.bottom).length;
}"""


def painted(page: Page) -> int:
    return int(
        page.evaluate(
            """() => {
              const canvas = document.querySelector("#plot canvas");
              const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
              let count = 0;
              for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
              return count;
            }"""
        )
    )


def test_patterns_arrive_on_a_loaded_page(visit: PageRequest) -> None:
    page = visit("/explore?g=take+1..3")
    expect(page.locator("#plot")).to_be_visible()
    found = page.locator("#found")
    expect(found).not_to_have_attribute("aria-busy", "true", timeout=60_000)
    complete_or_said = "proved.*value == n % 4|stopped at its limit.*Search longer"  # the time decides how much
    expect(found).to_contain_text(re.compile(complete_or_said, re.DOTALL))
    expect(page.locator("#period")).to_contain_text("proved")
    assert "deep" not in page.url


def test_a_proof_in_two_lengths_arrives_on_a_loaded_page(visit: PageRequest) -> None:
    page = visit("/explore?g=0.53:+star(1,b,c)")
    found = page.locator("#found")
    expect(found).not_to_have_attribute("aria-busy", "true", timeout=60_000)
    expect(page.locator("h1")).to_have_text("Period 9 in both lengths")
    expect(page.locator("#period")).to_have_class("find proved")
    expect(found.locator("svg")).to_have_count(2)
    expect(found.get_by_role("link", name="Certificate")).to_be_visible()
    weight = page.evaluate("performance.getEntries().reduce((sum, one) => sum + (one.decodedBodySize || 0), 0)")
    assert weight <= 150_000 + 75_000  # the fonts


def test_the_plot_is_zoomed_by_keys_down_to_single_heaps(visit: PageRequest) -> None:
    page = visit("/explore?g=kayles&to=100000")
    canvas = page.locator("#plot canvas")
    expect(canvas).to_be_visible()
    assert painted(page) > 1000
    stage = page.locator("#plot .stage")
    stage.focus()
    for _ in range(8):
        page.keyboard.press("+")
    with page.expect_response(lambda answer: "/explore/raster" in answer.url) as answer:
        page.keyboard.press("Home")
    assert '"exact": true' in answer.value.headers["x-raster"]
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 50)
    expect(page.locator("#plot .readout")).to_contain_text("g(")


def test_the_plot_reaches_ten_million_heaps_in_place(visit: PageRequest) -> None:
    page = visit("/explore?g=kayles")
    expect(page.locator("#plot canvas")).to_be_visible()
    with page.expect_response(lambda answer: "to=10000000" in answer.url) as answer:
        page.click("#reach ~ a[href*='to=10000000']")
    assert answer.value.status == 200
    assert "to=10000000" in page.url
    assert painted(page) > 1000


def test_values_that_are_still_computed_arrive_in_the_plot(visit: PageRequest) -> None:
    page = visit("/explore?g=kayles&to=20000")
    expect(page.locator("#plot canvas")).to_be_visible()
    stretches = list[int]()

    def half(route: Route) -> None:
        address = re.sub("to=[0-9]+", "to=50000", route.request.url) if not stretches else route.request.url
        answer = route.fetch(url=address)
        head = json.loads(answer.headers["x-raster"])
        stretches.append(head["to"])
        if len(stretches) == 1:  # as where a limit came first
            head |= {"status": "limit", "reason": "the 3-second limit was reached"}
            page.wait_for_timeout(50)
        else:
            expect(page.locator("#plot .arriving")).to_have_text("Known up to 50,000; computing more values …")
        route.fulfill(response=answer, headers=answer.headers | {"x-raster": json.dumps(head)})

    page.route("**/explore/raster*", half)
    page.click("#reach ~ a[href*='to=100000']")
    expect(page.locator("#plot .what")).to_contain_text("Heaps 0 to 100,000")
    expect(page.locator("#plot .arriving")).to_be_hidden()
    assert stretches == [50_000, 100_000]


def test_a_cell_of_the_map_leads_to_its_position_by_mouse_and_by_keys(visit: PageRequest) -> None:
    page = visit("/explore?g=wythoff")
    page.locator("#heat .stage").focus()
    for key in ["ArrowDown"] * 3 + ["ArrowRight"] * 6:
        page.keyboard.press(key)
    expect(page.locator("#heat .readout")).to_have_text("(3, 6): g = 1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play?g=wythoff%3A+3+6")
    page.go_back()
    page.locator("#heat .stage svg").click(position={"x": 300, "y": 200})
    page.wait_for_url("**/play?g=wythoff*")


def sized(visit: PageRequest, address: str, width: int, theme: Literal["light", "dark"]) -> Page:
    page = visit(address, width=width, color_scheme=theme)
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    return page


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", SIZES)
def test_kayles_stands_still_in_rows_of_twelve(visit: PageRequest, width: int, theme: Literal["light", "dark"]) -> None:
    page = sized(visit, "/explore?g=kayles", width, theme)
    expect(page.locator("#wrap canvas")).to_be_visible()
    line = page.locator("#wrap .stands")
    page.locator("#length").fill("13")
    expect(line).to_contain_text("repeat in the row below")
    page.locator("#length").fill("12")
    expect(line).to_have_text(re.compile("They line up at 12: from heap 71 on"))
    rows = page.evaluate(STANDS)
    assert len(rows) >= 10
    assert len(set(rows[6:])) == 1  # row 6 begins with heap 72
    assert len(set(rows[:6])) > 1


def test_a_hundred_thousand_values_are_wrapped_thirty_times_a_second(visit: PageRequest) -> None:
    page = visit("/explore?g=kayles", width=1280)
    with page.expect_response(lambda answer: "form=u16" in answer.url and "to=1999" not in answer.url):
        page.locator("#length").fill("400")
    page.wait_for_timeout(500)
    assert page.evaluate("document.querySelector('#wrap canvas').height") * 400 / 2 >= 10**5
    assert page.evaluate(FRAMES) <= 1000 / 30  # ms; a quarter of the frames may wait for other work


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", SIZES)
def test_points_are_round_and_whole(visit: PageRequest, width: int, theme: Literal["light", "dark"]) -> None:
    page = sized(visit, "/explore?g=kayles&to=100", width, theme)  # only heap 0 has the colour of value 0
    expect(page.locator("#plot canvas")).to_be_visible()
    page.wait_for_timeout(300)
    found = page.evaluate(POINT)
    left, top, right, bottom = found["box"]
    assert abs((right - left) - (bottom - top)) <= 1
    assert right - left >= 2
    assert found["shape"][0] == pytest.approx(found["shape"][1], rel=0.02)
    assert left > 0
    assert bottom < found["size"][1] - 1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("game", ["kayles: 7", "kayles: 12", "nim: 3 4 5"])
def test_no_game_graph_is_cut_at_its_edges(
    visit: PageRequest, game: str, width: int, theme: Literal["light", "dark"]
) -> None:
    page = sized(visit, f"/explore?g={game.replace(' ', '+')}&view=all", width, theme)
    expect(page.locator(".graph .stage.live")).to_be_visible()
    assert page.evaluate(CUT) == 0
    assert fits(page)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [1280, 1920])
def test_the_map_of_two_heaps_takes_most_of_the_width(
    visit: PageRequest, width: int, theme: Literal["light", "dark"]
) -> None:
    page = sized(visit, "/explore?g=wythoff", width, theme)
    shares = page.evaluate(
        """() => document.querySelector("#heat svg").getBoundingClientRect().width
               / (document.getElementById("main").clientWidth - 64)"""
    )
    assert shares >= 0.6
    expect(page.locator("#heat svg")).to_contain_text("1.618")
    with page.expect_response(lambda answer: "/explore/table" in answer.url):
        page.click("[data-side='100']")
    expect(page.locator("#heat canvas")).to_be_visible()


def test_wide_layers_are_gathered_and_arrow_keys_walk_through_the_graph(visit: PageRequest) -> None:
    page = visit("/explore?g=kayles:+12&view=all")
    expect(page.locator(".graph svg")).to_contain_text(re.compile("[0-9]+ more"))
    page.locator(".graph svg a").first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    at = page.evaluate("document.activeElement.dataset.row")
    assert at == "2"
    page.locator(".graph a[href='#positions']").first.click()
    expect(page.locator("#positions table")).to_be_visible()


def test_another_rule_is_drawn_on_the_same_axes(visit: PageRequest) -> None:
    page = visit("/explore?g=dawsons-chess&to=60")
    page.fill("#other", "0.07")
    with page.expect_response(lambda answer: "/explore/raster?g=0.07" in answer.url):
        page.click(".compare button")
    expect(page.locator("#compared")).to_contain_text("differs first at heap 1")
    page.wait_for_timeout(300)
    before = painted(page)
    page.goto(page.url.partition("&other")[0])
    expect(page.locator("#plot canvas")).to_be_visible()
    assert painted(page) < before
    page.goto(page.url + "&other=kaylse")
    expect(page.locator("[role=alert]")).to_contain_text("kaylse")


def test_a_position_of_the_graph_leads_to_play_and_dragging_does_not(visit: PageRequest) -> None:
    page = visit("/explore?g=kayles:+5")
    expect(page.locator(".stage.live")).to_be_visible()
    node = page.locator(".graph svg a").nth(1)
    box = node.bounding_box()
    assert box is not None
    view = page.locator(".graph svg").get_attribute("viewBox")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    page.mouse.up()
    assert "/explore" in page.url
    assert page.locator(".graph svg").get_attribute("viewBox") != view
    page.click("[data-zoom='all']")
    node.click()
    page.wait_for_url("**/play?g=kayles*")


def test_walls_are_set_with_the_keyboard_and_taken_back_with_the_history(visit: PageRequest) -> None:
    page = visit("/build?kind=maze&g=maze:+.../.../..@")
    page.locator(".field-grid [data-cell='0 0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#g")).to_have_value("maze: .../.#./..@")
    assert page.evaluate("document.activeElement.dataset.cell") == "1 1"
    page.go_back()
    expect(page.locator("#g")).to_have_value("maze: .../.../..@")


def test_a_graph_grows_and_its_values_follow(visit: PageRequest) -> None:
    page = visit("/build?kind=graph&g=graph:+2%3E1+@+2")
    page.fill("#tail", "3")
    page.fill("#head", "2")
    page.keyboard.press("Enter")
    expect(page.locator("#g")).to_have_value("graph: 2>1 3>2 @ 2")
    page.click("[aria-label='put here: the token on 3']")
    expect(page.locator(".verdict")).to_contain_text("P-position")


def test_everything_basic_works_without_a_script(visit: PageRequest) -> None:
    page = visit("/explore", java_script_enabled=False)
    page.fill("#g", "kayles")
    page.click("button.main")
    expect(page.locator("#plot svg")).to_be_visible()
    page.click("#found a")
    expect(page.locator("#found")).to_contain_text("period 12 from heap 71 on")
    expect(page.locator("#wrap svg")).to_be_visible()
    page.goto(page.url.partition("/explore")[0] + "/build")
    page.click("[data-cell='0 0']")
    expect(page.locator("#g")).to_have_value("maze: #...../.#..#./....../..#.../.....@")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_narrow_screen(visit: PageRequest, name: str) -> None:
    page = visit(PAGES[name], **NARROW)
    page.wait_for_load_state("networkidle")
    assert fits(page)
