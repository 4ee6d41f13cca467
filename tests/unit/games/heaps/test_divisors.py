from __future__ import annotations

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks

from grundy.core import LimitReached
from grundy.games.heaps.divisors import MOST, Divisors
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

CLASSICS = golden("classics")["divisor_game"]


def test_every_hook_agrees_with_the_definition() -> None:
    check_hooks(Divisors(), range(300))
    check_ruleset(Divisors(), range(60))


def test_the_moves_are_the_edges_of_the_catalogue() -> None:
    for heap, options in CLASSICS["edges_2_9"].items():
        assert sorted(Divisors().options(int(heap))) == options
    assert list(Divisors().options(1)) == list(Divisors().options(0)) == []
    assert list(Divisors().options(12)) == [11, 10, 9, 8, 6]


def test_the_value_is_the_2_adic_valuation_and_odd_numbers_are_lost() -> None:
    oracle = Oracle(Divisors())
    values = golden("heap_sequences")["divisor_game"]["values"]
    assert [oracle.value(n) for n in range(1, len(values) + 1)] == values
    assert "".join(str(oracle.outcome(n)) for n in range(1, 10)) == CLASSICS["outcome_1_9"]
    for n in range(1, 1000):
        valuation = oracle.value(n)
        assert n % 2**valuation == 0
        assert n // 2**valuation % 2 == 1


def test_huge_numbers_have_a_value_but_not_their_list_of_divisors() -> None:
    heap = 3 * 2**200
    assert Divisors().known_value(heap) == 200
    with pytest.raises(LimitReached, match=f"above {MOST}"):
        Divisors().options(heap)
    solution = solve(f"divisors: {heap}")
    assert (str(solution.outcome), solution.value, solution.status) == ("N", 200, "limit")
