"""A match on a real terminal, from its first word to who has won, whatever its width; lines are edited there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cases import few
from tests.on_terminal import seen, shown

from grundy.cli.boards import COLOURS, marked

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")

GAMES = [
    "nim: 1 2",
    "kayles: 7",
    "chomp: 3x4",
    "cram: 3x3",
    "wythoff: 4 8",
    "tic-tac-toe: X.O/.X./..O",
    "officers: 9",
    "hackenbush: 0-1 1-2 1-3",
    "sprouts: 2",
    "graph: 2>1 3>2 4>1 4>2 @ 4",
    "nim: 3 + kayles: 4",
    "rules.py:Halves: 9",
]
RULE = "def Halves(n):\n    return [n - k for k in range(1, n // 2 + 1)]\n"
ENDS = r"^(You win|The computer wins|A draw)\.$"


@pytest.mark.parametrize(
    "game", few(GAMES, "kayles: 7", "chomp: 3x4", "tic-tac-toe: X.O/.X./..O", "rules.py:Halves: 9")
)
def test_a_match_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULE, encoding="utf-8")
    told = []
    for columns in (40, 80):
        typed = ["help", "hint", "hint", "hint", "moves", "board", *["1"] * 30]
        found = shown(["play", game, "--seed", "1"], columns, folder=tmp_path, typed=typed)
        assert found.code == 0, found.lines
        assert max(map(len, found.lines)) <= columns
        ends = [line for line in found.lines if re.match(ENDS, line)]
        assert len(ends) == 1, found.lines
        told.append((ends, re.findall(r"^You play.*|^The computer .*\.", "\n".join(found.lines))[:1]))
    assert told[0][0] == told[1][0]


def test_a_second_hint_goes_a_step_further(tmp_path: Path) -> None:
    found = "\n".join(shown(["play", "nim: 3 5 7"], 80, folder=tmp_path, typed=["hint"] * 3 + ["quit"]).lines)
    where, which, why = (found.index(words) for words in ("is in heap 1.", "The quickest way: take 1", "Why? Make"))
    assert where < which < why


def test_the_last_moves_are_marked_on_the_board(tmp_path: Path) -> None:
    found = shown(["play", "nim: 3 5 7"], 80, folder=tmp_path, typed=["1", "quit"]).lines
    assert "heap 1 | o o  (2)             < you" in found
    assert "heap 2 | o o o o  (4)         < the computer" in found
    assert "heap 3 | o o o o o  o o  (7)" in found


def test_a_mark_is_left_out_if_it_does_not_fit() -> None:
    assert marked([("you", ["o o", "o"]), ("", ["o", "o"])], 9) == ["o  < you", "o"]
    assert marked([("you", ["o o", "o"]), ("", ["o", "o"])], 7) == ["o", "o"]
    assert marked([("you", ["a", "b", "c"]), ("", ["d", "e", "f"])], 80) == ["d", "e", "f"]
    assert marked([("", ["o"])], 80) == ["o"]


def test_lines_are_edited_come_back_and_are_completed(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    left, up, tab = "\x1b[D", "\x1b[A", "\t"
    typed = [f"hnt{left}{left}i", up, f"wh{tab}", f"take 3 from heap 3{tab}", "quit"]
    text = shown(["play", "nim: 3 5 7"], 80, folder=tmp_path, typed=typed, HOME=str(tmp_path)).text
    for answer in (
        "is in heap 1.",
        "The quickest way",
        "The player to move wins (N-position",
        "You take 3 from heap 3.",
    ):
        assert answer in text
    assert not list(tmp_path.iterdir())


@pytest.mark.nightly
def test_a_match_is_played_where_python_has_no_readline(tmp_path: Path) -> None:
    program = "import sys; sys.modules['readline'] = None; from grundy.cli.main import main; main(sys.argv[1:])"
    screen, terminal = os.openpty()
    done = subprocess.Popen(
        [sys.executable, "-c", program, "play", "nim: 1"], stdin=terminal, stdout=terminal, cwd=tmp_path
    )
    os.write(screen, b"1\n")
    assert done.wait(60) == 0
    os.close(terminal)
    assert "You win." in seen(os.read(screen, 1 << 16).decode().replace("\r\n", "\n"))
    os.close(screen)


@pytest.mark.nightly
def test_readline_is_loaded_only_for_a_terminal() -> None:
    program = (
        "import sys\nfrom grundy.cli.main import main\n"
        "try:\n    main(['play', 'nim: 1'])\nfinally:\n    assert 'readline' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", program], input=b"1\n", capture_output=True, check=True)
    assert b"You win." in done.stdout


@pytest.mark.parametrize("number", COLOURS.values())
def test_every_colour_is_read_on_white_and_on_black(number: int) -> None:
    """The contrast of the Web Content Accessibility Guidelines 2.2, of the colour cube of xterm."""
    levels = (0, 95, 135, 175, 215, 255)
    assert 16 <= number < 232
    cube = number - 16
    parts = [levels[part] / 255 for part in (cube // 36, cube // 6 % 6, cube % 6)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    assert min(1.05 / (light + 0.05), (light + 0.05) / 0.05) > 4
