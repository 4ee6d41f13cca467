"""All about a game of the catalogue: it is told on any width, and what it tells to type is understood."""

from __future__ import annotations

import json

import pytest
from tests.terminal import Terminal

from grundy.core import InputError
from grundy.drawing import fit
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.library.rulebook import MARGIN, rulebook
from grundy.workflows.playing.typed import find_move


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("name", CATALOGUE)
def test_the_description_of_a_game_is_as_wide_as_the_terminal(
    name: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "NARROW", [columns])
    lines = rulebook(name).told().splitlines()
    assert all(len(line) <= columns or max(map(len, line.split())) > columns - MARGIN for line in lines), lines
    assert [line.split()[0] for line in lines if line[0] != " "] in (
        ["Rule", "Write", "Type", "Theorem", "Misère", "Sums", "Try"],
        ["Rule", "Write", "Parameter", "Type", "Theorem", "Misère", "Sums", "Try"],
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_printed_moves_can_be_typed(name: str) -> None:
    found = rulebook(name)
    assert read_game(str(found.example)) == found.example
    for words in found.moves:
        find_move(found.example, words)
    assert found.reading
    if not found.sums:
        read_game(f"{found.example} + nim: 2")
    assert {parameter for parameter, _ in found.parameters} == {one.name for one in CATALOGUE[name].parameters}


def test_the_command_prints_it_with_the_board(terminal: Terminal) -> None:
    code, out, err = terminal.run("games", "chomp")
    assert (code, err) == (0, "")
    assert out.startswith("Rule       Take a square and all below and right of it, never the first. Whoever makes the")
    assert "| . . . . |" in out
    code, told = terminal.json("games", "chomp")
    assert (code, told) == (0, json.loads(json.dumps(rulebook("chomp").to_dict())))
    assert (told["move_count"], told["in_sums"], told["theorem"]["statement"][:5]) == (11, True, "A rec")


def test_a_name_that_is_none_is_refused() -> None:
    for name, message in (
        ("crm", "expected the name of a ruleset, found 'crm' (did you mean cram?)"),
        ("cram: 3x4", "expected a ruleset without a position (write only cram)"),
        ("", "expected the name of a ruleset, found nothing (grundy games lists them)"),
    ):
        with pytest.raises(InputError) as refused:
            rulebook(name)
        assert str(refused.value) == message
