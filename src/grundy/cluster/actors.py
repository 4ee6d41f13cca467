"""Workers that keep data between calls (actors): each is an object in a process of its own, on Ray.

An actor is created by a maker: a function named "package.module:name", called with plain data. The maker returns a
callable, and every call of the actor is a call of this callable. A lost actor is replaced at once by a new one, which
lacks the data of the lost one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import cache
from typing import Any, Protocol

from ..core import LimitReached
from .crew import MOST_LOSSES
from .executors import RayCluster
from .jobs import WorkerAnswer, answered, named


class Actors(Protocol):
    """The interface of a group of `size` workers that keep data between calls (actors), numbered from 0.

    A caller starts calls by `ask` and receives their results from `answers`. It must wait for the result of a call
    before it starts the next call of the same actor.
    """

    size: int

    def ask(self, number: int, *arguments: Any) -> None:  # noqa: ANN401  # any plain data
        """Start a call of a worker; `answers` returns the result.

        Args:
            number: The number of the worker.
            arguments: The arguments of the call.
        """

    def answers(self, seconds: float) -> Iterator[tuple[int, WorkerAnswer | None]]:
        """Wait for results and yield those that have arrived; the result None means that the worker was replaced.

        Args:
            seconds: The longest time to wait.

        Yields:
            Numbers of workers with their results.

        Raises:
            LimitReached: If a worker was lost `MOST_LOSSES` times without a result in between.
        """

    def close(self) -> None:
        """End all workers at once, including calls in progress."""


class Actor:
    """A worker in its own process: it holds a callable and calls it for every request.

    Args:
        maker: The function that creates the callable at the first request, named "package.module:name".
        arguments: The arguments of the maker.
    """

    def __init__(self, maker: str, arguments: tuple[Any, ...]) -> None:
        self._made = cache(lambda: named(maker)(*arguments))

    def call(self, *arguments: Any) -> WorkerAnswer:  # noqa: ANN401
        """Call the callable and return the result; errors of its creation and of the call become results, too."""
        return answered(lambda: self._made()(*arguments))


class RayActors(RayCluster, Actors):
    """Actors on a Ray cluster, one for every processor that the cluster has at the start.

    Args:
        maker: The function that creates the callable of each actor, named "package.module:name".
        arguments: The arguments of the maker.
    """

    def __init__(self, maker: str, arguments: tuple[Any, ...]) -> None:
        super().__init__()
        self.size = self.processors()
        self._losses = Counter[int]()
        self._made = maker, arguments
        kind = self.ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Actor)
        self._spare = kind.options(num_cpus=0, scheduling_strategy="SPREAD")  # the machine may be lost too
        self._actors = [kind.remote(*self._made) for _ in range(self.size)]
        self._calls: dict[Future[WorkerAnswer], int] = {}

    def ask(self, number: int, *arguments: Any) -> None:  # noqa: ANN401
        self._calls[self._actors[number].call.remote(*arguments).future()] = number

    def answers(self, seconds: float) -> Iterator[tuple[int, WorkerAnswer | None]]:
        self.processors()
        for future in wait(self._calls, seconds, FIRST_COMPLETED).done:
            number = self._calls.pop(future)
            try:
                answer: WorkerAnswer | None = future.result()
                self._losses[number] = 0
            except self.losses:
                answer = None
                count_loss(self._losses, number)
                self._actors[number] = self._spare.remote(*self._made)
            yield number, answer

    def close(self) -> None:
        if not self.ours:
            for actor in self._actors:
                self.ray.kill(actor)
        super().close()


def count_loss(losses: Counter[int], number: int) -> None:
    """Add 1 to the number of losses of a worker.

    Args:
        losses: The number of losses of each worker since its last result, which is changed here; the caller sets it to
            0 when a result arrives.
        number: The number of the worker.

    Raises:
        LimitReached: If the worker was lost `MOST_LOSSES` times.
    """
    losses[number] += 1
    if losses[number] >= MOST_LOSSES:
        raise LimitReached(f"{MOST_LOSSES} workers were lost in a row", kind="workers")
