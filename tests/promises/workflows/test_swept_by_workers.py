from __future__ import annotations

import os
import signal
from multiprocessing import active_children
from pathlib import Path

import pytest
from tests.unit.workflows.computing.test_sweep import plan, written

from grundy.workflows.computing.sweep import Means, sweep_to_file


@pytest.mark.parametrize("means", [Means(2), Means(2, recheck=True), Means(1, recheck=True)])
def test_the_file_has_the_same_bytes_whoever_computes(tmp_path: Path, means: Means) -> None:
    wanted = plan("0.xy", 200)
    assert written(tmp_path / "many", wanted, means) == written(tmp_path / "one", wanted)


@pytest.mark.nightly
def test_the_file_has_the_same_bytes_when_workers_are_killed(tmp_path: Path) -> None:
    wanted, killed = plan("0.xy", 700), []

    def report(new: int, _: int) -> None:
        if new in {5, 30}:
            killed.extend(active_children())
            for child in active_children():
                os.kill(child.pid or 0, signal.SIGKILL)

    sweep_to_file(wanted, tmp_path / "killed", Means(2), report=report)
    assert len(killed) >= 2
    assert (tmp_path / "killed").read_bytes() == written(tmp_path / "quiet", wanted)
