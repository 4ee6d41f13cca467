"""Executors, which run jobs and return futures: this process, a process pool, or Ray.

`open_executor` chooses one. The standard library and Ray do the work. The classes here give them one interface, end all
their work at once when an executor is closed, and leave no process running if this process is killed.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from socket import create_connection
from threading import Event, Thread
from time import monotonic
from typing import Any, Protocol

from ..core import InputError, LimitReached, MissingExtra
from .jobs import ClusterJob, WorkerAnswer, perform

GONE = 30.0
"""Seconds after which a cluster without workers, or whose head node does not reply, is given up."""


class Executor(Protocol):
    """The interface of executors, which run jobs and return futures.

    `losses` are the classes of the errors with which a future ends if its worker was lost. Such a job may be submitted
    again.
    """

    losses: tuple[type[BaseException], ...]

    @property
    def room(self) -> int:
        """The number of jobs that may be in progress at once."""

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Start a job and return its future result."""

    def close(self) -> None:
        """End all work at once, including jobs in progress."""


class Inline:
    """An executor that runs every job immediately in this process."""

    room = 1
    losses: tuple[type[BaseException], ...] = ()

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Run the job and return a completed future."""
        future: Future[WorkerAnswer] = Future()
        future.set_result(perform(job.function, job.arguments))
        return future

    def close(self) -> None:
        """Do nothing, because no process was started."""


class Processes:
    """An executor with a pool of new processes (`spawn`), which is replaced if one of them dies."""

    losses: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, workers: int) -> None:
        """Open a pool of `workers` processes, which start when jobs need them."""
        self.room = 2 * workers
        self._workers = workers
        self._pool, self._context = self._open()

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Start a job in the pool, or in a new pool if the old one has lost a process."""
        with interrupts_held():
            try:
                return self._submit(job)
            except BrokenProcessPool:
                self.close()
                self._pool, self._context = self._open()
                return self._submit(job)

    def close(self) -> None:
        """Kill the processes and wait until they have ended."""
        for process in self._context.started:
            if process.pid is not None:
                process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Start a job in the pool; after an `OSError` try again, because a broken pool then raises its own error."""
        try:
            return self._pool.submit(perform, job.function, job.arguments)
        except OSError:  # the pipes of the pool are closed already
            return self._pool.submit(perform, job.function, job.arguments)

    def _open(self) -> tuple[ProcessPoolExecutor, _Recording]:
        return pool_of(self._workers, context := _Recording()), context


class _Recording(SpawnContext):
    """A multiprocessing context that records the processes it starts, so that exactly these can be ended."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802, ANN401
        process = SpawnProcess(*args, **options)
        self.started.append(process)
        return process


def pool_of(workers: int, context: BaseContext) -> ProcessPoolExecutor:
    """Open a pool whose processes all start with its first job and end with this process.

    By default, a pool of the standard library starts further processes for later jobs. In Python 3.11 this can fail: if
    a process dies at the same time, the thread of the pool that handles this ends with an error.

    Args:
        workers: The number of processes.
        context: The multiprocessing context that starts them.

    Returns:
        The pool.
    """
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_parent)
    pool._safe_to_dynamically_spawn_children = False  # type: ignore[attr-defined]  # noqa: SLF001
    return pool


def end_with_parent() -> None:
    """End this worker when the process that started it ends for any reason."""
    if (parent := parent_process()) is not None:

        def end_after() -> None:
            parent.join()
            os._exit(1)

        Thread(target=end_after, daemon=True).start()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Block SIGINT while processes start: only the parent handles Ctrl-C, and ends the workers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class RayCluster:
    """A connection to the Ray cluster of RAY_ADDRESS, or to one that it starts on this machine.

    If the head node of the cluster is lost, a call of Ray does not return, and Ray ends this process after a minute. So
    a thread reads the number of processors every second, and `processors` returns the last number read.

    Raises:
        MissingExtra: If Ray is not installed.
        InputError: If no cluster replies.
    """

    def __init__(self) -> None:
        for setting in ("RAY_USAGE_STATS_ENABLED", "RAY_ENABLE_UV_RUN_RUNTIME_ENV"):  # else `uv run` reinstalls us
            os.environ.setdefault(setting, "0")
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise MissingExtra("work on a cluster", "ray") from None
        self.ours = not self.ray.is_initialized()
        if self.ours:
            _connect(self.ray, os.environ.get("RAY_ADDRESS", ""))
        losses = ("WorkerCrashed", "NodeDied", "LocalRayletDied", "OutOfMemory", "RayActor", "ObjectLost")
        self.losses = tuple(getattr(self.ray.exceptions, f"{name}Error") for name in losses)
        self._processors, self._seen = int(self.ray.cluster_resources().get("CPU", 0)), monotonic()
        self._closed = Event()
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def processors(self) -> int:
        """Return the number of processors, at least 1.

        Raises:
            LimitReached: If the cluster had no processor, or did not reply, for more than `GONE` seconds.
        """
        if monotonic() - self._seen > GONE:
            raise LimitReached(f"the cluster had no worker for {GONE:.0f} seconds", kind="workers")
        return max(1, self._processors)

    def _watch(self) -> None:
        while not self._closed.wait(1.0):
            with suppress(Exception):
                if found := int(self.ray.cluster_resources().get("CPU", 0)):
                    self._processors, self._seen = found, monotonic()

    def close(self) -> None:
        """Disconnect from the cluster, or stop it if it was started here."""
        self._closed.set()
        self._thread.join(1.0)  # a call after the end would start Ray again
        if self.ours:
            self.ray.shutdown()


def _connect(ray: Any, address: str) -> None:  # noqa: ANN401
    host, _, port = address.rpartition(":")
    try:
        if host and "/" not in host:  # if no process listens, Ray would try for minutes
            create_connection((host.strip("[]"), int(port)), 10).close()
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        raise InputError(f"no cluster answers at RAY_ADDRESS={address}: {error}") from None
    ray._private.worker._worker_logs_enabled = False  # noqa: SLF001  # else it reports lost nodes on stdout


class RayTasks(RayCluster):
    """An executor that runs jobs as tasks of a Ray cluster; machines that join the cluster later receive some, too."""

    def __init__(self) -> None:
        super().__init__()
        self._task = self.ray.remote(max_retries=0)(perform)

    @property
    def room(self) -> int:
        """The number of jobs that may be in progress, two per processor; raises `LimitReached` as `processors` does."""
        return 2 * self.processors()

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Start a job as a task of Ray and return its future result."""
        return self._task.remote(job.function, job.arguments).future()  # type: ignore[no-any-return]


def open_executor(workers: int | str) -> Executor:
    """Return an executor: this process for 1 worker, a pool for more, or the Ray cluster for "ray".

    Raises `MissingExtra` if Ray is requested and not installed.
    """
    if workers == "ray":
        return RayTasks()
    return Inline() if workers == 1 else Processes(int(workers))
