"""The column of harnesses: each task keeps its promise and does as much as it says, and what is bad is told."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.cases import few
from tests.column import COLUMN, Row, run
from tests.promises.storage.recording import STRACE
from tests.soaking import Harness, Run, soak

from grundy.kernels.object_files import can_place

SHAPE = Run(0, jobs=1, seed=3)
LEAST = {"kills": 10_000, "crash states": 5_000_000, "texts": 1_000_000, "games": 5_000_000, "certificates": 100_000}
LEAST |= {"rungs": 1_000_000, "seeds": 100_000}
"""What is promised to be run by hand."""
QUICK = ("power, sequence file", "rot, sequence file", "jobs with faults")
"""Rows of which one task takes little."""
OWN = (
    *("killed runs", "failing calls", "failing allocations", "known periods, certified"),
    *("interrupts", "play beside a model", "starved questions", "random claims", "the ladder"),
)
"""Rows whose harness has a test of its own."""
ROWS = {row.name: row for row in COLUMN if row.name not in OWN}
TRACED = {"power, database", "failing calls of SQLite"}


def task(seed: int) -> Counter[str]:
    """Ten things, one of which is bad where the seed is 4; seed 5 raises."""
    if seed == 5:
        raise ValueError("five")
    return Counter(things=10, bad=int(seed == 4), even=5 * (seed % 2))


HARNESSES = {"things": Harness("things", 10, task, ("bad",))}


@pytest.mark.parametrize("row", COLUMN, ids=lambda row: row.name)
def test_every_row_has_a_harness_and_is_run_longer_by_hand(row: Row) -> None:
    assert 0 < row.harness().size <= row.few < row.many


@pytest.mark.every_case
@pytest.mark.parametrize("name", few(ROWS, *QUICK))
@pytest.mark.filterwarnings("ignore:First-class function type")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # a process with threads forks
def test_a_task_gives_as_many_verdicts_as_its_row_says_and_each_keeps_the_promise(name: str) -> None:
    if (name in TRACED and STRACE is None) or (name == "damaged kernels" and not can_place()):
        pytest.skip("needs strace" if name in TRACED else "code is placed on Linux, x86-64, alone")
    harness = ROWS[name].harness()
    found = harness.task(3)
    assert found[harness.unit] >= harness.size
    assert not any(found[verdict] for verdict in harness.bad)


def test_what_is_run_by_hand_is_as_much_as_was_promised() -> None:
    for row in COLUMN:
        assert row.many >= LEAST.get(row.harness().unit, 0)


@pytest.mark.parametrize(("few", "good"), [(10, True), (20, False), (30, False)])
def test_a_row_that_is_broken_or_raises_breaks_the_column(few: int, good: bool) -> None:
    told: list[str] = []
    rows = [Row("some things", "test_column:things", few, 100)]
    assert run(rows, SHAPE, many=False, tell=told.append) is good
    assert told[0].startswith("kept  " if good else "BROKEN")
    assert ("ValueError: five" in told[0]) is (few == 30)
    assert told[-1].startswith("all promises kept" if good else "a promise is BROKEN")


def test_a_long_run_counts_the_same_with_any_number_of_processes() -> None:
    found = [soak(HARNESSES["things"], Run(95, jobs, seed=10), print) for jobs in (1, 2)]
    assert found[0] == found[1] == Counter(things=100, even=25, bad=0)


def test_bad_results_are_counted_and_exceptions_are_reported_with_their_seed() -> None:
    told: list[str] = []
    found = soak(HARNESSES["things"], Run(40, 2, seed=3), told.append)
    assert (found["bad"], found["failed"], found["things"]) == (1, 1, 30)
    assert any(line.startswith("seed 5 failed: ") and "ValueError: five" in line for line in told)
    assert told[-1].startswith("30 things: bad 1, failed 1; even 5; ")


def test_a_long_run_ends_when_its_time_is_over() -> None:
    found = soak(HARNESSES["things"], Run(10**9, seed=10, seconds=0.2), print)
    assert 0 < found["things"] < 10**8
