from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import few
from tests.unit.games.oracle import labels

from grundy.core import Outcome
from grundy.games.heaps.dynamic import Schwenk


@pytest.mark.parametrize(("factor", "plus"), few(product(range(1, 5), range(3)), (1, 0), (2, 1), (3, 2), (4, 0)))
def test_schwenks_theorem_gives_every_outcome_and_every_win_up_to_heaps_of_200(factor: int, plus: int) -> None:
    rule = Schwenk(factor, plus)
    least = [1]  # of every heap the smallest winning take; (n, bound) is N iff it is at most the bound
    for heap in range(1, 201):
        wins = [k for k in range(1, heap + 1) if k == heap or least[heap - k] > factor * k + plus]
        least.append(wins[0])
        assert labels(rule.moves_to((heap, heap), 0)) == [f"take {k}" for k in wins]
        for bound in range(heap + 1):
            assert rule.known_outcome((heap, bound)) is Outcome.wins(bound >= wins[0])
            assert labels(rule.moves_to((heap, bound), 0)) == [f"take {k}" for k in wins if k <= bound]


@pytest.mark.nightly
@given(st.integers(1, 10**1000), st.integers(1, 5), st.integers(0, 3))
def test_huge_heaps_answer_and_every_winning_move_wins(heap: int, factor: int, plus: int) -> None:
    rule = Schwenk(factor, plus)
    moves = list(rule.moves_to((heap, heap - 1), 0) or ())
    assert (rule.known_outcome((heap, heap - 1)) is Outcome.N) == bool(moves)
    assert all(rule.known_outcome(move.leaves[0]) is Outcome.P for move in moves[:5])
