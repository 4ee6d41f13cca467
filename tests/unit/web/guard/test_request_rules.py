"""Visitors from other machines: who is admitted, with the token or its cookie, and through a proxy."""

from __future__ import annotations

from typing import Any

import pytest

from grundy.core import InputError
from grundy_web.guard.refusals import Refused
from grundy_web.guard.request_rules import check_request, check_token
from grundy_web.settings import Settings, behind, served

TOKEN, PROXY = "t" * 43, "127.0.0.1"
REMOTE = Settings("school.example", remote=True, token=TOKEN)
BEHIND = behind(REMOTE, PROXY)


def scope(peer: str, cookie: str = "", query: str = "", **headers: str) -> dict[str, Any]:
    told = {"host": "school.example", "cookie": cookie} | {
        name.replace("_", "-"): text for name, text in headers.items()
    }
    pairs = [(name.encode(), text.encode()) for name, text in told.items() if text]
    head = {"method": "GET", "scheme": "http", "path": "/play", "query_string": query.encode()}
    return {**head, "client": (peer, 5000), "headers": pairs}


def cookie_of(settings: Settings, peer: str) -> str:
    let_in = check_token(scope(peer, query=f"token={TOKEN}"), settings)
    assert let_in is not None
    return let_in[1].partition(";")[0]


def test_no_visitor_is_admitted_by_a_changed_cookie() -> None:
    good = cookie_of(REMOTE, "203.0.113.7")
    assert check_token(scope("203.0.113.9", good), REMOTE) is None
    for forged in (good[:-1], f"{good}x", good.replace("=", "=x", 1), "grundy=", "grundy=\xe9", f"x{good}"):
        with pytest.raises(Refused) as refusal:
            check_token(scope("203.0.113.9", forged), REMOTE)
        assert refusal.value.status == 401


def test_only_requests_from_the_proxy_have_its_scheme() -> None:
    for settings, peer, scheme in ((BEHIND, PROXY, "https"), (BEHIND, "203.0.113.7", "http"), (REMOTE, PROXY, "http")):
        asked = scope(peer, cookie_of(settings, peer))
        assert check_token(asked, settings) is None
        assert asked["scheme"] == scheme


def test_through_the_proxy_the_page_has_its_name_and_tls() -> None:
    asked = scope(PROXY, query=f"token={TOKEN}")
    let_in = check_token(asked, BEHIND)
    assert let_in is not None
    assert "Secure" in let_in[1]
    assert asked["scheme"] == "https"
    ours = scope(PROXY, origin="https://school.example", content_type="application/json") | {"method": "POST"}
    check_request(ours, BEHIND)
    with pytest.raises(Refused):
        check_request(ours, REMOTE)


@pytest.mark.parametrize(("proxy", "listens"), [("127.0.0.1", ("127.0.0.1", "::1")), ("::1", ("127.0.0.1", "::1"))])
def test_a_proxy_on_this_machine_is_listened_to_on_this_machine_alone(proxy: str, listens: tuple[str, ...]) -> None:
    assert behind(REMOTE, proxy).listens() == listens
    assert REMOTE.listens() == ("school.example",)
    assert Settings().listens() == ("127.0.0.1", "::1")


def test_a_proxy_needs_an_address_and_other_machines() -> None:
    for wrong in ("proxy.example", "127.0.0.1:80", "10.0.0.0/8", "*"):
        with pytest.raises(InputError, match="expected the address of a proxy"):
            behind(REMOTE, wrong)
    with pytest.raises(InputError) as refusal:
        behind(served("localhost", 8642), PROXY)
    assert "--allow-remote" in str(refusal.value.hint)
