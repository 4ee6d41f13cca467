"""Games with few promises that take long."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.boards.test_notakto import mover_wins
from tests.unit.games.heaps.test_top_entails import TOP

from grundy.core import LOONY, MAX_OPTIONS, Board, LimitReached, Outcome, Sum, scene_of
from grundy.games import make
from grundy.games.boards.maze import Maze
from grundy.games.boards.notakto import EMPTY
from grundy.games.coins.sliding import SilverDollar, Welter
from grundy.games.heaps.bash import Bash
from grundy.notation import read_game
from grundy.search import EntailedSolver
from grundy.workflows.library.solution import solve

huge_boards = st.sets(st.integers(0, 10**1000), min_size=1, max_size=8).map(lambda squares: tuple(sorted(squares)))


@pytest.mark.nightly
def test_more_winning_takes_than_can_be_listed_are_a_limit_and_no_flood() -> None:
    found: list[object] = []
    with pytest.raises(LimitReached) as caught:
        found.extend(Bash(10**9, 2 * 10**9).moves_to(25 * 10**8, 0) or ())
    assert caught.value.kind == "size"
    solution = solve("bash(min=1000000000, max=2000000000): 2500000000")
    assert (str(solution.outcome), solution.status) == ("N", "limit")
    assert len(solution.winning_moves) == MAX_OPTIONS
    assert solution.winning_moves[0].move == "take 1500000001"


@pytest.mark.parametrize("rule", [SilverDollar(), Welter()], ids=str)
@given(board=huge_boards, target=st.integers(0, 3))
def test_huge_strips_answer_and_every_winning_move_wins(
    rule: SilverDollar | Welter, board: tuple[int, ...], target: int
) -> None:
    moves = list(rule.moves_to(board, target))
    assert all(rule.known_value(move.leaves[0]) == target for move in moves)
    assert bool(list(rule.moves_to(board, 0))) == (rule.known_outcome(board) is Outcome.N)
    for move in moves:
        rule.check(move.leaves[0])


@given(st.lists(st.text("..#", min_size=4, max_size=4), min_size=1, max_size=5), st.randoms())
def test_no_move_goes_through_a_wall_or_out_of_the_maze(rows: list[str], random: Any) -> None:
    rule = Maze(tuple(rows))
    floor = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."]
    if floor:
        row, column = random.choice(floor)
        for move in rule.moves((row, column)):
            way, steps = move.label.split()
            path = [(row - i, column) if way == "up" else (row, column - i) for i in range(1, int(steps) + 1)]
            assert all(square in floor for square in path)
            assert move.leaves == Sum(path[-1])
        assert scene_of(rule, (row, column)) == Board(tuple(rule.show(Sum((row, column))).split("/")))


@pytest.mark.parametrize(("boards", "outcome"), [(1, Outcome.N), (2, Outcome.P), (3, Outcome.N)])
def test_sums_of_up_to_three_empty_boards_agree_with_exact_search(boards: int, outcome: Outcome) -> None:
    """T. E. Plambeck and G. Whitehead, "The Secrets of Notakto", 2013: won by whoever begins when boards are odd."""
    assert solve(f"notakto: {boards}").outcome is outcome
    if boards < 3:
        assert Outcome.wins(mover_wins((EMPTY,) * boards)) is outcome


@pytest.mark.nightly
def test_tic_tac_toe_of_other_sizes_and_lines_is_solved() -> None:
    assert solve("tic-tac-toe(line=2): 2x2").outcome is Outcome.N
    assert solve("tic-tac-toe(line=1): 1x1").to_dict()["best_moves"] == ["a1"]
    assert solve("tic-tac-toe(line=3): 3x4").outcome is Outcome.N
    assert solve("tic-tac-toe(line=9): 2x2").outcome is Outcome.D
    assert str(read_game("tic-tac-toe(line=4): 2x5")) == "tic-tac-toe(line=4): ...../....."


def test_the_only_loony_stacks_up_to_300_are_1_and_3() -> None:
    """Winning Ways, chapter 12."""
    solver = EntailedSolver(TOP)
    assert [n for n in range(301) if solver.value(n) is LOONY] == [1, 3]
    assert [solver.value(n) for n in (0, 2, 4, 5, 6, 7, 8, 9, 10)] == [0, 0, 1, 0, 2, 1, 3, 0, 1]


@pytest.mark.nightly
def test_moves_texts_and_pictures_of_treblecross() -> None:
    rule = make("treblecross")
    assert [move.label for move in rule.moves(".x.")] == ["square 1", "square 3"]
    assert str(read_game("treblecross: 9; ..x..")) == "treblecross: 9; ..x.."
    assert scene_of(rule, ".x.") == Board((".X.",))
    assert [move.move for move in solve("treblecross: 9").winning_moves][:2] == ["square 1", "square 4"]
    assert len(solve("treblecross: 60").winning_moves) > 0
