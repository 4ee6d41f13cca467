"""The commonest calls are read without click, and answered as click answers them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from tests.terminal import Terminal

from grundy.cli.main import fast_path

GAME = "nim: 10 12 5"
CALLS = [
    *([*words] for words in permutations(["--json", "--misere", "kayles: 7 + nim: 3"])),
    [GAME],
    [GAME, "--moves"],
    [GAME, "--line", "--json"],
    [GAME, "--json", "--json"],
    [GAME, "--jso"],
    [GAME, "--misere=1"],
    [GAME, "-h"],
    [GAME, "--help", "--json"],
    [GAME, GAME],
    ["nim:", "10", "12", "5"],
    ["nim:", "3", "--misere", "5", "--json", "7"],
    ["nim:", "3", "+", "kayles:", "7", "--moves"],
    ["cram:", "2x2", "2x3"],
    ["nim:", "3", "-4"],
    ["nim:", "3", "--", "4"],
    [GAME, "--all", "--moves"],
    [GAME, "--no-pager"],
    [GAME, "--", "--no-pager"],
    ["nim:", "3", ""],
    ["-", "nim:", "3"],
    [],
    ["--json"],
    [""],
    ["", "--json"],
    ["--", GAME],
    ["--", "-nim: 3"],
    ["-nim: 3"],
    ["--json", "--", "--misere"],
    ["nim: 3", "--exit-status"],
    ["nim: 0", "--exit-status"],
    ["nim: 3", "--proof", "none"],
    ["nim: \u0663"],
    ["nim: \u0663", "--json"],
    ["取石: 3"],
    ["nim: \ud800"],
    ["nim: 3\n"],
    ["nim: 3 -4"],
    ["cram: 2x3"],
    ["take 1..3: 15"],
    ["silver-dollar: 1 2 9", "--misere"],
    ["nothing.py:Rule: 3", "--json"],
    ["nim"],
]
TIMES = re.compile(r'"seconds": [0-9.e-]+')


def fast_and_click(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[tuple[int, str, str]]:
    """Return exit code, output and errors by the fast path, where it is one, and by click."""
    told = [terminal.run(*words)]
    with monkeypatch.context() as patched:
        patched.setattr(sys.modules["grundy.cli.main"], "fast_path", lambda _: None)
        told.append(terminal.run(*words))
    return [(code, TIMES.sub("", out), err) for code, out, err in told]


@pytest.mark.parametrize("words", CALLS, ids=ascii)
def test_the_fast_path_answers_as_click_does(
    words: list[str], terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_itself, by_click = fast_and_click(terminal, monkeypatch, "solve", *words)
    assert by_itself == by_click


@pytest.mark.parametrize("words", [[], ["--help"], ["solv", GAME], ["--json", "solve", GAME], ["games"], ["--version"]])
def test_other_calls_are_left_to_click(words: list[str]) -> None:
    assert fast_path(words) is None


def test_the_commonest_call_loads_no_click() -> None:
    heavy = {"click", "inspect", "dataclasses", "pathlib", "numpy"}
    code = f"import sys\nfrom grundy.cli.main import _run\n_run(['solve', {GAME!r}, '--json'])\n"
    code += f"sys.exit(' '.join({heavy!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stderr.strip(), json.loads(done.stdout)["outcome"]) == ("", "N")


PATHS = ("", "main.fast_path = lambda _: None\n")
"""What is done before a call, so that it is read without click and by it."""
LATE = """
import grundy, os, signal
@grundy.rule
def ends(n):
    os.kill(os.getpid(), {number})
    return []
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_fast_and_the_click_path_in_the_same_way(number: int, tmp_path: Path) -> None:
    rules = tmp_path / "rules.py"
    rules.write_text(LATE.format(number=int(number)), encoding="utf-8")
    by_itself, by_click = (run_of(path, "solve", f"{rules}:ends: 5") for path in PATHS)
    assert by_itself == by_click
    assert by_itself[0] == 128 + number


@pytest.mark.skipif(os.name != "posix", reason="/dev/full and pipes of POSIX")
@pytest.mark.parametrize("to", ["", "full", "closed"])
@pytest.mark.parametrize("language", ["C.UTF-8", "C"])
def test_unwritable_output_and_other_encodings_end_the_fast_and_the_click_path_in_the_same_way(
    to: str, language: str
) -> None:
    variables = {"LC_ALL": language, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    by_itself, by_click = (run_of(path, "solve", "cram: 2x3", to=to, environment=variables) for path in PATHS)
    assert by_itself == by_click


def run_of(path: str, *words: str, to: str = "", environment: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Run a command in a process of its own, on the given path."""
    code = (
        f"import sys\nimport grundy.__main__\nmain = sys.modules['grundy.cli.main']\n{path}main.main({list(words)!r})"
    )
    reader, writer = os.pipe()
    if to == "full":
        os.close(writer)
        writer = os.open("/dev/full", os.O_WRONLY)
    if to:
        os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdout=writer if to else subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=os.environ | (environment or {}),
            check=False,
        )
    finally:
        for number in [writer] if to else [reader, writer]:
            os.close(number)
    return done.returncode, done.stdout or "", done.stderr
