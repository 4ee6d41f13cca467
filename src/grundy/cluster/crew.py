"""Gives jobs to workers and takes their answers: lost, slow, doubled and lying workers change no result.

A job whose worker is lost, or that takes longer than its lease, goes to another; the first answer is accepted. A share
of the jobs can be done again by a process of its own; two different answers stop the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from math import inf
from time import monotonic
from typing import Any, Literal, NamedTuple
from zlib import crc32

from ..core import LimitReached
from .executors import Executor, Inline, Processes, open_executor
from .jobs import ClusterJob, WorkerAnswer, WorkersDisagree, value_of

Workers = int | Literal["ray"]
"""How many processes do the work (1: this one), or "ray"."""

MOST_LOSSES = 5
"""A job that loses so many workers is given up."""
AHEAD = 1024
"""Jobs that may be done while an earlier one is not."""
PATIENCE = 0.2
"""Seconds between two looks at the leases."""


def run_jobs(
    jobs: Iterable[ClusterJob],
    workers: Workers = 1,
    *,
    in_order: bool = True,
    recheck: float = 0.0,
    lease: float | None = None,
) -> Generator[tuple[str, Any]]:
    """Yield the key and the value of every job, in the order of the jobs or as they are done.

    `recheck` is the share of the jobs, chosen by their keys, that another process does again; `lease`
    the seconds after which a job is given to a second worker too. Close the iterator to stop at once
    (`contextlib.closing`). Raises `MissingExtra`, `LimitReached` when a job does or when it lost
    `MOST_LOSSES` workers, `WorkersDisagree`, and `GrundyError` when a job fails.

    >>> list(run_jobs([ClusterJob("a", "math:gcd", (12, 18)), ClusterJob("b", "math:isqrt", (50,))]))
    [('a', 6), ('b', 7)]
    """
    with closing(open_executor(workers)) as executor, closing(Processes(1) if recheck else Inline()) as second:
        crew = _Crew(executor, second, recheck, lease)
        fresh, waiting, done = _once(jobs), dict[str, None](), dict[str, Any]()
        while True:
            while crew.has_room() and len(waiting) < AHEAD and (job := next(fresh, None)) is not None:
                waiting[job.key] = None
                crew.give(job)
            if not waiting:
                return
            done.update(crew.take())
            while waiting and (key := next(iter(waiting if in_order else done), None)) in done:
                del waiting[key]
                yield key, done.pop(key)


def _once(jobs: Iterable[ClusterJob]) -> Iterator[ClusterJob]:
    seen: set[str] = set()
    for job in jobs:
        if job.key not in seen:
            seen.add(job.key)
            yield job


class _Flight(NamedTuple):
    """A job that is being done: by whom, and since when."""

    job: ClusterJob
    again: bool
    since: float


class _Crew:
    """The jobs in flight, and the answers of those that are not complete: [whether done again] -> value."""

    def __init__(self, executor: Executor, second: Executor, recheck: float, lease: float | None) -> None:
        self._executors = {False: executor, True: second}
        self._recheck, self._lease = recheck, lease
        self._flights: dict[Future[WorkerAnswer], _Flight] = {}
        self._answers: dict[str, dict[bool, Any]] = {}
        self._losses: Counter[str] = Counter()

    def has_room(self) -> bool:
        """Return whether another job may be given: where no job is open there always is room.

        Few jobs are open, so that few are lost together. What is still done twice of complete jobs does not count:
        it would keep the others from being given.
        """
        return len(self._answers) < self._executors[False].room

    def give(self, job: ClusterJob) -> None:
        """Give a job to a worker, and to the second one if it is to be done twice."""
        self._answers[job.key] = {}
        self._send(job, again=False)
        if self._twice(job):
            self._send(job, again=True)

    def take(self) -> Iterator[tuple[str, Any]]:
        """Wait for answers and yield the jobs that are complete with them."""
        ended, _ = wait(self._flights, PATIENCE, FIRST_COMPLETED)
        for future in ended:
            flight = self._flights.pop(future)
            failure = future.exception()
            if isinstance(failure, self._executors[flight.again].losses):
                self._send_again(flight)
            elif failure is not None:
                raise failure
            else:
                yield from self._accept(flight, future.result())
        self._hurry()

    def _twice(self, job: ClusterJob) -> bool:
        return crc32(job.key.encode()) % 10_000 < self._recheck * 10_000

    def _send(self, job: ClusterJob, *, again: bool, since: float | None = None) -> None:
        """Begin a job; its lease begins now, or at `since`."""
        future = self._executors[again].submit(job)
        self._flights[future] = _Flight(job, again, monotonic() if since is None else since)

    def _wanted(self, flight: _Flight) -> bool:
        answers = self._answers.get(flight.job.key)
        return answers is not None and flight.again not in answers

    def _send_again(self, flight: _Flight) -> None:
        """Begin a job again whose worker was lost, unless another has answered."""
        if not self._wanted(flight):
            return
        key = flight.job.key
        self._losses[key] += 1
        if self._losses[key] >= MOST_LOSSES:
            raise LimitReached(f"{key}: {MOST_LOSSES} workers were lost while computing it", kind="workers")
        self._send(flight.job, again=flight.again)

    def _accept(self, flight: _Flight, answer: WorkerAnswer) -> Iterator[tuple[str, Any]]:
        """Take the first answer of either kind, and yield the job when that was the last one needed."""
        if not self._wanted(flight):
            return
        key = flight.job.key
        answers = self._answers[key]
        answers[flight.again] = value_of(flight.job, answer)
        if len(answers) == 1 + self._twice(flight.job):
            del self._answers[key]
            first, last = answers[False], answers.get(True, answers[False])
            if first != last:
                raise WorkersDisagree(key, (first, last))
            yield key, first

    def _hurry(self) -> None:
        if self._lease is None:
            return
        now = monotonic()
        for future, flight in list(self._flights.items()):
            if now - flight.since > self._lease and self._wanted(flight):
                self._flights[future] = flight._replace(since=inf)
                self._send(flight.job, again=flight.again, since=inf)
