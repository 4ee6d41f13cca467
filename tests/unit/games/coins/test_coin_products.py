from __future__ import annotations

import pytest
from tests.unit.games.oracle import labels

import grundy
from grundy.core import Board, LimitReached, Outcome, PositionError, RuleError, Text, nim_product, nim_sum, scene_of
from grundy.games.coins.products import CoinProduct, turning_corners
from grundy.games.coins.turning import named_row
from grundy.notation import read_game, read_ruleset


def test_a_move_is_named_by_its_sets_of_coins() -> None:
    assert labels(turning_corners().moves(((1, 2),))) == ["turn 0 1 x 0 2", "turn 0 1 x 1 2"]


def test_a_board_that_is_huge_in_one_direction_names_all_its_winning_moves() -> None:
    huge = 10**18
    solution = grundy.solve(f"turning-corners: (5,{huge}) (3,4)")
    assert solution.status == "proved"
    assert solution.value == nim_product(5, huge) ^ nim_product(3, 4)
    assert len(solution.winning_moves) == 5
    for move in solution.winning_moves:
        assert grundy.solve(solution.leaves(move)).outcome is Outcome.P
    longer = grundy.solve(f"product(ruler, turning-turtles): (12,{huge}) (3,{10**30})")
    assert longer.status == "proved"
    assert all(grundy.solve(longer.leaves(move)).outcome is Outcome.P for move in longer.winning_moves)


def test_a_board_that_is_huge_in_both_directions_reports_the_limit() -> None:
    huge = 10**18
    solution = grundy.solve(f"turning-corners: ({huge},{huge})")
    assert (solution.outcome, solution.value) == (Outcome.N, nim_product(huge, huge))
    assert solution.status == "limit"
    assert "has more than 20000 moves in every factor" in solution.reason
    with pytest.raises(LimitReached):
        list(turning_corners().moves_to(((huge, huge),), 0) or ())


def test_more_than_two_factors_multiply() -> None:
    game = CoinProduct([named_row(name).law for name in ("twins", "ruler", "mock-turtles")])
    cell = (9, 4, 5)
    factors = [law.value(coin) or 0 for law, coin in zip(game.laws, cell, strict=True)]
    assert game.known_value((cell,)) == nim_product(nim_product(factors[0], factors[1]), factors[2])
    for move in game.moves_to((cell, (3, 3, 3)), 0) or ():
        assert nim_sum(game.head_value(head) or 0 for head in move.leaves[0]) == 0


def test_a_board_reads_as_it_is_shown() -> None:
    for text in ("(1,2) (3,4)", "tails", "(1,1); tails; (2,2)"):
        assert str(read_game(f"product(twins, ruler): {text}")) == f"product(twins, ruler): {text}"
    assert read_game("product( twins,ruler ): (3, 4), (1,2)") == read_game("product(twins, ruler): (1,2) (3,4)")
    assert str(read_game("product(turn(coins=1..3), sym): (1,2)")) == "product(turn(coins=1..3), sym): (1,2)"


def test_a_ruleset_that_is_not_a_row_of_coins_is_not_a_factor() -> None:
    with pytest.raises(RuleError, match="found turning-corners"):
        read_ruleset("product(twins, turning-corners)")
    with pytest.raises(PositionError):
        turning_corners().check(((1, 2), (0, 5)))


def test_two_dimensions_are_drawn_and_more_are_described() -> None:
    assert scene_of(turning_corners(), ((1, 2),)) == Board(("...", "..O"))
    assert scene_of(turning_corners(), ()) == Board((".",))
    assert scene_of(read_ruleset("product(ruler, ruler)"), ((1, 2),)) == Board((".O",))
    assert scene_of(turning_corners(), ((1, 200),)) == Text("(1,200)")
    assert scene_of(read_ruleset("product(twins, twins, twins)"), ((1, 0, 0),)) == Text("(1,0,0)")


def test_the_explanation_names_the_tartan_theorem_and_the_coins() -> None:
    text = grundy.solve("product(turning-turtles, ruler): (1,2) (3,4)").explain()
    assert "Tartan theorem" in text
    assert "coin (3,4)     12" in text
    assert "The nim-sum of these values is 14." in text
