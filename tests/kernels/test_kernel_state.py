"""What `grundy --version` prints of the kernels: the level they are ready for, or why they are not and what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grundy.kernels import compiled, state
from grundy.kernels.compiled import OBJECT, READY, code_level, digest
from grundy.kernels.object_files import can_place
from grundy.kernels.state import PYTHON, kernel_state

LEVEL = code_level()
if not LEVEL or not can_place():
    pytest.skip("no kernels are placed here", allow_module_level=True)
BUILD = "help: python build_kernels.py host"


@pytest.fixture
def levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in (compiled, state):
        monkeypatch.setattr(module, "READY", tmp_path)
    return tmp_path


def test_kernels_that_are_ready_are_named_with_their_level(levels: Path) -> None:
    shutil.copytree(READY / digest(), levels / digest())
    assert kernel_state() == f"kernels: ready for {LEVEL}"
    name = f"boards.ranked_table.fill.{OBJECT}"
    (levels / digest() / LEVEL / name).unlink()
    assert kernel_state() == f"kernels: 1 missing, first {name}; {BUILD}"


def test_missing_kernels_have_a_reason(levels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = f"kernels: missing, because {{}}; {BUILD}"
    assert kernel_state().startswith("kernels: missing, because none were compiled for CPython 3.")
    other = levels / "older" / LEVEL
    other.mkdir(parents=True)
    (other / f"ranked_table.fill.{OBJECT}").touch()
    assert kernel_state() == said.format("they were compiled from other sources")
    (levels / digest() / "x86-64").mkdir(parents=True)
    (levels / digest() / "x86-64" / f"ranked_table.fill.{OBJECT}").touch()
    if LEVEL != "x86-64":
        assert kernel_state() == said.format(f"they are compiled for x86-64, and this processor is {LEVEL}")
    (levels / f"without.{PYTHON}.txt").write_text("it was built with GRUNDY_KERNELS=none\n")
    assert kernel_state() == said.format("it was built with GRUNDY_KERNELS=none")
    monkeypatch.setattr(compiled, "HERE", levels / "site-packages" / "grundy" / "kernels")
    assert kernel_state().endswith("; help: install grundy again")
