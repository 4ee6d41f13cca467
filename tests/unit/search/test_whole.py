from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.golden.reading import golden
from tests.unit.search.dags import Dag, Folded, Table, games
from tests.unit.search.naive import remoteness_of, values_of, wins_of

from grundy.core import Budget, FunctionRuleset, Game, LimitReached, Limits, LoopyGame, Outcome, Sum, as_sum, nim_sum
from grundy.games import make
from grundy.games.heaps.nim import BoundedNim, Nim
from grundy.notation import read_game, read_ruleset
from grundy.search import WholeSolver, grundy_value

RULES = [read_ruleset(text) for text in ("nim", "0.77", "4!.0", "take {1, 3, 4}", "take squares or split", "0.137")]
wholes = st.lists(st.tuples(st.sampled_from(range(len(RULES))), st.integers(0, 6)), max_size=3)


def below(part: tuple[int, int]) -> list[tuple[tuple[int, int], ...]]:
    """What the moves of a numbered part leave."""
    number, position = part
    return [tuple((number, p) for p in as_sum(option)) for option in RULES[number].options(position)]


NORMAL, MISERE = wins_of(below, misere=False), wins_of(below, misere=True)


@settings(max_examples=examples(60))
@given(wholes)
def test_outcomes_of_sums_in_both_plays_agree_with_naive_recursion(parts: list[tuple[int, int]]) -> None:
    for misere, wins in ((False, NORMAL), (True, MISERE)):
        assert WholeSolver(RULES, misere).solve(parts).outcome is Outcome.wins(wins(tuple(parts)))


@settings(max_examples=examples(40))
@given(wholes.filter(lambda parts: sum(size for _, size in parts) < 13), st.booleans())
def test_remoteness_agrees_with_naive_recursion(parts: list[tuple[int, int]], misere: bool) -> None:
    course = WholeSolver(RULES, misere).solve(parts)
    assert course.remoteness == remoteness_of(below, misere)(tuple(parts))
    if not misere:
        assert (course.remoteness % 2 == 0) == (course.outcome is Outcome.P)


@settings(max_examples=examples(60))
@given(games(6, 2), st.data())
def test_the_sprague_grundy_theorem(dag: Dag, data: st.DataObject) -> None:
    """The outcome of a random sum, by search of the whole sum, is P exactly when the nim-sum of the values is 0."""
    parts = data.draw(st.lists(st.sampled_from(sorted(dag)), max_size=3))
    value = values_of(dag.__getitem__)
    total = nim_sum(map(value, parts))
    for rule in (Table(dag), Folded(dag)):
        course = WholeSolver([rule], misere=False).solve((0, part) for part in parts)
        assert course.outcome is Outcome.of_value(total)
        assert course.value == total


@settings(max_examples=examples(60))
@given(wholes)
def test_the_value_of_a_whole_sum_is_the_nim_sum_over_different_rules(parts: list[tuple[int, int]]) -> None:
    total = nim_sum(grundy_value(RULES[number], position) for number, position in parts)
    course = WholeSolver(RULES, misere=False).solve(parts)
    assert (course.value, course.outcome) == (total, Outcome.of_value(total))


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.sampled_from(range(len(RULES))), st.integers(0, 5)), max_size=2))
def test_a_game_twice_is_lost_and_adding_a_lost_game_changes_no_outcome(parts: list[tuple[int, int]]) -> None:
    solver = WholeSolver(RULES, misere=False)
    assert solver.solve([*parts, *parts]).outcome is Outcome.P
    assert solver.solve([*parts, (1, 4), (0, 1)]).outcome is solver.solve(parts).outcome


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5)), min_size=1, max_size=4))
def test_sums_of_tame_parts_of_different_rules_are_decided_by_boutons_rule(parts: list[tuple[int, int]]) -> None:
    from grundy.core import tame_outcome

    rules: list[Any] = [Nim(), BoundedNim(2), BoundedNim(3)]
    values = [rules[number].known_value(position) for number, position in parts]
    assert WholeSolver(rules, misere=True).solve(parts).outcome is tame_outcome(values)


MISERE_GOLDEN = golden("misere_octal")


def test_golden_misere_kayles_with_up_to_three_heaps() -> None:
    solver = WholeSolver([make("kayles")], misere=True)
    boards = [(a,) for a in range(1, 9)]
    boards += [(a, b) for a in range(1, 9) for b in range(a, 9)]  # type: ignore[misc]
    boards += [(a, b, c) for a in range(1, 9) for b in range(a, 9) for c in range(b, 9)]  # type: ignore[misc]
    lost = [list(board) for board in boards if solver.solve((0, heap) for heap in board).outcome is Outcome.P]
    assert lost == MISERE_GOLDEN["0.77, heaps <=8, at most 3 heaps"]


def test_golden_misere_kayles_rows_to_20() -> None:
    solver = WholeSolver([make("kayles")], misere=True)
    lost = [[n] for n in range(1, 21) if solver.solve([(0, n)]).outcome is Outcome.P]
    assert lost == MISERE_GOLDEN["0.77 single heaps <=20"] == [[1], [4], [9], [12], [20]]


@pytest.mark.parametrize("code", MISERE_GOLDEN["single_heap_misere_P"])
def test_golden_misere_heaps_of_octal_codes(code: str) -> None:
    case = MISERE_GOLDEN["single_heap_misere_P"][code]
    solver = WholeSolver([read_ruleset(code)], misere=True)
    assert [n for n in range(1, case["to"] + 1) if solver.solve([(0, n)]).outcome is Outcome.P] == case["P"]


def test_misere_values_are_0_exactly_where_the_player_to_move_loses_and_1_at_the_end() -> None:
    for rule in RULES:
        solver = WholeSolver([rule], misere=True)
        courses = [solver.solve([(0, n)]) for n in range(9)]
        assert courses[0].value == 1
        assert all((course.value == 0) == (course.outcome is Outcome.P) for course in courses)


def test_over_is_lost_in_normal_and_won_in_misere_play() -> None:
    assert WholeSolver([Nim()], misere=False).solve([]).outcome is Outcome.P
    assert WholeSolver([Nim()], misere=True).solve([]).outcome is Outcome.N
    assert WholeSolver([Nim()], misere=True).solve([(0, 0), (0, 0)]).remoteness == 0


def test_the_order_of_parts_and_finished_parts_change_nothing() -> None:
    game = read_game("nim: 3 0 1 + kayles: 4 0")
    solver = WholeSolver.of(game, misere=True)
    assert solver.course(game) == solver.solve([(1, 4), (0, 1), (0, 3)])


def test_a_sum_in_which_one_part_loops_is_refused_with_its_cycle() -> None:
    loop = FunctionRuleset(lambda n: [(n + 1) % 3], "ring")
    with pytest.raises(LoopyGame) as caught:
        WholeSolver([loop, Nim()], misere=True).solve([(0, 0), (1, 1)])
    assert len(caught.value.cycle) == 3


def test_a_limit_stops_the_search_of_whole_sums_and_what_is_known_stays_true() -> None:
    game = Game.of(make("kayles"), 9, 9, 9)
    solver = WholeSolver.of(game, misere=True, budget=Budget(Limits(positions=200)))
    with pytest.raises(LimitReached) as caught:
        solver.course(game)
    assert caught.value.visited == 200
    right = WholeSolver.of(game, misere=True)
    right.course(game)
    for whole, course in list(solver.table.items()):
        assert right.solve(whole) == course


def test_canonical_positions_are_searched_once() -> None:
    rule = make("wythoff")
    solver = WholeSolver([rule], misere=True)
    assert solver.solve([(0, (2, 3))]) == solver.solve([(0, (3, 2))])
    assert all(rule.canonical(position) == position for whole in solver.table for _, position in whole)
    assert Sum((2, 3)) != Sum((3, 2))
