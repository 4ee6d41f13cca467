from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from types import FrameType

import pytest
from tests.cases import few
from tests.promises.workflows.interrupted_commands import CASES
from tests.promises.workflows.soak_interrupts import BAD, judged

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(sys.platform == "win32", reason="commands are forked"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # a process with threads forks
    pytest.mark.filterwarnings("ignore:First-class function type"),
]
TRIES = 25
"""Interrupts of a command with a planted bug, until it is found."""
BY_NAME = {case.name: case for case in CASES}


@pytest.mark.parametrize("step", few([8, 1], 8))
def test_a_command_stopped_at_any_moment_ends_and_loses_nothing_it_saved(step: int) -> None:
    rng, cases = Random(1), CASES[::step]
    found = Counter(judged(case, rng) for case in cases)
    assert not found.keys() & set(BAD) - {"late"}, found
    assert found["late"] <= len(cases) // 4, found  # a machine that stalls makes some late; the column counts them
    assert found["good"] > len(cases) // 2


def deaf() -> None:
    """Hear the signal and go on for two seconds."""
    from grundy.workflows.persistence import signals as stopping

    stop = stopping._stop

    def late(number: int, frame: FrameType | None) -> None:
        time.sleep(2)
        stop(number, frame)

    stopping._stop = late


def swallowing() -> None:
    """Take an interrupt for an answer."""
    main = sys.modules["grundy.cli.main"]
    run = main._run
    main._run = lambda words: run(words) % 128 % 15 % 2  # type: ignore[attr-defined]


def early() -> None:
    """Say that values are saved which are not."""
    from grundy.storage import SequenceFile

    SequenceFile.acknowledge = lambda self: self.count  # type: ignore[method-assign]
    SequenceFile.saved = property(lambda self: self.count)  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("bug", "name", "verdict"),
    [
        (deaf, "definition", "late"),
        (swallowing, "misere", "wrong code"),
        pytest.param(early, "values", "lost", marks=pytest.mark.nightly),  # killing finds it in every run
    ],
    ids=["deaf", "swallowing", "early"],
)
def test_a_planted_bug_is_found_by_interrupting(bug: Callable[[], object], name: str, verdict: str) -> None:
    rng = Random(2)
    assert any(judged(BY_NAME[name], rng, bug) == verdict for _ in range(TRIES))
