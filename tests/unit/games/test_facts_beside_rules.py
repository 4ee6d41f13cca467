"""What a rule says of itself, its courses, conditions, vectors and heaps that count, is held against its options."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from grundy.core import HeapRuleset, Knowledge, Outcome, Picture, Ruleset, Scanner, Structure, Sum, facet, nim_sum
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, read_number
from grundy.games import CATALOGUE
from grundy.notation import read_game, read_ruleset
from grundy.search import grundy_value, heap_values

STATED = """
nim(max=4); 0.[3]; bash(min=2, max=5); bash(min=3, max=4, end=rest); bash(min=2, max=3, end=rest-loses); take any
take 1..3; take {2, 5}; take squares; take primes; take prime-powers; take powers(2); take powers(3); take powers(4)
take powers(6); take 1..3 or take primes; take {1} or primes; take powers(9) or take {6}; take powers(4) or take {2}
take primes or take {4}; take all-but {2}; take k where k * k <= n; split; split a, b where a != b
take squares or split; take any or take squares; take 1..2 or take k where k == n
"""
RULES: list[Ruleset[Any]] = [
    *(read_game(entry.example).summands[0].ruleset for entry in CATALOGUE.values()),
    *map(read_ruleset, STATED.strip().replace("\n", "; ").split("; ")),
]
HEAPS = [ruleset for ruleset in RULES if isinstance(ruleset, HeapRuleset)]


@pytest.mark.parametrize("ruleset", HEAPS, ids=lambda ruleset: ruleset.name)
def test_a_course_is_that_of_the_values_and_outcomes_which_the_options_give(ruleset: Ruleset[Any]) -> None:
    values = heap_values(ruleset, 60)
    if (course := facet(ruleset, Knowledge).value_course) is not None:
        n0, p, saltus = course
        assert all(values[n + p] == values[n] + saltus for n in range(n0, 60 - p))
        assert [facet(ruleset, Knowledge).known_value(n) for n in range(61)] == values
    known = facet(ruleset, Knowledge)
    if (course := known.outcome_course) is not None:
        lost = [facet(ruleset, Knowledge).known_outcome(n) is Outcome.P for n in range(61)]
        assert lost[course.preperiod :] == [value == 0 for value in values][course.preperiod :]
        assert all(lost[n + course.period] == lost[n] for n in range(course.preperiod, 60 - course.period))
    if (course := known.misere_course) is not None:
        found = [facet(ruleset, Knowledge).known_misere(Sum(n)) for n in range(1, 61)]
        assert None not in found
        assert all(found[n + course.period] == found[n] for n in range(course.preperiod - 1, 59 - course.period))


@pytest.mark.parametrize("ruleset", HEAPS, ids=lambda ruleset: ruleset.name)
def test_a_condition_and_a_formula_agree_with_the_options(ruleset: Ruleset[Any]) -> None:
    rule = facet(ruleset, Structure)
    if rule is not None and (node := rule.takes_where()) is not None:
        holds = compile_node(node, ("n", "k"))
        for n in range(40):
            assert sorted(n - k for k in range(1, n + 1) if holds((n, k))) == sorted(ruleset.options(n))
    known = facet(ruleset, Knowledge)
    if known is not None and known.formula:
        at = compile_node(read_number(Scanner(known.formula), ("n",), CLAIM_FUNCTIONS), ("n",))
        assert [at((n,)) for n in range(1, 41)] == heap_values(ruleset, 40)[1:]


@pytest.mark.parametrize("name", ["wythoff", "vectors(steps={(1,0),(0,2)}, rays={(1,1)})", "vectors(steps={(1,2,0)})"])
def test_steps_and_rays_are_the_whole_rule(name: str) -> None:
    ruleset = read_ruleset(name)
    rule = facet(ruleset, Structure)
    found = rule.vectors()
    assert found is not None
    steps, rays = found
    for board in product(range(5), repeat=len([*steps, *rays][0])):
        multiples = [*steps, *(tuple(k * x for x in ray) for ray in rays for k in range(1, 5))]
        left = [tuple(n - x for n, x in zip(board, vector, strict=True)) for vector in multiples]
        assert {*ruleset.options(board)} == {board for board in left if min(board) >= 0}


@pytest.mark.parametrize("name", ["staircase", "moore(k=1)", "moore(k=2)", "circular-nim(k=1)", "circular-nim(k=2)"])
def test_heaps_that_play_nim_and_columns_decide(name: str) -> None:
    ruleset = read_ruleset(name)
    rule = facet(ruleset, Structure)
    counting = rule.nim_heaps(3)
    assert (counting is None) == ("2" in name)
    for board in product(range(4), repeat=3):
        value = grundy_value(ruleset, board)
        if counting is not None:
            assert value == nim_sum(n for n, counts in zip(board, counting, strict=True) if counts)
        if rule.columns is not None:
            ones = [sum(n >> bit & 1 for n in board) % rule.columns for bit in range(2)]
            assert (value == 0) == (not any(ones))


@pytest.mark.parametrize(
    ("text", "first", "tails"),
    [
        ("cram: ....", (1, 1), False),
        ("silver-dollar: 1 4", (0, 0), False),
        ("nimble: 3", (0, 0), False),
        ("ruler: 3 4", (0, 1), True),
        ("product(turning-turtles, twins): (1,2)", (1, 0), True),
    ],
)
def test_squares_are_numbered_where_moves_name_them_by_numbers(
    text: str, first: tuple[int, int] | None, tails: bool
) -> None:
    ruleset, _ = read_game(text).part(0)
    drawn = facet(ruleset, Picture)
    assert (drawn.first_square, drawn.shows_tails) == (first, tails)
