"""What runs of jobs with faults found in the crew and its processes, one test a bug."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing.context import SpawnProcess
from typing import Any

import pytest

from grundy.cluster import MOST_LOSSES, ClusterJob, WorkerAnswer, crew, run_jobs
from grundy.cluster.executors import Executor, Processes
from grundy.cluster.jobs import perform


class Lost(Exception):
    """A worker is gone."""


class Later:
    """An executor of a test: a script says when each flight ends and how."""

    room = 4
    losses: tuple[type[BaseException], ...] = (Lost,)

    def __init__(self) -> None:
        self.flights: list[tuple[ClusterJob, Future[WorkerAnswer]]] = []

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        self.flights.append((job, Future()))
        return self.flights[-1][1]

    def close(self) -> None:
        pass

    def answer(self, i: int) -> None:
        job, future = self.flights[i]
        future.set_result(perform(job.function, job.arguments))


def started(monkeypatch: pytest.MonkeyPatch, executor: Executor, count: int) -> Iterator[tuple[str, Any]]:
    """Begin a run of so many jobs with a lease that ends at once."""

    def no_wait(futures: dict[Future[WorkerAnswer], object], *_: object) -> tuple[list[Future[WorkerAnswer]], None]:
        return [future for future in futures if future.done()], None

    monkeypatch.setattr(crew, "open_executor", lambda _: executor)
    monkeypatch.setattr(crew, "wait", no_wait)
    return run_jobs([ClusterJob(str(n), "math:isqrt", (n * n,)) for n in range(count)], 2, lease=0.0)


def after_each_wait(monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object]) -> None:
    """Do one step whenever the crew looks at its leases."""
    hurry, rest = crew._Crew._hurry, iter(steps)

    def hurried(self: crew._Crew) -> None:
        next(rest, lambda: None)()
        hurry(self)

    monkeypatch.setattr(crew._Crew, "_hurry", hurried)


@pytest.mark.nightly
def test_jobs_that_all_outlive_their_lease_are_all_done() -> None:
    work = [ClusterJob(str(n), "tests.promises.cluster.work:slow_square", (n, 0.3)) for n in range(6)]
    assert list(run_jobs(work, 2, lease=0.05)) == [(str(n), n * n) for n in range(6)]


def test_a_job_is_given_to_a_second_worker_once_and_to_none_when_it_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    executor = Later()
    after_each_wait(monkeypatch, *[lambda: None] * 5, lambda: executor.answer(0))
    assert list(started(monkeypatch, executor, 1)) == [("0", 0)]
    assert len(executor.flights) == 2


def test_a_worker_that_is_lost_after_its_job_was_answered_by_another_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    executor = Later()

    def lose(i: int) -> None:
        executor.flights[i][1].set_exception(Lost())

    def lose_newest_open() -> None:
        lose(max(i for i, (job, future) in enumerate(executor.flights) if job.key == "0" and not future.done()))

    def answer_and_lose() -> None:
        flights = [i for i, (job, future) in enumerate(executor.flights) if job.key == "0" and not future.done()]
        executor.answer(flights[0])
        lose(flights[1])

    def answer_the_other() -> None:
        executor.answer(next(i for i, (job, _) in enumerate(executor.flights) if job.key == "1"))

    steps = [*[lose_newest_open] * (MOST_LOSSES - 1), lambda: None, answer_and_lose, lambda: None, answer_the_other]
    after_each_wait(monkeypatch, *steps)
    assert list(started(monkeypatch, executor, 2)) == [("0", 0), ("1", 1)]


def test_a_pool_whose_process_dies_while_another_starts_breaks_whole_and_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, before = SpawnProcess.start, list[SpawnProcess]()

    def start_late(self: SpawnProcess) -> None:
        if len(before) == 1:
            os.kill(before[0].pid or 0, signal.SIGKILL)
            time.sleep(0.5)
        before.append(self)
        start(self)

    monkeypatch.setattr(SpawnProcess, "start", start_late)
    with closing(Processes(2)) as processes:
        lost = processes.submit(ClusterJob("0", "time:sleep", (0,)))
        assert len(before) == 2, "all processes start before the pool can break: its thread reads their dictionary"
        with pytest.raises(BrokenProcessPool):
            lost.result(20)
        assert processes.submit(ClusterJob("1", "math:isqrt", (16,))).result(20).value == 4
    assert len(before) == 4
