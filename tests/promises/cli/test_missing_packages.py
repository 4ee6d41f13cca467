"""Without numpy, numba or llvmlite a command answers, or says in one line what to install."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.house.console_blocks import calls

from grundy.cli.commands import grundy

COMMANDS = (
    ("solve", "nim: 3 5 7"),
    ("solve", "nim: 3 5 7", "--format", "latex"),
    ("solve", "hackenbush: 0-1 1-2", "--svg", "position.svg"),
    ("solve", "wythoff: 4 8", "--certificate", "w.cert"),
    ("solve", "take k where n % k == 0 and k < n: 500"),
    ("solve", "kayles: 20000"),
    ("birthday", "nim: 3 5 7"),
    ("solve", "kayles: 9 8", "--misere", "--moves"),
    ("solve", "graph: 2>1 3>2 1>3 @ 3"),
    ("solve", "cram: 4x4", "--sum", "selective"),
    ("solve", "top-entails: 5 4", "--json"),
    ("solve", "nimstring: 2x2"),
    ("solve", "sprouts: 3"),
    ("solve", "cram: 3x3", "--misere"),
    ("solve", "cram: 3x4", "--method", "search"),
    ("solve", "cram: 3x5", "--method", "proof-numbers"),
    ("values", "0.106", "--to", "8000"),
    ("values", "grundy", "--to", "4000"),
    ("values", "kayles", "--to", "10"),
    ("values", "take squares", "--to", "30000", "--out", "v.csv"),
    ("values", "take squares", "--to", "1000", "--p-positions"),
    ("values", "wythoff", "--to", "5"),
    ("values", "kayles", "--to", "10", "--format", "npy", "--out", "v.npy"),
    ("period", "0.104"),
    ("period", "take {1, 3, 4}", "--certificate", "p.cert"),
    ("birthday", "nim: 3 5"),
    ("claim", "nim", "P iff n == 0"),
    ("claim", "nim", "P iff n == 0", "--format", "bibtex"),
    ("claim", "wythoff", "P iff a == b", "--json"),
    ("explore", "grundy"),
    ("explore", "grundy", "--to", "50", "--format", "latex"),
    ("explore", "wythoff"),
    ("explore", "cram", "--to", "3", "--json"),
    ("sweep", "0.d", "--to", "1000", "--out", "s.csv"),
    ("sweep", "0.d", "--misere", "--work", "1000"),
    ("misere", "kayles", "--to", "8"),
    ("misere", "kayles", "--to", "8", "--format", "markdown"),
    ("misere", "take 1..3", "--certificate", "m.cert"),
    ("graph", "nim: 2 1", "--out", "g.svg"),
    ("graph", "nim: 2 1", "--format", "tikz"),
    ("play", "nim: 1 2", "--first", "computer"),
    ("play", "cram: 4x4", "--hints"),
    ("play", "nim: 1 2", "--first", "computer", "--record", "r.txt"),
    ("replay", "r.txt", "--all"),
    ("learn",),
    ("learn", "1"),
    ("quiz", "periods", "--answers"),
    ("serve", "--port", "0"),
    ("site", "out", "--runtime", "nowhere"),
    ("nim", "3 * 4"),
    ("problem", "m23ba"),
    ("mcp",),
    ("atlas", "find", "kayles"),
    ("atlas", "show", "octal/0.77", "--json"),
    ("atlas", "verify", "octal/0.77", "quotient/0.77"),
    ("atlas", "draft", "octal/0.77"),
    ("oeis", "0.123", "--draft"),
    ("translate", "kayles: 7", "--to", "cgsuite"),
    ("games",),
    ("games", "cram"),
    ("games", "--all"),
    ("solve", "nim: 3 5 7", "--no-pager"),
    ("verify", "w.cert"),
    ("verify", "w.cert", "--segments", "1.."),
    ("store", "verify", "s.csv"),
    ("store", "verify", "none"),
)
SLOWER = "grundy: plain Python answers, 10 to 100 times slower than compiled; help: pip install numba\n"
TYPED = "4\nquit\n"
"""What is typed into every command; a server is stopped after some seconds."""
ENDS = {0, 1, 2, 5, 6, 130}
"""Exit codes: answered, refused, what cannot be read, damaged or another's files, stopped."""
PROGRAM = """
import json, os, signal, sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
missing, commands, typed = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(missing))
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
from grundy.cli.main import main
for words in commands:
    out, err = TextIOWrapper(BytesIO()), StringIO()
    sys.stdin = TextIOWrapper(BytesIO(typed.encode()))
    signal.alarm(2 if words[0] == "serve" else 0)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(words)
    except SystemExit as end:
        print(json.dumps([words, end.code, err.getvalue()]))
"""


def run(missing: list[str], folder: Path) -> list[tuple[list[str], int, str]]:
    """Every command in one process without some packages: its words, exit code and standard error."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([missing, COMMANDS, TYPED]),
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    return [(words, code, said) for words, code, said in map(json.loads, done.stdout.splitlines())]


def test_every_command_is_tried() -> None:
    assert {words[0] for words in COMMANDS} == set(grundy.list_commands(click.Context(grundy)))


@pytest.mark.nightly
@pytest.mark.parametrize(
    "missing",
    [
        pytest.param(["numba"], marks=pytest.mark.nightly),
        ["numpy", "numba", "llvmlite"],
        pytest.param(["llvmlite"], marks=pytest.mark.nightly),
        pytest.param(["numpy"], marks=pytest.mark.nightly),
    ],
    ids="+".join,
)
def test_a_command_answers_or_says_in_one_line_what_to_install(missing: list[str], tmp_path: Path) -> None:
    told = run(missing, tmp_path)
    assert len(told) == len(COMMANDS)
    for words, code, said in told:
        assert code in ENDS, (words, code, said)
        assert "internal error" not in said, (words, said)
        assert "Traceback" not in said, (words, said)
        if code == 2 and "needs" in said:
            assert said.count("\n") == 1, (words, said)
            assert any(f" needs {package}: pip install " in said for package in missing), said
    assert sum(code == 0 for _, code, _ in told) >= len(COMMANDS) // 2
    asking = [words[0] for words, code, said in told if code == 2 and "needs" in said]
    assert asking == (["values"] if "numpy" in missing else []), asking


@pytest.mark.nightly
def test_what_the_readme_shows_is_printed_without_a_compiler_too() -> None:
    """The same text on standard output; on standard error a line that says what would be quicker."""
    program = "import sys; sys.modules['numba'] = None\nfrom grundy.cli.main import main\nmain(sys.argv[1:])"
    shown = calls((Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8"))
    assert any("period 0.156" in command for command, _, _ in shown)
    for command, expected, status in shown:
        name, *words = shlex.split(command)
        assert name == "grundy"
        done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
        assert (done.stdout, done.returncode) == (expected, status), (command, done.stderr)
        assert done.stderr in ("", SLOWER), command


@pytest.mark.nightly
def test_products_of_arrays_are_right_without_a_compiler() -> None:
    """The library warns once, and answers."""
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "import grundy\n"
        "print(grundy.nim_products([2, 1 << 63], [3, 5]).tolist() == [1, grundy.nim_product(1 << 63, 5)])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    assert done.stderr.count("UserWarning: plain Python answers") == 1
