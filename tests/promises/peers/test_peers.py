"""The table of other tools has a row for each task, and the tools answer as it states."""

from __future__ import annotations

import csv
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.peers.__main__ import HERE, LONG, NONE, TABLE, TASKS, TOOLS

ROOT = Path(__file__).parents[3]


def test_the_table_has_every_task_and_grundy_gives_the_answers_in_it() -> None:
    with TABLE.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert len(head) == 2 + len(TOOLS)
    assert [row[0] for row in rows] == list(TASKS.values())
    works = runpy.run_path(str(HERE / "tasks" / "grundy_tasks.py"))["TASKS"]
    for task, (_, answer, *cells) in zip(TASKS, rows, strict=True):
        assert all(cell in {NONE, LONG} or re.fullmatch(r"\d+\.\d{3} s, [\d,]+ calls", cell) for cell in cells)
        assert (cells[0] != NONE) == (task in works)
        if task in works and task != "cram 4x5":
            assert str(works[task]()) == answer


@pytest.mark.nightly
def test_the_tools_answer_as_the_table_states() -> None:
    words = [sys.executable, "-m", "benchmarks.peers", "--check"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
