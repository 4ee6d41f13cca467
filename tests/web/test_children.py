"""Computing in children, the lanes, the table of answers, shared sequences: rules 9 and 10."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from time import monotonic, sleep

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from fastapi import FastAPI
from tests.web.servers import Served, request, serving

from grundy.web import Settings
from grundy.web.cache import Cache
from grundy.web.crew import Crew
from grundy.web.jobs import Desk, ask, stopped
from grundy.web.lanes import Busy, Lane
from grundy.web.quick import answer
from grundy.web.sequences import Sequences
from grundy.web.settings import Crowd, Sizes, Times

SLOW = {"ruleset": "take k where n % k == 0 or popcount(n * k) % 3 == 1", "n": 10**5}
"""A question that no machine answers in two seconds."""


def children(server: Served) -> list[psutil.Process]:
    """The children of the forge."""
    return [child for forge in server.process.children() for child in forge.children()]


def a_child(server: Served) -> psutil.Process:
    """A child that works now."""
    deadline = monotonic() + 5
    while monotonic() < deadline:
        if found := children(server):
            return found[0]
        sleep(0.01)
    raise AssertionError("no child was forked")


def nobody_works(server: Served, patience: float) -> bool:
    """Whether all children end within so many seconds."""
    deadline = monotonic() + patience
    while children(server) and monotonic() < deadline:
        sleep(0.02)
    return not children(server)


def test_9_numpy_is_never_loaded_in_the_server_and_in_the_forge_when_a_picture_needs_it() -> None:
    def with_numpy() -> list[bool]:
        (forge,) = found.process.children()
        return ["numpy" in Path(f"/proc/{one.pid}/maps").read_text() for one in (found.process, forge)]

    with serving() as found:
        assert httpx.post(f"{found.address}/api/v1/solve", json={"game": "kayles: 9"}).status_code == 200
        assert with_numpy() == [False, False]
        assert httpx.post(f"{found.address}/api/v1/raster", json={"ruleset": "kayles"}).status_code == 200
        assert with_numpy() == [False, True]


def test_9_a_child_is_limited_and_inherits_no_connection(server: Served) -> None:
    job = httpx.post(f"{server.address}/api/v1/jobs", json={"question": "values", "body": SLOW}).json()
    child = a_child(server)
    sleep(0.3)
    rows = (line.rsplit(maxsplit=3) for line in Path(f"/proc/{child.pid}/limits").read_text().splitlines()[1:])
    limits = {row[0].strip(): row[1:3] for row in rows}
    assert limits["Max file size"][0] == "0"
    assert limits["Max data size"][0] == str(256 << 20)
    assert limits["Max cpu time"] == ["31", "32"]
    files = [str(name.readlink()) for name in Path(f"/proc/{child.pid}/fd").iterdir()]
    assert sum(name.startswith("socket:") for name in files) == 1
    assert not child.net_connections("inet")
    assert httpx.delete(f"{server.address}/api/v1/jobs/{job['id']}").status_code == 200
    assert nobody_works(server, 1)


def test_9_a_child_that_is_late_is_killed(server: Served) -> None:
    begun = monotonic()
    found = httpx.post(f"{server.address}/api/v1/values", json=SLOW, timeout=10)
    assert found.status_code == 422
    assert found.json()["error"]["kind"] == "time"
    assert monotonic() - begun < 2 + 1
    assert nobody_works(server, 1)


def test_9_a_child_whose_client_goes_away_is_killed(server: Served) -> None:
    body = b'{"ruleset": "take k where n % k == 0 or popcount(n * k) % 3 == 1", "n": 100000}'
    with socket.create_connection(("127.0.0.1", server.port)) as link:
        link.sendall(request("POST", "/api/v1/values", server.port, body))
        a_child(server)
    assert nobody_works(server, 1)


def test_9_a_child_that_needs_too_much_memory_is_stopped(app: FastAPI) -> None:
    data = {"ruleset": "kayles", "n": 10**6, "form": "u16"}
    reply = asyncio.run(app.state.desk.ask("api.values", data, None, 33 << 20))
    assert reply.answer["error"] == reply.answer["error"] | {"code": "limit", "kind": "memory"}


def test_9_a_lost_forge_is_started_again(app: FastAPI) -> None:
    crew: Crew = app.state.desk.crew
    first = crew.process_id
    assert first is not None
    psutil.Process(first).kill()
    psutil.Process(first).wait(5)
    assert asyncio.run(ask(app, "api.solve", game="kayles: 7"))["value"] == 2
    assert crew.process_id not in {None, first}


def test_9_seats_are_handed_on_in_order_and_a_full_queue_refuses() -> None:
    async def play() -> list[str]:
        lane, told = Lane(1, 2), []

        async def visit(name: str) -> None:
            try:
                async with lane:
                    told.append(name)
                    await asyncio.sleep(0.01)
            except Busy as busy:
                told.append(f"{name} refused for {busy.retry_after} s")

        await asyncio.gather(*map(visit, "abcd"))
        assert lane.free == 1
        return told

    assert asyncio.run(play()) == ["a", "d refused for 2 s", "b", "c"]


def test_9_who_leaves_the_queue_costs_no_seat() -> None:
    async def play() -> int:
        lane = Lane(1, 5)

        async def visit(seconds: float) -> None:
            async with lane:
                await asyncio.sleep(seconds)

        first, second, third = (asyncio.ensure_future(visit(0.02)) for _ in range(3))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, third, second, return_exceptions=True)
        return lane.free

    assert asyncio.run(play()) == 1


def test_9_clients_that_leave_while_seats_are_handed_on_break_nothing() -> None:
    async def play() -> int:
        lane = Lane(1, 50)

        async def visit() -> None:
            async with lane:
                await asyncio.sleep(0.001)

        tasks = [asyncio.ensure_future(visit()) for _ in range(40)]
        for task in tasks[1::2]:
            await asyncio.sleep(0.0005)
            task.cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(one is None or isinstance(one, asyncio.CancelledError) for one in found)
        return lane.free

    assert asyncio.run(play()) == 1


def desk_of(**crowd: int) -> Desk:
    return Desk(Settings(crowd=Crowd(**crowd), times=Times(question=0.5)))


def test_9_short_questions_are_answered_while_the_long_lane_is_full() -> None:
    async def play() -> tuple[int, int]:
        desk = desk_of(long_queue=2)
        try:
            await desk.ask("api.solve", {"game": "kayles: 6"})
            long = [asyncio.ensure_future(desk.ask("api.values", SLOW | {"form": "json"}, 1.5)) for _ in range(8)]
            await asyncio.sleep(0.3)
            assert (await desk.ask("api.solve", {"game": "kayles: 7"})).answer["value"] == 2
            waiting = len(desk.long.waiting)
            found = await asyncio.gather(*long, return_exceptions=True)
        finally:
            desk.stop()
        return sum(isinstance(one, Busy) for one in found), waiting

    refused, waiting = asyncio.run(play())
    assert refused == 8 - 3 - 2
    assert waiting == 2


def test_9_negative_control_without_the_limit_of_the_queue_nothing_is_refused() -> None:
    async def play() -> int:
        desk = Desk(Settings(queue_limit=False))
        desk.start()
        try:
            asked = [desk.ask("api.values", SLOW | {"form": "json", "n": 10**5 - i}, 0.05) for i in range(24)]
            found = await asyncio.gather(*asked, return_exceptions=True)
        finally:
            desk.stop()
        return sum(isinstance(one, Busy) for one in found)

    assert asyncio.run(play()) == 0


def test_9_a_closed_form_never_waits_and_never_forks() -> None:
    async def play() -> dict[str, object]:
        desk = desk_of(short_seats=0, short_queue=0, long_seats=0, long_queue=0)
        try:
            return (await desk.ask("api.solve", {"game": f"nim: {10**999} 7", "play": "normal", "want": []})).answer
        finally:
            desk.stop()

    assert asyncio.run(play())["outcome"] == "N"


@pytest.mark.parametrize(
    "game", ["nim: 1" + "0" * 1000, "nim: 1 2 3 4 5 6 7 8 9", "nim: 01", "nim : 1", "nim: 3 + kayles: 1"]
)
def test_9_what_is_no_closed_form_goes_to_a_child(game: str) -> None:
    assert answer("api.solve", {"game": game}) is None


def test_10_the_table_forgets_the_least_recently_used() -> None:
    table: Cache[str, int] = Cache(10 * 300)
    for number in range(10):
        table.put(str(number), number, 100)
    assert (len(table), table.size) == (10, 3000)
    table.get("0")
    table.put("new", 1, 100)
    assert table.get("1") is None
    assert table.get("0") == 0
    table.put("too large", 1, 3000)
    assert table.get("too large") is None
    assert table.size <= table.most


def test_10_only_proved_answers_are_remembered(app: FastAPI) -> None:
    desk: Desk = app.state.desk
    asyncio.run(ask(app, "api.solve", game="kayles: 7"))
    asyncio.run(ask(app, "api.solve", game="kayles: x"))
    asyncio.run(ask(app, "api.solve", game="chomp: 30x30"))
    assert len(desk.answers) == 1
    assert stopped({"status": "limit"})
    assert not stopped({"status": "proved"})


def test_10_an_answer_belongs_to_its_game_its_play_and_its_question(app: FastAPI) -> None:
    found = [
        asyncio.run(ask(app, question, game=game, play=play)).get("outcome")
        for question in ("api.solve", "api.moves")
        for game in ("kayles: 7", "kayles: 0")
        for play in ("normal", "misere")
        for _ in range(2)
    ]
    assert found[::2] == found[1::2]
    assert found[2] == found[3] == "N" == found[8]
    assert found[4] == "P"
    assert found[6] == "N"


def test_10_a_long_sequence_is_computed_once_and_read_from_shared_memory(app: FastAPI) -> None:
    desk: Desk = app.state.desk

    def ask_values(n: int) -> tuple[bool, bytes]:
        reply = asyncio.run(desk.ask("api.values", {"ruleset": "kayles", "play": "normal", "n": n, "form": "u8"}))
        return reply.stored, reply.data

    stored, long = ask_values(70_000)
    assert stored
    again, short = ask_values(66_000)
    assert not again
    assert short == long[:66_001]
    assert ask_values(80_000)[0]


def test_10_at_most_three_sequences_are_kept_and_their_files_are_closed() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    store = Sequences(3, Sizes().sequences)
    for name in "abcde":
        lent = store.lend((name, "normal"))
        assert len(lent) == 1
        store.keep((name, "normal"), lent[-1])
        os.close(lent[0])
    assert [len(store._files), ("a", "normal") in store._files, ("e", "normal") in store._files] == [3, False, True]
    for number in store.lend(("e", "normal")):
        os.close(number)
    store.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_the_children_never_outlive_their_server() -> None:
    with serving() as server:
        httpx.post(f"{server.address}/api/v1/jobs", json={"question": "values", "body": SLOW})
        child = a_child(server)
        server.process.kill()
        deadline = monotonic() + 3
        while child.is_running() and child.status() != "zombie" and monotonic() < deadline:
            sleep(0.02)
        assert not child.is_running() or child.status() == "zombie"
