"""The harnesses of the stores for long runs: how many verdicts one seed gives, and that all keep the promise."""

from __future__ import annotations

import pytest
from tests.promises.storage.recording import STRACE
from tests.promises.storage.soak import HARNESSES

QUICK = ("power", "rot", "full", "database-rot", "log-rot", "database-full")


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.nightly) for name in HARNESSES if name not in QUICK)]
)
def test_one_seed_gives_as_many_verdicts_as_the_harness_says_and_each_keeps_the_promise(name: str) -> None:
    if name in {"database-power", "failing"} and STRACE is None:
        pytest.skip("needs strace")
    harness = HARNESSES[name]
    found = harness.task(3)
    assert found[harness.unit] >= harness.size
    assert not any(found[verdict] for verdict in harness.bad)
