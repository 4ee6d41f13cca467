"""The column of harnesses: every row can be run, and what is bad in one of them is told."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.column import COLUMN, Row, run
from tests.soaking import Harness, Run

SHAPE = Run(0, jobs=1, seed=3)
LEAST = {"kills": 10_000, "crash states": 5_000_000, "texts": 1_000_000, "games": 5_000_000, "certificates": 100_000}
LEAST |= {"rungs": 1_000_000, "seeds": 100_000}
"""What is promised to be run by hand."""


def task(seed: int) -> Counter[str]:
    """Ten things, one of which is bad where the seed is 4; seed 5 raises."""
    if seed == 5:
        raise ValueError("five")
    return Counter(things=10, bad=int(seed == 4))


HARNESSES = {"things": Harness("things", 10, task, ("bad",))}


@pytest.mark.parametrize("row", COLUMN, ids=lambda row: row.name)
def test_every_row_has_a_harness_and_is_run_longer_by_hand(row: Row) -> None:
    assert 0 < row.harness().size <= row.few < row.many


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
