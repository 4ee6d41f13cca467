from __future__ import annotations

from time import process_time

import pytest
from tests.cases import few
from tests.pace import spent
from tests.unit.workflows.exploring.test_explore import check_random_rule, found

from grundy.core import Course, LimitReached, Limits, read_code
from grundy.notation import read_ruleset
from grundy.patterns import Automaton, Periodic, read_claim
from grundy.workflows.exploring.explore import explore


@pytest.mark.nightly
def test_explore_take_squares_says_that_nothing_simple_was_found() -> None:
    seen = found("take squares")
    assert seen.discoveries == ()
    assert seen.checked_to == 10_000
    assert "No simple pattern was found in 10,001 heaps" in seen.explain()


def test_the_period_of_kayles_is_proved_and_never_a_multiple() -> None:
    best = found("kayles").discoveries[0]
    assert (best.kind, best.claim, best.grade) == ("period", "periodic 12 from 71", "proved")
    assert best.theorem is not None
    assert "Guy and Smith" in best.theorem


@pytest.mark.nightly
def test_dawsons_chess_is_dawsons_kayles_shifted_and_periods_prove_it() -> None:
    [like] = found("0.137").likeness[:1]
    assert like.grade == "proved"
    names = {one.claim for one in found("0.137").likeness}
    assert names == {"same as dawsons-chess", "same as dawsons-kayles shifted by -1"}


@pytest.mark.nightly
def test_the_first_difference_of_0_161_from_0_36_is_reported() -> None:
    [like] = found("0.161").likeness
    assert like.text == "same values as 0.36 up to heap 518; at heap 519 the values are 2 and 4"
    assert like.checked_to == 518


@pytest.mark.nightly
def test_arithmetic_periods_are_found_with_their_saltus() -> None:
    seen = found("lasker")
    [period] = [one for one in seen.discoveries if one.kind == "period"]
    assert period.detail == Course(1, 4, 4)
    assert period.grade == "proved"
    [period] = [one for one in found("take all-but {3, 5}").discoveries if one.kind == "period"]
    assert (period.detail, period.grade, period.checked_to) == (Course(0, 6, 3), "holds", 10_000)


@pytest.mark.nightly
def test_outcomes_decided_by_an_automaton_are_found() -> None:
    seen = explore(read_ruleset("take k where n ^ k > n"), 2000)
    [best] = seen.patterns
    assert (best.kind, best.grade) == ("automaton", "holds")
    assert isinstance(best.detail, Automaton)
    assert [n for n in range(2001) if best.detail.evaluate(n)] == list(seen.p_positions)


@pytest.mark.nightly
def test_a_limit_before_the_requested_end_is_reported() -> None:
    seen = explore(read_ruleset("split a, b where gcd(a, b) == 1"), 10**6, limits=Limits(seconds=0.6))
    assert seen.checked_to < 10**6
    assert "limit" in seen.sample.reason
    assert "Incomplete: " in seen.explain()
    with pytest.raises(LimitReached):
        explore(read_ruleset("take k where n % k == 0"), 10**6, limits=Limits(positions=1))


@pytest.mark.parametrize("text", ["take squares", "0.16", "0.8", "take k where n % k == 0"])
def test_exploring_a_rule_takes_at_most_five_seconds_of_cpu(text: str) -> None:
    begin = process_time()
    explore(read_ruleset(text))
    assert spent(begin) < 5


@pytest.mark.nightly
@pytest.mark.parametrize("seed", few(range(40), *range(12)))
def test_statements_about_a_random_rule_are_true_by_the_definition(seed: int) -> None:
    check_random_rule(seed)


def test_a_claim_of_a_period_is_read_back_as_it_was_written() -> None:
    claim = read_claim(found("kayles").discoveries[0].claim or "")
    assert claim == Periodic(12, 71)
    assert read_code("0.77").plain == (0, 7, 7)
