"""Many runs of jobs with faults.

A task is a few dozen runs of `run_jobs` with 1 to 3 workers that die, are killed, outlive their lease, answer twice or
falsely. In all but one the workers and the clock are simulated (`simulated_workers`), in one they are processes.

    same       the results of one process, in its order
    unsampled  the same but for false answers to jobs that were not to be done again
    told       an end that was due: two answers that differ, or a job that lost too many workers
    wrong      a value that nobody answered, an order that is none, an end that was not due
    lost       results are missing
    not told   two different answers to a job that was done again, or too many losses, and the run went on
    late       a lease ended and nobody else was given the job, or the run waited for nothing
    early      a job was given to another worker for no reason
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any, NamedTuple

from tests.promises.cluster.process_faults import in_processes
from tests.promises.cluster.simulated_workers import Habits, Stuck, World, losses
from tests.soaking import Harness

from grundy.cluster import MOST_LOSSES, ClusterJob, WorkersDisagree, run_jobs
from grundy.cluster.crew import PATIENCE
from grundy.core import LimitReached

SIZE = 40
"""Runs of a task."""
SLACK = 2 * PATIENCE
"""Seconds within which the end of a lease is seen."""
BAD = ("wrong", "lost", "not told", "late", "early")


class Asked(NamedTuple):
    jobs: int
    workers: int
    recheck: float
    lease: float | None
    in_order: bool


class Ended(NamedTuple):
    results: list[tuple[str, Any]]
    error: Exception | None


def simulated(seed: int, kind: type[World] = World) -> str:
    rng = Random(seed)
    lies = rng.choice([(0.0, 0.0), (0.0, 0.0), (0.1, 0.0), (0.0, 0.1), (0.02, 0.02)])
    deaths, slow = rng.choice([0, 0, 0.02, 0.2]), rng.choice([0, 0.1, 0.5])
    habits = Habits(deaths, slow, lies, rng.randrange(4), rng.random() < 0.5)
    recheck, lease = rng.choice([0.0, 0.5, 1.0]), rng.choice([None, 0.3, 1.0])
    asked = Asked(rng.randrange(1, 30), rng.randrange(1, 4), recheck, lease, rng.random() < 0.7)
    world = kind(rng, habits, asked.workers)
    with world.in_force():
        return judge(world, asked, ended(asked))


def ended(asked: Asked) -> Ended:
    jobs = [ClusterJob(str(n), "tests.promises.cluster.work:square", (n,)) for n in range(asked.jobs)]
    results: list[tuple[str, Any]] = []
    asks: dict[str, Any] = {"in_order": asked.in_order, "recheck": asked.recheck, "lease": asked.lease}
    try:
        results.extend(run_jobs(jobs, asked.workers, **asks))
    except (LimitReached, WorkersDisagree, Stuck) as error:
        return Ended(results, error)
    return Ended(results, None)


def judge(world: World, asked: Asked, run: Ended) -> str:
    first: dict[tuple[str, bool], int] = {}
    for told in world.told:
        if told.value is not None:
            first.setdefault((told.key, told.again), told.value)
    twice = {key for _, key, again in world.given if again}
    differ = {key for key in twice if len({first[at] for at in ((key, False), (key, True)) if at in first}) > 1}
    if isinstance(run.error, Stuck) or world.now - world.start > world.work + SLACK:
        return "late"
    if run.error is None and len({key for key, _ in run.results}) < asked.jobs:
        return "lost"
    if run.error is None and (differ or unsampled(asked, twice) or given_up(world)):
        return "not told"
    if isinstance(run.error, WorkersDisagree) and run.error.key not in differ:
        return "wrong"
    if isinstance(run.error, LimitReached) and not given_up(world):
        return "wrong"
    if (found := _results(asked, run, first)) in BAD:
        return found
    return _leases(world, asked) or ("told" if run.error else found)


def unsampled(asked: Asked, twice: set[str]) -> bool:
    """Return whether jobs were not done again although all were to be."""
    return asked.recheck == 1.0 and len(twice) < asked.jobs


def given_up(world: World) -> bool:
    return max(losses(world.told).values(), default=0) >= MOST_LOSSES


def _results(asked: Asked, run: Ended, first: dict[tuple[str, bool], int]) -> str:
    """Return whether the results are right: the first answers, each once, and in order where that was asked for."""
    keys = [key for key, _ in run.results]
    expected = [str(n) for n in range(asked.jobs)]
    if any(first.get((key, False)) != value for key, value in run.results) or len(set(keys)) < len(keys):
        return "wrong"
    if asked.in_order and keys != expected[: len(keys)]:
        return "wrong"
    return "same" if all(value == int(key) ** 2 for key, value in run.results) else "unsampled"


def _leases(world: World, asked: Asked) -> str:
    """Return "late" or "early" when a job was not given to a second worker in time, or was before its time, else ""."""
    ends: dict[tuple[str, bool], float] = {}
    for told in world.told:
        ends.setdefault((told.key, told.again), told.time)
    given: dict[tuple[str, bool], list[float]] = {}
    for time, key, again in world.given:
        given.setdefault((key, again), []).append(time)
    for at, times in given.items():
        due = times[0] + (float("inf") if asked.lease is None else asked.lease)
        end = min(ends.get(at, float("inf")), world.now)
        if len(times) > 1 and times[1] < min(due, end):
            return "early"
        if end > due + SLACK and not any(due <= time <= due + SLACK for time in times[1:]):
            return "late"
    return ""


def task(seed: int) -> Counter[str]:
    found = [(number, simulated(number)) for number in range(seed * SIZE, seed * SIZE + SIZE - 1)]
    found.append((seed, in_processes(seed)))
    for number, verdict in found:
        if verdict in BAD:
            sys.stdout.write(f"seed {seed}, run {number}: {verdict}\n")
    return Counter(verdict for _, verdict in found) + Counter(runs=SIZE)


HARNESS = Harness("runs", SIZE, task, BAD)
