"""Executors: what takes jobs and gives futures; this process itself, processes beside it, or Ray.

`open_executor` chooses. The standard library and Ray do the work; here they only get one face, are
shut down at once when their user stops, and leave nothing behind when this process is killed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any, Protocol

from ..core import MissingExtra
from .jobs import ClusterJob, WorkerAnswer, perform


class Executor(Protocol):
    """Takes jobs; a future that fails with one of `losses` has lost its worker."""

    room: int
    losses: tuple[type[BaseException], ...]

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Begin a job."""

    def close(self) -> None:
        """End all work at once, jobs that are being done included."""


class Inline:
    """Does every job at once in this process."""

    room = 1
    losses: tuple[type[BaseException], ...] = ()

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Do the job and return its answer as a future that is done."""
        future: Future[WorkerAnswer] = Future()
        future.set_result(perform(job.function, job.arguments))
        return future

    def close(self) -> None:
        """Nothing is left to end."""


class Processes:
    """A pool of fresh processes (`spawn`), replaced by a new one when one of them dies."""

    losses: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        """Open a pool of `workers`; a process starts when the first job needs it."""
        self.room = 2 * workers
        self._workers = workers
        self._pool, self._context = self._open()

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Give the job to the pool, to a new one if a worker of the old one was lost."""
        with interrupts_held():
            try:
                return self._submit(job)
            except BrokenProcessPool:
                self.close()
                self._pool, self._context = self._open()
                return self._submit(job)

    def close(self) -> None:
        """Kill the processes and wait for the little that is left."""
        for process in self._context.started:
            if process.pid is not None:
                process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Give the job to the pool, twice where no process can be started: a pool that breaks just then says so."""
        try:
            return self._pool.submit(perform, job.function, job.arguments)
        except OSError:  # its pipes are closed already
            return self._pool.submit(perform, job.function, job.arguments)

    def _open(self) -> tuple[ProcessPoolExecutor, _Recording]:
        context = _Recording()
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=end_with_parent), context


class _Recording(SpawnContext):
    """A context that remembers the processes it made, so that exactly these can be ended."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802, ANN401
        process = SpawnProcess(*args, **options)
        self.started.append(process)
        return process


def end_with_parent() -> None:
    """Let this worker end when the process that started it is gone, however it went."""
    if (parent := parent_process()) is not None:

        def end_after() -> None:
            parent.join()
            os._exit(1)

        Thread(target=end_after, daemon=True).start()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Start processes with SIGINT held back: Ctrl-C is for the one who gives the jobs, who ends the workers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def connected_ray() -> tuple[Any, bool]:
    """Return Ray, connected, and whether it was started here; or raise `MissingExtra`."""
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise MissingExtra("work on a cluster", "ray", "cluster") from None
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ours = not ray.is_initialized()
    if ours:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    return ray, ours


class RayTasks:
    """Jobs as tasks of Ray: of the cluster that RAY_ADDRESS names or that is connected, else of this machine."""

    def __init__(self) -> None:
        """Connect, or raise `MissingExtra`."""
        self._ray, self._ours = ray, _ = connected_ray()
        self.room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        failures = ray.exceptions
        self.losses: tuple[type[BaseException], ...] = (
            failures.WorkerCrashedError,
            failures.NodeDiedError,
            failures.LocalRayletDiedError,
            failures.OutOfMemoryError,
        )
        self._task = ray.remote(max_retries=0)(perform)

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Give the job to Ray."""
        future: Future[WorkerAnswer] = self._task.remote(job.function, job.arguments).future()
        return future

    def close(self) -> None:
        """Leave the cluster, or stop it if it was started here."""
        if self._ours:
            self._ray.shutdown()


def open_executor(workers: int | str) -> Executor:
    """Return the executor for a number of workers, or for "ray"; raises `MissingExtra`."""
    if workers == "ray":
        return RayTasks()
    return Inline() if workers == 1 else Processes(int(workers))
