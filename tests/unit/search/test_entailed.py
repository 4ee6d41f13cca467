from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import (
    LOONY,
    Budget,
    EntailedPosition,
    Entailing,
    LimitReached,
    Limits,
    LoopyGame,
    Move,
    Outcome,
    RuleError,
    Sum,
    obliged_part,
)
from grundy.games import make
from grundy.games.heaps.top_entails import TopEntails
from grundy.notation import read_game
from grundy.search import EntailedSolver, Rests, WholeSolver, grundy_value, sum_of_values

TOP = TopEntails()
RESTS = [*range(20), LOONY]
rests = st.builds(Rests, st.frozensets(st.integers(0, 12)), st.booleans())


class Random3(Entailing[int]):
    """A rule drawn by lot: from n to smaller numbers, some moves plain, some entailing, some with another turn."""

    name = "by-lot"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def free_moves(self, position: int) -> Iterator[Move[Any]]:
        rng = Random(f"{self.seed} {position}")
        for left in range(position):
            kind = rng.randrange(5)
            if kind == 0:
                yield Move(f"to {left}", Sum(left))
            elif kind == 1:
                yield Move(f"to {left} and answer", Sum(EntailedPosition(left)))
            elif kind == 2:
                yield Move(f"to {left} and again", Sum(EntailedPosition(left, "pass")))
            elif kind == 3:
                other = rng.randrange(position)
                yield Move(f"to {left} beside {other} and answer", Sum(EntailedPosition(left), other))


@given(rests, rests)
def test_rests_are_sets_of_nim_heaps_and_the_loony_rest(a: Rests, b: Rests) -> None:
    for rest in RESTS:
        assert (rest in (a | b)) == (rest in a or rest in b)
        assert (rest in a.others()) == (rest not in a)
        for value in (0, 3, 5, LOONY):
            together = sum_of_values((value, rest)) if isinstance(rest, int) else LOONY
            assert (rest in a.beside(value)) == (together in a)


class Judges:
    """The theorem about sums of one rule and nim, and the definition of whole sums."""

    def __init__(self, rule: Entailing[int]) -> None:
        self.theory = EntailedSolver(rule)
        self.whole = WholeSolver([rule, make("nim")], misere=False)

    def agree(self, heaps: Sum[Any], nim: int) -> bool:
        """Whether they agree on the sum, its first part free, to be answered, and to be passed."""
        value = sum_of_values([*map(self.theory.value, heaps), nim])
        beside = sum_of_values([*map(self.theory.value, heaps[1:]), nim])
        right = self._wins(heaps, nim) == (value is LOONY or value != 0)
        for duty in (EntailedPosition(heaps[0]), EntailedPosition(heaps[0], "pass")):
            right &= self._wins((duty, *heaps[1:]), nim) == (beside in self.theory.answers(duty))
        return right

    def _wins(self, parts: tuple[Any, ...], nim: int) -> bool:
        return self.whole.solve([*((0, part) for part in parts), (1, nim)]).outcome is Outcome.N


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_sums_of_top_entails_and_nim_are_decided_by_their_values_as_by_brute_force(parts: int) -> None:
    judges = Judges(TOP)
    for heaps in combinations_with_replacement(range((10, 8, 6)[parts - 1]), parts):
        for nim in (0, 1, 2, 3):
            assert judges.agree(Sum.of(heaps), nim), (heaps, nim)


def test_sums_of_rules_drawn_at_random_are_decided_by_their_values_as_by_brute_force() -> None:
    for seed in range(60):
        judges = Judges(Random3(seed))
        for heaps in [(5,), (6, 4), (5, 5), (4, 3, 5)]:
            assert judges.agree(Sum.of(heaps), seed % 4), (seed, heaps)


def test_loony_and_many_values_occur_in_rules_drawn_at_random() -> None:
    values = {EntailedSolver(Random3(seed)).value(6) for seed in range(60)}
    assert values >= {0, 1, 2, LOONY}


def test_a_player_without_an_answer_loses() -> None:
    solver = EntailedSolver(TOP)
    assert solver.answers(EntailedPosition(0)) == Rests()
    assert solver.value(1) is LOONY
    assert WholeSolver([TOP], misere=False).solve([(0, EntailedPosition(0)), (0, 5), (0, 5)]).outcome is Outcome.P
    assert WholeSolver([TOP], misere=True).solve([(0, EntailedPosition(0)), (0, 5)]).outcome is Outcome.N


def test_another_turn_is_an_entailing_move_whose_only_answer_is_the_pass() -> None:
    rule = Random3(0)
    assert list(rule.options(EntailedPosition(3, "pass"))) == [3]
    assert [move.label for move in rule.moves(EntailedPosition(3, "pass"))] == ["pass"]
    solver = EntailedSolver(TOP)
    assert solver.wins(Sum(EntailedPosition(4, "pass"))) == Rests(frozenset([1]), cofinite=True)
    assert solver.wins(Sum(4)) == Rests(frozenset([1]))


def test_at_most_one_part_must_be_answered() -> None:
    assert obliged_part(read_game("top-entails: 5 4! 3")) == 1
    assert obliged_part(read_game("top-entails: 5 4 3")) is None
    with pytest.raises(RuleError, match="at most one component must be answered"):
        obliged_part(read_game("top-entails: 5! + top-entails: 3!"))

    class Two(Random3):
        def free_moves(self, position: int) -> Iterator[Move[Any]]:
            if position:
                yield Move("both", Sum(EntailedPosition(0), EntailedPosition(0)))

    with pytest.raises(RuleError, match="more than one part that must be answered"):
        EntailedSolver(Two(0)).value(1)


def test_a_rule_that_loops_is_refused_and_a_limit_is_kept() -> None:
    class Loop(Random3):
        def free_moves(self, position: int) -> Iterator[Move[Any]]:
            yield Move("round", Sum(EntailedPosition(1 - position)))

    with pytest.raises(LoopyGame):
        EntailedSolver(Loop(0)).value(1)
    with pytest.raises(LimitReached):
        EntailedSolver(TOP, Budget(Limits(positions=20))).value(100)


def test_the_mex_alone_refuses_rules_with_entailing_moves() -> None:
    with pytest.raises(RuleError, match="the mex alone does not give its values"):
        grundy_value(TOP, 5)


@pytest.mark.nightly
def test_a_position_ten_thousand_moves_deep_needs_no_recursion() -> None:
    class Ladder(Random3):
        def free_moves(self, position: int) -> Iterator[Move[Any]]:
            if position:
                yield Move("down", Sum(EntailedPosition(position - 1)))

    assert EntailedSolver(Ladder(0)).value(10_000) == 0
    assert EntailedSolver(Ladder(0)).value(10_001) is LOONY


@given(rests)
def test_the_value_is_the_least_heap_outside_the_set_and_loony_when_there_is_none(a: Rests) -> None:
    outside = [n for n in range(20) if n not in a]
    assert a.value() == (min(outside) if outside else LOONY)
