"""What stands on a board has the names that moves have; what text shows only half is drawn elsewhere."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.terminal import Terminal

from grundy.core import Board, HeapRuleset, playable, scene_of
from grundy.drawing import game_lines
from grundy.games import CATALOGUE
from grundy.notation import read_game

NAMED = [
    entry.example
    for entry in CATALOGUE.values()
    for ruleset, position in read_game(entry.example).parts
    if not isinstance(ruleset, HeapRuleset) and isinstance(scene_of(ruleset, position), Board) and entry.name != "maze"
]


@pytest.mark.parametrize("example", NAMED)
def test_moves_are_typed_with_the_names_shown_at_the_board(example: str) -> None:
    game = read_game(example)
    lines = game_lines(game)
    seen = {word for line in "\n".join(lines).split("\n") for word in re.findall(r"^ *\d+|[a-z0-9]+(?= |$)", line)}
    seen = {word.strip() for word in seen}
    for _, ruleset, position in playable(game):
        for move in islice(ruleset.moves(position), 100):
            places = re.findall(r"[a-z](?=\d)|\d+", move.label.partition("advance")[0])
            assert set(places) <= seen, (move.label, lines)


@pytest.mark.parametrize("game", ["hackenbush: 0-1 1-2", "sprouts: 2", "brussels-sprouts: 2"])
def test_what_text_shows_only_half_is_drawn_elsewhere(game: str, terminal: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "position.svg"
    code, told, err = terminal.run("solve", game, "--svg", str(out), "--limit-seconds", "0.2")
    assert "(for a drawing: grundy solve --svg FILE, or grundy serve)\n" in told
    assert code in (0, 4)
    assert err == f"{out}: {game}\n"
    assert ET.parse(out).getroot().tag.endswith("svg")
    assert (
        "(for a drawing"
        in terminal.run(
            "play",
            game,
            said="quit\n",
        )[1]
    )


def test_a_picture_is_of_a_single_game(terminal: Terminal) -> None:
    code, _, err = terminal.run("solve", "-", "--svg", "f.svg", said="nim: 3\n")
    assert (code, err) == (2, "grundy: --svg needs a single game\n  help: grundy solve --help\n")
