from __future__ import annotations

from itertools import chain, islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.games.heaps.test_moore import FOUR
from tests.unit.games.oracle import check_hooks

from grundy.core import LimitReached, Outcome
from grundy.games.heaps.moore import Moore

SMALL = list(chain(product(range(7), repeat=1), product(range(7), repeat=2), product(range(6), repeat=3)))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_every_hook_of_moores_nim_agrees_with_the_definition(k: int) -> None:
    oracle = check_hooks(Moore(k), SMALL + FOUR)
    assert all(Moore(k).known_outcome(board) is oracle.outcome(board) for board in SMALL + FOUR)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 10**40), min_size=1, max_size=6), st.integers(1, 4))
def test_huge_boards_answer_and_their_winning_moves_win_or_are_too_many(board: list[int], k: int) -> None:
    rule, position = Moore(k), tuple(board)
    try:
        found = list(islice(rule.moves_to(position, 0) or (), 20))
    except LimitReached:
        assert rule.known_outcome(position) is Outcome.N
        return
    assert (rule.known_outcome(position) is Outcome.N) == bool(found)
    for move in found:
        (after,) = move.leaves
        assert rule.known_outcome(after) is Outcome.P
        assert 1 <= sum(a > b for a, b in zip(position, after, strict=True)) <= k
        assert all(a >= b for a, b in zip(position, after, strict=True))
