"""On a terminal every command says something soon, and what it said while it worked is gone from its answer."""

from __future__ import annotations

import os
import subprocess
import sys
from time import monotonic

import pytest

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


def on_terminal(words: list[str]) -> tuple[bytes, float]:
    """Run a command on a terminal; return all that it wrote there, and when it began to."""
    screen, terminal = os.openpty()
    start, said, text = monotonic(), None, b""
    process = subprocess.Popen(
        [sys.executable, "-m", "grundy", *words],
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
        env=os.environ | {"COLUMNS": "1000"},
    )
    os.close(terminal)
    while True:
        try:
            piece = os.read(screen, 1 << 16)
        except OSError:  # Linux says the end so
            piece = b""
        if not piece:
            break
        said = monotonic() - start if said is None else said
        text += piece
    os.close(screen)
    process.wait()
    assert said is not None
    return text, said


def seen(text: bytes) -> str:
    """Return what stays on a screen: what is written after a carriage return stands over what was there."""
    lines = []
    for line in text.decode().replace("\r\n", "\n").split("\n"):
        shown = ""
        for piece in line.split("\r"):
            shown = piece + shown[len(piece) :]
        lines.append(shown)
    return "\n".join(lines)


def told(words: list[str]) -> str:
    """Return what a command writes where there is no terminal."""
    done = subprocess.run([sys.executable, "-m", "grundy", *words], check=False, capture_output=True, text=True)
    return done.stdout + done.stderr


@pytest.mark.parametrize("words", SLOW, ids=" ".join)
def test_what_is_shown_while_a_command_works_is_gone_from_its_answer(words: list[str]) -> None:
    text, _ = on_terminal(words)
    assert b"working ..." in text
    left = [line.rstrip() for line in seen(text).splitlines()]
    answer = [line.rstrip() for line in told(words).splitlines()]
    measured = {place for place, line in enumerate(answer) if " s." in line or '"seconds"' in line}
    assert len(left) - left[-1:].count("") == len(answer)
    assert all(left[place] == line for place, line in enumerate(answer) if place not in measured)


@pytest.mark.parametrize("words", QUICK, ids=" ".join)
def test_a_command_that_answers_soon_shows_nothing_but_its_answer(words: list[str]) -> None:
    text, _ = on_terminal(words)
    assert text.decode().replace("\r\n", "\n") == told(words)


def test_the_first_word_comes_before_half_a_second() -> None:
    # 0.3 s on a quiet machine; the least of several, as other work delays a process
    assert min(on_terminal(["search", "cram: 5x7"])[1] for _ in range(3)) < 0.5
