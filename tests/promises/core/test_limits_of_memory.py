from __future__ import annotations

import subprocess
import sys

import pytest

from grundy.core.limits import memory_taken


def test_a_large_limit_of_memory_is_what_the_process_really_takes() -> None:
    if memory_taken() is None:
        pytest.skip("this system does not tell")
    done = subprocess.run([sys.executable, "-c", FILLING], capture_output=True, text=True, check=True)
    assert 40 < int(done.stdout) / 2**20 < 70.4


FILLING = """
from grundy.core import LimitReached
from tests.unit.core.test_limits import Limits, Budget, fill
budget, kept = Budget(Limits(memory=64 << 20)), []
try:
    fill(kept, budget)
except LimitReached as stop:
    print(sum(map(len, kept)) if stop.kind == "memory" else stop.kind)
"""
"""In a process of its own: memory that is free in this one already would be taken without growth."""
