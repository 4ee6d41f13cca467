"""What comes compiled with the package answers without numba and llvmlite: the same answers in the same time."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from build_kernels import levels_of

from grundy.games.catalogue import CATALOGUE
from grundy.kernels.object_files import can_place

pytestmark = pytest.mark.skipif(
    not (levels_of("host") and can_place()), reason="nothing is ready for this processor, or it cannot be placed"
)
HIDING = "import sys; sys.modules.update(dict.fromkeys(('numba', 'llvmlite')))\n"
MAIN = "import sys\nfrom grundy.cli.main import main\nmain(sys.argv[1:])"
COMMANDS = (
    ("search", "cram: 5x7"),
    ("search", "sprouts: 6"),
    ("search", "cram: 5x5", "--misere"),
    ("values", "0.6", "--to", "100000"),
    ("period", "0.104", "--to", "10^7"),
    ("search", "chomp: 9x9"),
    ("solve", "nimstring: 3x3"),
    ("values", "take squares", "--to", "30000"),
)
"""A large board, sprouts, misere sums, an octal code, a period, and tables from the bottom up."""
FACTOR, START = 1.3, 0.3
"""How much longer a command may take without a compiler, and seconds that do not count."""


def run(code: str, words: tuple[str, ...], folder: Path) -> tuple[str, str, float]:
    """Run a command without kept code; return what it prints, its standard error and the seconds of CPU."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = (sys.executable, "-c", code, *words)
    done = subprocess.run(told, capture_output=True, text=True, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_a_large_board_is_searched_compiled_without_a_compiler(tmp_path: Path) -> None:
    found, said, _ = run(HIDING + MAIN, ("search", "cram: 5x5", "--json"), tmp_path)
    answer = json.loads(found)
    assert (answer["value"], "(compiled;" in found, said) == (0, True, "")
    assert list(tmp_path.iterdir()) == [], "something was compiled"


@pytest.mark.nightly
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_gives_the_same_answer_as_fast_without_a_compiler(words: tuple[str, ...], tmp_path: Path) -> None:
    with_compiler = run(MAIN, words, tmp_path / "with")
    without = run(HIDING + MAIN, words, tmp_path / "without")
    if words[0] != "search":  # a search prints how long it took
        assert without[0] == with_compiler[0]
    assert without[1] == ""
    assert without[2] <= FACTOR * with_compiler[2] + START, (without[2], with_compiler[2])


EXAMPLES = """
import warnings
warnings.simplefilter("error")
import grundy
for text in sys.argv[1:]:
    found = grundy.solve(text)
    print([text, found.status, found.value, str(found.outcome)])
"""


@pytest.mark.nightly
def test_every_example_of_the_catalogue_is_solved_without_a_compiler_and_without_a_warning(tmp_path: Path) -> None:
    examples = tuple(entry.example for entry in CATALOGUE.values())
    found = run(HIDING + EXAMPLES, examples, tmp_path)[0]
    assert found.count("\n") == len(examples)
    assert found == run("import sys\n" + EXAMPLES, examples, tmp_path)[0]
