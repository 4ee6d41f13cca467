from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.promises.cluster.process_actors import ProcessActors
from tests.promises.cluster.scripts import started

from grundy.cluster import MOST_LOSSES, Actors, WorkerAnswer
from grundy.core import LimitReached

HERE = "tests.promises.cluster.work"


@pytest.fixture(scope="module")
def three() -> Iterator[Actors]:
    with closing(ProcessActors(3, f"{HERE}:worker", ())) as actors:
        yield actors


def call(actors: Actors, number: int, *arguments: Any) -> WorkerAnswer | None:
    actors.ask(number, *arguments)
    while True:
        for answered, answer in actors.answers(1.0):
            assert answered == number
            return answer


def test_an_actor_remembers_what_it_was_called_with() -> None:
    with closing(ProcessActors(2, f"{HERE}:adder", (100,))) as actors:
        assert [call(actors, 0, n) for n in (1, 2)] == [WorkerAnswer("value", 101), WorkerAnswer("value", 103)]
        assert call(actors, 1, 5) == WorkerAnswer("value", 105)


def test_every_actor_is_a_process_of_its_own_and_stays(three: Actors) -> None:
    numbers = [[call(three, number, "pid") for number in range(3)] for _ in range(2)]
    assert numbers[0] == numbers[1]
    assert len({answer.value for answer in numbers[0] if answer} | {os.getpid()}) == 4


def test_errors_of_an_actor_are_reported_as_text(three: Actors) -> None:
    assert call(three, 0, "limit") == WorkerAnswer("limit", "too much", "steps")
    assert call(three, 1, "fail") == WorkerAnswer("error", "ValueError: no")
    with closing(ProcessActors(1, f"{HERE}:nobody", ())) as actors:
        answer = call(actors, 0)
        assert answer is not None
        assert answer.how == "error"
        assert "nobody" in answer.value


def test_an_actor_that_is_lost_is_reported_and_replaced(three: Actors) -> None:
    before = call(three, 2, "pid")
    assert call(three, 2, "die") is None
    after = call(three, 2, "pid")
    assert None is not after != before


def test_an_actor_that_was_lost_between_two_calls_is_reported_with_the_next(three: Actors) -> None:
    answer = call(three, 1, "pid")
    assert answer is not None
    os.kill(answer.value, signal.SIGKILL)
    assert call(three, 1, "pid") is None
    assert call(three, 1, "pid") is not None


@pytest.mark.nightly
def test_an_actor_that_is_lost_again_and_again_is_given_up() -> None:
    with closing(ProcessActors(1, f"{HERE}:worker", ())) as actors:
        for _ in range(MOST_LOSSES - 1):
            assert call(actors, 0, "die") is None
        with pytest.raises(LimitReached, match="5 workers were lost in a row") as error:
            call(actors, 0, "die")
        assert error.value.kind == "workers"


def test_large_answers_come_whole(three: Actors) -> None:
    for number in range(3):
        three.ask(number, "large")
    found = dict[int, WorkerAnswer | None]()
    while len(found) < 3:
        found.update(three.answers(1.0))
    assert set(found.values()) == {WorkerAnswer("value", bytes(10**7))}


def test_ctrl_c_is_not_for_actors(three: Actors) -> None:
    answer = call(three, 0, "pid")
    assert answer is not None
    os.kill(answer.value, signal.SIGINT)
    assert call(three, 0, "pid") == answer


def test_nobody_waits_longer_than_asked_and_to_close_ends_what_is_under_way() -> None:
    start = time.monotonic()
    with closing(ProcessActors(1, f"{HERE}:worker", ())) as actors:
        actors.ask(0, "sleep")
        assert list(actors.answers(0.2)) == []
    assert time.monotonic() - start < 50


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_actors_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    done = started(
        tmp_path,
        "import os, signal\n"
        "from tests.promises.cluster.process_actors import ProcessActors\n"
        "if __name__ == '__main__':\n"
        f"    actors = ProcessActors(1, '{HERE}:worker', ())\n"
        "    actors.ask(0, 'pid')\n"
        "    _, answer = next(found for _ in range(600) for found in actors.answers(0.1))\n"
        "    actors.ask(0, 'sleep')\n"
        "    print(answer.value, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n",
    )
    worker = done.communicate()[0].strip()
    process = Path("/proc") / worker / "stat"
    deadline = time.monotonic() + 120
    while process.exists() and process.read_text().split()[2] != "Z" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert time.monotonic() < deadline
    assert worker


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed")
def test_actors_of_ray_remember_and_are_replaced(tmp_path: Path) -> None:
    done = started(
        tmp_path,
        "import ray\n"
        "from tests.promises.cluster.test_actors import call\n"
        "from grundy.cluster import RayActors\n"
        "ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)\n"
        f"actors = RayActors('{HERE}:adder', (100,))\n"
        "print('told', actors.size, [call(actors, 1, n).value for n in (1, 2)], list(actors.answers(0.1)))\n"
        "actors.close()\n"
        f"actors = RayActors('{HERE}:worker', ())\n"
        "print('told', [answer if answer is None else answer.how for answer in\n"
        "       [call(actors, 0, what) for what in ('pid', 'die', 'limit', 'fail')]])\n"
        "actors.close()\n",
    )
    out, err = done.communicate()
    told = [line for line in out.splitlines() if line.startswith("told")]
    assert told == ["told 2 [101, 103] []", "told ['value', None, 'limit', 'error']"], err
