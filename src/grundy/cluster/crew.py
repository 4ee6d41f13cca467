"""Distributes jobs to workers; lost workers, slow workers and repeated results do not change the outcome.

A job is given to another worker if its worker is lost, or if it takes longer than a time limit, the lease; the first
result is accepted. A fraction of the jobs can be repeated by a separate process; two different results stop the run.
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
"""The number of worker processes (1: this process), or "ray"."""

MOST_LOSSES = 5
"""A job that has lost this many workers is abandoned."""
AHEAD = 1024
"""The number of jobs that may be finished while an earlier one is not."""
PATIENCE = 0.2
"""Seconds between two checks of the leases."""


def run_jobs(
    jobs: Iterable[ClusterJob],
    workers: Workers = 1,
    *,
    in_order: bool = True,
    recheck: float = 0.0,
    lease: float | None = None,
) -> Generator[tuple[str, Any]]:
    """Run independent jobs by several workers, and yield the key and the value of each.

    Close the iterator to stop at once (`contextlib.closing`).

    Args:
        jobs: The jobs.
        workers: The number of worker processes (1: this process), or "ray".
        in_order: Whether values are yielded in the order of the jobs, or as they are finished.
        recheck: The fraction of the jobs, chosen by their keys, that another process repeats.
        lease: The seconds after which a job is given to a second worker too, or None.

    Yields:
        The key and the value of every job.

    Raises:
        MissingExtra: If Ray is not installed.
        LimitReached: If a job reached a limit, or lost `MOST_LOSSES` workers.
        WorkersDisagree: If two workers returned different values.
        GrundyError: If a job fails.

    Example:
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
    """A job in progress: `again` is whether it is a repetition for comparison, and `since` is the time of its start."""

    job: ClusterJob
    again: bool
    since: float


class _Crew:
    """Distributes jobs to workers, and collects their results; a job can be repeated by a second executor.

    `_answers` has, for each job that is not complete, the values received so far: under the key False that of the first
    run, and under True that of the repetition.
    """

    def __init__(self, executor: Executor, second: Executor, recheck: float, lease: float | None) -> None:
        self._executors = {False: executor, True: second}
        self._recheck, self._lease = recheck, lease
        self._flights: dict[Future[WorkerAnswer], _Flight] = {}
        self._answers: dict[str, dict[bool, Any]] = {}
        self._losses: Counter[str] = Counter()

    def has_room(self) -> bool:
        """Return whether another job may be started now.

        The number of open jobs is limited, so that few are lost at once. A job is open until its value is known and, if
        the job is to be repeated, the repetition has confirmed the value. A slow job that was given to two workers is
        no longer open when one of them has returned its value.
        """
        return len(self._answers) < self._executors[False].room

    def give(self, job: ClusterJob) -> None:
        self._answers[job.key] = {}
        self._send(job, again=False)
        if self._twice(job):
            self._send(job, again=True)

    def take(self) -> Iterator[tuple[str, Any]]:
        """Wait for results, and yield key and value of the jobs that they complete."""
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
        """Start a job or its repetition; its time limit for one worker counts from now, or from `since`.

        `again` states whether this is the repetition.
        """
        future = self._executors[again].submit(job)
        self._flights[future] = _Flight(job, again, monotonic() if since is None else since)

    def _wanted(self, flight: _Flight) -> bool:
        answers = self._answers.get(flight.job.key)
        return answers is not None and flight.again not in answers

    def _send_again(self, flight: _Flight) -> None:
        """Restart a job whose worker was lost, unless another worker has returned its result.

        `flight` is the lost run. Raise `LimitReached` if the job has lost too many workers.
        """
        if not self._wanted(flight):
            return
        key = flight.job.key
        self._losses[key] += 1
        if self._losses[key] >= MOST_LOSSES:
            raise LimitReached(f"{key}: {MOST_LOSSES} workers were lost while computing it", kind="workers")
        self._send(flight.job, again=flight.again)

    def _accept(self, flight: _Flight, answer: WorkerAnswer) -> Iterator[tuple[str, Any]]:
        """Record the first result of a job or its repetition; yield key and value if the job is complete now.

        `flight` is the run of the job that has ended, and `answer` is what its worker sent.
        """
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
