from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.workflows.searching.test_search_answers import asked

from grundy.core import DiskFull, Game, InputError, Limits, Outcome, StoreMismatch, nim_sum
from grundy.drawing.fit import move_words
from grundy.workflows.explaining.deep import line_words
from grundy.workflows.library.solution import search, solve
from grundy.workflows.searching.board_values import BoardValues
from grundy.workflows.searching.question import SearchSettings
from grundy.workflows.solving import PartSolver, listed_moves

State = tuple[tuple[Any, ...], ...]


@pytest.mark.parametrize(
    "game",
    [
        "cram: 4x5",
        "cram: 4x5 + nim: 2",
        "cram: 3x4 + chomp: 3x3",
        "kayles: 20 7",
        "nim: 3 3 9",
        "cram: 3x3 + cram: 3x3",
    ],
)
def test_a_search_answers_as_solve_does(game: str) -> None:
    found, right = search(game), solve(game)
    assert (found.value, found.outcome) == (right.value, right.outcome)
    assert set(found.winning_moves) == set(right.winning_moves)


@pytest.mark.parametrize("game", ["cram: 4x6", "cram: 4x5", "kayles: 20 7", "cram: 3x4 + chomp: 3x3", "nim: 3 5 7"])
def test_in_a_line_of_best_play_the_winner_always_leaves_a_p_position(game: str) -> None:
    found = search(game)
    solvers = {ruleset: PartSolver(ruleset) for ruleset, _ in found.game.parts}
    rulesets = [ruleset for ruleset, _ in found.game.parts]
    states = {tuple((position,) for _, position in found.game.parts)}
    winners_turn = found.outcome is Outcome.N
    for told in line_words(found):
        states = {after for state in states for words, after in moves_of(found.game, state) if words == told}
        if winners_turn:
            states = {state for state in states if is_lost(solvers, rulesets, state)}
        winners_turn = not winners_turn
        assert states
    assert found.line.over is False or any(not [*moves_of(found.game, state)] for state in states)


def is_lost(solvers: dict[Any, PartSolver], rulesets: list[Any], state: State) -> bool:
    """Whether what is left of all parts is a P-position."""
    return not nim_sum(solvers[ruleset].sum_value(left) for ruleset, left in zip(rulesets, state, strict=True))


def moves_of(game: Game, state: State) -> Iterator[tuple[str, State]]:
    """Every move in what is left of the parts of a game, as it is told, with what it leaves."""
    for number, ((ruleset, _), left) in enumerate(zip(game.parts, state, strict=True)):
        for at, position in enumerate(left):
            for move in listed_moves(ruleset, position):
                after = (*left[:at], *move.leaves, *left[at + 1 :])
                yield move_words(game, number, move.label), (*state[:number], after, *state[number + 1 :])


def test_a_component_next_to_solved_ones_uses_the_database(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    first = search("cram: 4x5 + nim: 3 + cram: 4x6", SearchSettings(database=path))
    again = search("cram: 4x5", SearchSettings(database=path))
    assert (first.value, again.value) == (1, 2)
    assert "0 values learned" in first.database
    assert "0 values added" in again.database
    assert "0 values learned" not in again.database


def test_a_search_that_proved_nothing_leaves_no_database(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    found = search("cram: 7x9", SearchSettings("value", Limits(positions=1), database=path))
    assert (found.status, found.value) == ("limit", None)
    assert found.database == f"{path}: 0 values learned, 0 values added"
    assert not [*tmp_path.iterdir()]


def test_a_database_of_another_board_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    search("cram: 4x5", SearchSettings("value", database=path))
    before = path.read_bytes()
    with pytest.raises(StoreMismatch, match="expected the values of cram, normal play, encoding 5x5 1"):
        search("cram: 5x5", SearchSettings("value", database=path))
    assert path.read_bytes() == before


def test_a_place_where_no_database_can_be_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot write .*: no such directory"):
        search("cram: 7x9", SearchSettings("value", database=tmp_path / "nowhere" / "values.db"))


def test_a_full_disk_takes_no_answer_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise DiskFull("values.db: no space left")

    monkeypatch.setattr(BoardValues, "add", full)
    told = asked("cram: 4x5", "--db", str(tmp_path / "values.db"))
    assert "Grundy value 2" in told.output
    assert isinstance(told.exception, DiskFull)
