"""A processor that the user names is obeyed if code for it can be compiled and run, else passed over with a warning."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grundy.kernels import compiled
from grundy.kernels.compiled import FEATURES, LEVELS, features_of, host_level, target

if host_level() not in LEVELS:
    pytest.skip("this processor has no level of x86-64", allow_module_level=True)
WARNING = "grundy: NUMBA_CPU_NAME: code for {!r} cannot be compiled or cannot run here, {} is used; help: unset "


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    target.cache_clear()
    yield
    target.cache_clear()


def ask(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    told = os.environ | {"NUMBA_CACHE_DIR": str(folder)} | environment
    return subprocess.run([sys.executable, *code.split("|")], capture_output=True, text=True, env=told, check=False)


@pytest.mark.parametrize("name", ["bogus", "i386"])  # of the second LLVM ends the process
def test_a_name_that_is_none_is_passed_over_with_one_warning(tmp_path: Path, name: str) -> None:
    done = ask(tmp_path, "-m|grundy|values|0.6|--to|70000|--json", NUMBA_CPU_NAME=name)
    assert done.returncode == 0
    assert done.stderr.startswith(WARNING.format(name, host_level()))
    assert len(done.stderr.splitlines()) == 1


COMPILE = "from grundy.kernels.typed import kernel_code; kernel_code('boards.ranked_table.fill')"


@pytest.mark.parametrize(
    ("name", "features"), [("i386", ""), ("bogus", ""), ("x86-64", "+bogus"), ("haswell", "-sse2")]
)
@pytest.mark.nightly
def test_what_llvm_does_not_take_is_not_compiled_for(tmp_path: Path, name: str, features: str) -> None:
    done = ask(tmp_path, f"-c|{COMPILE}", NUMBA_CPU_NAME=name, NUMBA_CPU_FEATURES=features)
    assert done.returncode == 0, done.stderr
    assert "LLVM" not in done.stderr
    assert "recognized" not in done.stderr


def test_a_level_that_this_processor_is_not_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "host_features", lambda: features_of("x86-64-v2"))
    monkeypatch.setattr(compiled, "host_level", lambda: "x86-64-v2")
    monkeypatch.setenv("NUMBA_CPU_NAME", "x86-64-v4")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", FEATURES["x86-64-v4"])
    with pytest.warns(UserWarning, match=r"^NUMBA_CPU_NAME: code for 'x86-64-v4' .*, x86-64-v2 is used; help: "):
        assert target() == ("x86-64-v2", "")
    target.cache_clear()
    monkeypatch.setattr(compiled, "BUILDING", True)
    assert target() == ("x86-64-v4", FEATURES["x86-64-v4"]), "kernels are compiled for every level where they are built"


@pytest.mark.parametrize(("name", "features"), [("x86-64", ""), ("skylake", ""), ("x86-64-v2", "+avx2")])
def test_a_processor_that_llvm_knows_is_obeyed(monkeypatch: pytest.MonkeyPatch, name: str, features: str) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", name)
    monkeypatch.setenv("NUMBA_CPU_FEATURES", features)
    assert target() == (name, features)
