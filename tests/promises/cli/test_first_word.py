"""On a terminal every command says something soon, and what it said while it worked is gone from its answer."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter

import pytest
from tests.cases import few
from tests.on_terminal import PageResponse, shown

pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")

SLOW = [
    ["period", "0.156"],
    ["explore", "lasker", "--code", "python"],
    ["search", "cram: 5x7"],
    ["search", "cram: 5x5", "--json"],
    ["solve", "cram: 4x5", "--misere"],
    ["values", "0.6", "--to", "200000", "--p-positions"],
]
QUICK = [["solve", "nim: 3 5 7"], ["solve", "nim: 3 5 seven"]]


def wide(words: list[str]) -> PageResponse:
    return shown(words, 1000)


def told(words: list[str]) -> str:
    done = subprocess.run([sys.executable, "-m", "grundy", *words], check=False, capture_output=True, text=True)
    return done.stdout + done.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("words", few(SLOW, SLOW[0], SLOW[1], SLOW[3], SLOW[4]), ids=" ".join)
def test_what_is_shown_while_a_command_works_is_gone_from_its_answer(words: list[str]) -> None:
    found = wide(words)
    left = found.lines[:-1] if found.lines[-1:] == [""] else found.lines
    answer = [line.rstrip() for line in told(words).splitlines()]
    measured = {place for place, line in enumerate(answer) if " s." in line or '"seconds"' in line}
    assert len(left) - left[-1:].count("") == len(answer)
    assert all(left[place] == line for place, line in enumerate(answer) if place not in measured)


@pytest.mark.nightly
@pytest.mark.parametrize("columns", few([20, 80], 20))
@pytest.mark.parametrize("words", [SLOW[0], SLOW[2]], ids=" ".join)
def test_nothing_of_it_stays_on_a_narrow_terminal(words: list[str], columns: int) -> None:
    found = shown(words, columns)
    assert not [line for line in found.lines if "working" in line or "a second" in line or "s:" in line.split()]
    assert all(len(line) <= columns for line in found.lines)


@pytest.mark.parametrize("columns", [20, 1000])
def test_a_command_that_waits_says_that_it_works_and_that_is_gone_from_its_answer(columns: int) -> None:
    found = shown(["verify", "-"], columns, piped=b"no certificate\n")
    assert "working" in found.text
    assert found.code == 5
    assert not [line for line in found.lines if "working" in line]
    assert "MALFORMED" in found.text


@pytest.mark.parametrize("words", QUICK, ids=" ".join)
def test_a_command_that_answers_soon_shows_nothing_but_its_answer(words: list[str]) -> None:
    assert any(wide(words).text == told(words) for _ in range(5))  # unless the machine stalls


def test_the_first_word_comes_before_half_a_second() -> None:
    # 0.3 s on a quiet machine; the least of several, as other work delays a process, and more where it delays any
    assert min(wide(["search", "cram: 5x5"]).said for _ in range(3)) < max(0.5, 30 * min(bare() for _ in range(3)))


def bare() -> float:
    """Return the seconds in which Python without anything starts and ends: 0.02 on a quiet machine."""
    start = perf_counter()
    subprocess.run([sys.executable, "-I", "-S", "-c", ""], check=True)
    return perf_counter() - start
