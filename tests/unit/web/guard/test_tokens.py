"""Visitors from other machines: who is admitted, and whose requests are counted together."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from grundy.core import InputError
from grundy_web.guard.refusals import Refused
from grundy_web.guard.request_rules import check_request
from grundy_web.guard.tokens import Door
from grundy_web.settings import Crowd, Settings, behind, served

TOKEN, PROXY = "t" * 43, "127.0.0.1"
FEW = Crowd(rate=0.0, burst=3)
REMOTE = Settings("school.example", remote=True, token=TOKEN, crowd=FEW)
BEHIND = behind(REMOTE, PROXY)


def scope(peer: str, cookie: str = "", query: str = "", **headers: str) -> dict[str, Any]:
    told = {"host": "school.example", "cookie": cookie} | {
        name.replace("_", "-"): text for name, text in headers.items()
    }
    pairs = [(name.encode(), text.encode()) for name, text in told.items() if text]
    head = {"method": "GET", "scheme": "http", "path": "/play", "query_string": query.encode()}
    return {**head, "client": (peer, 5000), "headers": pairs}


def cookie_of(door: Door, peer: str, **headers: str) -> str:
    let_in = door.enter(scope(peer, query=f"token={TOKEN}", **headers))
    assert let_in is not None
    return let_in[1].partition(";")[0]


def admitted(door: Door, many: int, peer: str, cookie: str, **headers: str) -> int:
    """How many of so many requests are admitted."""
    count = 0
    for _ in range(many):
        with suppress(Refused):
            door.enter(scope(peer, cookie, **headers))
            count += 1
    return count


def test_visitors_from_one_address_are_counted_one_by_one_after_the_token() -> None:
    door = Door(REMOTE)
    first, second = (cookie_of(door, "203.0.113.7") for _ in range(2))
    assert first != second
    assert admitted(door, 9, "203.0.113.7", first) == 3
    assert admitted(door, 9, "203.0.113.7", second) == 3


def test_the_jobs_of_a_visitor_are_counted_by_the_cookie_too() -> None:
    door = Door(REMOTE)
    clients = set()
    for cookie in (cookie_of(door, "203.0.113.7"), cookie_of(door, "203.0.113.7")):
        asked = scope("203.0.113.7", cookie)
        door.enter(asked)
        clients.add(asked["client"][0])
    assert len(clients) == 2


def test_no_visitor_can_make_a_cookie_or_change_its_name() -> None:
    door = Door(REMOTE)
    good = cookie_of(door, "203.0.113.7")
    for forged in (
        f"x{good[1:]}",
        good.replace("=", "=x", 1),
        "grundy=",
        "grundy=.",
        "grundy=a.b",
        good[:-1],
        "grundy=\xe9",
    ):
        asked = scope("203.0.113.9", forged)
        with pytest.raises(Refused) as refusal:
            Door(REMOTE).enter(asked)
        assert refusal.value.status == 401
        assert asked["client"][0] == "203.0.113.9"


def test_visitors_who_have_no_cookie_are_counted_by_their_address() -> None:
    door = Door(REMOTE)
    for _ in range(3):
        cookie_of(door, "203.0.113.7")
    with pytest.raises(Refused, match="requests a second"):
        cookie_of(door, "203.0.113.7")
    assert cookie_of(door, "203.0.113.8")


def test_visitors_who_come_through_the_proxy_are_counted_by_the_address_that_it_adds() -> None:
    door = Door(BEHIND)
    for visitor in ("203.0.113.7", "203.0.113.8"):
        for number in range(3):
            cookie_of(door, PROXY, x_forwarded_for=f"198.51.100.{number}, {visitor}")
        with pytest.raises(Refused, match="requests a second"):
            cookie_of(door, PROXY, x_forwarded_for=visitor)


@pytest.mark.parametrize("settings", [REMOTE, BEHIND])
def test_a_forwarded_address_is_trusted_only_from_the_proxy(settings: Settings) -> None:
    door, peer = Door(settings), "203.0.113.7" if settings.behind else PROXY
    for number in range(3):
        cookie_of(door, peer, x_forwarded_for=f"198.51.100.{number}")
    with pytest.raises(Refused, match="requests a second"):
        cookie_of(door, peer, x_forwarded_for="198.51.100.9")


def test_a_visitor_with_an_invalid_address_is_counted_as_the_proxy() -> None:
    door = Door(BEHIND)
    for text in ("unknown", "", "_hidden"):
        cookie_of(door, PROXY, x_forwarded_for=text)
    with pytest.raises(Refused, match="requests a second"):
        cookie_of(door, PROXY)


def test_through_the_proxy_the_page_has_its_name_and_tls() -> None:
    asked = scope(PROXY, query=f"token={TOKEN}")
    let_in = Door(BEHIND).enter(asked)
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
