"""Processes that fail: each job has a fate for each time that it is begun, and some processes are killed from outside.

The processes come from a server that has imported everything already, so that one begins in a hundredth of a second.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from multiprocessing import current_process, forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from grundy.cluster import MOST_LOSSES, ClusterJob, WorkersDisagree, crew, run_jobs
from grundy.cluster.executors import Processes, pool_of
from grundy.core import LimitReached

FAST = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
SLOW = 0.3
"""Seconds of a worker that dawdles."""
LEASE = 0.05
LATE = 120.0
"""Seconds that no run may take."""
Fate = str
"""What happens when a job is begun: "die", "slow" or "lie"; beyond its fates a job is done well."""


def meet(folder: str, number: int, fates: tuple[Fate, ...]) -> int:
    for time_begun, fate in enumerate(fates):
        try:
            (Path(folder) / f"{number}.{time_begun}").touch(exist_ok=False)
        except FileExistsError:
            continue
        if fate == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(SLOW if fate == "slow" else 0)
        return number * number + (1 + time_begun if fate == "lie" else 0)
    return number * number


class _Process(ForkServerProcess):
    """A process of the server; a server that was lost, as it is when a pool breaks at the wrong time, is replaced."""

    def start(self) -> None:
        for pause in (0.02, 0.1, 0.5):
            with suppress(ConnectionError, EOFError):
                return super().start()
            time.sleep(pause)
        return super().start()


class _Recording(ForkServerContext):
    def __init__(self) -> None:
        super().__init__()
        self.started: list[ForkServerProcess] = []

    def Process(self, *args: Any, **options: Any) -> ForkServerProcess:  # type: ignore[override]  # noqa: N802
        process = _Process(*args, **options)
        self.started.append(process)
        return process


class QuickProcesses(Processes):
    """Processes that begin quickly; `pools` counts how often they did, once more after each break."""

    pools = 0

    def _open(self) -> tuple[ProcessPoolExecutor, Any]:
        self.pools += 1
        return pool_of(self._workers, context := _Recording()), context


def kill_one(executors: list[QuickProcesses]) -> None:
    for executor in executors:
        for process in executor._context.started[:1]:
            process.kill()


class Plan(NamedTuple):
    """A run: the fates of its jobs, how many workers, and after which results a process is killed from outside."""

    fates: list[tuple[Fate, ...]]
    workers: int
    recheck: float
    lease: float | None
    kills: set[int]

    @property
    def calm(self) -> bool:
        """Whether nothing but lies can happen."""
        return not self.kills and not any({"die", "slow"} & set(fates) for fates in self.fates)

    @property
    def lies(self) -> set[int]:
        """The jobs that are answered falsely."""
        return {number for number, fates in enumerate(self.fates) if "lie" in fates}


def drawn(rng: Random) -> Plan:
    """Return a plan of chance; every third has only lies, and so an end that is certain."""
    faults = rng.choice([["lie"], ["die"], ["die", "slow", "lie"]])
    rate = rng.choice([0.0, 0.1, 0.3])
    fates = [tuple(rng.choice(faults) for _ in range(3) if rng.random() < rate) for _ in range(rng.randrange(1, 12))]
    if "die" in faults and rng.random() < 0.15:
        fates[-1] = ("die",) * MOST_LOSSES
    kills = set() if faults == ["lie"] else set(rng.sample(range(12), rng.choice([0, 1, 2])))
    recheck = rng.choice([0.0, 1.0])
    return Plan(fates, rng.randrange(1, 4), recheck, rng.choice([None, LEASE]) if "slow" in faults else None, kills)


def in_processes(seed: int) -> str:
    plan = drawn(Random(seed))
    start = time.monotonic()
    with tempfile.TemporaryDirectory(dir=FAST) as folder, _quick() as opened:
        results, error = _run(plan, folder, lambda: kill_one(opened))
        pools = sum(each.pools for each in opened)
    return "late" if time.monotonic() - start > LATE else judge(plan, results, error, pools)


@contextmanager
def _quick() -> Iterator[list[QuickProcesses]]:
    """Let crews have quick processes, also where one worker would be this process; yield those that are opened."""
    forkserver.set_forkserver_preload([__name__])
    current_process()._config["daemon"] = False  # type: ignore[attr-defined]  # a long run is done by daemons of a pool
    opened: list[QuickProcesses] = []

    def make(workers: int) -> QuickProcesses:
        opened.append(QuickProcesses(workers))
        return opened[-1]

    with patch.multiple(crew, open_executor=make, Processes=make):
        yield opened


def _run(plan: Plan, folder: str, kill: Callable[[], object]) -> tuple[list[tuple[str, Any]], Exception | None]:
    jobs = [ClusterJob(str(n), f"{__name__}:meet", (folder, n, fates)) for n, fates in enumerate(plan.fates)]
    results: list[tuple[str, Any]] = []
    try:
        with closing(run_jobs(jobs, plan.workers, recheck=plan.recheck, lease=plan.lease)) as stream:
            for result in stream:
                results.append(result)
                if len(results) in plan.kills:
                    kill()
    except (LimitReached, WorkersDisagree) as error:
        return results, error
    return results, None


def judge(plan: Plan, results: list[tuple[str, Any]], error: Exception | None, pools: int) -> str:
    """Return the verdict on a run with so many pools; `tests.promises.cluster.soak_jobs` says what verdicts mean."""
    losses = pools if plan.lease is None else 2 * pools  # a job is in a pool once, or twice
    doomed = any(fates.count("die") >= MOST_LOSSES for fates in plan.fates)
    false = [int(key) for key, value in results if value != int(key) ** 2]
    if [key for key, _ in results] != [str(n) for n in range(len(results))] or set(false) - plan.lies:
        return "wrong"
    if isinstance(error, WorkersDisagree):
        return "told" if plan.recheck and int(error.key) in plan.lies else "wrong"
    if isinstance(error, LimitReached):
        return "told" if losses >= MOST_LOSSES else "wrong"
    if len(results) < len(plan.fates):
        return "lost"
    if doomed or (plan.recheck and (false or (plan.calm and plan.lies))):
        return "not told"
    return "unsampled" if false else "same"
