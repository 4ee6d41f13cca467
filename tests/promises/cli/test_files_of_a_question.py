"""A question about nim is answered by few files of the package: what a reader meets who follows it."""

from __future__ import annotations

import subprocess
import sys

MOST = 29
COUNT = """
import sys
from pathlib import Path
from runpy import run_module

entered = set()

def enter(frame, event, _):
    if event == "call" and frame.f_code.co_name != "<module>" and "/grundy/" in frame.f_code.co_filename:
        entered.add(frame.f_code.co_filename)

sys.argv = ["grundy", "solve", "nim: 10 12 5"]
sys.setprofile(enter)
try:
    run_module("grundy", run_name="__main__")
except SystemExit as ended:
    sys.setprofile(None)
    import grundy
    home = Path(grundy.__file__).parent
    print(ended.code, *sorted(Path(file).relative_to(home).as_posix() for file in entered), sep="\\n", file=sys.stderr)
"""


def test_a_question_about_nim_enters_few_files_and_no_other_game() -> None:
    done = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=False)
    code, *files = done.stderr.split()
    assert (code, done.stdout.split()[:2]) == ("0", ["The", "player"]), done.stderr
    assert {file for file in files if file.startswith("games/")} == {"games/catalogue.py", "games/heaps/nim.py"}
    assert len(files) <= MOST, files
