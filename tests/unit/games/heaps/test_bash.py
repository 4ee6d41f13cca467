from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks

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
