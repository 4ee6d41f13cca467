from __future__ import annotations

import time
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.pace import spent

from grundy.cli.commands import grundy as commands
from grundy.core import InputError, LimitReached, Limits, Outcome
from grundy.notation import read_game
from grundy.search import WholeSolver
from grundy.storage import ValueDatabase
from grundy.workflows.library.solution import search, solve
from grundy.workflows.searching.question import SearchSettings
from grundy.workflows.solving import Solver
from grundy.workflows.solving.moves import moves_that_win

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def asked(*words: str) -> Result:
    """The answer of the command to words."""
    return CliRunner().invoke(commands, ["search", *words], standalone_mode=False)


def test_misere_and_normal_moves_that_leave_the_same_are_judged_once() -> None:
    game = read_game("cram: 4x4")
    asked_of: list[object] = []

    def wins(_: int, leaves: object) -> bool:
        asked_of.append(leaves)
        return True

    assert len(list(moves_that_win(game, wins))) == 24
    assert len(asked_of) == 4


def test_winning_moves_by_theorem_need_no_search_and_ignore_limits() -> None:
    game = read_game("nim: 2 3")

    def told(number: int, _: object) -> bool | None:
        return number == 1 or None

    def nothing_left(_: int) -> AbstractContextManager[object]:
        raise LimitReached("nothing is left", kind="time")

    found = moves_that_win(game, lambda _, __: False, nothing_left, told)
    assert [next(found).part for _ in range(3)] == [1, 1, 1]
    with pytest.raises(LimitReached, match="nothing is left"):
        next(found)


def test_a_spent_limit_leaves_the_winning_moves_of_a_theorem() -> None:
    game = read_game("chomp: 2x30")
    settings = SearchSettings(limits=Limits(positions=0), method="proof-numbers")
    with Solver(game, settings=settings) as solver:
        found = solver.solve()
    assert (found.outcome, found.value, found.status) == (Outcome.N, None, "limit")
    assert [move.move for move in found.winning_moves] == ["row 2 column 30"]
    assert found.moves_status == "proved"


def test_options_of_many_parts_count_as_several_positions() -> None:
    from grundy.core import Budget

    game = read_game("nim: " + " ".join(map(str, range(1, 100))))
    solver = WholeSolver.of(game, misere=True, budget=Budget(Limits(positions=40)))
    with pytest.raises(LimitReached, match="40 positions"):
        solver.course(game)
    assert not solver.table
    solver.budget = Budget(Limits(memory=100_000))
    with pytest.raises(LimitReached, match=r"memory limit of 100000 bytes was reached after [1-9][0-9]? position"):
        solver.course(game)


def test_compilation_time_counts_and_is_reported() -> None:
    from grundy.workflows.searching.solvers import stopped_by

    late = LimitReached("the 1-second limit was reached", kind="time")
    assert stopped_by(late, 2.34) == "the 1-second limit was reached; compilation took 2.3 s of it"
    assert stopped_by(late, 0.01) == "the 1-second limit was reached"
    assert stopped_by(LimitReached("too much", kind="memory"), 2.3) == "too much"


def test_winning_moves_have_the_limits_of_the_search_once_more() -> None:
    settings = SearchSettings(limits=Limits(5, 6, 7), move_seconds=8)
    assert settings.move_limits == Limits(8, 6, 7)


@pytest.mark.parametrize("game", ["nim: 3 5", "treblecross: 12", "cram: 3x4", "cram: ####", "nim: 3 + cram: 3x3"])
def test_a_database_that_can_serve_nothing_is_not_made_and_this_is_said(game: str, tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    found = search(game, SearchSettings(database=path))
    assert found.database == f"{path}: not used, because no component was searched with bitboards"
    assert found.to_dict()["database"] == found.database
    assert not [*tmp_path.iterdir()]


def test_parts_on_two_boards_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    with pytest.raises(InputError, match="one board, found cram: 4x5 and cram: 5x5; search them separately"):
        search("cram: 4x5 + cram: 5x5 + nim: 3", SearchSettings(database=path))
    assert not [*tmp_path.iterdir()]


def test_what_one_method_kept_serves_another(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    first = search("cram: 4x5", SearchSettings("value", method="proof-numbers", database=path))
    with ValueDatabase(path) as values:
        assert values.count > 0
    again = search("cram: 4x5", SearchSettings("value", method="proof-numbers", database=path))
    assert (first.value, again.value, again.visited) == (2, 2, 0)


def test_components_of_one_kind_are_described_together() -> None:
    lines = search("nim: " + " ".join(["3"] * 4 + ["5", "7"])).explain().splitlines()
    assert "3 = 3, 5 = 5, 7 = 7: theorem." in lines


def test_a_part_that_was_not_reached_is_said_to_be() -> None:
    found = search(
        "treblecross: 60 + cram: 3x3", SearchSettings("value", Limits(positions=100), method="proof-numbers")
    )
    assert [part.method for part in found.parts] == ["proof-numbers", "none"]
    assert "3x3: not reached." in found.explain().splitlines()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cram: 3x4", "--method", "foo"), "proof-numbers, top-down or bottom-up, found"),
        (
            ("cram: 4x5", "--method", "layers"),
            "cram: its positions are not numbered so that options have smaller numbers",
        ),
        (
            ("cram: 3x3", "--misere", "--method", "proof-numbers"),
            "misère play allows the methods auto and definition, found 'proof-numbers'",
        ),
        (("cram: 3x3", "--misere", "--workers", "2"), "workers share Grundy values"),
        (
            ("cram: 3x3", "--misere", "--db", "x.db"),
            "a database contains Grundy values, which do not decide misère play",
        ),
        (
            ("tic-tac-toe: .../.../...", "--method", "proof-numbers"),
            "tic-tac-toe: its positions have no Grundy value",
        ),
    ],
)
def test_what_cannot_be_searched_is_refused_in_one_line(words: tuple[str, ...], said: str) -> None:
    told = asked(*words)
    assert said in str(told.exception)
    assert "\n" not in str(told.exception)


def test_workers_are_refused_where_they_have_nothing_to_do() -> None:
    with pytest.raises(
        InputError,
        match="several workers need a shared method: expected auto, layers, proof-numbers, found 'definition'",
    ):
        search("cram: 4x5", SearchSettings(method="definition", workers=2))
    with pytest.raises(
        InputError, match="tables are filled by threads of one machine: expected a number of workers, found 'ray'"
    ):
        search("chomp: 4x5", SearchSettings(method="layers", workers="ray"))


@pytest.mark.parametrize("game", ["cram: #", "cram: 3x3", "chomp: 3x3"])
def test_a_small_position_needs_no_compiler_in_misere_play(game: str) -> None:
    found = search(game, SearchSettings(misere=True))
    assert found.outcome is solve(game, misere=True).outcome
    assert "Method: definition (whole sums are searched; the position is small)." in found.explain().splitlines()


def test_in_misere_play_all_components_are_described_as_one() -> None:
    lines = search("nim: 3 5 7", SearchSettings(misere=True)).explain().splitlines()
    assert "Method: definition (whole sums are searched; it has no bitboard)." in lines


@pytest.mark.nightly
@pytest.mark.parametrize(
    "game", ["nim: " + " ".join(map(str, range(1, 400))), "kayles: 40 41 42 43 44", "cram: 6x6 + nim: 5"]
)
def test_a_limit_of_positions_stops_misere_play_of_any_set(game: str) -> None:
    heard: list[str] = []
    start = time.process_time()
    settings = SearchSettings(limits=Limits(positions=300), method="definition", misere=True, report=heard.append)
    found = search(game, settings)
    assert spent(start) < 10
    assert found.status == "limit"
    assert "limit of 300 positions was reached" in found.reason
    assert heard
