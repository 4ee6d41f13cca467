"""Actors: workers that remember. Each is one object in a process of its own, on Ray, and is called again and again.

An actor is made from "package.module:name", called with plain data: the maker returns a callable, and every call of
the actor is a call of that. An actor that is lost is replaced at once by a new one, which remembers nothing.
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
    """Actors numbered from 0, each with at most one call under way."""

    size: int

    def ask(self, number: int, *arguments: Any) -> None:  # noqa: ANN401  # any plain data
        """Call an actor; its answer comes with `answers`."""

    def answers(self, seconds: float) -> Iterator[tuple[int, WorkerAnswer | None]]:
        """Wait at most so long and yield the answers that are there; None: that actor was lost and is new now.

        Raises `LimitReached` when one was lost `MOST_LOSSES` times without an answer in between.
        """

    def close(self) -> None:
        """End all actors at once, calls that are under way included."""


class Actor:
    """What stands on the other side: the callable, made with the first call."""

    def __init__(self, maker: str, arguments: tuple[Any, ...]) -> None:
        self._made = cache(lambda: named(maker)(*arguments))

    def call(self, *arguments: Any) -> WorkerAnswer:  # noqa: ANN401
        """Call what the maker made; errors of either become answers."""
        return answered(lambda: self._made()(*arguments))


class RayActors(RayCluster):
    """Actors of Ray, one for every processor of the cluster."""

    def __init__(self, maker: str, arguments: tuple[Any, ...]) -> None:
        super().__init__()
        self.size = self.processors()
        self._losses = Counter[int]()
        self._made = maker, arguments
        kind = self.ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Actor)
        self._spare = kind.options(num_cpus=0, scheduling_strategy="SPREAD")  # the processor may be lost too
        self._actors = [kind.remote(*self._made) for _ in range(self.size)]
        self._calls: dict[Future[WorkerAnswer], int] = {}

    def ask(self, number: int, *arguments: Any) -> None:  # noqa: ANN401
        """Call an actor."""
        self._calls[self._actors[number].call.remote(*arguments).future()] = number

    def answers(self, seconds: float) -> Iterator[tuple[int, WorkerAnswer | None]]:
        """Yield the answers that are there; raises `LimitReached` where the cluster is gone."""
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
    """Count the loss of an actor; give up when that happens again and again."""
    losses[number] += 1
    if losses[number] >= MOST_LOSSES:
        raise LimitReached(f"{MOST_LOSSES} workers were lost in a row", kind="workers")
