"""Actors: workers with a memory. Each is an object in a process of its own, on Ray, that is called repeatedly.

An actor is created from "package.module:name", called with plain data. This maker returns a callable, and every call of
the actor is a call of it. A lost actor is replaced at once by a new one without memory.
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
    """Actors numbered from 0, each with at most one call in progress."""

    size: int

    def ask(self, number: int, *arguments: Any) -> None:  # noqa: ANN401  # any plain data
        """Call an actor; `answers` returns the result.

        Args:
            number: The number of the actor.
            arguments: The arguments of the call.
        """

    def answers(self, seconds: float) -> Iterator[tuple[int, WorkerAnswer | None]]:
        """Wait at most this long and yield the results that have arrived; None means that the actor was replaced.

        Args:
            seconds: The longest time to wait.

        Yields:
            Numbers of actors with their results.

        Raises:
            LimitReached: If one was lost `MOST_LOSSES` times without a result in between.
        """

    def close(self) -> None:
        """End all actors at once, including calls in progress."""


class Actor:
    """The remote side: the callable, created at the first call."""

    def __init__(self, maker: str, arguments: tuple[Any, ...]) -> None:
        self._made = cache(lambda: named(maker)(*arguments))

    def call(self, *arguments: Any) -> WorkerAnswer:  # noqa: ANN401
        """Call the callable; errors of its creation and of the call become answers."""
        return answered(lambda: self._made()(*arguments))


class RayActors(RayCluster):
    """Actors on Ray, one for every processor of the cluster."""

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
        """Call an actor.

        Args:
            number: The number of the actor.
            arguments: The arguments of the call.
        """
        self._calls[self._actors[number].call.remote(*arguments).future()] = number

    def answers(self, seconds: float) -> Iterator[tuple[int, WorkerAnswer | None]]:
        """Yield the results that have arrived; raise `LimitReached` if the cluster is gone."""
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
        """End the actors, and Ray if it was started here, which ends them too."""
        if not self.ours:
            for actor in self._actors:
                self.ray.kill(actor)
        super().close()


def count_loss(losses: Counter[int], number: int) -> None:
    """Count the loss of an actor.

    Args:
        losses: The number of losses of each actor since its last result.
        number: The number of the actor.

    Raises:
        LimitReached: If it was lost `MOST_LOSSES` times.
    """
    losses[number] += 1
    if losses[number] >= MOST_LOSSES:
        raise LimitReached(f"{MOST_LOSSES} workers were lost in a row", kind="workers")
