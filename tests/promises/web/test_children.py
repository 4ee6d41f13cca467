"""Computing in children, the lanes, the table of answers, shared sequences: rules 9 and 10."""

from __future__ import annotations

import asyncio
import errno
import gzip
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing import Pipe
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import numpy as np
import psutil  # type: ignore[import-untyped]
import pytest
from fastapi import FastAPI
from tests.promises.web.servers import PATIENT, Served, request, serving

from grundy.core import LimitReached, Limits
from grundy.notation import read_ruleset
from grundy.operations import Context, served
from grundy.workflows.computing.shared_memory import HEAD
from grundy.workflows.computing.values import heap_values
from grundy_web import Settings
from grundy_web.cache import Cache
from grundy_web.children.child import _send
from grundy_web.children.pool import TRIES, ChildPool, PageChild, without_answer
from grundy_web.questions import answering, shared_sequences
from grundy_web.questions.answering import Asked, Reply, answered
from grundy_web.questions.shared_sequences import Sequences
from grundy_web.service.dispatcher import Dispatcher, ask, stopped
from grundy_web.service.lanes import Busy, Lane
from grundy_web.service.quick import answer
from grundy_web.settings import Crowd, Sizes

SLOW = {"ruleset": "take k where n % k == 0 or popcount(n * k) % 3 == 1", "n": 10**5}
"""A question that no machine answers in two seconds."""
SLOW_DATA = {"ruleset": SLOW["ruleset"], "to": SLOW["n"]}
"""The same as a child gets it."""
ASK_WRONGLY = """
import asyncio, logging, sys
logging.basicConfig(level=logging.{level})
from grundy_web import Settings, create_app
from grundy_web.service.dispatcher import ask
app = create_app(Settings())
print(asyncio.run(ask(app, "match", {{}})))
app.state.dispatcher.stop()
"""
"""A program without `if __name__ == "__main__"`."""


def fork_server(server: Served) -> psutil.Process:
    deadline = monotonic() + 60
    while monotonic() < deadline:
        for one in server.process.children():
            if "multiprocessing.forkserver" in " ".join(one.cmdline()) and one.children():
                return one
        sleep(0.01)
    raise AssertionError("there is no fork server")


def limits_of(pid: int) -> dict[str, str]:
    rows = (line.rsplit(maxsplit=3) for line in Path(f"/proc/{pid}/limits").read_text().splitlines()[1:])
    return {row[0].strip(): row[1] for row in rows}


def a_child(server: Served) -> psutil.Process:
    """Return a child that answers a question: it alone has a limit of data, which it sets last of its limits."""
    deadline = monotonic() + 60
    while monotonic() < deadline:
        for one in fork_server(server).children():
            with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                if limits_of(one.pid).get("Max data size", "unlimited") != "unlimited":
                    return one
        sleep(0.01)
    raise AssertionError("no child works")


def ended(one: psutil.Process, patience: float) -> bool:
    deadline = monotonic() + patience
    while one.is_running() and one.status() != psutil.STATUS_ZOMBIE and monotonic() < deadline:
        sleep(0.02)
    return not one.is_running() or one.status() == psutil.STATUS_ZOMBIE


@pytest.mark.nightly
def test_9_numpy_is_loaded_in_one_child_alone_which_keeps_it_for_the_next_picture() -> None:
    def with_numpy() -> list[bool]:
        parent = fork_server(found)
        family = (found.process, parent, *parent.children())
        return sorted("numpy" in Path(f"/proc/{one.pid}/maps").read_text() for one in family)

    with serving(before=PATIENT) as found:
        assert httpx.post(f"{found.address}/api/v1/solve", json={"game": "kayles: 9"}).status_code == 200
        assert not any(with_numpy())
        for ruleset in ("kayles", "0.137", "take 1..3"):
            assert httpx.post(f"{found.address}/api/v1/raster", json={"ruleset": ruleset}).status_code == 200
            assert sum(with_numpy()) == 1


def test_9_a_child_is_limited_and_inherits_no_connection(server: Served) -> None:
    job = httpx.post(f"{server.address}/api/v1/jobs", json={"question": "values", "body": SLOW}).json()
    child = a_child(server)
    limits = limits_of(child.pid)
    assert limits["Max file size"] == "0"
    assert 256 << 20 <= int(limits["Max data size"]) <= 288 << 20
    assert 31 <= int(limits["Max cpu time"]) <= 40
    files = [str(name.readlink()) for name in Path(f"/proc/{child.pid}/fd").iterdir()]
    assert sum(name.startswith("socket:") for name in files) == 1
    assert not child.net_connections("inet")
    assert httpx.delete(f"{server.address}/api/v1/jobs/{job['id']}").status_code == 200
    assert ended(child, 15)


def test_9_a_child_whose_client_goes_away_is_killed(server: Served) -> None:
    body = b'{"ruleset": "take k where n % k == 0 or popcount(n * k) % 3 == 1", "n": 100000}'
    with socket.create_connection(("127.0.0.1", server.port)) as link:
        link.sendall(request("POST", "/api/v1/values", server.port, body))
        child = a_child(server)
    assert ended(child, 15)


def test_9_a_child_answers_one_question_after_the_other_and_is_replaced_when_it_dies() -> None:
    async def play() -> None:
        crew = ChildPool()

        async def value(heap: int) -> object:
            return (await crew.ask(Asked("api.solve", {"game": f"kayles: {heap}"}, 2.0, 256 << 20))).answer["value"]

        try:
            assert [await value(heap) for heap in (5, 6, 7)] == [4, 3, 2]
            before = {one.process.pid for one in crew._idle}
            assert len(before) <= 2
            for one in list(crew._idle):
                one.process.kill()
                one.process.join()
            assert [await value(heap) for heap in (8, 9)] == [1, 4]
            assert not before & {one.process.pid for one in crew._idle}
        finally:
            crew.stop()
        assert not crew._idle

    asyncio.run(play())


@pytest.mark.nightly
def test_9_stopping_closes_every_line_to_a_child() -> None:
    def files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    async def play(crew: ChildPool) -> None:
        slow = crew.ask(Asked("api.values", SLOW_DATA, 5.0, 256 << 20))
        tasks = [asyncio.ensure_future(slow)]
        tasks += [asyncio.ensure_future(crew.ask(Asked("board", {"g": "nim: 3", "m": ""}, 1.0, 1 << 28)))]
        await asyncio.sleep(0.3)
        tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    counts = []
    for _ in range(3):
        crew = ChildPool()
        asyncio.run(play(crew))
        crew.stop()
        counts.append(files())
    assert counts[1] == counts[2]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (-signal.SIGKILL, ("limit", "killed")),
        (-signal.SIGSEGV, ("limit", "memory")),
        (-signal.SIGXCPU, ("limit", "time")),
        (-signal.SIGXFSZ, ("internal", None)),
        (1, ("limit", "memory")),
        (0, ("internal", None)),
        (None, ("internal", None)),
    ],
)
def test_9_a_child_that_ends_without_an_answer_is_reported_with_the_cause(code: int | None, told: object) -> None:
    error = without_answer(Asked("board", {}, 1.0, 1 << 28), code).to_dict()["error"]
    assert (error["code"], error.get("kind")) == told


@pytest.mark.parametrize(("kills", "told"), [(1, 4), (2, ("limit", "killed"))])
def test_9_a_question_whose_child_is_killed_is_tried_once_more_and_then_refused(
    kills: int, told: object, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, killed = PageChild.ask, list[PageChild]()

    def ask_one_that_is_killed(child: PageChild, *asked: Any) -> Reply:
        if len(killed) < kills:
            killed.append(child)
            child.process.kill()
        return real(child, *asked)

    monkeypatch.setattr(PageChild, "ask", ask_one_that_is_killed)
    asked = Asked("api.solve", {"game": "kayles: 9"}, 20.0, 256 << 20)
    found = asyncio.run(app.state.dispatcher.children.ask(asked)).answer
    assert (found["value"] if "value" in found else (found["error"]["code"], found["error"]["kind"])) == told
    assert len(killed) == kills


def test_9_a_limit_of_file_size_is_not_reported_as_a_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object) -> dict[str, object]:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr(answering, "ask_question", write)
    error = answered(Asked("board", {}, 1.0, 1 << 28)).answer["error"]
    assert (error["code"], error["kind"]) == ("limit", "size")
    assert "file" in error["message"]


@pytest.mark.nightly
@pytest.mark.parametrize("debug", [False, True])
def test_an_internal_error_of_a_child_shows_its_traceback_on_request(tmp_path: Path, debug: bool) -> None:
    program = tmp_path / "program.py"
    program.write_text(ASK_WRONGLY.format(level="INFO" if debug else "ERROR"))
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    assert done.stdout.count("internal error: KeyError") == 1  # a child does not run the program again
    assert ("in ask_question" in done.stderr and "KeyError: 'g'" in done.stderr) is debug
    assert bool(done.stderr) is debug


STARVED = """
import resource
from grundy.core.limits import data_left
from grundy_web.questions.answering import SCARCE, starved

assert data_left() is None
errors = (SystemError("initialization failed"), ImportError("cannot load"), KeyError("g"))
print([starved(error) for error in errors])
for spare in (SCARCE // 2, 4 * SCARCE):
    data = int(open("/proc/self/statm").read().split()[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (data + spare, resource.RLIM_INFINITY))
    assert abs(data_left() - spare) < SCARCE // 4
    print([starved(error) for error in errors])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the data of a process, and limits it")
def test_9_half_a_library_is_a_lack_of_memory_where_hardly_any_is_left() -> None:
    done = subprocess.run([sys.executable, "-c", STARVED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[False, False, False]", "[True, True, False]", "[False, False, False]"]


@pytest.mark.parametrize("mebibytes", [8, 20, 26, 27, 33])  # 20 to 27: no room to load numpy's libraries
def test_9_a_child_that_needs_too_much_memory_is_stopped(app: FastAPI, mebibytes: int) -> None:
    data = {"ruleset": "kayles", "to": 10**6, "format": "u16"}
    reply = asyncio.run(app.state.dispatcher.ask("api.values", data, None, mebibytes << 20))
    assert reply.answer["error"] == reply.answer["error"] | {"code": "limit", "kind": "memory"}


@pytest.mark.parametrize(
    ("answer", "code", "last"),
    [({"x": {1, 2}}, "internal", True), ({"x": "y" * 999}, "limit", True), ({"x": "y" * 999}, None, False)],
)
def test_9_an_answer_that_is_no_json_or_too_long_is_an_error_and_a_partial_one_is_not_sent(
    answer: dict[str, Any], code: str | None, last: bool
) -> None:
    here, there = Pipe()
    with here, there:
        _send(there, 999, Reply(answer), last=last)
        there.close()
        parts = []
        with suppress(EOFError):
            while True:
                parts.append(here.recv_bytes())
    codes = [json.loads(part)["error"]["code"] for part in parts[1:2]]
    assert codes == ([code] if code else [])
    assert [json.loads(part)["spent"] for part in parts[:1]] == ([code == "internal"] if code else [])


@pytest.mark.nightly
def test_9_a_lost_fork_server_is_started_again() -> None:
    with serving(before=PATIENT) as server:
        first = fork_server(server)
        assert httpx.post(f"{server.address}/api/v1/solve", json={"game": "kayles: 6"}).json()["value"] == 3
        first.kill()
        assert ended(first, 60)
        assert httpx.post(f"{server.address}/api/v1/solve", json={"game": "kayles: 7"}).json()["value"] == 2
        assert fork_server(server).pid != first.pid


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
        assert lane._slots._value == 1
        return told

    assert asyncio.run(play()) == ["a", "d refused for 2 s", "b", "c"]


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
        return lane._slots._value

    assert asyncio.run(play()) == 1


def desk_of(**crowd: int) -> Dispatcher:
    return Dispatcher(Settings(crowd=Crowd(**crowd)))


@pytest.mark.nightly
def test_9_short_questions_are_answered_while_the_long_lane_is_full() -> None:
    async def play() -> tuple[int, int]:
        dispatcher = desk_of(long_queue=2)
        try:
            await dispatcher.ask("api.solve", {"game": "kayles: 6"})
            long = [asyncio.ensure_future(dispatcher.ask("api.values", SLOW_DATA, 1.5)) for _ in range(8)]
            await asyncio.sleep(0.3)
            assert (await dispatcher.ask("api.solve", {"game": "kayles: 7"})).answer["value"] == 2
            waiting = dispatcher.long.waiting
            found = await asyncio.gather(*long, return_exceptions=True)
        finally:
            dispatcher.stop()
        return sum(isinstance(one, Busy) for one in found), waiting

    refused, waiting = asyncio.run(play())
    assert refused == 8 - 3 - 2
    assert waiting == 2


def test_9_a_closed_form_never_waits_and_never_forks() -> None:
    async def play() -> dict[str, object]:
        dispatcher = desk_of(short_seats=0, short_queue=0, long_seats=0, long_queue=0)
        try:
            return (
                await dispatcher.ask("api.solve", {"game": f"nim: {10**999} 7", "play": "normal", "want": []})
            ).answer
        finally:
            dispatcher.stop()

    assert asyncio.run(play())["outcome"] == "N"


@pytest.mark.parametrize(
    "game", ["nim: 1" + "0" * 1000, "nim: 1 2 3 4 5 6 7 8 9", "nim: 01", "nim : 1", "nim: 3 + kayles: 1"]
)
def test_9_a_question_without_a_closed_form_goes_to_a_child(game: str) -> None:
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
    dispatcher: Dispatcher = app.state.dispatcher
    asyncio.run(ask(app, "api.solve", {"game": "kayles: 7"}))
    asyncio.run(ask(app, "api.solve", {"game": "kayles: x"}))
    asyncio.run(dispatcher.ask("api.solve", {"game": "chomp: 30x30"}, seconds=0.5))
    assert len(dispatcher.answers) == 1
    assert stopped("api.solve", Reply({"status": "limit"}))
    assert not stopped("api.solve", Reply({"status": "proved"}))


@pytest.mark.nightly
def test_10_an_answer_belongs_to_its_game_its_play_and_its_question(app: FastAPI) -> None:
    found = [
        asyncio.run(ask(app, question, {"game": game, "play": play})).answer.get("outcome")
        for question in ("api.solve", "api.moves")
        for game in ("kayles: 7", "kayles: 0")
        for play in ("normal", "misere")
        for _ in range(2)
    ]
    assert found[::2] == found[1::2]
    assert found[2] == found[3] == "N" == found[8]
    assert found[4] == "P"
    assert found[6] == "N"


def written(number: int) -> int:
    count: int = HEAD.unpack(os.pread(number, HEAD.size, 0))[0]
    return count


@pytest.mark.nightly
def test_10_a_long_sequence_is_computed_once_and_read_from_shared_memory(app: FastAPI) -> None:
    dispatcher: Dispatcher = app.state.dispatcher

    def ask_values(n: int) -> tuple[bool, bytes]:
        before = [written(number) for number in dispatcher.sequences._files.values()]
        reply = asyncio.run(
            dispatcher.ask("api.values", {"ruleset": "kayles", "play": "normal", "to": n, "format": "u8"})
        )
        return [written(number) for number in dispatcher.sequences._files.values()] != before, reply.data

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
        assert not store.keep((name, "normal"), lent[-1])  # there is nothing in it
        os.pwrite(lent[-1], HEAD.pack(1 << 16), 0)
        assert store.keep((name, "normal"), lent[-1])
        assert not store.keep((name, "normal"), lent[-1])  # there is as much already
        os.close(lent[0])
    assert [len(store._files), ("a", "normal") in store._files, ("e", "normal") in store._files] == [3, False, True]
    for number in store.lend(("e", "normal")):
        os.close(number)
    store.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.nightly
def test_the_children_never_outlive_their_server() -> None:
    with serving(before=PATIENT) as server:
        httpx.post(f"{server.address}/api/v1/jobs", json={"question": "values", "body": SLOW})
        a_child(server)
        family = server.process.children(recursive=True)
        server.process.kill()
        assert all(ended(one, 3) for one in family)


@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="there is no shared memory without a name")
def test_10_a_long_sequence_that_a_limit_stops_is_kept_and_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_sequences, "WORTH_KEEPING", 1000)
    store, rules = Sequences(3, Sizes().sequences), read_ruleset("0.007")
    first = store.lend(("0.007", "normal"))
    task = Context(Limits(positions=1600), shared=tuple(first))
    part, limit = task.sequence(rules, 2500, misere=False)
    assert limit is not None
    assert part.tolist() == heap_values(rules, len(part) - 1)
    assert store.keep(("0.007", "normal"), first[-1])
    then = store.lend(("0.007", "normal"))
    again = Context(Limits(), shared=tuple(then))
    raster = import_module("grundy.workflows.computing.raster")
    monkeypatch.setattr(raster, "heap_values", None)  # the first values are not computed again
    whole, limit = again.sequence(rules, 2500, misere=False)
    assert (limit, whole.tolist()) == (None, heap_values(rules, 2500))
    assert store.keep(("0.007", "normal"), then[-1])
    for number in (*first, *then):
        os.close(number)
    store.close()


def test_10_a_picture_of_a_sequence_that_a_limit_stops_is_the_part_that_is_known() -> None:
    task = Context(Limits(positions=1600))
    head = served("raster").answer({"ruleset": "0.007", "stop": 2500}, task)
    assert (head["status"], head["from"]) == ("limit", 0)
    assert 1000 <= head["to"] < 2500
    expected = heap_values(read_ruleset("0.007"), head["to"])
    assert np.frombuffer(gzip.decompress(task.parts[0]), "<u2").tolist() == expected
    with pytest.raises(LimitReached):
        served("raster")("0.007", Context(Limits(positions=1600)), start=2400, stop=2500)


def test_10_a_picture_of_a_sequence_is_begun_before_more_values_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("grundy.sequences.value_pieces", stop)
    asked = Asked("raster", {"ruleset": "0.007", "start": 10, "stop": 10**6}, 9.0, 256 << 20)
    told = list[Reply]()
    found = answered(asked, begun=told.append)
    head = told[0].answer
    assert (head["status"], head["from"], head["to"]) == ("limit", 10, 1000)
    assert (found.answer["to"], found.data) == (1000, told[0].data)


@pytest.mark.nightly
def test_10_a_stopped_child_still_returns_its_results_so_far(app: FastAPI) -> None:
    pool: ChildPool = app.state.dispatcher.children

    async def kill_it() -> dict[str, Any]:
        asked = Asked("explore", {"g": "officers", "to": 10**7, "deep": True}, 30.0, 256 << 20)
        asking = asyncio.ensure_future(pool.ask(asked))
        for _ in range(TRIES):
            while not (told := [child for child in pool._busy if child.so_far is not None]):  # noqa: ASYNC110  # a thread hears it
                await asyncio.sleep(0.001)
            told[0].kill()
            while told[0] in pool._busy:  # noqa: ASYNC110  # a thread hears it
                await asyncio.sleep(0.001)
        return (await asking).answer

    found = asyncio.run(kill_it())
    assert found["table"][:12] == heap_values(read_ruleset("officers"), 11)
    assert (found["patterns_status"], found["plot_note"]) == ("limit", "the 30-second limit was reached")


@pytest.mark.parametrize("end", [MemoryError, lambda: LimitReached("too many steps", kind="steps")])
def test_10_at_a_limit_the_results_so_far_are_the_answer(
    end: Callable[[], Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise end()

    monkeypatch.setattr(import_module("grundy.workflows.exploring.explore"), "heap_discoveries", stop)
    told = list[Reply]()
    found = answered(Asked("explore", {"g": "take 1..3"}, 9.0, 256 << 20), begun=told.append)
    assert [one.answer for one in told] == [found.answer]
    assert found.answer["patterns_status"] == "limit"


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="there is no shared memory without a name")
def test_10_what_a_child_had_written_of_a_long_sequence_is_kept_when_it_is_killed(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher: Dispatcher = app.state.dispatcher
    lend, lent = dispatcher.sequences.lend, list[int]()

    def lend_seen(key: tuple[str, str]) -> list[int]:
        lent.extend(lend(key))
        return lent

    monkeypatch.setattr(dispatcher.sequences, "lend", lend_seen)

    async def leave() -> None:
        data = {"ruleset": "0.007", "play": "normal", "to": 10**7, "format": "u8"}
        asking = asyncio.ensure_future(dispatcher.at_length("api.values", data, 60.0))
        while not lent or written(lent[-1]) < 1 << 16:  # noqa: ASYNC110  # another process writes
            await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    asyncio.run(leave())
    [kept] = dispatcher.sequences._files.values()
    assert 1 << 16 <= written(kept) <= 10**7
