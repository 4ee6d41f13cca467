"""Workers on a clock of their own: they answer, die, are killed, dawdle and lie as a seed has it, and nobody waits.

A world stands in for everything that a crew asks of the machine: its executors, its clock, its waiting. What workers
were given and what they answered is written down in the order in which the crew was told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from heapq import heappop, heappush
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from grundy.cluster import ClusterJob, WorkerAnswer, crew

MOST_WAITS = 20_000
"""A crew that waits more often waits for ever."""


class Lost(Exception):
    """A worker is gone."""


class Stuck(Exception):
    """The crew waits, and nothing will ever happen."""


class Habits(NamedTuple):
    """How often a worker dies during a job, dawdles or lies, and how often one is killed from outside.

    With `whole` all workers of an executor are lost together, as in a pool of processes; else one, as on a cluster.
    """

    deaths: float
    slow: float
    lies: tuple[float, float]
    kills: int
    whole: bool


class TextBlock(NamedTuple):
    """What became of a job that was given: its value, None when its worker was lost."""

    time: float
    key: str
    again: bool
    value: int | None


class World:
    """A clock, what will happen, and what has happened: `given` (time, key, again) and `told`."""

    def __init__(self, random: Random, habits: Habits, workers: int) -> None:
        self.random, self.habits = random, habits
        self.start = self.now = random.uniform(0, 1e6)
        self.shift = 0.0
        self.given: list[tuple[float, str, bool]] = []
        self.told: list[TextBlock] = []
        self.work = 0.0
        self._waits = 0
        self._events: list[tuple[float, int, Workers, Flight | None]] = []
        self.executors = [Workers(self, workers, again=False), Workers(self, 1, again=True)]
        for _ in range(habits.kills):
            self.happens(self.now + random.uniform(0, 5), random.choice(self.executors), None)

    def monotonic(self) -> float:
        return self.now

    def wall(self) -> float:
        """Return the time of the clock on the wall, which somebody may set; here that happens now and then."""
        if self.random.random() < 0.05:
            self.shift = self.random.uniform(-3600, 3600)
        return self.now + self.shift

    def happens(self, time: float, executor: Workers, flight: Flight | None) -> None:
        heappush(self._events, (time, self.random.getrandbits(60), executor, flight))

    def wait(
        self, futures: Iterable[Future[WorkerAnswer]], timeout: float, _: str
    ) -> tuple[list[Future[WorkerAnswer]], object]:
        """Let time go on until one of the futures is done, or so long; they come in the order of their beginning."""
        flights, end = list(futures), self.now + timeout
        self._waits += 1
        if self._waits > MOST_WAITS or not flights:
            raise Stuck(f"wait {self._waits} for {len(flights)} futures")
        while not any(future.done() for future in flights):
            if not self._events or self._events[0][0] > end:
                self.now = end
                break
            self.now, _number, executor, flight = heappop(self._events)
            executor.ends(flight)
        return [future for future in flights if future.done()], None

    @contextmanager
    def in_force(self) -> Iterator[None]:
        main, second = self.executors
        names: dict[str, Any] = {"open_executor": lambda _: main, "Processes": lambda _: second}
        with patch.multiple(crew, wait=self.wait, monotonic=self.monotonic, **names):
            yield


class Flight(NamedTuple):
    """A job at a worker, and what will come of it."""

    job: ClusterJob
    future: Future[WorkerAnswer]
    value: int | None


class Workers:
    """An executor of some workers; each takes the next job when it is free."""

    losses: tuple[type[BaseException], ...] = (Lost,)

    def __init__(self, world: World, workers: int, *, again: bool) -> None:
        self.world, self.again, self.room = world, again, 2 * workers
        self._free = [world.now] * workers
        self._open: dict[Future[WorkerAnswer], Flight] = {}

    def submit(self, job: ClusterJob) -> Future[WorkerAnswer]:
        """Begin a job as soon as a worker is free; how it will end is drawn now."""
        world, future = self.world, Future[WorkerAnswer]()
        habits, rng = world.habits, world.random
        seconds = rng.expovariate(1 / (5.0 if rng.random() < habits.slow else 0.1))
        value = None if rng.random() < habits.deaths else int(job.arguments[0]) ** 2
        if value is not None and rng.random() < habits.lies[self.again]:
            value += rng.randrange(1, 10**9)
        slot = self._free.index(min(self._free))
        self._free[slot] = max(self._free[slot], world.now) + seconds
        world.work += seconds
        self._open[future] = Flight(job, future, value)
        world.given.append((world.now, job.key, self.again))
        world.happens(self._free[slot], self, self._open[future])
        return future

    def ends(self, flight: Flight | None) -> None:
        """Let a flight end, or all of them when the executor is killed."""
        if flight is not None and flight.future not in self._open:
            return
        lost = flight is None or flight.value is None
        everything = lost and (flight is None or self.world.habits.whole)
        for each in list(self._open.values()) if everything else filter(None, [flight]):
            self._tell(each, None if lost else each.value)
        if everything:
            self._free = [self.world.now] * len(self._free)

    def close(self) -> None:
        self._open.clear()

    def _tell(self, flight: Flight, value: int | None) -> None:
        del self._open[flight.future]
        self.world.told.append(TextBlock(self.world.now, flight.job.key, self.again, value))
        if value is None:
            flight.future.set_exception(Lost())
        else:
            flight.future.set_result(WorkerAnswer("value", value))


def losses(told: Iterable[TextBlock]) -> Counter[str]:
    """Return how many workers were lost at each job whose answer was still wanted then."""
    found, answered = Counter[str](), set[tuple[str, bool]]()
    for each in told:
        if each.value is not None:
            answered.add((each.key, each.again))
        elif (each.key, each.again) not in answered:
            found[each.key] += 1
    return found
