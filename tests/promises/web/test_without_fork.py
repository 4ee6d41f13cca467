"""Where a system cannot fork, spawned children answer, each replaced once it was killed."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from tests.promises.web.servers import PATIENT, Served, serving

LONG = {"ruleset": "take k where popcount(n * k) % 3 == 1", "n": 10**5, "limits": {"milliseconds": 300}}
"""Far more than its time allows."""


@pytest.fixture(scope="module")
def spawned() -> Iterator[Served]:
    with serving(before=f"import os\ndel os.fork\n{PATIENT}") as found:
        yield found


def ask(server: Served, path: str, **body: object) -> httpx.Response:
    return httpx.post(f"{server.address}/api/v1/{path}", json=body, timeout=100)


def children(server: Served) -> set[int]:
    found = [one for one in server.process.children() if one.status() != psutil.STATUS_ZOMBIE]
    return {one.pid for one in found if "multiprocessing.spawn" in " ".join(one.cmdline())}


def settled(server: Served) -> set[int]:
    """The children once there are one or two."""
    deadline = monotonic() + 100
    while len(children(server)) not in {1, 2} and monotonic() < deadline:
        sleep(0.05)
    return children(server)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("solve", {"game": "kayles: 9"}),
        ("moves", {"game": "wythoff: 3 5"}),
        ("play", {"game": "grundy: 9", "seed": 3}),
        ("values", {"ruleset": "kayles", "n": 100}),
        ("raster", {"ruleset": "kayles", "to": 100_000}),
        ("claim", {"ruleset": "kayles", "claim": "value == n % 4"}),
    ],
)
def test_9_spawned_children_answer_as_forked_ones_do(server: Served, spawned: Served, path: str, body: object) -> None:
    answers = [ask(each, path, **body) for each in (server, spawned)]  # type: ignore[arg-type]
    first, second = (
        {key: value for key, value in one.json().items() if key not in {"took_ms", "seconds"}}
        if path != "raster"
        else one.content
        for one in answers
    )
    assert [one.status_code for one in answers] == [200, 200]
    assert first == second


@pytest.mark.nightly
def test_9_a_spawned_child_that_dies_is_replaced(spawned: Served) -> None:
    before = settled(spawned)
    for number in before:
        psutil.Process(number).kill()
    codes = [ask(spawned, "solve", game=f"kayles: {n}").status_code for n in (11, 12, 13, 14)]
    assert codes[-1] == 200
    assert set(codes) <= {200, 422}
    after = settled(spawned)
    assert after
    assert not after & before


@pytest.mark.nightly
def test_9_spawned_children_end_with_the_server() -> None:
    with serving(before=f"import os\ndel os.fork\n{PATIENT}") as found:
        assert ask(found, "solve", game="kayles: 9").json()["value"] == 4
        family = found.family()[1:]
    assert family
    _, alive = psutil.wait_procs(family, 60)
    assert not alive
