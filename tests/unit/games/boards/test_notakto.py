from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from grundy.core import Board, Outcome, Sum, scene_of
from grundy.games.boards.notakto import DEAD, EMPTY, LINES, Notakto, is_dead
from grundy.notation import read_game
from grundy.search import WholeSolver
from grundy.workflows.library.solution import solve
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent

RULE = Notakto()


@cache
def mover_wins(boards: tuple[int, ...]) -> bool:
    """The rule in plain words, without symmetry: who finds all boards dead has won, for the other killed the last."""
    alive = [board for board in boards if not is_dead(board)]
    if not alive:
        return True
    return any(
        not mover_wins(tuple(sorted([*alive[:i], board | 1 << square, *alive[i + 1 :]])))
        for i, board in enumerate(alive)
        for square in range(9)
        if not board >> square & 1
    )


def test_one_board_is_won_by_the_player_who_begins() -> None:
    found = solve("notakto:")
    assert found.outcome is Outcome.N
    assert [move.move for move in found.winning_moves] == ["b2"]


def test_sums_of_three_started_boards_agree_with_exact_search() -> None:
    whole = WholeSolver([RULE], misere=True)
    started = [0b110000011, 0b100000011, 0b010100010, 0b101000101, 0b110011000, DEAD]
    for boards in combinations_with_replacement(started, 3):
        outcome = whole.solve((0, board) for board in boards).outcome
        assert outcome is Outcome.wins(mover_wins(tuple(sorted(boards))))


def test_a_board_is_dead_exactly_when_it_has_a_line() -> None:
    squares = [(r, c) for r in range(3) for c in range(3)]
    lines = [[(i, c) for c in range(3)] for i in range(3)] + [[(r, i) for r in range(3)] for i in range(3)]
    lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    assert sorted(LINES) == sorted(sum(1 << squares.index(square) for square in line) for line in lines)
    for board in range(512):
        assert is_dead(board) == any(all(board >> squares.index(square) & 1 for square in line) for line in lines)
        assert bool(list(RULE.options(board))) == (not is_dead(board))


def test_102_boards_with_moves_are_left_when_symmetric_ones_count_once() -> None:
    classes = {RULE.canonical(board) for board in range(512)}
    assert len(classes - {DEAD}) == len({RULE.canonical(board) for board in range(512) if not is_dead(board)})
    assert DEAD in classes
    assert all(RULE.canonical(RULE.canonical(board)) == RULE.canonical(board) for board in range(512))


def test_no_text_and_a_number_are_empty_boards() -> None:
    assert RULE.read("") == RULE.read("1") == Sum(EMPTY)
    assert str(read_game("notakto: 2")) == "notakto: .../.../...; .../.../..."
    assert scene_of(RULE, 0b1) == Board(("X..", "...", "..."))


def test_the_computer_wins_two_boards_against_every_kind_of_play() -> None:
    for seed in range(5):
        match = Match(read_game("notakto: 2"))
        players = [Opponent(0, seed), Opponent()]
        while not match.over:
            match.play(players[match.player].choose(match).move)
        assert match.winner == 1
