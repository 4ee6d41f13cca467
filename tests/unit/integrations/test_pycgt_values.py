from __future__ import annotations

import sys
from random import Random

import pytest
from tests.terminal import Terminal
from tests.unit.games.partizan.second_program import letter, random_board

from grundy import solve
from grundy.core import Budget, InputError, LimitReached, Limits, MissingExtra
from grundy.integrations import pycgt_value

LETTERS = {"Left": "L", "Right": "R", "first player": "N", "second player": "P"}


@pytest.mark.parametrize(
    "name", ["domineering", "col", "snort", "clobber", "toads-and-frogs", "partizan-nogo", "amazons"]
)
def test_the_outcome_of_a_value_by_pycgt_is_the_outcome_by_search(name: str) -> None:
    pycgt = pytest.importorskip("pycgt")
    rng = Random(name)
    for _ in range(3):
        board = random_board(name, rng)
        if len(board) < 12:
            value = pycgt_value(f"{name}: {board} @ R")
            assert LETTERS[str(pycgt.outcome(value))] == letter(name, board) == solve(f"{name}: {board}").letter


def test_domineering_has_the_values_of_the_rules_of_pycgt() -> None:
    rules = pytest.importorskip("pycgt.rulesets").domineering
    for rows, columns in ((2, 2), (2, 4), (3, 3), (3, 2)):
        assert pycgt_value(f"domineering: {rows}x{columns}") == rules.rectangle(rows, columns)


def test_translate_prints_the_value(terminal: Terminal) -> None:
    pytest.importorskip("pycgt")
    assert terminal.run("translate", "clobber: xoxoxo", "--to", "pycgt")[1] == "0\n"


def test_without_pycgt_the_error_states_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycgt", None)
    with pytest.raises(MissingExtra, match=r"^the value of a partizan game needs pycgt: pip install pycgt$"):
        pycgt_value("domineering: 2x2")


def test_a_value_is_refused_where_there_is_none_or_too_much_to_search() -> None:
    for text in ("nim: 3", "impartial(col): 2x2", "tic-tac-toe: 3x3"):
        with pytest.raises(InputError, match="expected a game of Left and Right such as domineering: 2x3"):
            pycgt_value(text)
    pytest.importorskip("pycgt")
    with pytest.raises(LimitReached):
        pycgt_value("domineering: 9x9", Budget(Limits(positions=100)))
