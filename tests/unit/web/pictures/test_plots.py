"""Plots and grids without a library: every heap is drawn once, nothing leaves the picture, text stays text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from grundy_web.pictures.cells_svg import CellGrid, cells_svg
from grundy_web.pictures.stretch_svg import HEIGHT, WIDTH, Scale, Stretch, stretch_svg

HOSTILE = '"><script>alert(1)</script>'


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("largest", [0, 1, 9, 900])
def test_every_heap_is_one_dot_inside_the_picture(largest: int, *, log: bool) -> None:
    values = [n * 7 % (largest + 1) for n in range(300)]
    picture = stretch_svg(Stretch(5, 304, largest, values, log=log), "some")
    dots = [(float(x), float(y)) for x, y in re.findall(r"M([\d.]+),([\d.]+)h0", picture)]
    assert len(dots) == len(values)
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in dots)
    assert len({x for x, _ in dots}) == len(values)


def test_larger_values_are_drawn_higher() -> None:
    picture = stretch_svg(Stretch(0, 3, 3, [0, 1, 2, 3], log=True), "some")
    heights = {float(x): float(y) for x, y in re.findall(r"M([\d.]+),([\d.]+)h0", picture)}
    assert [heights[x] for x in sorted(heights)] == sorted(heights.values(), reverse=True)


def test_cells_without_heaps_are_empty_and_runs_cover_the_others() -> None:
    counts = [[1, 1, 0, 4], [0, 0, 9, 0]]
    picture = stretch_svg(Stretch(0, 39, 1, counts=counts, heaps=10), "some")
    boxes = re.findall(r"h([\d.]+)v[\d.]+h-\1z", picture)
    assert len(boxes) == 3
    assert float(boxes[0]) == pytest.approx(2 * float(boxes[1]), abs=0.2)


def test_the_period_is_named_only_where_it_is_seen() -> None:
    named = Stretch(0, 99, 8, [n % 9 for n in range(100)], repeat=(71, 12))
    assert stretch_svg(named, "some").count(">12</text>") == 2
    assert "period 2 from 0" in stretch_svg(named._replace(stop=999, repeat=(0, 2)), "some")
    assert stretch_svg(named._replace(repeat=(171, 12)), "some").bare.count("fill-accent") == 0


@pytest.mark.parametrize("span", [1, 7, 10, 99, 1000, 12345, 10**7])
@pytest.mark.parametrize("most", [2, 5, 8])
def test_ticks_are_round_few_and_inside(span: int, most: int) -> None:
    for low in (0, 37, 10**6 + 3):
        ticks = Scale(low, low + span, 0, 1).ticks(most)
        assert all(low <= tick <= low + span for tick in ticks)
        assert len(ticks) <= most + 1
        steps = {b - a for a, b in pairwise(ticks)}
        assert len(steps) <= 1
        assert all(str(step).rstrip("0") in {"1", "2", "5"} for step in steps)


def test_a_grid_draws_every_value_once_and_links_p_positions() -> None:
    rows: list[list[int | None]] = [[0, 1, 2], [1, 0, None], [2, -1, 0]]
    picture = cells_svg(CellGrid(rows, cell=8, link=lambda a, b: f"/x?{a}.{b}"), "some")
    root = ET.fromstring(picture)
    assert picture.count('z"') >= 1
    assert len(re.findall(r"M[\d.]+,[\d.]+h[\d.]+v", picture)) == 4
    links = [link.get("href") for link in root.iter("{http://www.w3.org/2000/svg}a")]
    assert links == ["/x?0.0", "/x?1.1", "/x?2.2"]


def test_rays_end_inside_the_grid() -> None:
    grid = CellGrid([[None] * 40 for _ in range(40)], cell=10, rays=[(1.618, 1.0), (1.0, 1.618)])
    ends = re.findall(r"M5,5L([\d.]+),([\d.]+)", cells_svg(grid, "some"))
    assert len(ends) == 2
    assert all(float(x) <= 400 and float(y) <= 400 for x, y in ends)


def test_titles_and_links_stay_text() -> None:
    for picture in (
        stretch_svg(Stretch(0, 1, 1, [0, 1]), HOSTILE, HOSTILE),
        cells_svg(CellGrid([[0]], cell=30, down=HOSTILE, across=HOSTILE, link=lambda *_: HOSTILE), HOSTILE),
    ):
        ET.fromstring(picture)
        assert "<script>" not in picture
