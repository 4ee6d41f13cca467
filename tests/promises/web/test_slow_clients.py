"""Times and numbers of connections: rules 5 and 6 of the guard, with times that suit a test."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic, sleep

import pytest
from tests.promises.web.servers import Served, raw, request, serving

TIMES = "times=Times(header=0.6, body=0.6, keep_alive=1, write=0.8)"
HEALTH, SOLVE = "/api/v1/health", "/api/v1/solve"
LONG = 30
"""Seconds in which a machine that stalls also ends a connection; one that nobody ends stays longer."""


@pytest.fixture(scope="module")
def quick() -> Iterator[Served]:
    with serving(TIMES) as server:
        yield server


def answer_on(link: socket.socket) -> bytes:
    found = b""
    while not found.endswith(b"}"):
        part = link.recv(65536)
        if not part:
            break
        found += part
    return found


def ended(link: socket.socket, patience: float) -> bool:
    link.settimeout(patience)
    try:
        while link.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: 127"])
def test_5_a_half_sent_header_is_cut(quick: Served, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", quick.port)) as link:
        link.sendall(sent)
        assert ended(link, LONG)


@pytest.mark.nightly
def test_5_negative_control_without_the_timer_a_half_sent_header_stays() -> None:
    with (
        serving("times=Times(header=1000)") as server,
        socket.create_connection(("127.0.0.1", server.port)) as link,
    ):
        link.sendall(b"GET / HTTP/1.1\r\n")
        assert not ended(link, 2)


@pytest.mark.nightly
def test_5_a_second_request_has_its_own_time(quick: Served) -> None:
    def asked_for_longer_than_a_header_may_take() -> bool:
        with socket.create_connection(("127.0.0.1", quick.port)) as link, suppress(OSError):
            for _ in range(3):
                link.sendall(request("GET", HEALTH, quick.port, Connection="keep-alive"))
                if b"200 OK" not in answer_on(link):
                    return False
                sleep(0.4)
            link.sendall(b"GET / HT")
            return ended(link, LONG)
        return False

    assert any(asked_for_longer_than_a_header_may_take() for _ in range(5))  # a machine that stalls seems idle


@pytest.mark.nightly
def test_5_an_idle_connection_is_closed(quick: Served) -> None:
    with socket.create_connection(("127.0.0.1", quick.port)) as link:
        link.sendall(request("GET", HEALTH, quick.port, Connection="keep-alive"))
        assert ended(link, LONG)


@pytest.mark.nightly
def test_5_a_slow_body_is_answered_408(quick: Served) -> None:
    with socket.create_connection(("127.0.0.1", quick.port), timeout=LONG) as link:
        link.sendall(request("POST", SOLVE, quick.port, b"{", Content_Length="50"))
        assert b"408" in link.recv(65536)
        assert ended(link, LONG)


def test_5_a_refused_body_that_continues_is_cut(quick: Served) -> None:
    with socket.create_connection(("127.0.0.1", quick.port), timeout=LONG) as link:
        link.sendall(request("POST", SOLVE, quick.port, b"", Content_Length="10000000"))
        assert cut_while_sending(link, b"x" * 1000, LONG)


@pytest.mark.nightly
def test_5_who_does_not_read_is_cut(quick: Served) -> None:
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.connect(("127.0.0.1", quick.port))
        body = b'{"ruleset": "nim", "n": 1000000, "format": "u16", "job": false, "limits": {"milliseconds": 2000}}'
        body = body.replace(b'"nim"', b'"take 1..7"')
        link.sendall(request("POST", "/api/v1/values", quick.port, body))
        assert waited_until(lambda: held(quick, link) > 0, LONG)
        assert waited_until(lambda: held(quick, link) == 0, LONG)


def cut_while_sending(link: socket.socket, data: bytes, patience: float) -> bool:
    begun = monotonic()
    try:
        while monotonic() - begun < patience:
            link.sendall(data)
            sleep(0.1)
    except OSError:
        return True
    return False


def held(server: Served, link: socket.socket) -> int:
    mine = link.getsockname()[1]
    return sum(bool(c.raddr) and c.raddr.port == mine for c in server.process.net_connections())


def waited_until(holds: Callable[[], bool], patience: float) -> bool:
    """Whether something becomes true within so many seconds."""
    deadline = monotonic() + patience
    while not holds() and monotonic() < deadline:
        sleep(0.05)
    return holds()


@pytest.mark.nightly
def test_6_more_connections_than_allowed_push_out_idle_ones_and_answers_continue() -> None:
    with serving("crowd=Crowd(connections=20)") as server:
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
        try:
            for _ in range(5):
                assert raw(server.port, request("GET", HEALTH, server.port))[0] == 200
            assert len(server.process.net_connections()) <= 20 + 4
        finally:
            for link in idle:
                link.close()
