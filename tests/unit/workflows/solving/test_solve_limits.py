"""Very large games: what a theorem or a period reaches is answered, everything else says that it stopped."""

from __future__ import annotations

from math import isqrt
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pace import spent

from grundy.core import InputError, LimitReached, Limits, Outcome
from grundy.notation import read_game
from grundy.workflows.library.rules import Rules, game, rule
from grundy.workflows.library.solution import solve
from grundy.workflows.solving.parts import PartSolver
from grundy.workflows.solving.solver import Solver
from grundy.workflows.solving.values import values_of

LIMITED = [
    ("kayles: 30 29 28", False),
    ("grundy: 40", False),
    ("take squares: 500", False),
    ("maze: ..@", False),
    ("moore(k=2): 3 4 5", False),
    ("moore(k=2): 3 4 5", True),
    ("kayles: 5 6 7", True),
]


@pytest.mark.parametrize(("text", "misere"), LIMITED)
@pytest.mark.parametrize("positions", [1, 5, 40, 300])
def test_a_limit_never_gives_a_wrong_outcome(text: str, misere: bool, positions: int) -> None:
    solution = solve(text, misere=misere, limits=Limits(positions=positions))
    right = solve(text, misere=misere)
    assert solution.outcome in (None, right.outcome)
    assert solution.value in (None, right.value)
    if solution.status == "proved":
        assert solution.winning_moves == right.winning_moves
    else:
        assert solution.status == "limit"
        assert solution.reason
        assert set(solution.winning_moves) <= set(right.winning_moves)


def test_a_misere_search_that_is_cut_short_says_so_and_names_no_winner() -> None:
    solution = solve("kayles: 20 21 + 0.07: 22", misere=True, limits=Limits(positions=1000))
    assert (solution.status, solution.outcome, list(solution.winning_moves)) == ("limit", None, [])
    assert solution.reason == "the limit of 1000 positions was reached after 1000 positions"


def test_a_limit_of_time_is_kept() -> None:
    begin = process_time()
    solution = solve("kayles: 40 41 + 0.07: 42 43", misere=True, limits=Limits(seconds=0.2))
    assert (solution.status, solution.outcome) == ("limit", None)
    assert spent(begin) < 5


def test_a_spent_limit_ends_the_search_of_all_components_and_keeps_the_values_found_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[int] = []
    value = PartSolver.value

    def watched(self: PartSolver, heap: int, *, shorten: bool = True) -> int:
        searched.append(heap)
        return value(self, heap, shorten=shorten)

    monkeypatch.setattr(PartSolver, "value", watched)
    heaps = read_game("take k where n % k == 0 and k < n: 4 2" + "".join(f" {heap}" for heap in range(500, 700)))
    values, reason = values_of(heaps, Solver(heaps, limits=Limits(positions=20)))
    assert values == [2, 1, *[None] * 200]
    assert reason == "the limit of 20 positions was reached after 20 positions"
    assert searched == [4, 500]


def test_moves_that_need_a_condition_on_millions_of_numbers_are_not_counted() -> None:
    assert read_game("split a, b where is_prime(a + b * b): 9999999").count_moves() is None
    assert read_game("take k where n % k == 0: 100000").count_moves() == 36


def test_a_text_where_a_function_or_ruleset_is_expected_is_refused_with_the_call_to_write() -> None:
    text: Any = "kayles"
    for call in (rule, Rules):
        with pytest.raises(InputError, match=r"for a text, call game\('kayles'\)"):
            call(text)


def test_kayles_of_10_to_the_100_has_the_value_of_its_period() -> None:
    solution = solve(f"kayles: {10**100}")
    cycle = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    assert (solution.outcome, solution.value) == (Outcome.N, cycle[10**100 % 12])
    assert solution.status == "limit"
    assert "moves" in solution.reason
    pair = solve(f"kayles: {10**100} {10**100 + 12}")
    assert (pair.outcome, pair.value, pair.status) == (Outcome.P, 0, "proved")


@settings(max_examples=20)
@given(st.lists(st.integers(0, 10**1000), min_size=1, max_size=5), st.booleans())
def test_nim_heaps_of_a_thousand_digits_are_solved_at_once(heaps: list[int], misere: bool) -> None:
    solution = solve("nim: " + " ".join(map(str, heaps)), misere=misere)
    assert solution.status == "proved"
    over = not any(heaps)
    assert (solution.outcome is Outcome.N and not over) == bool(solution.winning_moves)
    for move in solution.winning_moves:
        assert solve(solution.leaves(move), misere=misere).outcome is Outcome.P


def test_the_lost_pairs_of_wythoff_near_10_to_the_18_are_known_without_floats() -> None:
    for i in (10**18, 10**18 + 1, 2 * 10**18 + 3):
        small = (i + isqrt(5 * i * i)) // 2
        lost = solve(f"wythoff: {small} {small + i}", limits=Limits(positions=1000))
        assert lost.outcome is Outcome.P
        won = solve(f"wythoff: {small} {small + i + 1}", limits=Limits(positions=1000))
        assert (won.outcome, won.value, won.status) == (Outcome.N, None, "limit")
        assert won.winning_moves
        for move in won.winning_moves:
            assert solve(won.leaves(move), limits=Limits(positions=1000)).outcome is Outcome.P


@pytest.mark.parametrize("text", [f"take squares: {10**18}", f"wythoff: {10**18} {10**17} + nim: 1", f"4!.3: {10**9}"])
def test_misere_play_of_what_cannot_be_listed_is_refused_at_once(text: str) -> None:
    begin = process_time()
    solution = solve(text, misere=True)
    assert (solution.status, solution.outcome) == ("limit", None)
    assert spent(begin) < 5


def test_a_value_out_of_reach_is_an_error_where_only_a_value_was_requested() -> None:
    with pytest.raises(LimitReached) as caught:
        game("take squares").value(10**18)
    assert caught.value.kind == "size"
    assert "10^18" in caught.value.message


def test_finite_subtraction_games_reach_any_heap_by_their_period() -> None:
    heap = 10**200
    assert game("take {2, 15, 17, 28}").value(heap) == game("take {2, 15, 17, 28}").value(107 + (heap - 107) % 223)
    solution = solve(f"take {{1, 3, 4}}: {heap}")
    assert solution.status == "proved"
    assert [int(move.move[5:]) for move in solution.winning_moves] == [k for k in (1, 3, 4) if (heap - k) % 7 in {0, 2}]


def test_a_sum_with_one_part_out_of_reach_has_no_outcome_but_the_values_of_the_others() -> None:
    solution = solve(f"nim: 3 + take squares: {10**18} + kayles: 5")
    assert solution.values == (3, None, 4)
    assert (solution.outcome, solution.status) == (None, "limit")


def test_a_rule_that_loops_is_a_draw_and_not_limited() -> None:
    assert rule(lambda n: [(n + 1) % 5]).solve(0, limits=Limits(positions=10**6)).outcome is Outcome.D
    assert solve("graph: a>b b>a @ a", misere=True).outcome is Outcome.D


def test_what_a_solver_learns_within_its_limits_is_kept_for_the_whole_answer() -> None:
    solution = solve("kayles: 600 600", limits=Limits(positions=5000))
    assert (solution.outcome, solution.value) == (Outcome.P, 0)
    assert solution.visited <= 5000
    assert str(read_game("kayles: 600 600")) == str(solution.game)
