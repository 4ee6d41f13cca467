"""Without numpy the same questions about heaps have the same answers, to the byte."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from grundy.core import HeapRuleset
from grundy.games import CATALOGUE
from grundy.notation import read_ruleset

PROGRAM = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
missing, commands = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(missing))
from grundy.cli.main import main
for words in commands:
    out = TextIOWrapper(BytesIO())
    try:
        with redirect_stdout(out), redirect_stderr(StringIO()):
            main(words)
    except SystemExit as end:
        out.flush()
        print(json.dumps([end.code, out.buffer.getvalue().decode()]))
"""
MISSING = ["numpy", "numba", "llvmlite"]
RULES = [entry.example.partition(":")[0] for entry in CATALOGUE.values()]
HEAPS = [rule for rule in RULES if isinstance(read_ruleset(rule), HeapRuleset)]
"""Games of the catalogue whose positions are heaps."""
COMMANDS = [
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


def answers(missing: list[str]) -> list[tuple[int, str]]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([missing, COMMANDS]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [(code, text) for code, text in map(json.loads, done.stdout.splitlines())]


@pytest.mark.nightly
def test_the_same_text_and_json_with_and_without_numpy() -> None:
    whole, bare = answers([]), answers(MISSING)
    assert len(whole) == len(bare) == len(COMMANDS)
    for words, expected, found in zip(COMMANDS, whole, bare, strict=True):
        assert found == expected, words
    assert sum(code in {0, 1} for code, _ in bare) >= len(COMMANDS) - 10
