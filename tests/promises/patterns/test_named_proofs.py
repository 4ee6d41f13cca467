"""The theorems of the table of laws are proved from the rules, and their false variants refuted, as it states."""

from __future__ import annotations

import csv

import pytest
from benchmarks.proofs import TABLE, TASKS, Task, row

with TABLE.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.reader(file))[1:]


@pytest.mark.parametrize(("task", "written"), list(zip(TASKS, ROWS, strict=True)), ids=[line[0] for line in ROWS])
def test_a_theorem_is_proved_and_its_false_variant_refuted_as_in_the_table(task: Task, written: list[str]) -> None:
    found = row(task)
    assert [*found[:4], *found[5:]] == [*written[:4], *written[5:]]
