"""Mutated requests, seeded: only typed errors and documented statuses, never a traceback, and the server goes on."""

from __future__ import annotations

import json
import os
import random
import re

import httpx
import pytest
from tests.promises.web.servers import Served, raw, request

from grundy.games import CATALOGUE

CASES = int(os.environ.get("GRUNDY_FUZZ_CASES", "150"))
"""Requests of each kind; a long run has a million."""
ALLOWED = {0, 200, 202, 303, 304, 400, 401, 403, 404, 405, 408, 413, 414, 415, 421, 422, 429, 431, 503}
PIECES = [
    "nim: 3 5",
    "kayles",
    " + ",
    ":",
    "take k where ",
    "n % 0",
    "(" * 70,
    "0.",
    "9" * 60,
    "\u202e",
    "\0",
    "..",
    "%",
    "{}",
    "-1",
]
ENDPOINTS = ["moves", "solve", "play", "explain", "graph", "values", "table", "period", "claim", "jobs"]
HEADERS = [
    "Content-Length",
    "Transfer-Encoding",
    "Host",
    "Expect",
    "Upgrade",
    "Range",
    "If-None-Match",
    "Cookie",
    "X-Forwarded-For",
]


def mutated(rng: random.Random, data: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(found) + 1)
        way = rng.randrange(4)
        if way == 0:
            found[at : at + 1] = bytes([rng.randrange(256)])
        elif way == 1:
            del found[at : at + rng.randrange(1, 20)]
        elif way == 2:
            found[at:at] = found[at : at + rng.randrange(1, 30)]
        else:
            found[at:at] = rng.choice(PIECES).encode("utf-8")
    return bytes(found)


def judge(status: int, answer: bytes) -> None:
    """An answer has an allowed status, is JSON with a code where it is an error, and tells nothing of our insides."""
    assert status in ALLOWED, answer[:300]
    assert b"Traceback" not in answer
    assert not re.search(rb"/(work|root|home|usr|site-packages)/|\.py\"", answer)
    head, _, body = answer.partition(b"\r\n\r\n")
    if status >= 400 and b"application/json" in head:
        assert json.loads(body)["error"]["code"] != "internal"


@pytest.mark.parametrize("kind", ["body", "text", "head"])
def test_mutated_requests_end_in_typed_errors(server: Served, kind: str) -> None:
    rng = random.Random(f"{kind} 20261122")
    examples = [entry.example for entry in CATALOGUE.values()]
    for _ in range(CASES):
        game = rng.choice(examples)
        game = mutated(rng, game.encode()).decode("utf-8", "replace") if kind == "text" else game
        fields = (
            {"game": game}
            if rng.random() < 0.6
            else {"ruleset": game.partition(":")[0], "claim": "P iff n == 0", "n": 9}
        )
        body = json.dumps(fields | {"limits": {"milliseconds": 100}}).encode()
        body = mutated(rng, body) if kind == "body" else body
        data = request("POST", f"/api/v1/{rng.choice(ENDPOINTS)}", server.port, body)
        if kind == "head":
            data = data.replace(
                b"\r\n", f"\r\n{rng.choice(HEADERS)}: {rng.choice(PIECES)}\r\n".encode("utf-8", "replace"), 1
            )
            data = mutated(rng, data)
        judge(*raw(server.port, data, 10))
    assert httpx.get(f"{server.address}/api/v1/health").status_code == 200


def test_mutated_addresses_of_the_pages_are_answered(server: Served) -> None:
    rng = random.Random(20261122)
    state = b"/play?g=nim:+3+5+7&misere=0&you=1&err=0&seed=0&m=2a.0.3"
    for path in [state, b"/explore?g=kayles", b"/claim?g=kayles&c=value+==+n", b"/static/style.css"]:
        for _ in range(max(3, CASES // 20)):
            data = (
                b"GET "
                + mutated(rng, path)
                + f" HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode()
            )
            status, answer = raw(server.port, data, 20)
            assert status in ALLOWED, (data, answer[:300])
            assert b"Traceback" not in answer
