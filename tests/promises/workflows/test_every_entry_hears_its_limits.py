from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from tests.promises.workflows.hostile_questions import COMMANDS, ENTRIES
from tests.promises.workflows.starving import BAD, NO_WORK, commands, entries, starve

from grundy import Limits
from grundy.core import Budget, LimitReached

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the memory of a child is measured as Linux tells it"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # a process with threads forks
]


def test_no_public_entry_with_limits_and_no_command_is_forgotten() -> None:
    assert set(entries()) - NO_WORK.keys() == ENTRIES.keys()
    assert set(commands()) == COMMANDS.keys()


@pytest.mark.nightly
def test_every_entry_ends_within_a_tenth_more_than_its_limits_and_a_second() -> None:
    command = [sys.executable, "-W", "ignore", "-m", "tests.promises.workflows.starving", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(ENTRIES) + len(COMMANDS)
    assert [line for line in told if line[1] in BAD] == []
    assert sum(line[1] == "limit" for line in told) > len(told) // 3


def deaf(_: Limits) -> None:
    end = time.process_time() + 2
    while time.process_time() < end:
        pass


def greedy(limits: Limits) -> None:
    kept = [b"\1" * (limits.memory or 0) * 3]
    raise LimitReached(f"{len(kept)}", kind="memory")


def careless(limits: Limits) -> None:
    budget = Budget()
    while budget.visited < 2 * (limits.positions or 0):
        budget.charge()
    raise LimitReached("late", kind="steps", visited=budget.visited)


def broken(_: Limits) -> None:
    raise KeyError("key")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("bug", "verdict"), [(deaf, "late"), (greedy, "memory"), (careless, "positions"), (broken, "bug")]
)
def test_a_planted_bug_is_found(bug: object, verdict: str) -> None:
    assert callable(bug)
    limits = Limits(0.3, 2000, 64 << 20)
    assert starve(bug, limits).verdict(limits) == verdict
