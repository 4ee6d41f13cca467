from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle

from grundy.core import Game, PositionError, Sum, Summand, as_sum, nim_sum
from grundy.games.graphs.fusion import Bush, standing
from grundy.games.graphs.hackenbush import Edges, Hackenbush
from grundy.notation import read_game
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

RULE = Hackenbush()
CASES = golden("graph_games")["green_hackenbush"]


def text_of(edges: Any) -> str:
    return " ".join(f"{v}-{w}" for v, w in edges)


@pytest.mark.parametrize("case", CASES, ids=lambda case: text_of(case["edges"]))
def test_values_and_all_winning_cuts_of_pictures_solved_elsewhere(case: dict[str, Any]) -> None:
    solution = solve(f"hackenbush: {text_of(case['edges'])}")
    assert solution.value == case["value"]
    assert len(solution.winning_moves) == len(case["winning"])
    ends = [case["edges"][i] for i in case["winning"]]
    names = [move.move.removeprefix("cut ").split(" ")[0] for move in solution.winning_moves]
    assert sorted(names) == sorted(f"{v}-{w}" for v, w in ends)


def test_a_stalk_is_a_heap_and_a_ring_is_worth_its_parity() -> None:
    for size in range(1, 12):
        assert solve(f"hackenbush: stalk({size})").value == size
        assert solve(f"hackenbush: ring({size})").value == size % 2
    assert solve("hackenbush: stalk(3) stalk(5) stalk(7)").value == 3 ^ 5 ^ 7


def test_the_principles_give_every_value_and_every_cut_of_all_pictures_of_four_edges_on_four_vertices() -> None:
    pairs = list(combinations_with_replacement("0123", 2))
    oracle = Oracle(RULE)
    tried = 0
    for edges in combinations_with_replacement(pairs, 4):
        for part in standing(edges, "0"):
            check_part(part, oracle)
            tried += 1
    assert tried > 700


def check_part(part: Edges, oracle: Oracle[Edges]) -> None:
    value = oracle.value(part)
    assert RULE.known_value(part) == value, part
    reached = [oracle.sum_value(as_sum(option)) for option in RULE.options(part)]
    picture = Bush(part, "0")
    for target in range(max(reached, default=0) + 2):
        assert picture.cuts_to(target) == [i for i, left in enumerate(reached) if left == target], part


def test_the_principles_agree_with_the_definition_on_random_pictures() -> None:
    rng, oracle = Random(4), Oracle(RULE)
    for _ in range(120):
        names = [str(rng.randrange(5)) for _ in range(2 * rng.randint(5, 9))]
        for part in standing(tuple(zip(names[::2], names[1::2], strict=True)), "0"):
            check_part(part, oracle)


@pytest.mark.parametrize("text", ["0-1 1-2 2-0 2-3 3-3", "0-0 a-0 b-a b-a b-c", "stalk(2) ring(3) 0-x x-y x-z"])
def test_every_promise_of_the_rule_holds(text: str) -> None:
    check_ruleset(RULE, RULE.read(text))


ends = st.sampled_from("012345")


@given(st.lists(st.tuples(ends, ends), min_size=1, max_size=9), st.lists(st.tuples(ends, ends), max_size=4))
def test_any_pictures_side_by_side_read_back(edges: list[tuple[str, str]], more: list[tuple[str, str]]) -> None:
    parts = Sum.of([*standing(tuple(edges), "0"), *standing(tuple(more), "0")])
    assert RULE.read(RULE.show(parts)) == parts
    assert read_game(str(Summand(RULE, parts))) == Game(Summand(RULE, parts))
    assert solve(f"hackenbush: {RULE.show(parts)}").value == nim_sum(map(RULE.known_value, parts))


def test_a_cut_is_called_by_its_edge_and_what_hangs_in_the_air_vanishes() -> None:
    rule = RULE.read("0-1 1-0 1-2 0-1")[0]
    assert [move.label for move in RULE.moves(rule)] == ["cut 0-1", "cut 1-0 (2)", "cut 1-2", "cut 0-1 (3)"]
    solution = solve("hackenbush: stalk(3) stalk(2)")
    assert [(move.move, solution.leaves(move)) for move in solution.winning_moves] == [
        ("cut 2-3", "hackenbush: 0-1 1-2 ; 0-1 1-2")
    ]
    assert RULE.show(Sum()) == "over"


@pytest.mark.parametrize("position", [0, (), ("0-1",), (("1", "2"),), (("0", "1"), ("0", "2")), ((0, 1),)])
def test_an_invalid_part_is_refused(position: Any) -> None:
    with pytest.raises(PositionError):
        RULE.check(position)
