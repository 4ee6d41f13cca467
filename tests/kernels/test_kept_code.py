"""Compiled code is kept where that is possible, and works where it is not."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import grundy
from grundy.kernels import compiled

pytest.importorskip("resource")
CODE = """
import sys
{before}
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, resource.RLIM_INFINITY))
import grundy.kernels
assert "numba" not in sys.modules or {imported}
from grundy.kernels import compiled
compiled.READY /= "none"
from grundy.kernels.heaps.calls import stamp_kernel
import numpy as np
values, stamps = (np.array(given, np.uint32) for given in ([0] * 3, [0] * 4))
stamp_kernel(np.array([1, 2]), values, stamps, 0)
print(values[2])
"""


def run(folder: Path, most: str, before: str = "") -> list[Path]:
    """Call a kernel that is not ready in another process; return the files that are kept."""
    code = CODE.format(before=before, most=most, imported=bool(before))
    environment = {"NUMBA_CACHE_DIR": str(folder), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.nightly
@pytest.mark.parametrize("before", ["", "import numba"])
def test_a_process_that_may_not_write_files_compiles_and_keeps_nothing(tmp_path: Path, before: str) -> None:
    assert run(tmp_path, "0", before) == []


@pytest.mark.nightly
def test_what_is_compiled_is_kept_where_the_user_says_and_loaded_again(tmp_path: Path) -> None:
    kept = run(tmp_path, "resource.RLIM_INFINITY")
    assert any(path.name.startswith("heaps.bitsets.stamp_kernel-") for path in kept)
    dates = [path.stat().st_mtime_ns for path in kept]
    assert run(tmp_path, "resource.RLIM_INFINITY") == kept
    assert [path.stat().st_mtime_ns for path in kept] == dates


def test_where_nothing_can_be_written_a_temporary_folder_serves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "_can_write", lambda _: False)
    monkeypatch.setattr(compiled, "_own_folder", compiled._own_folder.__wrapped__)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    assert compiled.cache_folder("").parent == tmp_path


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
