from __future__ import annotations

from time import process_time

import pytest
from tests.pace import spent
from tests.unit.workflows.exploring.test_explore import found

import grundy
from grundy.core import Course
from grundy.notation import read_ruleset
from grundy.workflows.exploring.explore import explore, values_only


@pytest.mark.nightly
def test_a_law_of_pairs_is_compared_in_both_orders_where_the_rule_is_not_symmetric() -> None:
    found = explore(read_ruleset("vectors(steps={(1,0),(0,1),(2,2),(5,4)})"))
    assert found.patterns == ()
    symmetric = explore(read_ruleset("vectors(steps={(1,0),(0,1),(2,2)})"))
    assert [one.text for one in symmetric.patterns if one.kind == "pairs"] != []


@pytest.mark.nightly
def test_vector_games_on_two_heaps_follow_laws() -> None:
    chess = explore(read_ruleset("vectors(steps={(1,0),(0,1),(2,2)})")).discoveries
    assert [one.grade for one in chess] == ["proved"]
    assert found("moore(k=2)").discoveries[0].claim == "value == a + b"
    assert found("welter").discoveries[0].claim == "value == (a ^ b) - 1"
    best = found("staircase").discoveries[0]
    assert (best.claim, best.grade) == ("value == b", "proved")


@pytest.mark.nightly
def test_positions_given_by_one_number_are_explored_by_size() -> None:
    seen = explore(read_ruleset("fibonacci"), 300)
    assert seen.shape == "sizes"
    assert seen.p_positions[3:9] == (3, 5, 8, 13, 21, 34)
    assert "Fibonacci numbers" in seen.discoveries[0].text


@pytest.mark.nightly
def test_a_slow_rule_is_explored_less_far_and_the_answer_says_how_far() -> None:
    def slow(n: int) -> list[int]:
        return [m for m in range(n) if sum(range(150)) and (n - m) % 3]

    begin = process_time()
    seen = grundy.rule(slow).explore()
    assert spent(begin) < 8
    assert 250 <= seen.checked_to < 10_000
    assert seen.sample.reason == ""
    assert f"computed up to {seen.checked_to:,}" in seen.explain()
    assert seen.discoveries[0].claim == "value == n % 3 from 0"
    assert seen.discoveries[0].grade == "holds"


@pytest.mark.nightly
def test_values_before_any_search_say_the_period_that_a_table_has_proved() -> None:
    first, then = values_only(read_ruleset("0.16"), 500), explore(read_ruleset("0.16"), 500)
    period = next(one for one in then.discoveries if one.kind == "period")
    assert (period.grade, period.detail) == ("proved", Course(105351, 149459))
    assert [(one.text, one.grade, one.detail) for one in first.discoveries] == [
        (period.text, period.grade, period.detail)
    ]
    assert not values_only(read_ruleset("0.16"), 50, misere=True).discoveries
    assert not values_only(read_ruleset("0.106"), 50).discoveries
