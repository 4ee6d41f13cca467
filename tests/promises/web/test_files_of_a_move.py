"""A move on the page is answered by few files of the package, none of them about another game."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cases import few

MOST = 27
"""Files of the package that a reader of one move meets in the child."""
FIRST = 43
"""Files that are entered for the first move of a process that has imported nothing but how questions are answered."""
COUNT = """
import sys
from pathlib import Path
import grundy, grundy_web
%s
from grundy_web.questions.answering import Asked, answered
homes, entered, scenes = [Path(package.__file__).parent for package in (grundy, grundy_web)], set(), []

def enter(frame, event, _):
    path = Path(frame.f_code.co_filename)
    for home in homes if event == "call" else ():
        if path.is_relative_to(home):
            entered.add(path.relative_to(home).as_posix())
            scenes.append(path.name == "facets.py" and frame.f_code.co_name == "scene")

match = {"g": "nim: 3 5 7", "misere": False, "you": "1", "err": 0, "seed": 0, "m": "0", "r": "", "say": ""}
state = match | {"v": False, "hint": 0, "why": "", "go": False, "sel": [""]} | %s
sys.setprofile(enter)
found = answered(Asked("match", state, 60.0, 256 << 20))
sys.setprofile(None)
assert "turn" in found.answer, found.answer
print(sum(scenes), *sorted(entered), sep="\\n")
"""


def entered(
    state: dict[str, object], prepared: str = "from grundy_web.children import prepared"
) -> tuple[int, list[str]]:
    """How often a scene of a ruleset was made for an answer, and the files that were entered."""
    done = subprocess.run(
        [sys.executable, "-c", COUNT % (prepared, state)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    scenes, *files = done.stdout.split()
    return int(scenes), files


@pytest.mark.parametrize(
    "state",
    few(
        [{}, {"m": "2"}, {"m": "0.5.3"}, {"m": "", "sel": ["0.0.1"]}, {"misere": True}], {}, {"m": "", "sel": ["0.0.1"]}
    ),
    ids=str,
)
def test_a_move_of_nim_enters_few_files_and_no_other_game(state: dict[str, object]) -> None:
    scenes, files = entered(state)
    assert {"games/heaps/nim.py", "questions/match_questions.py"} <= set(files)
    assert {file for file in files if file.startswith("games/")} <= {"games/catalogue.py", "games/heaps/nim.py"}
    assert len(files) <= MOST, files
    assert 0 < scenes <= 2 * 3


def test_the_first_move_of_a_process_enters_few_files() -> None:
    scenes, files = entered({"m": "2"}, "")
    assert len(files) <= FIRST, files
    assert 0 < scenes <= 2 * 3
