"""The long runs that are started by hand do what they say, in one process and in several."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib.util import find_spec

import pytest
from tests.promises.certificates import soak_certificates
from tests.promises.differential import soak_games
from tests.promises.fuzz import soak_texts
from tests.soaking import Harness, Run, soak


def task(seed: int) -> Counter[str]:
    """Ten things, one of which is bad where the seed is 7; seed 8 raises."""
    if seed == 8:
        raise ValueError("eight")
    return Counter(things=10, bad=int(seed == 7), even=5 * (seed % 2))


HARNESS = Harness("things", 10, task, ("bad",))
HARNESSES = [soak_texts.HARNESS, soak_certificates.HARNESS, soak_games.HARNESS]


def test_a_long_run_counts_the_same_with_any_number_of_processes() -> None:
    found = [soak(HARNESS, Run(95, jobs, seed=10), print) for jobs in (1, 2)]
    assert found[0] == found[1] == Counter(things=100, even=25, bad=0)


def test_bad_results_are_counted_and_exceptions_are_reported_with_their_seed() -> None:
    told: list[str] = []
    found = soak(HARNESS, Run(40, 2, seed=6), told.append)
    assert (found["bad"], found["failed"], found["things"]) == (1, 1, 30)
    assert any(line.startswith("seed 8 failed: ") and "ValueError: eight" in line for line in told)
    assert told[-1].startswith("30 things: bad 1, failed 1; even 10; ")


def test_a_long_run_ends_when_its_time_is_over() -> None:
    found = soak(HARNESS, Run(10**9, seed=10, seconds=0.2), print)
    assert 0 < found["things"] < 10**8


@pytest.mark.filterwarnings("ignore:First-class function type")
@pytest.mark.parametrize("harness", HARNESSES, ids=lambda h: h.unit)
def test_a_task_gives_as_many_verdicts_as_it_says_and_none_is_bad(harness: Harness) -> None:
    found = harness.task(20_261_122)
    assert found[harness.unit] == harness.size
    assert not any(found[name] for name in harness.bad)


@pytest.mark.skipif(find_spec("atheris") is not None, reason="atheris is here")
def test_the_guided_run_says_in_one_line_what_is_missing() -> None:
    command = [sys.executable, "-m", "tests.promises.fuzz.guided", "json", "--seconds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("guided: atheris is not installed here")
