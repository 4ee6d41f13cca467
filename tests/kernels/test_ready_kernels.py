"""Kernels are ready when the package is: compiled for a level of processors, found by content, never by date."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from build_kernels import levels_of

from grundy.kernels import compiled, ready
from grundy.kernels.compiled import FEATURES, LEVELS, OBJECT, READY, code_level, digest, level_of, read_code
from grundy.kernels.object_files import LoadedObject, can_place
from grundy.kernels.ready import are_ready, names_of
from grundy.kernels.typed import KERNELS

SUM = """
import grundy
total = 0
for name, to in (("kayles", 900), ("0.16", 3000), ("take squares", 4000), ("take k where n % k == 0 and k < n", 600),
                 ("take {2, 5, 9}", 2000), ("0.777", 4000)):
    total = 31 * total + sum(n * v for n, v in enumerate(grundy.game(name).values(to)))
print(total)
"""


def of_level(folder: Path, **environment: str) -> str:
    """Compute values in another process that keeps compiled code in a folder."""
    told = os.environ | {"NUMBA_CACHE_DIR": str(folder)} | environment
    done = subprocess.run([sys.executable, "-c", SUM], capture_output=True, text=True, env=told, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_kernel_is_called_by_its_name() -> None:
    for name in names_of():
        import_module(f"grundy.kernels.{name.rpartition('.')[0]}")
    assert {*KERNELS} == {*names_of()}


@pytest.mark.skipif(not (levels_of("host") and can_place()), reason="nothing is ready, or it cannot be placed")
@pytest.mark.parametrize("name", names_of())
def test_every_kernel_is_ready_and_needs_no_compiler(name: str) -> None:
    code = read_code(READY / digest() / code_level() / f"{name}.{OBJECT}")
    assert code is not None, "kernels changed since they were made ready: python build_kernels.py host"
    symbol, _, content = code.partition(b"\n")
    assert LoadedObject(content).address(symbol.decode())


def test_code_compiled_from_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "_ready", set[str]())
    assert are_ready("boards.ranked_table")
    monkeypatch.setattr(ready, "_ready", set[str]())
    monkeypatch.setattr(compiled, "digest", lambda: "other")
    assert not are_ready("boards.ranked_table")


@pytest.mark.skipif(level_of((), "x86_64") not in LEVELS or levels_of("host") == ["generic"], reason="not an x86-64")
@pytest.mark.nightly
def test_a_processor_without_any_extension_gives_the_same_values(tmp_path: Path) -> None:
    environment = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": FEATURES.get("x86-64", "")}
    assert of_level(tmp_path, **environment) == of_level(tmp_path)


@pytest.mark.parametrize(
    ("features", "machine", "level"),
    [
        (" ".join(LEVELS.values()).split(), "x86_64", "x86-64-v4"),
        (" ".join(LEVELS.values()).replace("avx512dq", "").split(), "AMD64", "x86-64-v3"),
        (" ".join(LEVELS.values()).replace("popcnt", "").split(), "x86_64", "x86-64"),
        ([], "aarch64", "generic"),
        (["avx2"], "riscv64", ""),
    ],
)
def test_the_level_is_the_best_whose_features_are_all_there(features: list[str], machine: str, level: str) -> None:
    assert level_of(set(features), machine) == level
