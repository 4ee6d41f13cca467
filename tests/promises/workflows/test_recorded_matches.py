"""The computer plays 200 recorded matches again, move for move: at any speed, without compiled code, in WebAssembly.

A process that has 1/4 or 1/16 of a processor is stopped and continued by turns.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from tests.cases import first_seed
from tests.recorded_matches import differing, recorded

ROOT = Path(__file__).parents[3]
TURN = 0.02
"""Seconds for which a process runs before it is stopped."""
MOST = {4: 60, 16: 15}
"""Matches, the longest ones, that are played with a quarter and a sixteenth of a processor."""
PYODIDE = ROOT / "build" / "pyodide"
WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(("numpy", "numba", "llvmlite")))
from tests.recorded_matches import main
raise SystemExit(main("plain"))
"""


def test_the_first_recorded_matches_are_played_again_move_for_move() -> None:
    assert not differing(recorded()[:40])


def test_recorded_matches_are_many_of_many_games() -> None:
    rows = recorded()
    assert len(rows) >= 200
    assert len({row.game for row in rows}) >= 50
    assert all(row.m for row in rows)


@pytest.mark.nightly
def test_all_recorded_matches_are_played_again_move_for_move() -> None:
    assert not differing(recorded())


@pytest.mark.nightly
@pytest.mark.parametrize("seed", ["1", "2"])
def test_recorded_matches_do_not_depend_on_the_hashes_of_texts(seed: str) -> None:
    assert played([sys.executable, "-m", "tests.recorded_matches", "0:140"], PYTHONHASHSEED=seed) == 0


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
@pytest.mark.parametrize("part", MOST)
def test_recorded_matches_are_equal_with_a_part_of_a_processor(part: int) -> None:
    matches, step = len(recorded()), MOST[4] // MOST[part]
    first = matches - MOST[4] + first_seed() % step  # each night other matches, in turn
    command = [sys.executable, "-m", "tests.recorded_matches", f"{first}:{matches}:{step}"]
    with subprocess.Popen(command, cwd=ROOT) as process:
        while process.poll() is None:
            sleep(TURN)
            process.send_signal(signal.SIGSTOP)
            sleep((part - 1) * TURN)
            process.send_signal(signal.SIGCONT)
        assert process.wait() == 0


@pytest.mark.nightly
def test_recorded_matches_are_equal_without_compiled_code() -> None:
    assert played([sys.executable, "-c", WITHOUT]) == 0


@pytest.mark.nightly
@pytest.mark.skipif(not PYODIDE.exists(), reason="Pyodide is not there: CONTRIBUTING.md says how to get it")
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
def test_recorded_matches_are_equal_in_the_python_of_browsers() -> None:
    script = Path(__file__).with_name("matches_in_webassembly.mjs")
    assert played(["node", str(script), str(ROOT), str(PYODIDE)]) == 0


def played(command: list[str], **environment: str) -> int:
    """Return how a process ends that plays matches."""
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False).returncode
