"""Errors where the eye is: a page for a browser, JSON for a program, and beside the field that caused it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import unescape
from urllib.parse import quote_plus

import httpx
import pytest
from tests.promises.web.servers import Served, one, raw, request

from grundy.core import GrundyError
from grundy_web import Settings, create_app
from grundy_web.questions.answering import Reply
from grundy_web.service.dispatcher import Dispatcher

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
        ("/nowhere/at/all", {}, 404, "Not found"),
        ("/static/none.css", {}, 404, "Not found"),
        ("/play?g=" + "x" * 3000, {}, 414, "The address is too long"),
        ("/", {"x-long": "y" * 9000}, 431, "The request is too large"),
        ("/", {"origin": "http://evil.example"}, 403, "The request came from another page"),
        ("/", {"host": "evil.example"}, 421, "Wrong host name"),
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


DOWNLOADS = [
    "/play.json?g=nim:+x",
    "/play.csv?g=nim:+x",
    "/play.txt?g=nim:+3&m=zz",
    "/play.txt?g=nim:+3&err=200",
    "/board.svg?g=nim:+x",
    "/board.svg?g=nim:+3&err=200",
    "/qr.svg?g=nim:+3&err=200",
    "/explore/values?g=kayle",
    "/explore/certificate?g=wythoff",
    "/explore/picture?g=kayle&form=svg",
    "/explore/drawing?g=nim:+100+200+300",
    "/explore/raster?g=kayle",
]


@pytest.mark.parametrize("path", DOWNLOADS)
def test_a_download_that_fails_is_a_page_for_a_browser_and_json_for_a_program(client: httpx.Client, path: str) -> None:
    page, program = client.get(path, headers=BROWSER), client.get(path)
    assert (page.status_code, page.headers["content-type"]) == (program.status_code, "text/html; charset=utf-8")
    assert page.status_code >= 400
    assert told(page.text) in {"This cannot be shown", "Not found"}
    message = program.json()["error"]["message"]
    assert message in unescape(page.text) or page.status_code == 404
    assert "content-disposition" not in page.headers


def test_an_error_of_the_api_is_json_for_everybody() -> None:
    assert one(create_app(), "GET", "/api/v1/none", headers=BROWSER).json()["error"]["code"] == "path"


def test_a_visitor_without_a_key_gets_a_page_that_explains_how_to_get_one() -> None:
    app = create_app(Settings("school.example", remote=True, token="t" * 43))
    found = one(app, "GET", "/play?g=nim:+3", host="school.example:8642", headers=BROWSER)
    assert (found.status_code, told(found.text)) == (401, "This page needs its key")
    for style in re.findall(r'(?:href|src)="(/static/[^"]+)"', found.text):  # it has its look without the key, too
        assert one(app, "GET", style, host="school.example:8642").status_code == 200
    for path in ("/static/none.css", "/static/../play", "/staticplay", "/play"):
        assert one(app, "GET", path, host="school.example:8642").status_code in {401, 404}


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
def test_an_error_is_next_to_the_field_that_caused_it(
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


@pytest.mark.parametrize("debug", [True, False])
def test_the_place_of_an_internal_error_is_shown_on_the_page_only_on_request(
    monkeypatch: pytest.MonkeyPatch, debug: bool
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    app = create_app(Settings(debug=debug))
    reply = Reply(GrundyError("internal error: ZeroDivisionError").to_dict(), trace="Traceback\n  file.py, line 7")
    monkeypatch.setattr(Dispatcher, "ask", awaited(reply))
    for path in ("/play?g=nim:+3", "/explore?g=kayles", "/board.svg?g=nim:+3"):  # a child's mistake
        page = one(app, "GET", path, headers=BROWSER)
        assert page.status_code == 500
        assert ("file.py, line 7" in page.text) == debug
    assert ("trace" in one(app, "GET", "/board.svg?g=nim:+3").json()["error"]) == debug
    monkeypatch.setattr("grundy_web.pages.learn_pages.terms_of", broken)  # the server's own
    page = one(app, "GET", "/glossary", headers=BROWSER)
    assert (page.status_code, "<h1>Something went wrong</h1>" in page.text) == (500, True)
    assert ("ZeroDivisionError" in page.text) == debug


def awaited(reply: Reply) -> Callable[..., Awaitable[Reply]]:
    async def ask(*_: object) -> Reply:
        return reply

    return ask
