"""Errors where the eye is: a page for a browser, JSON for a program, and beside the field that caused it."""

from __future__ import annotations

import logging
import re
from urllib.parse import quote_plus

import httpx
import pytest
from tests.promises.web.servers import Served, one, raw, request

from grundy.web import Settings, create_app

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def told(page: str) -> str:
    """The heading of a page of an error, which has a way home and no word of the command line."""
    assert re.search(r'<main.*<a class="button" href="/">', page, re.DOTALL)
    assert not re.search(r"--\w|grundy serve|Traceback|\.py", page)
    assert not re.search(r'(?:href|src)="(?!/|#)', page), "an address that a deep path would bend"
    return str(re.findall("<h1>(.*?)</h1>", page)[0])


@pytest.mark.parametrize(
    ("path", "headers", "status", "heading"),
    [
        ("/nowhere/at/all", {}, 404, "Nothing is here"),
        ("/static/none.css", {}, 404, "Nothing is here"),
        ("/play?g=" + "x" * 3000, {}, 414, "The address is too long"),
        ("/", {"x-long": "y" * 9000}, 431, "The request is too large"),
        ("/", {"origin": "http://evil.example"}, 403, "Not from another page"),
        ("/", {"host": "evil.example"}, 421, "Another name was expected"),
        ("/explore/values?g=kayles&to=-1", {}, 422, "This cannot be shown"),
    ],
)
def test_an_error_is_a_page_for_a_browser_and_json_for_a_program(
    path: str, headers: dict[str, str], status: int, heading: str
) -> None:
    page = one(create_app(), "GET", path, headers=BROWSER | headers)
    assert (page.status_code, told(page.text)) == (status, heading)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    program = one(create_app(), "GET", path, headers={"accept": "*/*"} | headers)
    assert program.status_code == status
    assert program.json()["error"]["message"]


def test_an_error_of_the_api_is_json_for_everybody() -> None:
    assert one(create_app(), "GET", "/api/v1/none", headers=BROWSER).json()["error"]["code"] == "path"


def test_who_has_no_key_is_told_on_a_page_how_to_get_in() -> None:
    app = create_app(Settings("school.example", remote=True, token="t" * 43))
    found = one(app, "GET", "/play?g=nim:+3", host="school.example:8642", headers=BROWSER)
    assert (found.status_code, told(found.text)) == (401, "This page needs its key")


def test_headers_that_no_parser_takes_are_refused_on_a_page_too(server: Served) -> None:
    status, found = raw(server.port, request("GET", "/", server.port, Accept="text/html", X="y" * 20000))
    assert status == 431
    assert b"<h1>The request is too large</h1>" in found


@pytest.mark.parametrize(
    ("path", "field", "message"),
    [
        ("/play?g=nim:+3+5+7&m=0&say=fly", "say", "is not a move here"),
        ("/explore?g=kayle", "g", "did you mean kayles"),
        ("/explore?g=kayles&to=x", "to", "expected a whole number"),
        ("/claim?g=kayles&c=value+%3D%3D", "c", "expected"),
        ("/claim?g=kayle&c=value+%3D%3D+n", "g", "did you mean kayles"),
        ("/claim?g=kayles&c=value+%3D%3D+n&to=x", "to", "expected a whole number"),
        ("/build?kind=sum&g=nim:+x", "g", "expected"),
        ("/play?g=nim:+x", "g", "expected"),
    ],
)
def test_an_error_stands_beside_the_field_that_caused_it(
    client: httpx.Client, path: str, field: str, message: str
) -> None:
    found = client.get(path, headers=BROWSER)
    assert found.status_code == 400
    (shown,) = re.findall(rf'<input[^>]*id="{field}"[^>]*aria-invalid="true" aria-describedby="(\w+)"', found.text)
    (said,) = re.findall(rf'role="alert" id="{shown}">\s*<p>(.*?)</p>', found.text)
    assert message in said
    assert found.text.count('aria-invalid="true"') == 1


def test_a_wrong_word_leaves_the_table_as_it_was(client: httpx.Client) -> None:
    table = client.get("/play?g=nim:+3+5+7&m=0").text
    wrong = client.get("/play?g=nim:+3+5+7&m=0&say=" + quote_plus("take <b>")).text
    links = r'<a data-key[^>]*href="([^"]*)"|data-address="([^"]*)"'
    assert re.findall(links, wrong) == re.findall(links, table)
    assert 'value="take &lt;b&gt;"' in wrong


def test_the_log_shows_where_a_child_made_a_mistake_only_when_that_is_asked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = {"game": 3}  # no model of ours lets that through
    for level, shown in ((logging.INFO, True), (logging.ERROR, False)):
        caplog.clear()
        with caplog.at_level(level, "grundy.web"):
            asked_of_a_child(broken)
        assert ("Traceback" in caplog.text) == shown


def asked_of_a_child(data: dict[str, int]) -> None:
    """Ask a child what it cannot understand."""
    import asyncio

    from grundy.web.children.pool import ChildPool
    from grundy.web.questions.answering import Asked

    pool = ChildPool()
    try:
        found = asyncio.run(pool.ask(Asked("api.solve", data, 2.0, 1 << 28)))
        assert found.answer["error"]["code"] == "internal"
    finally:
        pool.stop()
