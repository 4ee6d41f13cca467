from __future__ import annotations

import subprocess
import sys

import pytest

from grundy.kernels.object_files import can_place


@pytest.mark.parametrize(
    "game", ["nim: 3 5 7", "cram: ....", "cram: 4x6", "cram: ##../..#.", "arc-kayles: path(9)", "nim: 5 + cram: 2x6"]
)
def test_what_a_theorem_answers_loads_no_compiler(game: str) -> None:
    text = f"""
import sys
from grundy.workflows.library.solution import search
found = search({game!r})
assert found.value is not None and found.moves_status == "proved" and found.line.moves
assert {{part.method for part in found.parts}} == {{"theorem"}}, found.parts
assert not {{"numba", "numpy"}} & {{*sys.modules}}
"""
    subprocess.run([sys.executable, "-c", text], check=True)


@pytest.mark.skipif(not can_place(), reason="kernels that are ready are placed on Linux, x86-64, alone")
@pytest.mark.parametrize(("game", "heaps"), [("0.6", 140_000), ("4!.0", 9000), ("take squares", 100_000)])
def test_values_by_kernels_that_are_ready_load_no_compiler(game: str, heaps: int) -> None:
    text = f"""
import sys
import grundy
values = grundy.game({game!r}).values({heaps})
assert len(values) == {heaps} + 1
assert "numpy" in sys.modules
print(*sorted({{"numba", "llvmlite"}} & sys.modules.keys()))
"""
    told = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout
    assert told == "\n", "a kernel is not ready: python build_kernels.py host"
