from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RULE = """
def three(n):
    return [n - k for k in (1, 2, 3) if k <= n]


def loops(n):
    return [n, n - 1] if n else []


def grid(position):
    a, b = position
    return [(a - 1, b)] * (a > 0) + [(a, b - 1)] * (b > 0)
"""


def explore(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grundy", "explore", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.mark.nightly
def test_explore_shows_a_table_p_positions_and_graded_discoveries() -> None:
    done = explore("take 1..3", "--to", "300")
    assert done.returncode == 0
    assert done.stdout.startswith("take 1..3\n\nGrundy values of heaps 0 to 99; computed up to 300\n")
    assert "P-positions: 0 4 8 12" in done.stdout
    assert "  proved [1]  value == n % 4\n" in done.stdout
    assert "\n[1] A heap of n has Grundy value n mod 4" in done.stdout
    assert done.stderr == ""


@pytest.mark.nightly
def test_explore_marks_the_p_positions_of_two_heaps_in_a_grid() -> None:
    done = explore("wythoff")
    assert "   1 |  1   2   P   4   5" in done.stdout
    assert "P-positions: (0,0) (1,2) (3,5) (4,7)" in done.stdout


@pytest.mark.nightly
def test_explore_answers_in_json() -> None:
    done = explore("kayles", "--to", "500", "--json")
    answer = json.loads(done.stdout)
    assert (answer["schema"], answer["ruleset"], answer["play"], answer["checked_to"]) == (1, "kayles", "normal", 500)
    assert answer["patterns"][0]["claim"] == "periodic 12 from 71"
    assert answer["patterns"][0]["grade"] == "proved"


@pytest.mark.nightly
def test_explore_prints_code() -> None:
    done = explore("split", "--to", "300", "--code", "python")
    assert done.returncode == 0
    assert "def grundy_value(n):\n    if n < 1:\n        return 0\n    return (n - 1) % 2\n" in done.stdout
    assert "long long grundy_value(long long n)" in explore("split", "--to", "300", "--code", "cpp").stdout


@pytest.mark.nightly
def test_explore_reads_rules_in_python(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULE)
    done = explore("rules.py:three", "--to", "400", folder=tmp_path)
    assert "  holds up to 400  value == n % 4\n" in done.stdout
    done = explore("rules.py:grid", folder=tmp_path)
    assert "value == (a + b) % 2" in done.stdout


@pytest.mark.nightly
def test_explore_refuses_with_one_line_and_its_exit_code(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULE)
    refused = {
        ("maze",): (
            2,
            ('grundy: maze cannot be explored: its positions have no size\n  help: grundy solve "maze: POSITION"\n'),
        ),
        ("rules.py:loops",): (3, "grundy: play can continue forever: 1 -> 1\n"),
        ("nim", "--to", "10^9"): (2, "grundy: expected the largest heap to explore, a whole number up to 10000000"),
        ("nimm",): (2, "grundy: expected the name of a ruleset, found 'nimm'"),
        ("nim", "--code", "java"): (2, "grundy: --code: 'java' is not one of"),
    }
    for arguments, (code, message) in refused.items():
        done = explore(*arguments, folder=tmp_path)
        assert done.returncode == code
        assert done.stdout == ""
        assert done.stderr.startswith(message)


@pytest.mark.nightly
def test_explore_says_which_limit_stopped_it_and_exits_with_4() -> None:
    done = explore("split a, b where gcd(a, b) == 1", "--to", "10^6", "--limit-seconds", "0.8")
    assert done.returncode == 4
    assert "Incomplete: the 0.8-second limit" in done.stdout


@pytest.mark.nightly
def test_explore_in_misere_play_says_so() -> None:
    done = explore("take 1..3", "--misere", "--to", "200")
    assert done.stdout.startswith("take 1..3, misère play\n\nMisère Grundy values of heaps 0 to 99")
    assert "P iff n % 4 == 1" in done.stdout
