from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Budget, LimitReached, Limits, LoopyGame, Outcome, RuleError, TwoSided, turned
from grundy.games.boards.tic_tac_toe import TicTacToe
from grundy.games.heaps.race import Pile, Race
from grundy.search import Ending, WholeSolver, ZermeloSolver, best_options, grundy_value, reached_positions
from grundy.search.zermelo import judge

RACE = Race()
EMPTY = ("...",) * 3


class Steps(TwoSided[int]):
    """Walk down from n by one; at the end the side to move has lost, won or drawn as `ends` says."""

    name = "steps"

    def __init__(self, ends: Outcome, *, loop: bool = False) -> None:
        self.ends = ends
        self.loop = loop

    def options(self, position: int) -> Iterator[int]:
        if position:
            yield position - 1
            if self.loop:
                yield position + 1 - 2 * (position % 2)

    def result(self, position: int) -> Outcome | None:
        return None if position else self.ends


def brute(rule: TwoSided[Any], position: Any, *, misere: bool) -> Ending:
    @cache
    def ending(at: Any) -> Ending:
        ended = rule.result(at)
        if ended is not None:
            return Ending(turned(ended, misere=misere), None if ended is Outcome.D else 0)
        below = [ending(option) for option in rule.options(at)]
        lost = [end.remoteness for end in below if end.outcome is Outcome.P and end.remoteness is not None]
        if lost:
            return Ending(Outcome.N, 1 + min(lost))
        if any(end.outcome is Outcome.D for end in below):
            return Ending(Outcome.D, None)
        return Ending(Outcome.P, 1 + max(end.remoteness or 0 for end in below))

    return ending(position)


@given(
    st.integers(0, 40), st.sets(st.integers(1, 6), min_size=1), st.sets(st.integers(1, 6), min_size=1), st.booleans()
)
def test_backward_induction_is_the_recursive_definition(
    tokens: int, mine: set[int], other: set[int], misere: bool
) -> None:
    pile = Pile(tokens, tuple(sorted(mine)), tuple(sorted(other)))
    assert ZermeloSolver(RACE, misere=misere).solve(pile) == brute(RACE, pile, misere=misere)


@pytest.mark.parametrize("misere", [False, True])
def test_symmetry_changes_no_ending_of_tic_tac_toe(misere: bool) -> None:
    rule = TicTacToe()
    merged, plain = ZermeloSolver(rule, misere=misere), ZermeloSolver(rule, misere=misere, symmetry=False)
    assert merged.solve(EMPTY) == plain.solve(EMPTY) == Ending(Outcome.D, None)
    assert all(merged.solve(position) == ending for position, ending in plain.table.items())
    assert (len(merged.table), len(plain.table)) == (765, 5478)


def test_the_winner_hurries_and_the_loser_delays() -> None:
    rule = TicTacToe()
    assert ZermeloSolver(rule).solve(("XX.", "OO.", "...")) == Ending(Outcome.N, 1)
    assert ZermeloSolver(rule).solve(("X.X", "OO.", "X..")) == Ending(Outcome.N, 1)
    lost = ZermeloSolver(rule).solve(("X.X", ".O.", "X.O"))
    assert (lost.outcome, lost.remoteness) == (Outcome.P, 2)


def test_a_quick_win_is_better_than_a_slow_one_and_a_draw_better_than_a_loss() -> None:
    won, slow, draw, loss = Ending(Outcome.P, 2), Ending(Outcome.P, 4), Ending(Outcome.D, None), Ending(Outcome.N, 5)
    assert best_options([slow, won, draw, loss, won]) == [1, 4]
    assert best_options([loss, draw]) == [1]
    assert best_options([Ending(Outcome.N, 3), loss, loss]) == [1, 2]
    assert best_options([]) == []
    assert judge([loss, Ending(Outcome.N, 1)]) == Ending(Outcome.P, 6)


def test_a_game_thirty_thousand_moves_deep_needs_no_recursion() -> None:
    found = ZermeloSolver(Steps(Outcome.P)).solve(30_001)
    assert found == Ending(Outcome.N, 30_001)


@pytest.mark.parametrize(("ends", "even"), [(Outcome.P, Outcome.P), (Outcome.N, Outcome.N), (Outcome.D, Outcome.D)])
def test_the_result_belongs_to_the_side_to_move_at_the_end(ends: Outcome, even: Outcome) -> None:
    assert ZermeloSolver(Steps(ends)).solve(4).outcome is even
    assert ZermeloSolver(Steps(ends)).solve(5).outcome is turned(even)
    assert ZermeloSolver(Steps(ends), misere=True).solve(4).outcome is turned(even)


def test_a_rule_that_can_loop_is_refused_with_its_cycle() -> None:
    with pytest.raises(LoopyGame):
        ZermeloSolver(Steps(Outcome.P, loop=True)).solve(3)


def test_a_position_without_move_and_without_result_is_refused() -> None:
    class Stuck(Steps):
        def result(self, position: int) -> Outcome | None:
            return None

    with pytest.raises(RuleError, match=r"steps: 0 has no move, but result\(\) gives no outcome"):
        ZermeloSolver(Stuck(Outcome.P)).solve(2)


def test_a_limit_stops_the_search_and_what_was_found_is_kept() -> None:
    solver = ZermeloSolver(TicTacToe(), Budget(Limits(positions=100)))
    with pytest.raises(LimitReached):
        solver.solve(EMPTY)
    known = dict(solver.table)
    solver.budget = Budget()
    assert solver.solve(EMPTY).outcome is Outcome.D
    assert all(solver.table[position] == ending for position, ending in known.items())


def test_5478_positions_of_tic_tac_toe_can_be_reached() -> None:
    assert reached_positions(TicTacToe(), EMPTY) == 5478
    with pytest.raises(LimitReached):
        reached_positions(TicTacToe(), EMPTY, Budget(Limits(positions=10)))


def test_searches_that_know_only_who_moved_last_refuse_a_game_of_two_sides() -> None:
    with pytest.raises(RuleError, match="it has outcomes, but no Grundy value"):
        grundy_value(RACE, Pile(3, (1,), (2,)))
    with pytest.raises(RuleError, match="cannot be a component of a sum"):
        WholeSolver([RACE], misere=False)
