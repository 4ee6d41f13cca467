"""Pages without a server: the same functions, the same bytes, and none of what only a server needs."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from urllib.parse import urlsplit

import httpx
import pytest

from grundy_web.offline import answer, static_files

ADDRESSES = (
    "/",
    "/play?g=nim:+3+5+7&v=1&why=0&hint=2",
    "/play?g=kayles:+7&m=0.1",
    "/play?g=cram:+4x4&you=12",
    "/play?g=wythoff:+3+5&misere=1",
    "/play?g=nim:+3+x",
    "/worksheet?g=nim:+3+5+6",
    "/play.json?g=nim:+3+5+7&m=0",
    "/play.csv?g=nim:+3+5+7&m=0",
    "/play.txt?g=nim:+3+5+7&m=0",
    "/board.svg?g=chomp:+3x4",
    "/explore",
    "/explore?g=kayles:+5",
    "/explore/values?g=kayles&to=30",
    "/explore/values?g=kayles&to=30&form=tex",
    "/explore/values?g=0.137&to=5000&form=csv",
    "/claim?g=take+1..3&c=P+iff+n+%25+4+%3D%3D+0",
    "/claim?g=wythoff&c=value+%3D%3D+a+%5E+b",
    "/build?kind=graph",
    "/build?kind=graph&tail=9&head=1",
    "/learn",
    "/puzzles?day=2026-11-25&level=2",
    "/puzzles?day=2026-11-25&m=1",
    "/learn?lesson=binary&screen=3&seed=7",
    "/learn?lesson=castles",
)
EXPLORED = (
    "/explore?g=wythoff&to=20",
    "/explore?g=kayles&to=300",
    "/explore?g=take+1..3&play=misere&to=60",
)
"""Where patterns are looked for while there is time: on a slow computer there may be fewer."""


@pytest.mark.parametrize("address", ADDRESSES + EXPLORED)
def test_an_address_gives_the_same_bytes_without_a_server(client: httpx.Client, address: str) -> None:
    served = client.get(address, follow_redirects=False)
    parts = urlsplit(address)
    status, headers, body = answer("GET", parts.path, parts.query, str(client.base_url) + "/")
    assert (status, body) == (served.status_code, served.content)
    assert {name: served.headers[name] for name, _ in headers} == dict(headers)


def test_numbers_of_a_plot_come_unpacked(client: httpx.Client) -> None:
    query = "g=kayles&start=0&to=300"
    status, headers, body = answer("GET", "/explore/raster", query)
    served = client.get(f"/explore/raster?{query}")
    assert (status, body) == (200, served.content)
    assert (len(body), max(body), dict(headers)["x-raster"]) == (602, 8, served.headers["x-raster"])
    assert "content-encoding" not in dict(headers)


@pytest.mark.nightly
def test_static_files_are_those_of_the_server(client: httpx.Client) -> None:
    files = static_files()
    assert {"play.js", "style.css"} <= set(files)
    assert all(client.get(f"/static/{name}").content == data for name, data in files.items())


@pytest.mark.nightly
def test_no_server_is_loaded_for_a_page() -> None:
    told = "import sys; sys.modules |= dict.fromkeys(['fastapi', 'starlette', 'pydantic', 'uvicorn']);"
    told += "from grundy_web.offline import answer; print(answer('GET', '/play', 'g=nim:+3+5+7')[0])"
    assert subprocess.check_output([sys.executable, "-c", told], text=True).strip() == "200"


WITHOUT = """
import base64, json, sys
sys.modules.update(dict.fromkeys(["numpy", "numba", "llvmlite"]))
from grundy_web.offline import answer
for path, query in json.load(sys.stdin):
    print(json.dumps(base64.b64encode(answer("GET", path, query)[2]).decode()))
"""


@pytest.mark.nightly
def test_pages_that_explore_and_judge_claims_are_the_same_without_numpy_as_in_a_browser() -> None:
    asked = [urlsplit(one)[2:4] for one in ADDRESSES + EXPLORED if one.startswith(("/explore", "/claim"))]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WITHOUT],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    bodies = [base64.b64decode(json.loads(line)) for line in done.stdout.splitlines()]
    assert len(bodies) == len(asked) >= 8
    for (path, query), body in zip(asked, bodies, strict=True):
        assert body == answer("GET", path, query)[2], query


def test_what_needs_numpy_says_that_the_site_has_not_brought_it_along() -> None:
    told = "import sys; sys.modules |= dict.fromkeys(['numpy', 'numba', 'llvmlite']);"
    told += "from grundy_web.offline import answer; status, _, body = answer('GET', '/explore/picture', 'g=kayles');"
    told += "assert (status, b'does not contain' in body, b'pip install' in body) == (422, True, False), body"
    subprocess.run([sys.executable, "-c", told], check=True)


def test_a_missing_address_is_answered_with_its_status() -> None:
    assert [answer(*asked)[0] for asked in (("GET", "/none"), ("POST", "/play"), ("GET", "/static/none.css"))] == [
        404,
        405,
        404,
    ]


def test_a_browser_gets_a_page_with_a_link_home_for_a_missing_address() -> None:
    status, headers, body = answer("GET", "/none", base="https://host/games/", accept="text/html,*/*")
    assert (status, headers[0]) == (404, ("content-type", "text/html; charset=utf-8"))
    assert b"Not found" in body
    assert b'href="https://host/games/' in body
