from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from grundy.cli.search import search as command
from grundy.core import DiskFull, Game, InputError, Limits, Outcome, StoreMismatch, nim_sum
from grundy.notation import read_game
from grundy.search import WholeSolver
from grundy.storage import ValueDatabase
from grundy.workflows.parts import PartSolver, listed_moves
from grundy.workflows.search import Settings, search
from grundy.workflows.search_line import moves_that_win
from grundy.workflows.search_store import BoardValues
from grundy.workflows.solve import solve
from grundy.workflows.words import move_words

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
QUICK = Limits(seconds=0.3)
METHODS = ("definition", "couples", "requested")
State = tuple[tuple[Any, ...], ...]
LARGE = ("treblecross: 60", "cram: 7x7")


def asked(*words: str) -> Result:
    """The answer of the command to words."""
    return CliRunner().invoke(command, [*words], standalone_mode=False)


@pytest.mark.parametrize(
    "game", ["nim: 3 5 7", "cram: ....", "cram: 4x6", "cram: ##../..#.", "arc-kayles: path(9)", "nim: 5 + cram: 2x6"]
)
def test_what_a_theorem_answers_loads_no_compiler(game: str) -> None:
    text = f"""
import sys
from grundy.workflows.search import search
found = search({game!r})
assert found.value is not None and found.moves_status == "proved" and found.line.moves
assert {{part.method for part in found.parts}} == {{"theorem"}}, found.parts
assert not {{"numba", "numpy"}} & {{*sys.modules}}
"""
    subprocess.run([sys.executable, "-c", text], check=True)


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
    for told in found.line.moves:
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


def test_misere_and_normal_moves_that_leave_the_same_are_judged_once() -> None:
    game = read_game("cram: 4x4")
    asked_of: list[object] = []

    def wins(_: int, leaves: object) -> bool:
        asked_of.append(leaves)
        return True

    assert len(list(moves_that_win(game, wins))) == 24
    assert len(asked_of) == 4


@pytest.mark.parametrize("game", LARGE)
@pytest.mark.parametrize("method", METHODS)
def test_every_plain_method_hears_every_limit_and_tells_how_far_it_is(game: str, method: str) -> None:
    for limits, words in (
        (QUICK, "limit of 0.3 seconds"),
        (Limits(positions=500), "limit of 500 positions"),
        (Limits(memory=1 << 20), "memory limit"),
    ):
        heard: list[str] = []
        start = time.process_time()
        found = search(game, Settings("value", limits, 0, method, report=heard.append))
        assert time.process_time() - start < 5
        assert (found.status, found.value) == ("limit", None)
        assert words in found.reason
        assert "visited" in heard[-1]
    assert found.outcome is None or found.lower == int(found.outcome is Outcome.N)


@pytest.mark.parametrize(
    "game", ["nim: " + " ".join(map(str, range(1, 400))), "kayles: 40 41 42 43 44", "cram: 6x6 + nim: 5"]
)
def test_a_limit_of_positions_stops_misere_play_of_any_set(game: str) -> None:
    heard: list[str] = []
    start = time.process_time()
    found = search(game, Settings(limits=Limits(positions=300), misere=True, report=heard.append))
    assert time.process_time() - start < 10
    assert found.status == "limit"
    assert "limit of 300 positions was reached" in found.reason
    assert heard


def test_options_of_many_parts_count_as_several_positions() -> None:
    from grundy.core import LimitReached, Meter

    game = read_game("nim: " + " ".join(map(str, range(1, 100))))
    solver = WholeSolver.of(game, misere=True, meter=Meter(Limits(positions=40)))
    with pytest.raises(LimitReached, match="40 positions"):
        solver.course(game)
    assert not solver.table
    solver.meter = Meter(Limits(memory=100_000))
    with pytest.raises(LimitReached, match=r"memory limit of 100000 bytes was reached after [1-9][0-9]? position"):
        solver.course(game)


def test_seconds_of_compiling_count_and_are_told() -> None:
    from grundy.core import LimitReached
    from grundy.workflows.search_solvers import stopped_by

    late = LimitReached("the limit of 1 seconds was reached", kind="time")
    assert stopped_by(late, 2.34) == "the limit of 1 seconds was reached; compiling alone took 2.3 seconds"
    assert stopped_by(late, 0.01) == "the limit of 1 seconds was reached"
    assert stopped_by(LimitReached("too much", kind="memory"), 2.3) == "too much"


def test_winning_moves_have_the_limits_of_the_search_once_more() -> None:
    settings = Settings(limits=Limits(5, 6, 7), move_seconds=8)
    assert settings.move_limits == Limits(8, 6, 7)


@pytest.mark.parametrize("game", ["nim: 3 5", "treblecross: 12", "cram: 3x4", "cram: ####", "nim: 3 + cram: 3x3"])
def test_a_database_that_can_serve_nothing_is_not_made_and_this_is_said(game: str, tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    found = search(game, Settings(database=path))
    assert found.database == f"{path}: not used, as no part was searched over machine words"
    assert f"Database {found.database}." in found.explain().splitlines()
    assert found.to_dict()["database"] == found.database
    assert not [*tmp_path.iterdir()]


def test_parts_on_two_boards_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    with pytest.raises(InputError, match="one board, found cram: 4x5 and cram: 5x5; search them one by one"):
        search("cram: 4x5 + cram: 5x5 + nim: 3", Settings(database=path))
    assert not [*tmp_path.iterdir()]


def test_a_part_beside_theorems_uses_the_database(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    first = search("cram: 4x5 + nim: 3 + cram: 4x6", Settings(database=path))
    again = search("cram: 4x5", Settings(database=path))
    assert (first.value, again.value) == (1, 2)
    assert "0 values learned" in first.database
    assert "0 values added" in again.database
    assert "0 values learned" not in again.database


def test_a_search_that_proved_nothing_leaves_no_database(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    found = search("cram: 7x9", Settings("value", Limits(memory=1000), database=path))
    assert (found.status, found.value) == ("limit", None)
    assert found.database == f"{path}: 0 values learned, 0 values added"
    assert not [*tmp_path.iterdir()]


def test_a_database_of_another_board_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    search("cram: 4x5", Settings("value", database=path))
    before = path.read_bytes()
    with pytest.raises(StoreMismatch, match="expected the values of cram, normal play, encoding 5x5 1"):
        search("cram: 5x5", Settings("value", database=path))
    assert path.read_bytes() == before


def test_a_place_where_no_database_can_be_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be written: No such file or directory"):
        search("cram: 7x9", Settings("value", database=tmp_path / "nowhere" / "values.db"))


def test_a_full_disk_takes_no_answer_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise DiskFull("values.db: no space left")

    monkeypatch.setattr(BoardValues, "add", full)
    told = asked("cram: 4x5", "--db", str(tmp_path / "values.db"))
    assert "Grundy value 2" in told.output
    assert isinstance(told.exception, DiskFull)


def test_what_one_method_kept_serves_another(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    first = search("cram: 4x5", Settings("value", method="couples", database=path))
    with ValueDatabase.existing(path) as values:
        assert values.count > 0
    again = search("cram: 4x5", Settings("value", method="requested", database=path))
    assert (first.value, again.value, again.visited) == (2, 2, 0)


def test_parts_of_one_kind_are_told_together() -> None:
    lines = search("nim: " + " ".join(["3"] * 4 + ["5", "7"])).explain().splitlines()
    assert lines[1].startswith("3 = 3, 5 = 5, 7 = 7: by theorem (")
    assert sum("theorem" in line for line in lines) == 1


def test_a_part_that_was_not_reached_is_said_to_be() -> None:
    found = search("treblecross: 60 + cram: 3x3", Settings("value", Limits(positions=100), method="couples"))
    assert [part.method for part in found.parts] == ["couples", "none"]
    assert "3x3: not reached." in found.explain().splitlines()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cram: 3x4", "--method", "foo"), "expected auto, definition, layers, couples, requested or proof-numbers"),
        (("cram: 4x5", "--method", "layers"), "cram: its positions are not numbered such that options are smaller"),
        (("cram: 3x3", "--misere", "--method", "couples"), "in misere play whole sums are searched"),
        (("cram: 3x3", "--misere", "--workers", "2"), "workers share Grundy values"),
        (("cram: 3x3", "--misere", "--db", "x.db"), "a database keeps Grundy values"),
        (("cram: 3x3", "--misere", "--certificate", "x"), "--certificate proves a value"),
        (("notakto: .../.../...",), "notakto: its positions have no Grundy value to search for"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    told = asked(*words)
    assert said in str(told.exception)
    assert "\n" not in str(told.exception)


def test_a_short_limit_is_short_for_moves_too() -> None:
    start = time.process_time()
    told = asked("treblecross: 60", "--limit-seconds", "0.5", "--json")
    assert time.process_time() - start < 5
    assert told.return_value == 4
    assert json.loads(told.stdout)["status"] == "limit"


def test_workers_are_refused_where_they_have_nothing_to_do() -> None:
    with pytest.raises(
        InputError, match="workers share proof numbers: expected auto or proof-numbers, found 'couples'"
    ):
        search("cram: 4x5", Settings(method="couples", workers=2))


@pytest.mark.parametrize("game", ["cram: #", "cram: 3x3", "chomp: 3x3"])
def test_a_small_position_needs_no_compiler_in_misere_play(game: str) -> None:
    found = search(game, Settings(misere=True))
    assert found.outcome is solve(game, misere=True).outcome
    assert "By definition (whole sums are searched, as the position is small)." in found.explain().splitlines()


def test_in_misere_play_all_parts_are_told_of_as_one() -> None:
    lines = search("nim: 3 5 7", Settings(misere=True)).explain().splitlines()
    assert lines[1] == "By definition (whole sums are searched, as there is no one form over machine words)."
