from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Outcome
from grundy.games.coins.sliding import SilverDollar, Welter


def huge_boards() -> st.SearchStrategy[tuple[int, ...]]:
    return st.sets(st.integers(0, 10**1000), min_size=1, max_size=8).map(lambda squares: tuple(sorted(squares)))


@pytest.mark.parametrize("rule", [SilverDollar(), Welter()], ids=str)
@given(board=huge_boards(), target=st.integers(0, 3))
def test_huge_strips_answer_and_every_winning_move_wins(
    rule: SilverDollar | Welter, board: tuple[int, ...], target: int
) -> None:
    moves = list(rule.moves_to(board, target))
    assert all(rule.known_value(move.leaves[0]) == target for move in moves)
    assert bool(list(rule.moves_to(board, 0))) == (rule.known_outcome(board) is Outcome.N)
    for move in moves:
        rule.check(move.leaves[0])
