from __future__ import annotations

from itertools import permutations, product

import pytest
from tests.unit.games.oracle import check_hooks, check_misere, labels

from grundy.core import Board, Game, InputError, PositionError, RuleError, Sum, nim_sum, scene_of
from grundy.games.boards.northcott import FacingRows, Northcott


def rows(width: int) -> list[str]:
    found = []
    for white, black in permutations(range(width), 2):
        cells = ["."] * width
        cells[white], cells[black] = "W", "B"
        found.append("".join(cells))
    return found


def positions(width: int, count: int, retreats: int) -> list[FacingRows]:
    return [
        FacingRows(lines, side, left)
        for lines in product(rows(width), repeat=count)
        for side in "WB"
        for left in range(retreats + 1)
    ]


ALL = [(0, 4, 2), (0, 6, 1), (1, 4, 2), (2, 3, 2), (3, 5, 1)]


@pytest.mark.parametrize(("retreats", "width", "count"), ALL)
def test_the_value_is_the_nim_sum_of_the_gaps_however_many_retreats_are_left(
    retreats: int, width: int, count: int
) -> None:
    oracle = check_hooks(Northcott(retreats), positions(width, count, retreats))
    for position in positions(width, count, retreats):
        gaps = (abs(row.index("W") - row.index("B")) - 1 for row in position.rows)
        assert oracle.value(position) == nim_sum(gaps) == Northcott(retreats).known_value(position)


@pytest.mark.parametrize(("retreats", "width", "count"), ALL)
def test_misere_play_is_misere_nim_on_the_gaps(retreats: int, width: int, count: int) -> None:
    check_misere(Northcott(retreats), (Sum(position) for position in positions(width, count, retreats)))


def test_a_step_back_costs_one_of_the_shared_retreats() -> None:
    rule = Northcott(retreats=2)
    (position,) = rule.read(".W.B @ W")
    assert position == FacingRows((".W.B",), "W", 2)
    moves = list(rule.moves(position))
    assert [move.label for move in moves] == ["row 1 advance 1", "row 1 retreat 1"]
    assert rule.show(moves[1].leaves) == "W..B @ B 1"
    assert labels(rule.moves_to(rule.read(".W.B/W..B @ W 1")[0], 0)) == ["row 1 retreat 1", "row 2 advance 1"]


def test_a_position_that_states_the_side_to_move_is_refused_in_a_sum() -> None:
    rule = Northcott()
    game = Game.of(rule, rule.read("W.B")[0])
    with pytest.raises(InputError, match="cannot be a component of a sum"):
        Game(*game.summands, *game.summands)


def test_the_picture_is_the_board_and_rows_may_be_sorted() -> None:
    position = FacingRows(("W.B", ".WB"))
    assert scene_of(Northcott(), position) == Board(("W.B", ".WB"))
    assert Northcott().canonical(position).rows == (".WB", "W.B")


def test_names_say_how_many_retreats() -> None:
    assert (Northcott().name, Northcott(2).name) == ("northcott", "northcott(retreats=2)")
    with pytest.raises(RuleError, match="retreats is a whole number from 0, not -1"):
        Northcott(-1)


def test_more_retreats_than_the_rule_allows_are_refused() -> None:
    with pytest.raises(PositionError, match=r"northcott\(retreats=2\): at most 2 steps back, found 3"):
        Northcott(2).read("W.B @ W 3")
    with pytest.raises(PositionError, match="the side to move is W or B, not 'X'"):
        Northcott().check(FacingRows(("W.B",), "X"))
    with pytest.raises(PositionError, match="expected rows, the side to move and the steps back"):
        Northcott().check(("W.B",))  # type: ignore[arg-type]
