from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks, check_misere, labels

from grundy.core import Outcome, RuleError, Sum
from grundy.games.heaps.bash import ENDS, Bash, bash

BOUNDS = [(s, m) for s in range(1, 6) for m in range(s, 9)]
CLASSICS: dict[str, Any] = golden("classics")["bash_s_m"]

Wins = Callable[[int, int, int], bool]
TABLE: dict[str, Wins] = {
    "a": lambda s, m, n: n % (s + m) >= s,
    "c": lambda s, m, n: 1 <= n % (s + m) <= m,
    "d": lambda s, m, n: n % (s + m) == 0 or n % (s + m) > s,
    "e": lambda s, m, n: not s <= n % (s + m) < 2 * s,
}
"""The right formulas of CATALOGUE B2: whether the player to move wins."""


def rule_of(convention: str, s: int, m: int) -> Bash:
    """The ruleset of a convention; (e) is the misere play of (a)."""
    return Bash(s, m, {"a": "stuck", "c": "rest", "d": "rest-loses", "e": "stuck"}[convention])


def brute(convention: str, s: int, m: int, stop: int) -> list[bool]:
    """Whether the player to move wins heaps 0 to stop - 1, written out from the words of the convention alone."""
    wins: list[bool] = []
    for n in range(stop):
        takes = [k for k in range(s, m + 1) if k <= n]
        if convention in "cd" and 0 < n < s:
            takes = [n]
        stuck = convention in "de"
        wins.append(stuck if not takes else not all(wins[n - k] for k in takes))
    return wins


def answer(convention: str, rule: Bash, n: int) -> Outcome | None:
    """What the ruleset's theorem says."""
    return rule.known_misere(Sum(n)) if convention in "de" else rule.known_outcome(n)


@pytest.mark.parametrize("convention", "acde")
def test_the_four_conventions_agree_with_brute_force_for_all_small_bounds(convention: str) -> None:
    for s, m in BOUNDS:
        rule, wins = rule_of(convention, s, m), brute(convention, s, m, 120)
        for n in range(1, 120):
            assert wins[n] == TABLE[convention](s, m, n), (s, m, n)
            assert answer(convention, rule, n) is Outcome.wins(wins[n]), (s, m, n)


@pytest.mark.parametrize("bounds", CLASSICS["outcomes_0_29"])
@pytest.mark.parametrize("convention", "acde")
def test_the_golden_outcomes_of_heaps_0_to_29(bounds: str, convention: str) -> None:
    s, m = map(int, bounds.split(","))
    wins = brute(convention, s, m, 30)
    outcomes = CLASSICS["outcomes_0_29"][bounds][convention]
    assert "".join("PN"[win] for win in wins) == outcomes
    rule = rule_of(convention, s, m)
    oracle = Oracle(rule)
    asked = [oracle.misere(Sum(n)) if convention in "de" else oracle.outcome(n) for n in range(30)]
    assert "".join(map(str, asked)) == outcomes


@pytest.mark.parametrize("end", ENDS)
def test_every_hook_agrees_with_the_definition(end: str) -> None:
    for s, m in BOUNDS:
        if m <= 6:
            check_hooks(Bash(s, m, end), range(40))


@pytest.mark.parametrize("end", ENDS)
def test_the_misere_theorem_agrees_with_the_definition(end: str) -> None:
    for s, m in BOUNDS:
        oracle = Oracle(Bash(s, m, end))
        assert all(Bash(s, m, end).known_misere(Sum(n)) in (None, oracle.misere(Sum(n))) for n in range(60)), (s, m)
    assert Bash(2, 3, end).known_misere(Sum(5, 7)) is None
    assert Bash(2, 3, end).known_misere(Sum()) is None


def test_only_tame_rules_would_pass_as_tame_so_bash_claims_nothing_of_misere_sums() -> None:
    """[2,3] stuck is tame on small sums, but its claim is about single heaps only."""
    assert not Bash(2, 3).tame
    with pytest.raises(AssertionError):
        check_misere(Bash(2, 3), [Sum(5, 7)])


def test_with_stuck_the_winning_takes_are_exactly_those_of_the_catalogue() -> None:
    """Exactly the k in [max(s, r-s+1), min(m, r)]."""
    for s, m in BOUNDS:
        for n in range(120):
            r = n % (s + m)
            takes = range(max(s, r - s + 1), min(m, r) + 1) if r >= s else range(0)
            assert labels(Bash(s, m).moves_to(n, 0)) == [f"take {k}" for k in takes], (s, m, n)


def test_the_value_with_stuck_is_r_over_s() -> None:
    oracle = Oracle(Bash(2, 3))
    assert [oracle.value(n) for n in range(10)] == [0, 0, 1, 1, 2] * 2
    for s, m in BOUNDS:
        oracle = Oracle(Bash(s, m))
        assert all(oracle.value(n) == n % (s + m) // s for n in range(60))


def test_with_min_1_every_end_is_the_original_take_away_game() -> None:
    for m in range(1, 8):
        for n in range(50):
            assert Bash(1, m).known_outcome(n) is Bash(1, m, "rest").known_outcome(n) is Outcome.wins(n % (m + 1) != 0)
            lost = Bash(1, m, "rest-loses").known_misere(Sum(n))
            assert lost is Outcome.wins(n % (m + 1) != 1)
            assert Bash(1, m).known_misere(Sum(n)) in (None, lost)


def test_the_statement_often_seen_is_wrong_in_exactly_as_many_cases_as_the_catalogue_says() -> None:
    """Errata 15: s <= 5, m <= 7 with s <= m, n from 0 to 80."""
    bounds = [(s, m) for s in range(1, 6) for m in range(s, 8)]
    assert len(bounds) * 81 == 2025
    for convention, times in CLASSICS["wrong_in_of_2025"].items():
        wrong = 0
        for s, m in bounds:
            wins = brute(convention, s, m, 81)
            wrong += sum(wins[n] != (n % (s + m) <= m) for n in range(81))
        assert wrong == times
    assert CLASSICS["wrong_in_of_2025"] == {"a": 1094, "c": 343, "d": 1079, "e": 709}


@pytest.mark.parametrize("convention", ["a", "c"])
def test_the_smallest_counterexample_to_it_is_the_stated_one(convention: str) -> None:
    """The least heap from 1, then the least bounds, among those with min >= 2; with min = 1 (c) fails at n = 2."""
    stated = CLASSICS["smallest_counterexamples_n_ge_1"][convention]
    failing = []
    for s, m in BOUNDS:
        wins = brute(convention, s, m, 40)
        failing += [(n, s, m) for n in range(1, 40) if wins[n] != (n % (s + m) <= m)]
    first, s, m = min(case for case in failing if case[1] >= 2)
    assert {"s": s, "m": m, "n": first} == {key: stated[key] for key in "smn"}
    assert convention == "a" or min(failing) == (2, 1, 1)
    assert str(answer(convention, rule_of(convention, s, m), first)) == stated["truth"] == "P"


def test_a_remainder_below_min_may_be_taken_whole_only_where_the_end_says_so() -> None:
    assert list(Bash(3, 5).options(2)) == []
    assert list(Bash(3, 5, "rest").options(2)) == [0]
    assert list(Bash(3, 5, "rest").options(3)) == [0]
    assert list(Bash(3, 5, "rest").options(4)) == [1, 0]
    assert list(Bash(3, 5, "rest-loses").options(0)) == []


def test_only_the_last_end_is_misere_by_itself() -> None:
    assert [Bash(2, 5, end).misere_rule for end in ENDS] == [False, False, True]


def test_bounds_that_make_no_game_are_refused() -> None:
    with pytest.raises(RuleError) as caught:
        bash(min=4, max=3)
    assert caught.value.message == "expected 1 <= min <= max, found min=4, max=3"
    assert bash(max=3) == Bash(1, 3)
    assert bash(2, 2, "rest").name == "bash(min=2, max=2, end=rest)"


def test_huge_heaps_answer_at_once() -> None:
    rule = Bash(10**50, 10**60)
    heap = 10**200 + 12345
    assert rule.known_value(heap) == heap % (10**50 + 10**60) // 10**50
    assert rule.count_moves(heap) == 10**60 - 10**50 + 1
    for value in (0, 1, 2):
        moves = list(islice(rule.moves_to(10**60 + 3, value) or (), 5))
        assert moves
        for label, (left,) in moves:
            assert label == f"take {10**60 + 3 - left}"
            assert rule.known_value(left) == value
