from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.nightly
HARNESS = Path(__file__).with_name("killed_searches.py")


def harness(*words: str) -> dict[str, Any]:
    """What the harness counted."""
    command = [sys.executable, "-W", "ignore", str(HARNESS), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def faults(found: dict[str, Any]) -> int:
    """How much went wrong."""
    return sum(found[name] for name in ("lost", "damaged", "wrong", "wrong_rows"))


def test_a_killed_search_continues_to_the_same_value_and_keeps_every_acknowledged_row() -> None:
    found = harness("3")
    assert found["kills"] == 3
    assert found["savings"] > 0
    assert found["finished"] > 0
    assert found["rows"] > 1000
    assert faults(found) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("bug", ["early", "wrong"])
def test_the_harness_finds_a_premature_acknowledgement_and_a_wrong_row(bug: str) -> None:
    assert faults(harness("6", "2", bug)) > 0
