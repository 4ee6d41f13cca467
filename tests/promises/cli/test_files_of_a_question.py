"""A question about nim is answered by few files of the package: what a reader meets who follows it."""

from __future__ import annotations

import subprocess
import sys

MOST = 28
"""Files that are entered for `solve`."""
MOST_OF_PERIOD = 37
"""Files outside the kernels that are entered for `period`."""
COUNT = """
import sys
from pathlib import Path
from runpy import run_module

entered = set()

def enter(frame, event, _):
    if event == "call" and frame.f_code.co_name != "<module>" and "/grundy/" in frame.f_code.co_filename:
        entered.add(frame.f_code.co_filename)

sys.argv = ["grundy", *%s]
sys.setprofile(enter)
try:
    run_module("grundy", run_name="__main__")
except SystemExit as ended:
    sys.setprofile(None)
    import grundy
    home = Path(grundy.__file__).parent
    print(ended.code, *sorted(Path(file).relative_to(home).as_posix() for file in entered), sep="\\n", file=sys.stderr)
"""


def entered(*words: str) -> tuple[str, list[str]]:
    """The output of a command, and the files of the package that it enters."""
    done = subprocess.run([sys.executable, "-c", COUNT % [*words]], capture_output=True, text=True, check=False)
    code, *files = done.stderr.split()
    assert code == "0", done.stderr
    return done.stdout, files


def test_questions_about_nim_and_a_code_enter_few_files_and_no_other_game() -> None:
    answer, files = entered("solve", "nim: 10 12 5")
    assert answer.startswith("The player")
    assert {file for file in files if file.startswith("games/")} == {"games/catalogue.py", "games/heaps/nim.py"}
    assert len(files) <= MOST, files
    answer, files = entered("period", "0.156")
    assert answer.startswith("0.156: period 349 from heap 3479 on, proved")
    assert {file for file in files if file.startswith("games/")} == {"games/catalogue.py", "games/heaps/codes.py"}
    assert len([file for file in files if not file.startswith("kernels/")]) <= MOST_OF_PERIOD, files
