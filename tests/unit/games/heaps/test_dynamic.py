from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import few
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks, labels

from grundy.core import Heaps, Outcome, PositionError, RuleError, Sum, scene_of
from grundy.games.heaps.dynamic import Schwenk, _losing_numbers, fibonacci


def starts(rule: Schwenk, to: int) -> list[int]:
    return [n for n in range(1, to) if rule.known_outcome((n, n - 1)) is Outcome.P]


@pytest.mark.parametrize(("factor", "plus"), list(product(range(1, 5), range(3))))
def test_every_hook_agrees_with_the_definition(factor: int, plus: int) -> None:
    check_hooks(Schwenk(factor, plus), ((n, bound) for n in range(20) for bound in range(n + 3)))


def test_fibonacci_nim_is_lost_on_fibonacci_numbers() -> None:
    assert starts(fibonacci(), 100) == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    assert starts(fibonacci(), 60)[1:] == golden("boards")["fibonacci_nim"]["P_heaps"]


def test_at_most_the_previous_move_is_lost_on_powers_of_two() -> None:
    assert starts(Schwenk(factor=1), 300) == [1, 2, 4, 8, 16, 32, 64, 128, 256]


def test_the_winning_move_of_fibonacci_nim_is_the_smallest_zeckendorf_part() -> None:
    assert labels(fibonacci().moves_to((100, 99), 0)) == ["take 3", "take 11"]
    assert labels(fibonacci().moves_to((100, 4), 0)) == ["take 3"]
    assert labels(fibonacci().moves_to((11, 10), 0)) == ["take 3"]
    assert not labels(fibonacci().moves_to((13, 12), 0))


def test_where_a_large_factor_makes_too_many_losing_numbers_the_theorem_is_silent() -> None:
    rule = Schwenk(factor=10**6)
    assert rule.known_outcome((10**18, 5)) is None
    assert rule.moves_to((10**18, 5), 0) is None
    assert Schwenk(factor=10**6).known_outcome((1000, 999)) is Outcome.P
    assert labels(Schwenk(factor=10**6).moves_to((1000, 1000), 0)) == ["take 1000"]
    assert _losing_numbers(3, 0, 5) == [1, 2, 3, 4, 6, 8, 11, 15, 21, 29]


def test_the_bound_never_exceeds_the_heap() -> None:
    assert Schwenk().canonical((3, 10)) == (3, 3)
    assert list(Schwenk().options((5, 2))) == [(4, 2), (3, 3)]
    assert labels(Schwenk().moves((5, 2))) == ["take 1", "take 2"]


def test_a_heap_alone_is_a_start_and_a_bound_follows_the_at_sign() -> None:
    rule = fibonacci()
    assert rule.read("13") == Sum((13, 12))
    assert rule.read("13@4, 8 2 @ 1 0") == Sum((13, 4), (8, 7), (2, 1), (0, 0))
    assert rule.show(Sum((13, 4), (8, 7), (0, 0), (1, 1))) == "13@4 8 0 1@1"
    assert scene_of(rule, (13, 4)) == Heaps((13,), ("at most 4",))


def test_heaps_side_by_side_are_a_sum_of_values() -> None:
    oracle = Oracle(fibonacci())
    assert oracle.sum_value(fibonacci().read("4 4")) == 0
    assert fibonacci().known_value((4, 3)) is None
    assert fibonacci().known_value((5, 4)) == 0


def test_names_and_parameters() -> None:
    assert (fibonacci().name, Schwenk(1).name, Schwenk(3, 2).name) == (
        "fibonacci",
        "schwenk(factor=1)",
        "schwenk(factor=3, plus=2)",
    )
    with pytest.raises(RuleError, match="factor is a whole number from 1, not 0"):
        Schwenk(0)
    with pytest.raises(RuleError, match="plus is a whole number from 0, not -1"):
        Schwenk(1, -1)
    with pytest.raises(PositionError, match="heap and bound are whole numbers"):
        Schwenk().check((3, -1))
    with pytest.raises(PositionError, match=r"schwenk\(factor=2\): expected a heap and its bound, found \(3,\)"):
        Schwenk().check((3,))  # type: ignore[arg-type]


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
