"""Every compound against its definition: the moves of the compound, searched."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import pytest

from grundy.core import Budget, FunctionRuleset, LoopyGame, Outcome, Ruleset, Sum, nim_sum
from grundy.games import COMPOUNDS, Compound, make
from grundy.search import CompoundTheory, WholeSolver, explore, grundy_value, play_lengths
from grundy.search.compounds import play_suspense
from grundy.search.loopy import ends_first

kinds = pytest.mark.parametrize("kind", COMPOUNDS)
plays = pytest.mark.parametrize("misere", [False, True])
Start = tuple[Ruleset[Any], int]


def small_rule(seed: int) -> Start:
    """A random rule on 0 to 6, every third of which splits; its largest position."""
    rng = random.Random(seed)
    below: dict[int, list[Any]] = {
        v: sorted({rng.randrange(v) for _ in range(rng.randint(0, 3))}) if v else [] for v in range(7)
    }
    if seed % 3 == 0:
        for v in range(3, 7):
            below[v][:1] = [Sum(1, v - 2)]
    return FunctionRuleset(below.__getitem__, f"rule {seed}"), 6


RULES: list[Start] = [*map(small_rule, range(6)), (make("nim"), 3), (make("kayles"), 4), (make("grundy"), 5)]
PAIRS = list(combinations_with_replacement(RULES, 2))


def theory_of(kind: str, rules: Sequence[Ruleset[Any]], misere: bool) -> CompoundTheory:
    def value(number: int, parts: Sum[Any]) -> int:
        return nim_sum(grundy_value(rules[number], part) for part in parts)

    return CompoundTheory(kind, rules, value, misere)


def check(kind: str, starts: Sequence[Start], misere: bool, most: int) -> int:
    """Compare all positions, at most so many, with the definition; return how many had a theorem."""
    rules = [rule for rule, _ in starts]
    compound = Compound(kind, rules)
    theory = theory_of(kind, rules, misere)
    solver = WholeSolver([compound], misere)
    game_graph = explore([tuple(Sum(p) for _, p in starts)], compound.options, Budget())
    judged = 0
    for position in list(game_graph.numbers)[:most]:
        found = theory.outcome(position)
        assert found in (None, solver.solve([(0, position)]).outcome), (position, misere)
        judged += found is not None
        if theory.value(position) is not None:
            assert theory.value(position) == grundy_value(compound, position), position
    return judged


@pytest.mark.nightly
@kinds
@plays
def test_all_positions_of_all_pairs_are_won_as_the_theorem_says(kind: str, misere: bool) -> None:
    for pair in PAIRS:
        check(kind, pair, misere, 10**6)
        check(kind, pair[::-1], misere, 10**6)


@kinds
def test_moves_options_and_their_number_agree(kind: str) -> None:
    compound = Compound(kind, [make("kayles"), make("nim"), make("nim")])
    for position in explore([(Sum(4), Sum(2), Sum(1))], compound.options, Budget()).numbers:
        moves = list(compound.moves(position))
        assert [move.leaves for move in moves] == [Sum(option) for option in compound.options(position)]
        assert len(moves) == compound.count_moves(position)
        assert len({move.label for move in moves}) == len(moves)
        assert compound.canonical(compound.canonical(position)) == compound.canonical(position)
        for move in moves:
            compound.check(move.leaves[0])


@pytest.mark.parametrize(
    ("kind", "moves"),
    [
        ("conjunctive", ["1: take 1, 2: take 1", "1: take 2, 2: take 1"]),
        ("continued", ["1: take 1, 2: take 1", "1: take 2, 2: take 1"]),
        ("selective", ["1: take 1", "1: take 2", "2: take 1", "1: take 1, 2: take 1", "1: take 2, 2: take 1"]),
        ("shortened", ["1: take 1", "1: take 2", "2: take 1", "1: take 1, 2: take 1", "1: take 2, 2: take 1"]),
        ("diminished", ["1: take 1", "1: take 2", "2: take 1"]),
        ("ordinal", ["1: take 1", "1: take 2", "2: take 1"]),
        ("side", ["1: take 1", "1: take 2", "2: take 1"]),
        ("sequential", ["1: take 1", "1: take 2"]),
    ],
)
def test_the_moves_of_two_heaps(kind: str, moves: list[str]) -> None:
    nim = make("nim")
    assert [move.label for move in Compound(kind, [nim, nim]).moves((Sum(2), Sum(1)))] == moves


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("conjunctive", False, False),
        ("continued", True, True),
        ("selective", True, True),
        ("shortened", False, False),
        ("diminished", False, False),
        ("ordinal", True, True),
        ("side", False, True),
        ("sequential", True, True),
    ],
)
def test_play_continues_after_one_component_has_ended_as_the_kind_defines(kind: str, first: bool, second: bool) -> None:
    nim = make("nim")
    compound = Compound(kind, [nim, nim])
    assert bool(compound.count_moves((Sum(0), Sum(2)))) == first
    assert bool(compound.count_moves((Sum(2), Sum(0)))) == second
    assert compound.count_moves((Sum(0), Sum(0))) == 0


def test_a_move_in_an_ordinal_sum_removes_the_later_components() -> None:
    nim = make("nim")
    after = list(Compound("ordinal", [nim, nim, nim]).options((Sum(1), Sum(1), Sum(1))))
    assert after == [(Sum(0), Sum(), Sum()), (Sum(1), Sum(0), Sum()), (Sum(1), Sum(1), Sum(0))]


@plays
def test_a_conjunctive_compound_is_decided_by_the_least_remoteness_also_where_components_loop(misere: bool) -> None:
    rng = random.Random(9)
    for _ in range(60):
        tables = [{v: [u for u in range(4) if rng.random() < 0.3] for v in range(4)} for _ in range(2)]
        rules = [FunctionRuleset(table.__getitem__, f"graph {i}") for i, table in enumerate(tables)]
        compound, theory = Compound("conjunctive", rules), theory_of("conjunctive", rules, misere)
        game_graph = explore([(Sum(0), Sum(1))], compound.options, Budget())
        lengths = play_lengths(game_graph, misere)
        for position, vertex in game_graph.numbers.items():
            assert theory.outcome(position) is lengths.outcome(vertex)


@plays
@pytest.mark.parametrize("kind", [kind for kind in COMPOUNDS if kind != "conjunctive"])
@pytest.mark.parametrize("heap", [1, 2, 3])
@pytest.mark.parametrize("first", [False, True])
def test_no_theorem_speaks_of_components_that_loop(kind: str, misere: bool, heap: int, first: bool) -> None:
    loop = FunctionRuleset({0: [1], 1: [0, 2], 2: []}.__getitem__, "loop")
    sides = [(loop, 0), (make("nim"), heap)]
    rules, starts = zip(*(sides if first else sides[::-1]), strict=True)
    theory = theory_of(kind, list(rules), misere)
    if (kind, misere) != ("ordinal", True):
        with pytest.raises(LoopyGame):
            theory.outcome(tuple(map(Sum, starts)))


def test_the_suspense_of_a_heap_of_nim_is_1_and_of_a_heap_with_single_takes_its_size() -> None:
    for text, lengths in (("nim", [0, 1, 1, 1, 1]), ("nim(max=1)", [0, 1, 2, 3, 4])):
        rule = make("nim") if text == "nim" else make("nim", max=1)
        game_graph = explore([4], rule.options, Budget())
        order = ends_first(game_graph)
        assert order is not None
        found = play_suspense(game_graph, order, misere=False)
        assert [found[game_graph.numbers[n]] for n in range(5)] == lengths


def test_the_last_component_of_a_sequence_has_its_misere_value_in_misere_play() -> None:
    rule = make("nim")
    theory = theory_of("sequential", [rule, rule], misere=True)
    solver = WholeSolver([rule], misere=True)
    assert all(theory.numbers((Sum(0), Sum(n)))[1][1] == solver.solve([(0, n)]).value for n in range(7))


def test_the_ordinal_sum_of_nim_heaps_is_a_heap_of_their_sum() -> None:
    nim = make("nim")
    theory = theory_of("ordinal", [nim, nim, nim], misere=False)
    assert all(
        theory.value((Sum(a), Sum(b), Sum(c))) == a + b + c for a in range(5) for b in range(5) for c in range(5)
    )


def test_nobody_wins_or_loses_by_a_component_that_has_ended_in_misere_play() -> None:
    nim = make("nim")
    for kind in ("conjunctive", "shortened", "diminished"):
        assert theory_of(kind, [nim, nim], misere=True).outcome((Sum(0), Sum(3))) is Outcome.N
        assert theory_of(kind, [nim, nim], misere=False).outcome((Sum(0), Sum(3))) is Outcome.P


@pytest.mark.nightly
@kinds
@plays
def test_pairs_of_small_rulesets_are_won_as_the_theorem_says(kind: str, misere: bool) -> None:
    judged = sum(check(kind, pair, misere, 12) + check(kind, pair[::-1], misere, 4) for pair in PAIRS[::4])
    assert (judged == 0) == (kind == "ordinal" and misere)


@pytest.mark.nightly
@kinds
@plays
def test_three_components_are_won_as_the_theorem_says(kind: str, misere: bool) -> None:
    rng = random.Random(7)
    for _ in range(6):
        check(kind, [(rule, min(p, 4)) for rule, p in rng.choices(RULES, k=3)], misere, 30)
