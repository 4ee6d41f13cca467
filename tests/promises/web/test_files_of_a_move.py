"""A move on the page is answered by few files of the package, none of them about another game."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.examples import few

MOST = 31
"""Files of the package that a reader of one move meets in the child."""
COUNT = """
import sys
from pathlib import Path
import grundy
from grundy.web.children import prepared
from grundy.web.children.child import MATCH
from grundy.web.questions.answering import Asked, answered
from grundy.workflows.playing import judge

judge.SECONDS = 600.0  # on a busy machine, too, no limit is met
home, entered = Path(grundy.__file__).parent, set()

def enter(frame, event, _):
    path = Path(frame.f_code.co_filename)
    if event == "call" and path.is_relative_to(home):
        entered.add(path.relative_to(home).as_posix())

state = MATCH | {"v": False, "hint": 0, "why": "", "go": False, "sel": [""]} | %s
sys.setprofile(enter)
found = answered(Asked("match", state, 60.0, 256 << 20))
sys.setprofile(None)
assert b'"turn"' in found.answer, found.answer
print(*sorted(entered), sep="\\n")
"""


@pytest.mark.parametrize(
    "state",
    few(
        [{}, {"m": "2"}, {"m": "0.5.3"}, {"m": "", "sel": ["0.0.1"]}, {"misere": True}], {}, {"m": "", "sel": ["0.0.1"]}
    ),
    ids=str,
)
def test_a_move_of_nim_enters_few_files_and_no_other_game(state: dict[str, object]) -> None:
    done = subprocess.run([sys.executable, "-c", COUNT % state], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    files = done.stdout.split()
    assert {"games/heaps/nim.py", "web/questions/match_questions.py"} <= set(files)
    assert {file for file in files if file.startswith("games/")} <= {"games/catalogue.py", "games/heaps/nim.py"}
    assert len(files) <= MOST, files
