"""The rules of the guard: names begin with the number of the rule, 1 to 8 and 11 to 12."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.promises.web.servers import Served, one, raw, request

from grundy.core import InputError, LimitReached, TrustedOnly
from grundy.games import CATALOGUE
from grundy.operations import game_of, ruleset_of
from grundy_web import Settings, create_app, served
from grundy_web.questions.answering import Asked, Reply
from grundy_web.serve import listening

JSON = {"content-type": "application/json"}
HEALTH, SOLVE = "/api/v1/health", "/api/v1/solve"
GOOD = b'{"game": "nim: 3 5 7"}'


def test_1_only_this_machine_is_listened_to() -> None:
    sockets = listening(Settings(port=0))
    names = {link.getsockname()[0] for link in sockets}
    for link in sockets:
        link.close()
    assert names <= {"127.0.0.1", "::1"}
    assert "127.0.0.1" in names


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "school.example", "192.168.1.5", "127.0.0.1.example"])
def test_1_another_address_needs_allow_remote(host: str) -> None:
    with pytest.raises(InputError, match="--allow-remote"):
        served(host, 8642)
    assert len(served(host, 8642, remote=True).token) >= 43
    assert served(host, 8642, remote=True).token != served(host, 8642, remote=True).token


@pytest.mark.parametrize("host", ["a b", "", "x/y", "user@host", "[", "a\r\nb", "é.example"])
def test_1_a_host_is_a_name_or_an_address(host: str) -> None:
    with pytest.raises(InputError):
        served(host, 8642, remote=True)


def remote(**extra: Any) -> FastAPI:
    return create_app(Settings("school.example", remote=True, token="t" * 43, **extra))


def test_1_a_remote_client_needs_the_token_then_its_cookie() -> None:
    app, host = remote(), "school.example:8642"
    assert one(app, "GET", HEALTH, host=host).status_code == 401
    assert one(app, "GET", f"{HEALTH}?token={'x' * 43}", host=host).status_code == 401
    let_in = one(app, "GET", f"{HEALTH}?a=1&token={'t' * 43}&b=%26", host=host)
    assert let_in.status_code == 303
    assert let_in.headers["location"] == f"{HEALTH}?a=1&b=%26"
    cookie = let_in.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    shown = {"cookie": f"other=1; {cookie.partition(';')[0]}"}
    assert one(app, "GET", HEALTH, host=host, headers=shown).status_code == 200
    assert one(app, "GET", HEALTH, host=host, headers={"cookie": "grundy="}).status_code == 401


def test_1_the_redirect_never_leaves_this_server() -> None:
    found = one(remote(), "GET", f"//evil.example/%2F?token={'t' * 43}", host="school.example:8642")
    assert found.headers["location"].startswith("/evil.example")


@pytest.mark.parametrize("host", ["127.0.0.1:8642", "localhost:8642", "[::1]:8642", "LOCALHOST:8642"])
def test_2_our_own_hosts_are_answered(host: str) -> None:
    assert one(create_app(), "GET", HEALTH, headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "localhost:8643", "127.0.0.1:8642.x", ""]
)
def test_2_another_host_is_refused(host: str) -> None:
    found = one(create_app(), "GET", HEALTH, headers={"host": host})
    assert (found.status_code, found.json()["error"]["code"]) == (421, "host")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:8643", "https://127.0.0.1:8642"])
def test_3_a_foreign_origin_is_refused(origin: str) -> None:
    for method, path in (("GET", HEALTH), ("GET", "/"), ("POST", SOLVE)):
        assert one(create_app(), method, path, headers={**JSON, "origin": origin}).status_code == 403


def test_3_what_another_site_asks_is_refused_but_a_link_to_a_page_is_not() -> None:
    app = create_app()
    for site in ("cross-site", "same-site"):
        foreign = {**JSON, "sec-fetch-site": site}
        assert one(app, "GET", HEALTH, headers=foreign).status_code == 403
        assert one(app, "POST", SOLVE, headers=foreign).status_code == 403
        link = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
        assert one(app, "GET", "/api", headers=link).status_code == 200
        assert one(app, "GET", HEALTH, headers=link).status_code == 403
        for other in (
            {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
            {"sec-fetch-dest": "script"},
            {"sec-fetch-dest": "iframe"},
            {"sec-fetch-dest": "object"},
            {"sec-purpose": "prefetch;prerender"},
        ):
            assert one(app, "GET", "/api", headers=link | other).status_code == 403
    for site in ("same-origin", "none"):
        assert one(app, "GET", HEALTH, headers={"sec-fetch-site": site}).status_code == 200
        assert one(app, "GET", "/api", headers={"sec-fetch-site": site}).status_code == 200


def test_3_a_program_that_is_not_a_browser_is_answered_and_an_older_browser_may_only_follow_links() -> None:
    app = create_app()
    assert one(app, "GET", "/api", headers={"accept": "*/*", "user-agent": "curl/8.5.0"}).status_code == 200
    page, picture = {"accept": "text/html,*/*;q=0.8"}, {"accept": "image/*,*/*;q=0.8"}
    for referer in ("http://evil.example/", "http://127.0.0.1:8643/", "http://127.0.0.1:8642.evil.example/"):
        assert one(app, "GET", "/api", headers=picture | {"referer": referer}).status_code == 403
        assert one(app, "GET", "/api", headers=page | {"referer": referer}).status_code == 200
        assert one(app, "GET", HEALTH, headers=page | {"referer": referer}).status_code == 403
    assert one(app, "GET", "/api", headers=picture | {"referer": "http://localhost:8642/play"}).status_code == 200
    assert one(app, "GET", "/api", headers=picture).status_code == 200  # our own pages send no referer


def test_3_a_frame_of_another_site_is_answered_only_where_boards_may_be_embedded() -> None:
    frame = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
    app = create_app(Settings(embed="https://school.example"))
    assert one(create_app(), "GET", "/play?view=board", headers=frame).status_code == 403
    assert one(app, "GET", "/play?view=board", headers=frame).status_code == 200
    assert one(app, "GET", "/explore?g=kayles", headers=frame).status_code == 403


def test_3_forty_pictures_on_another_site_cost_the_owner_nothing() -> None:
    app, picture = create_app(), {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}

    async def child(asked: Asked, *_: object) -> Reply:
        if asked.data["g"] != "kayles":
            await asyncio.Event().wait()
        return Reply(LimitReached("the owner was heard", kind="time").to_dict())

    async def send() -> tuple[set[int], httpx.Response]:
        app.state.dispatcher.children.ask = child
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8642") as client:
            addresses = [f"/explore?g=0.{number}07" for number in range(1, 41)]
            sent = [client.get(one, headers=picture | {"sec-fetch-site": "cross-site"}) for one in addresses]
            foreign = [asyncio.ensure_future(one) for one in sent]
            done, waiting = await asyncio.wait(foreign, timeout=1)  # they end at once
            owner = await client.get("/explore?g=kayles", headers=picture | {"sec-fetch-site": "same-origin"})
            for one in waiting:
                one.cancel()
            return {one.result().status_code for one in done}, owner

    statuses, owner = asyncio.run(send())
    assert "the owner was heard" in owner.text
    assert statuses == {403}


def test_3_no_header_invites_other_origins() -> None:
    ours = {"origin": "http://127.0.0.1:8642", "access-control-request-method": "POST"}
    for method in ("GET", "OPTIONS"):
        found = one(create_app(), method, HEALTH, headers=ours)
        assert not [name for name in found.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/json; charset=latin-1", "text/json"]
)
def test_3_a_post_is_json_so_no_form_of_another_page_reaches_the_api(kind: str) -> None:
    found = one(create_app(), "POST", SOLVE, content=GOOD, headers={"content-type": kind} if kind else {})
    assert found.status_code == 415


def test_3_a_compressed_body_is_refused() -> None:
    found = one(create_app(), "POST", SOLVE, content=GOOD, headers={**JSON, "content-encoding": "gzip"})
    assert found.status_code == 415


@pytest.mark.parametrize(("length", "status"), [(2047, 404), (2048, 404), (2049, 414)])
def test_4_an_address_has_2_kilobytes(length: int, status: int) -> None:
    path = "/static/" + "x" * (length - 8)
    assert one(create_app(), "GET", path).status_code == status


@pytest.mark.parametrize(("more", "status"), [(-1, 200), (0, 200), (1, 431)])
def test_4_headers_have_8_kilobytes(more: int, status: int) -> None:
    bare = [("host", "127.0.0.1:8642"), ("x", "")]
    size = sum(len(name) + len(value) + 4 for name, value in bare)
    headers = [("host", "127.0.0.1:8642"), ("x", "y" * (8192 - size + more))]
    app = create_app()
    found = one(app, "GET", HEALTH, headers=headers)
    extra = sum(len(k) + len(v) + 4 for k, v in found.request.headers.raw) - 8192 - more
    assert extra == 0
    assert found.status_code == status


@pytest.mark.parametrize(("more", "status"), [(-1, 422), (0, 422), (1, 413)])
@pytest.mark.parametrize("told", [True, False])
def test_4_a_body_has_64_kilobytes_whatever_its_length_is_said_to_be(more: int, status: int, told: bool) -> None:
    body = b'{"game": "%s"}' % (b"x" * (65536 - 12 + more))
    headers = JSON if told else {**JSON, "transfer-encoding": "chunked"}

    async def parts() -> AsyncIterator[bytes]:
        yield body[:1000]
        yield body[1000:]

    content: Any = body if told else parts()
    assert one(create_app(), "POST", SOLVE, content=content, headers=headers).status_code == status


@pytest.mark.parametrize(("depth", "status"), [(62, 422), (63, 422), (64, 400), (20000, 400)])
def test_4_json_nests_64_deep(depth: int, status: int) -> None:
    body = b'{"game": ' + b"[" * depth + b"]" * depth + b"}"
    assert one(create_app(), "POST", SOLVE, content=body, headers=JSON).status_code == status


def test_4_a_get_has_no_body() -> None:
    assert one(create_app(), "GET", HEALTH, content=b"{}").status_code == 413


TRAPS = {
    "NaN": b'{"n": NaN}',
    "Infinity": b'{"n": Infinity}',
    "overflow": b'{"n": 1e999}',
    "float": b'{"n": 1.0}',
    "exponent": b'{"n": 1e3}',
    "minus zero": b'{"n": -0}',
    "2^53": b'{"n": 9007199254740992}',
    "4400 digits": b'{"n": ' + b"1" * 4400 + b"}",
    "twice": b'{"game": "nim: 1", "game": "nim: 2"}',
    "byte order mark": b"\xef\xbb\xbf" + GOOD,
    "UTF-16": GOOD.decode().encode("utf-16"),
    "latin-1": b'{"game": "\xe9"}',
    "surrogate": b'{"game": "\\ud800"}',
    "list": b"[1]",
    "text": b'"nim: 1"',
    "nothing": b"",
    "cut": b'{"game": ',
}


@pytest.mark.parametrize("body", TRAPS.values(), ids=TRAPS.keys())
def test_7_json_is_read_strictly(body: bytes) -> None:
    found = one(create_app(), "POST", SOLVE, content=body, headers=JSON)
    assert (found.status_code, found.json()["error"]["code"]) == (400, "notation")


@pytest.mark.parametrize(
    "fields",
    [{"extra": 1}, {"game": 1}, {"game": None}, {"play": "Normal"}, {"want": ["all"]}, {"limits": {"milliseconds": 0}},
     {"limits": {"milliseconds": True}}, {"game": ""}, {"game": "x" * 4001}, {"job": 1}],
)  # fmt: skip
def test_7_fields_are_as_the_schema_says(fields: dict[str, object]) -> None:
    found = one(create_app(), "POST", SOLVE, json={"game": "nim: 1", **fields})
    assert (found.status_code, found.json()["error"]["code"]) == (422, "schema")


TRUSTED = [
    "rules.py:Game: 7",
    "nim: 3 + rules.py:Game: 7",
    "/etc/x.py:G: 1",
    "graph(games.dot): v7",
    "graph(/etc/passwd): 1",
]


@pytest.mark.parametrize("text", TRUSTED)
def test_8_a_file_or_a_python_function_in_a_game_is_refused(text: str, app: FastAPI) -> None:
    with pytest.raises(TrustedOnly):
        game_of(text)
    found = one(app, "POST", SOLVE, json={"game": text})
    assert (found.status_code, found.json()["error"]["code"]) == (403, "trusted_only")


def test_8_a_claim_about_a_python_function_is_refused(app: FastAPI) -> None:
    found = one(app, "POST", "/api/v1/claim", json={"ruleset": "kayles", "claim": "same as rules.py:G"})
    assert found.status_code == 403


@pytest.mark.parametrize("name", CATALOGUE)
def test_8_no_ruleset_opens_a_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset_of("nim")

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a file was opened")

    def texts() -> list[str]:
        files = ["/etc/passwd", "games.dot", "../x.json", "a.csv"]
        return [text for file in files for text in (f"{name}({file})", f"{name}(file={file})", f"{name}: {file}")]

    for text in texts():
        with pytest.raises(InputError):  # once, so that what is imported for it is there
            game_of(text if ":" in text else text + ": 1")
    for module, function in ((Path, "read_bytes"), (Path, "read_text"), (Path, "open"), (Path, "exists")):
        monkeypatch.setattr(module, function, refuse)
    monkeypatch.setattr("builtins.open", refuse)
    for text in texts():
        with pytest.raises(InputError):
            game_of(text if ":" in text else text + ": 1")


SHUT = {
    "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", HEALTH, 200),
        ("GET", "/static/none", 404),
        ("PUT", HEALTH, 405),
        ("POST", SOLVE, 415),
        ("GET", "/api", 200),
    ],
)
def test_11_every_answer_shuts_the_page_in(method: str, path: str, status: int) -> None:
    found = one(create_app(), method, path)
    assert found.status_code == status
    assert {name: found.headers[name] for name in SHUT} == SHUT


def test_11_a_request_that_is_not_http_gets_the_same_headers(server: Served) -> None:
    for data in (b"hello\r\n\r\n", b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 99):
        status, found = raw(server.port, data)
        assert status in {400, 421}, data
        assert all(
            f"{name}: {value}".encode() in found.lower().replace(b"'SELF'", b"'self'") for name, value in SHUT.items()
        )


def test_11_embedding_changes_only_who_may_frame_the_board() -> None:
    app = create_app(Settings(embed="https://school.example"))
    framed = one(app, "GET", "/play?view=board").headers["content-security-policy"]
    assert framed == SHUT["content-security-policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors https://school.example"
    )
    assert one(app, "GET", HEALTH).headers["content-security-policy"] == SHUT["content-security-policy"]


@pytest.mark.parametrize(
    "embed", ["*", "https://a b", "javascript:x", "https://x.example/path", "https://x;script-src *"]
)
def test_11_an_origin_that_may_embed_is_an_origin(embed: str) -> None:
    with pytest.raises(InputError):
        served("localhost", 8642, embed=embed)


def test_12_an_internal_error_is_reported_without_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app()

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("/secret/path.py")

    monkeypatch.setattr(app.state.dispatcher, "ask", broken)
    found = one(app, "POST", SOLVE, content=GOOD, headers=JSON)
    assert found.status_code == 500
    assert found.json() == {"schema": 1, "error": {"code": "internal", "message": "internal error"}}


def test_12_the_log_has_one_line_without_queries_and_control_characters(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "grundy_web"):
        one(create_app(), "GET", "/static/a%0d%0aforged%1b[31m?secret=1")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "grundy_web"]
    assert line.startswith("GET /static/a\\x0d\\x0aforged\\x1b[31m 404")
    assert "secret" not in line
    assert line.isprintable()


def test_a_header_that_counts_comes_once(server: Served) -> None:
    double = request("GET", HEALTH, server.port).replace(b"\r\n\r\n", b"\r\nOrigin: null\r\nOrigin: null\r\n\r\n")
    assert raw(server.port, double)[0] == 400


def test_pipelined_requests_are_answered_in_order(server: Served) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
        keep = request("POST", SOLVE, server.port, GOOD, Connection="keep-alive")
        link.sendall(keep + request("GET", HEALTH, server.port))
        found = b""
        while part := link.recv(65536):
            found += part
        assert found.count(b"HTTP/1.1 200") == 2
        assert json.loads(found.rpartition(b"\r\n\r\n")[2])["status"] == "ok"
