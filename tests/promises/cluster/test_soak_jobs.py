"""Runs of jobs with faults keep their promises; and each bug planted in a crew is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.promises.cluster import process_faults
from tests.promises.cluster.process_faults import in_processes
from tests.promises.cluster.simulated_workers import World
from tests.promises.cluster.soak_jobs import simulated

from grundy.cluster import ClusterJob, WorkerAnswer, crew
from grundy.core import LimitReached


def verdicts(seeds: range, kind: type[World] = World) -> Counter[str]:
    """Return what so many simulated runs come to; one that raises has failed."""
    found = Counter[str]()
    for seed in seeds:
        try:
            found[simulated(seed, kind)] += 1
        except Exception:  # noqa: BLE001  # whatever a planted bug does
            found["failed"] += 1
    return found


def test_no_simulated_fault_changes_a_result_or_hides_a_falsehood() -> None:
    found = verdicts(range(500))
    assert set(found) == {"same", "told", "unsampled"}
    assert min(found.values()) > 20


def test_no_fault_of_a_process_changes_a_result_or_hides_a_falsehood() -> None:
    found = Counter(in_processes(seed) for seed in range(10))
    assert set(found) == {"same", "told", "unsampled"}


def test_a_seed_is_the_same_run_again() -> None:
    worlds = list[World]()

    class Kept(World):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            worlds.append(self)

    for seed in (*range(50), *range(50)):
        simulated(seed, Kept)
    assert [(world.given, world.told) for world in worlds[:50]] == [(world.given, world.told) for world in worlds[50:]]


# Negative controls: crews with one bug each.


class TakesTheLaterAnswer(crew._Crew):
    """An answer that comes after the lease has moved takes the place of the first."""

    def _wanted(self, flight: crew._Flight) -> bool:
        return flight.job.key in self._answers


class AcceptsTwice(crew._Crew):
    """A job that is complete is completed again by the answer of the second worker."""

    def _accept(self, flight: crew._Flight, answer: WorkerAnswer) -> Iterator[tuple[str, Any]]:
        for key, value in super()._accept(flight, answer):
            self._answers[key] = {}
            yield key, value


class NeverCompares(crew._Crew):
    """A job is done again, and nobody looks at the second answer."""

    def _accept(self, flight: crew._Flight, answer: WorkerAnswer) -> Iterator[tuple[str, Any]]:
        known = self._answers.get(flight.job.key, {})
        yield from super()._accept(flight, WorkerAnswer("value", next(iter(known.values()), answer.value)))


class NeverAgain(crew._Crew):
    """No job is done again."""

    def _twice(self, job: ClusterJob) -> bool:
        return False


class CountsFlights(crew._Crew):
    """What is still done of complete jobs keeps new ones from being given."""

    def has_room(self) -> bool:
        return len(self._flights) < self._executors[False].room


class ForgetsTheLost(crew._Crew):
    """A job whose worker was lost is not given again."""

    def _send_again(self, flight: crew._Flight) -> None:
        self._losses[flight.job.key] += 1


class NeverGivesUp(crew._Crew):
    """A job may lose workers for ever."""

    def _send_again(self, flight: crew._Flight) -> None:
        self._losses.clear()
        super()._send_again(flight)


class CountsAnsweredLosses(crew._Crew):
    """Workers that are lost at a job that is answered count as well."""

    def _send_again(self, flight: crew._Flight) -> None:
        if not self._wanted(flight):
            self._losses[flight.job.key] += 2
            if self._losses[flight.job.key] >= crew.MOST_LOSSES:
                raise LimitReached("too many", kind="workers")
        super()._send_again(flight)


class NoLease(crew._Crew):
    """Slow workers are waited for."""

    def _hurry(self) -> None:
        pass


class OnTheWall(World):
    """Gives the crew the clock on the wall."""

    def monotonic(self) -> float:
        return self.wall()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("kind", "bad"),
    [
        (TakesTheLaterAnswer, {"wrong"}),
        (AcceptsTwice, {"failed"}),
        (NeverCompares, {"not told"}),
        (NeverAgain, {"not told"}),
        (CountsFlights, {"lost"}),
        (ForgetsTheLost, {"late"}),
        (NeverGivesUp, {"not told"}),
        (CountsAnsweredLosses, {"wrong"}),
        (NoLease, {"late"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_bug_planted_in_a_crew_is_found(
    kind: type[crew._Crew], bad: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_Crew", kind)
    assert any(bad & set(verdicts(range(first, first + 30))) for first in range(0, 600, 30))


@pytest.mark.nightly
def test_a_lease_by_the_clock_on_the_wall_is_found() -> None:
    assert {"late", "early"} <= set(verdicts(range(600), OnTheWall))


@pytest.mark.nightly
def test_a_worker_process_whose_lie_is_never_compared_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "_Crew", NeverCompares)
    assert "not told" in {process_faults.in_processes(seed) for seed in range(40)}
