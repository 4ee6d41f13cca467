"""Compiled kernels are kept in a folder that can be written."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.kernels import compiled

CONFIG: Any = importlib.import_module("numba.core.config")


def test_a_cache_folder_next_to_the_source_or_at_home_is_left_to_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CONFIG, "CACHE_DIR", "")
    compiled.choose_cache()
    assert CONFIG.CACHE_DIR == ""


def test_where_nothing_can_be_written_a_temporary_folder_serves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "_can_write", lambda _: False)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(CONFIG, "CACHE_DIR", "")
    compiled.choose_cache()
    assert Path(CONFIG.CACHE_DIR).parent == tmp_path


@pytest.mark.nightly
def test_the_choice_of_the_user_is_obeyed_and_the_kernels_load_from_it_again(tmp_path: Path) -> None:
    code = (
        "from grundy.kernels import compiled; compiled.READY /= 'none'; import numpy; "
        "from grundy.kernels.heaps.reference import subtraction_kernel as fill; "
        "fill(*(numpy.zeros(4, 'u4') for _ in range(3)), 4)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        assert list(tmp_path.rglob("*.nbi"))


@pytest.mark.parametrize(
    "chosen",
    [
        "{file}/below",
        *(
            pytest.param(one, marks=pytest.mark.nightly)
            for one in ("/proc/none", "{file}", "/dev/null", "x" * 5000, "relative/\u2603")
        ),
    ],
)
def test_a_choice_that_is_not_a_folder_or_cannot_be_written_is_passed_over(tmp_path: Path, chosen: str) -> None:
    (tmp_path / "file").touch()
    code = "import grundy; print(grundy.game('0.6').values(9000)[-1])"
    environment = {**os.environ, "NUMBA_CACHE_DIR": chosen.format(file=tmp_path / "file")}
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{grundy.game('0.6').values(9000)[-1]}\n", "")
