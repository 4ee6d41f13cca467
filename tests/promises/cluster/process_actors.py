"""Actors in processes of this machine, for tests: what Ray does on a cluster, losses included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from grundy.cluster import WorkerAnswer
from grundy.cluster.actors import Actor, count_loss
from grundy.cluster.executors import end_with_parent, interrupts_held


class ProcessActors:
    """Actors in fresh processes (`spawn`) of this machine."""

    def __init__(self, size: int, maker: str, arguments: tuple[Any, ...]) -> None:
        """Start `size` processes; what the maker does is done with the first call."""
        self.size = size
        self._losses = Counter[int]()
        self._made = maker, arguments
        self._context = SpawnContext()
        self._busy: set[int] = set()
        self._actors = [self._start() for _ in range(size)]

    def ask(self, number: int, *arguments: Any) -> None:
        self._busy.add(number)
        with suppress(OSError):  # it is lost, and `answers` will see it
            self._actors[number][1].send(arguments)

    def answers(self, seconds: float) -> Iterator[tuple[int, WorkerAnswer | None]]:
        ready = wait([self._actors[number][1] for number in self._busy], seconds)
        for number in [number for number in self._busy if self._actors[number][1] in ready]:
            self._busy.remove(number)
            try:
                answer = self._actors[number][1].recv()
                self._losses[number] = 0
            except (EOFError, OSError):
                answer = None
                self._replace(number)
            yield number, answer

    def close(self) -> None:
        for process, _ in self._actors:
            process.kill()
        for process, line in self._actors:
            process.join()
            line.close()

    def _start(self) -> tuple[SpawnProcess, Connection]:
        """Start an actor; Ctrl-C is for the one who calls it."""
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, *self._made), daemon=True)
        with interrupts_held():
            process.start()
        theirs.close()
        return process, ours

    def _replace(self, number: int) -> None:
        process, line = self._actors[number]
        line.close()
        process.kill()
        process.join()
        count_loss(self._losses, number)
        self._actors[number] = self._start()


def _serve(line: Connection, maker: str, arguments: tuple[Any, ...]) -> None:
    """Be an actor: answer calls until nobody calls any more."""
    end_with_parent()
    actor = Actor(maker, arguments)
    while True:
        try:
            call = line.recv()
        except EOFError:
            return
        line.send(actor.call(*call))
