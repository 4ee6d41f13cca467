"""Every harness for a long time: `GRUNDY_COUNT=10000 pytest -m soak tests/storage` gives that many verdicts each."""

from __future__ import annotations

import os

import pytest
from tests.storage.soak import HARNESSES, soak

COUNT = int(os.environ.get("GRUNDY_COUNT", "2000"))


@pytest.mark.soak
@pytest.mark.parametrize("name", HARNESSES)
def test_nothing_acknowledged_is_lost_and_nothing_wrong_is_read_in_a_long_run(name: str) -> None:
    if name in {"database-power", "failing"}:
        from tests.storage.recording import STRACE

        if STRACE is None:
            pytest.skip("needs strace")
    assert set(soak(name, COUNT, 10**6)) <= HARNESSES[name][1]


def test_each_harness_keeps_its_promise_for_one_seed() -> None:
    for name in ("power", "rot", "full", "database-rot", "log-rot"):
        one, promised = HARNESSES[name]
        assert set(one(3)) <= promised
