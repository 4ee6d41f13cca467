"""Compiled code is kept where that is possible, and works where it is not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
from grundy.kernels.heaps.reference import subtraction_kernel
import numpy as np
takes, values, stamps = (np.array(given, np.uint32) for given in ([1, 2], [0] * 3, [0] * 4))
subtraction_kernel(takes, values, stamps, 0)
print(values[2])
"""


def run(folder: Path, most: str, before: str = "") -> None:
    code = CODE.format(before=before, most=most, imported=bool(before))
    environment = {"NUMBA_CACHE_DIR": str(folder), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("before", ["", "import numba"])
def test_a_process_that_may_not_write_files_compiles_and_keeps_nothing(tmp_path: Path, before: str) -> None:
    run(tmp_path, "0", before)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.nightly
def test_what_is_compiled_is_kept_where_files_can_be_written(tmp_path: Path) -> None:
    run(tmp_path, "resource.RLIM_INFINITY")
    assert any(path.suffix == ".nbi" for path in tmp_path.rglob("*"))


@pytest.mark.nightly
def test_caches_of_another_version_with_removed_classes_are_compiled_again(tmp_path: Path) -> None:
    run(tmp_path, "resource.RLIM_INFINITY")
    indexes = sorted(tmp_path.rglob("*.nbi"))
    for index in indexes:
        found = index.read_bytes()
        index.write_bytes(found[: found.index(b".") + 1] + b"cgrundy.kernels\nGone\n.")
    run(tmp_path, "resource.RLIM_INFINITY")
    assert all(b"Gone" not in index.read_bytes() for index in indexes)
