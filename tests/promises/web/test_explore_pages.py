"""The pages that explore over HTTP: values, periods, maps, graphs, claims, editors, and what is downloaded."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, quote_plus, urlsplit

import httpx
import numpy as np
import pytest

from grundy.notation import read_game, read_ruleset
from grundy.workflows import graph, solve
from grundy.workflows.computing.values import heap_values
from grundy_check import check
from grundy_web.pages.build_view import orders, summands

HOSTILE = '<script>alert("x")</script>'


def show(client: httpx.Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return unescape(answer.text)


def raster(client: httpx.Client, ruleset: str, start: int, to: int) -> tuple[dict[str, int], np.ndarray]:
    answer = client.get("/explore/raster", params={"g": ruleset, "start": start, "to": to})
    assert answer.status_code == 200, answer.text
    return json.loads(answer.headers["x-raster"]), np.frombuffer(answer.content, "<u2")


def test_kayles_has_a_proved_period_and_its_certificate_is_accepted(client: httpx.Client, tmp_path: Path) -> None:
    page = show(client, "/explore?g=kayles&deep=1")
    assert re.search(r'<h1>Period 12 from heap 71</h1>\s*<span class="grade proved">proved</span>', page)
    answer = client.get("/explore/certificate", params={"g": "kayles"})
    assert "attachment" in answer.headers["content-disposition"]
    (tmp_path / "kayles.cert").write_bytes(answer.content)
    assert str(check(str(tmp_path / "kayles.cert"))).startswith("ACCEPTED")


def test_what_is_seen_is_not_called_proved(client: httpx.Client) -> None:
    page = show(client, "/explore?g=take+k+where+k+%3C%3D+2+and+n+%3E+0")
    assert re.search(r'<h1>Period 3 from the first heap</h1>\s*<span class="grade holds">observed up to \d+', page)
    assert "explore/certificate" not in page
    assert re.search(r"<h1>No period or law up to \d+</h1>", show(client, "/explore?g=take+squares"))


@pytest.mark.nightly
def test_patterns_are_fetched_on_request(client: httpx.Client) -> None:
    assert "Search for patterns" in show(client, "/explore?g=take+1..3")
    page = show(client, "/explore?g=take+1..3&deep=1")
    if "stopped at its limit" in page:  # a child that other work delays says so
        assert "explore?g=take+1..3&deep=1&longer=1" in page
    else:
        assert "claim?g=take+1..3&c=value+%3D%3D+n+%25+4" in page


def test_the_table_shows_the_values_of_the_definition(client: httpx.Client) -> None:
    page = show(client, "/explore?g=dawsons-chess&to=99")
    shown = re.findall(r'href="explore\?g=dawsons-chess%3A\+(\d+)">(\d+)</a>', page)
    expected = heap_values(read_ruleset("dawsons-chess"), 99)
    assert [(int(n), int(value)) for n, value in shown] == list(enumerate(expected))


@pytest.mark.parametrize(("form", "first"), [("csv", "n,value\n0,0\n1,1\n"), ("bfile", "0 0\n1 1\n")])
def test_downloaded_values_are_the_values(client: httpx.Client, form: str, first: str) -> None:
    answer = client.get("/explore/values", params={"g": "kayles", "to": 500, "form": form})
    assert answer.text.startswith(first)
    rows = answer.text.splitlines()[form == "csv" :]
    values = [int(re.split("[ ,]", row)[1]) for row in rows]
    assert values == heap_values(read_ruleset("kayles"), 500)


def test_a_short_stretch_is_exact_and_a_long_one_counts_every_heap_once(client: httpx.Client) -> None:
    expected = np.array(heap_values(read_ruleset("kayles"), 5000))
    head, values = raster(client, "kayles", 1000, 1200)
    assert head["exact"]
    assert values.tolist() == expected[1000:1201].tolist()
    head, counts = raster(client, "kayles", 0, 5000)
    grid = counts.reshape(head["rows"], head["columns"])
    assert grid.sum() == 5001
    assert grid.sum(axis=1).tolist() == np.bincount(expected, minlength=head["rows"]).tolist()


@pytest.mark.nightly
def test_the_map_of_two_heaps_links_exactly_the_p_positions(client: httpx.Client) -> None:
    page = show(client, "/explore?g=wythoff")
    linked = {tuple(map(int, pair)) for pair in re.findall(r'aria-label="P-position (\d+), (\d+)"', page)}
    assert (3, 5) in linked
    lost = set[tuple[int, int]]()
    for a in range(64):
        for b in range(64):
            options = [*((i, b) for i in range(a)), *((a, i) for i in range(b))]
            options += [(a - i, b - i) for i in range(1, min(a, b) + 1)]
            if not lost.intersection(options):
                lost.add((a, b))
    assert linked == lost
    assert "The P-positions lie along the lines" in page


def test_each_position_of_a_graph_leads_to_its_own_game(client: httpx.Client) -> None:
    page = show(client, "/explore?g=kayles:+7&view=all")
    games = {parse_qs(urlsplit(link).query)["g"][0] for link in re.findall(r'href="(play\?g=[^"]+)"', page)}
    drawn = {node.game for node in graph("kayles: 7").nodes}
    assert drawn <= games
    assert page.count("<tr><td><a href=") == len(drawn)


def test_a_graph_too_large_to_read_says_so_and_still_explains(client: httpx.Client) -> None:
    page = show(client, "/explore?g=nim:+100+200+300")
    assert "too many for a readable graph" in page
    assert "odd columns" in page


def test_a_refuted_claim_shows_its_smallest_counterexample_and_why(client: httpx.Client) -> None:
    page = show(client, "/claim?g=kayles&c=value+%3D%3D+n+%25+4")
    assert 'class="answer refuted"' in page
    assert ">kayles: 4</code>" in page
    assert re.search(r'<td class="number">0</td><td class="number">1</td>', page)
    assert 'popovertarget="term-mex">mex</button>' in page
    assert ") is 1.</p>" in page


def test_a_claim_is_proved_or_holds_as_far_as_it_was_compared(client: httpx.Client) -> None:
    assert 'class="answer proved"' in show(client, "/claim?g=take+1..3&c=P+iff+n+%25+4+%3D%3D+0")
    page = show(client, "/claim?g=grundy&c=value+%3C%3D+90&to=500")
    assert 'class="answer holds"' in page
    assert "Holds up to 500" in page
    assert "This is not a proof." in page


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        ("/explore?g=kaylse", "  kaylse\n  ^"),
        ("/explore?g=nim:+3+x", "  nim: 3 x\n         ^"),
        ("/play?g=nim:+3+x", "  nim: 3 x\n         ^"),
        ("/claim?g=kayles&c=value+%3D+4", "  value = 4\n        ^"),
        ("/claim?g=take+%7B1,+%7D&c=value+%3D%3D+4", "  take {1, }\n           ^"),
        ("/build?kind=maze&g=maze:+.x@", "  maze: .x@\n         ^"),
    ],
)
def test_a_mistake_is_shown_with_a_caret_under_it(client: httpx.Client, address: str, lines: str) -> None:
    page = show(client, address, 400)
    assert f"<pre>{lines}</pre>" in page
    assert 'aria-invalid="true"' in page


@pytest.mark.parametrize(
    "path", ["/explore?g=", "/explore?g=nim:+", "/claim?c=P&g=", "/build?g=", "/build?kind=sum&g=nim:+"]
)
def test_what_a_visitor_types_stays_text(client: httpx.Client, path: str) -> None:
    answer = client.get(path + quote_plus(HOSTILE))
    assert answer.status_code == 400
    assert HOSTILE not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_words_that_mean_nothing_count_as_absent_and_wrong_numbers_are_refused(client: httpx.Client) -> None:
    assert "The player to move wins" in show(client, "/explore?g=nim:+3&play=chess&view=upside-down")
    assert "expected a whole number up to 10000000" in show(client, "/explore?g=nim&to=10%5E9", 400)


def test_files_and_python_rules_are_refused(client: httpx.Client) -> None:
    for text in ("rules.py:MyGame", "graph(/etc/passwd): v7"):
        for path in ("/explore?g=", "/claim?c=P+iff+n+%3D%3D+0&g=", "/build?kind=sum&g=", "/play?g="):
            assert client.get(path + quote_plus(text)).status_code in {400, 403}


def squares(page: str) -> list[str]:
    return re.findall(r'data-cell="\d+ \d+"[^>]*>([^<]*)<', page)


def test_the_maze_editor_shows_the_value_of_every_square(client: httpx.Client) -> None:
    text = "maze: ..#./..../.#.@"
    rows = text.removeprefix("maze: ").replace("@", ".").split("/")
    expected = []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            placed = "/".join(line[:c] + "@" + line[c + 1 :] if i == r else line for i, line in enumerate(rows))
            expected.append("" if cell == "#" else str(solve(f"maze: {placed}").value))
    assert squares(show(client, f"/build?kind=maze&g={quote_plus(text)}")) == expected


def test_pressing_a_square_twice_gives_the_maze_back(client: httpx.Client) -> None:
    def pressed(address: str) -> str:
        page = show(client, address)
        found = re.search(r'data-cell="1 1" data-key="[^"]*" href="([^"]+)"', page)
        assert found is not None
        return found[1]

    once = pressed("/build?kind=maze&g=" + quote_plus("maze: .../.../..@"))
    assert parse_qs(urlsplit(once).query)["g"] == ["maze: .../.#./..@"]
    assert parse_qs(urlsplit(pressed(once)).query)["g"] == ["maze: .../.../..@"]


def test_a_form_that_joins_vertices_leads_to_the_new_graph(client: httpx.Client) -> None:
    query = {"kind": "graph", "g": "graph: 2>1 @ 2", "tail": "3", "head": "2"}
    answer = client.get("/build", params=query)
    assert answer.status_code == 303
    assert parse_qs(urlsplit(answer.headers["location"]).query)["g"] == ["graph: 2>1 3>2 @ 2"]
    assert "put here: the token on 3" in show(client, answer.headers["location"])


def test_the_sum_builder_shows_each_part_with_all_its_winning_moves(client: httpx.Client) -> None:
    text = "nim: 3 5 + kayles: 7"
    page = show(client, f"/build?kind=sum&g={quote_plus(text)}")
    rows = re.findall(r'<tr><td><code>([^<]+)</code></td><td class="number[^"]*">(\d+)</td><td>([^<]*)</td>', page)
    found = solve(text)
    assert [int(value) for _, value, _ in rows] == list(found.values)
    for part, (_, _, wins) in enumerate(rows):
        expected = [move.move for move in found.winning_moves if move.part == part]
        assert wins == ("; ".join(expected) or "none")


def test_a_sum_rebuilt_from_its_components_is_the_same_sum() -> None:
    text = "nim: 3 5 + take k where 2 * k <= n + 1: 5 + maze: ..#./...@"
    parts = summands(text)
    assert len(parts) == 3
    assert read_game(" + ".join(parts)) == read_game(text)
    moved = orders(parts, 0)["down"]
    assert summands(orders(summands(moved), 1)["up"]) == parts


@pytest.mark.parametrize("query", ["g=kayles:+7&view=all", "g=wythoff", "g=kayles", "g=take+squares&to=5000"])
def test_a_picture_that_is_saved_is_whole_svg_with_its_colours(client: httpx.Client, query: str) -> None:
    answer = client.get(f"/explore/drawing?{query}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    root = ET.fromstring(answer.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert answer.text.count("<style>") == 1
    assert "light-dark(" in answer.text


@pytest.mark.nightly
def test_who_asks_for_more_than_the_time_allows_is_shown_what_was_checked(client: httpx.Client) -> None:
    page = show(client, "/explore?g=0.106&to=10%5E7")
    (checked,) = re.findall(r"Checked up to (\d+), then stopped: the ", page) or ["10000000"]
    assert int(checked) > 240  # what is shown where nothing was asked for
    assert f"Heaps 0 to {checked}, values up to" in page
