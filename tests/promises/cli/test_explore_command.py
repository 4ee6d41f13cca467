"""`grundy explore` reads rules in Python; refusals and limits end in one line with their exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal import Terminal

RULE = """
def three(n):
    return [n - k for k in (1, 2, 3) if k <= n]


def loops(n):
    return [n, n - 1] if n else []


def grid(position):
    a, b = position
    return [(a - 1, b)] * (a > 0) + [(a, b - 1)] * (b > 0)
"""
REFUSED = {
    "maze": (2, 'grundy: maze cannot be explored: its positions have no size\n  help: grundy solve "maze: POSITION"\n'),
    "rules.py:loops": (3, "grundy: play can continue forever: 1 -> 1\n"),
    "nim --to 10^9": (2, "grundy: expected the largest heap to explore, a whole number up to 10000000"),
    "nim --code java": (2, "grundy: --code: expected "),
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules.py").write_text(RULE, encoding="utf-8")


@pytest.mark.nightly
def test_explore_reads_rules_in_python(terminal: Terminal) -> None:
    assert "  holds up to 400  value == n % 4\n" in terminal.run("explore", "rules.py:three", "--to", "400")[1]
    assert "value == (a + b) % 2" in terminal.run("explore", "rules.py:grid")[1]


@pytest.mark.parametrize("words", REFUSED)
def test_explore_refuses_with_one_line_and_its_exit_code(words: str, terminal: Terminal) -> None:
    code, message = REFUSED[words]
    told = terminal.run("explore", *words.split())
    assert told[:2] == (code, "")
    assert told[2].startswith(message)


@pytest.mark.nightly
def test_explore_says_which_limit_stopped_it_and_exits_with_4(terminal: Terminal) -> None:
    code, out, _ = terminal.run("explore", "split a, b where gcd(a, b) == 1", "--to", "10^6", "--limit-seconds", "0.8")
    assert (code, "Incomplete: the 0.8-second limit" in out) == (4, True)
