"""Whatever is typed behind a command, it answers or says in a line why not: never a traceback, never our own bug."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.terminal import Terminal

from grundy.core import Budget, LimitReached, Limits
from grundy.games import CATALOGUE
from grundy_learn.problems import problem

SOON = ("--limit-seconds", "0.2")
HOSTILE = [
    "",
    " ",
    "-1",
    "1e9",
    "10^100",
    "9" * 5000,
    "\U0001f4a5",
    "\u202e nim",
    "nim: -1",
    ":",
    "(",
    "take 1..",
    "take k where 1//0",
]
HOSTILE += ["0.", "4!.0", "@", "../etc/passwd", "nim(max=0)", "turn(coins=9..2)", "graph(file=/nonexistent)"]
FILES = ["missing", "folder", "empty", "junk.py", "missing/deeper"]
COMMANDS = ["oeis", "atlas show", "atlas find", "atlas draft", "explore", "learn", "problem", "games", "quiz"]
OPTIONS = [
    "atlas find --atlas",
    "atlas find --value",
    "atlas find --terms",
    "atlas verify --limit-seconds 0.1 --sample",
]
OPTIONS += [
    "quiz binary --count",
    "quiz binary --seed",
    "learn 1 --json --seed",
    "explore kayles --limit-seconds 0.2 --to",
]
OPTIONS += [
    "claim kayles --limit-seconds 0.2 value==n --to",
    "oeis kayles --limit-seconds",
    "oeis kayles --limit-memory",
]
RULES = {entry.example.partition(":")[0]: entry.example for entry in CATALOGUE.values()}
CODES = {0, 1, 2, 3, 4, 5, 6}


def ends_well(terminal: Terminal, *words: str) -> None:
    code, out, err = terminal.run(*words)
    assert code in CODES, (words, err)
    assert "internal error" not in err
    assert "standard output" not in err
    assert code != 2 or err.strip() or out.strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "junk.py").write_bytes(b"\x00\xff def")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_words_end_in_a_line(terminal: Terminal, folder: Path, command: str) -> None:
    limits = SOON if command in {"oeis", "explore"} else ()
    for word in (*HOSTILE, *(str(folder / name) for name in FILES)):
        ends_well(terminal, *command.split(), *limits, "--", word)


@pytest.mark.parametrize("option", OPTIONS)
def test_hostile_values_of_options_end_in_a_line(terminal: Terminal, folder: Path, option: str) -> None:
    for word in (*HOSTILE, *(str(folder / name) for name in FILES)):
        ends_well(terminal, *f"{option}={word}".split(" ", option.count(" ")))


@pytest.mark.parametrize("rule", RULES)
def test_every_ruleset_ends_in_a_line(terminal: Terminal, tmp_path: Path, rule: str) -> None:
    ends_well(terminal, "oeis", rule, "--json")
    ends_well(terminal, "oeis", rule, "--draft", *SOON)
    ends_well(terminal, "oeis", rule, "--bfile", str(tmp_path / "b.txt"), "--to", "50", *SOON)
    for notation in ("cgsuite", "grundy"):
        ends_well(terminal, "translate", RULES[rule], "--to", notation)
        ends_well(terminal, "translate", rule, "--to", notation)
    ends_well(terminal, "explore", rule, "--to", "12", *SOON)
    ends_well(terminal, "explore", rule, "--code", "cpp", "--to", "12", *SOON)
    for claim in ("value == n % 4", "P iff a == b", "periodic 34 from 53", "value == 1 // (n - 5)"):
        ends_well(terminal, "claim", rule, claim, "--to", "20", *SOON)


def test_a_file_that_cannot_be_looked_up_is_not_called_standard_output(terminal: Terminal) -> None:
    code, out, err = terminal.run("atlas", "find", "--atlas", "9" * 300)
    assert (code, out) == (2, "")
    assert err == f"grundy: cannot read {'9' * 200}: {os.strerror(36).lower()}\n"


def test_a_problem_by_the_rule_alone_keeps_its_limit_for_a_huge_input() -> None:
    found = problem("m23ba")
    with pytest.raises(LimitReached):
        list(found.solve_plainly(b"1000000000\n", Budget(Limits(seconds=0.2))))
