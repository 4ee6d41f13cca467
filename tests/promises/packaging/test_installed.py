"""The command that installs wheels alone notices what is missing in them, and what is compiled that should be ready."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.installed import ASKED, README, Installed, compiled_again, megabytes, readme_fails
from tests.house.console_blocks import sessions

SHOWN = {tuple(shlex.split(command)): text for command, text in sessions(README)}


def answers(words: Sequence[str | Path], code: int = 0, more: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.CompletedProcess(words, code, SHOWN[tuple(map(str, words))] + more, "")


class Planted(Installed):
    """An installation whose program says nothing and keeps some files."""

    def run(self, words: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
        if "sprouts: 6" in words:
            (folder / "boards.ranked_table.fill.py311.o").touch()
        return subprocess.CompletedProcess(words, 2 * ("misere" in words), "", "no")


def test_a_program_with_the_output_of_the_readme_passes_and_another_one_does_not() -> None:
    assert len(SHOWN) >= 4
    assert list(readme_fails(answers)) == []
    assert len(list(readme_fails(lambda words: answers(words, more="!")))) == len(SHOWN)
    assert len(list(readme_fails(lambda words: answers(words, code=3)))) == len(SHOWN)


def test_kernels_that_are_missing_or_compiled_again_are_named(tmp_path: Path) -> None:
    (folder := tmp_path / "lib" / "python3" / "site-packages" / "grundy").mkdir(parents=True)
    (folder / "it.py").write_bytes(b"1" * 1000)
    planted = Planted(tmp_path / "bin" / "python", tmp_path)
    assert megabytes(planted.packages) == 0.001
    (kept := tmp_path / "kept").mkdir()
    assert list(compiled_again(planted, kept)) == [
        "the wheel holds no kernels",
        "misere 0.77: status 2, no",
        "compiled again: boards.ranked_table.fill.py311.o",
    ]
    assert "misere 0.77" in ASKED


def test_installed_programs_keep_compiled_code_in_a_folder(tmp_path: Path) -> None:
    asked = ["python", "-c", "import os; print(os.environ['NUMBA_CACHE_DIR'], os.getcwd())"]
    done = Installed(Path(sys.executable), tmp_path).run(asked, tmp_path)
    assert done.stdout.split() == [str(tmp_path)] * 2
