"""Without numpy, numba or llvmlite a command answers the same, or says in one line what to install."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from tests.house.console_blocks import calls

from grundy.cli.commands import grundy
from grundy.core import HeapRuleset
from grundy.games import CATALOGUE
from grundy.notation import read_ruleset

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
    ("genus", "nim: 3 5"),
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
import json, signal, sys
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
        out.flush()
        print(json.dumps([end.code, out.buffer.getvalue().decode(), err.getvalue()]))
"""
HEAPS = [
    name
    for name in (entry.example.partition(":")[0] for entry in CATALOGUE.values())
    if isinstance(read_ruleset(name), HeapRuleset)
]
"""Games of the catalogue whose positions are heaps."""
QUESTIONS: list[Sequence[str]] = [
    *(["explore", name, "--to", "60", "--json"] for name in HEAPS),
    *(["explore", name, "--to", "12"] for name in ("wythoff", "euclid")),
    ["explore", "cram", "--to", "3"],
    ["explore", "take 1..3", "--misere", "--to", "60"],
    ["explore", "kayles", "--to", "300"],
    ["values", "kayles", "--to", "4000", "--format", "csv"],
    ["values", "0.106", "--to", "6000", "--format", "bfile"],
    ["values", "0.007", "--to", "3000", "--format", "csv"],
    ["values", "take squares", "--to", "5000", "--json"],
    ["values", "take squares", "--to", "5000", "--p-positions"],
    ["values", "take 1..3", "--to", "5000", "--p-positions", "--misere"],
    ["values", "take k where n % k == 0 and k < n", "--to", "800"],
    *(["period", rule, "--json"] for rule in ("kayles", "0.156", "take {1, 3, 4}", "grundy")),
    *(["claim", name, "P iff n % 3 == 0", "--to", "400"] for name in HEAPS),
    ["claim", "divisors", "value == v2(n)"],
    ["claim", "kayles", "period 12"],
    ["claim", "take squares", "P iff n % 5 == 0 or n % 5 == 2", "--to", "3000"],
    ["claim", "wythoff", "value == a ^ b", "--to", "40"],
    ["claim", "wythoff", "P iff a == b", "--json"],
    ["claim", "nim", "P iff a ^ b ^ c == 0", "--to", "20"],
    ["claim", "nim", "P iff a ^ b == 0", "--to", "30", "--misere"],
    ["claim", "kayles", "values of 0.77", "--to", "2000"],
]


def run(missing: list[str], folder: Path, commands: Sequence[Sequence[str]]) -> list[tuple[int, str, str]]:
    """Run commands in one process without some packages; return exit code, standard output and standard error."""
    given = json.dumps([missing, commands, TYPED])
    program = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(program, input=given, capture_output=True, text=True, check=True, cwd=folder)
    return [(code, out, err) for code, out, err in map(json.loads, done.stdout.splitlines())]


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
    told = run(missing, tmp_path, COMMANDS)
    for words, (code, _, said) in zip(COMMANDS, told, strict=True):
        assert code in ENDS, (words, code, said)
        assert "internal error" not in said, (words, said)
        assert "Traceback" not in said, (words, said)
        if code == 2 and "needs" in said:
            assert said.count("\n") == 1, (words, said)
            assert any(f" needs {package}: pip install " in said for package in missing), said
    assert sum(code == 0 for code, _, _ in told) >= len(COMMANDS) // 2
    asking = [words[0] for words, (code, _, said) in zip(COMMANDS, told, strict=True) if code == 2 and "needs" in said]
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


@pytest.mark.nightly
def test_answers_about_heaps_are_the_same_with_and_without_numpy(tmp_path: Path) -> None:
    whole, bare = (run(missing, tmp_path, QUESTIONS) for missing in ([], ["numpy", "numba", "llvmlite"]))
    for words, expected, found in zip(QUESTIONS, whole, bare, strict=True):
        assert found[:2] == expected[:2], words
    assert sum(code in {0, 1} for code, _, _ in bare) >= len(QUESTIONS) - 10
