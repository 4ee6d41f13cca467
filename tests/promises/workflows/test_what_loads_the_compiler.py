from __future__ import annotations

import subprocess
import sys

import pytest


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
