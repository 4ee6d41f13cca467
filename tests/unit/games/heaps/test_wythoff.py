from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import check_hooks, labels

from grundy.core import Heaps, Outcome, PositionError, RuleError, Sum, scene_of
from grundy.games.heaps.wythoff import VectorGame, Wythoff


def test_every_hook_agrees_with_the_definition() -> None:
    check_hooks(Wythoff(), product(range(22), repeat=2))


def test_moves_are_named_by_what_they_take_and_where() -> None:
    assert labels(Wythoff().moves((1, 2))) == [
        "take 1 from heap 1",
        "take 1 from heap 2",
        "take 2 from heap 2",
        "take 1 from both",
    ]
    assert labels(Wythoff().moves_to((3, 6), 0)) == ["take 1 from heap 2"]
    assert labels(Wythoff().moves_to((5, 6), 0)) == ["take 3 from heap 2", "take 4 from both"]


def test_two_heaps_are_one_part_and_positions_side_by_side_take_a_semicolon() -> None:
    assert Wythoff().read("3 5") == Sum((3, 5))
    assert Wythoff().read("3, 5; 1 2") == Sum((3, 5), (1, 2))
    assert Wythoff().show(Sum((3, 5), (1, 2))) == "3 5; 1 2"
    assert scene_of(Wythoff(), (3, 5)) == Heaps((3, 5))


def test_a_position_that_is_not_a_tuple_of_sizes_is_refused() -> None:
    with pytest.raises(PositionError, match=r"expected a heap size for every heap, found \(3, -1\)"):
        Wythoff().check((3, -1))


@given(st.integers(0, 10**1000))
def test_huge_heaps_have_exactly_one_partner_and_every_winning_move_leads_to_a_pair(heap: int) -> None:
    rule = Wythoff()
    moves = list(rule.moves_to((heap, 3 * heap + 7), 0) or ())
    assert moves
    for move in moves:
        (after,) = move.leaves
        assert rule.known_outcome(after) is Outcome.P
        assert rule.known_value(after) == 0
        assert not labels(rule.moves_to(after, 0))


def golden_vectors() -> list[tuple[VectorGame, int, list[list[int]]]]:
    cases = golden("two_heap_rules")["cases"]
    rules = (VectorGame(map(tuple, case["vectors"]), map(tuple, case["rays"])) for case in cases)
    return [(rule, case["size"], case["table"]) for rule, case in zip(rules, cases, strict=True)]


@pytest.mark.parametrize(("rule", "size", "table"), golden_vectors(), ids=lambda x: getattr(x, "name", ""))
def test_vector_games_have_the_golden_values(rule: VectorGame, size: int, table: list[list[int]]) -> None:
    oracle = check_hooks(rule, product(range(size + 1), repeat=2))
    assert [[oracle.value((a, b)) for b in range(size + 1)] for a in range(size + 1)] == table


def test_wythoffs_game_is_a_vector_game() -> None:
    rule, wythoff = VectorGame(rays=[(1, 0), (0, 1), (1, 1)]), Wythoff()
    for position in product(range(9), repeat=2):
        assert list(rule.options(position)) == list(wythoff.options(position))


def test_a_vector_game_is_named_by_its_vectors_in_one_order() -> None:
    rule = VectorGame(steps=[(2, 2), (0, 1), (1, 0), (0, 1)], rays=[(1, 1)])
    assert rule.name == "vectors(steps={(1,0),(0,1),(2,2)}, rays={(1,1)})"
    assert rule == VectorGame({(1, 0), (0, 1), (2, 2)}, {(1, 1)})
    assert VectorGame(rays=[(1, 2)]).name == "vectors(rays={(1,2)})"
    assert labels(rule.moves((2, 3)))[:3] == ["take 1,0", "take 0,1", "take 2,2"]


def test_parallel_vectors_give_every_option_once() -> None:
    rule = VectorGame(steps=[(2, 2), (6, 6)], rays=[(1, 1), (2, 2), (0, 3)])
    check_hooks(rule, product(range(8), repeat=2))


def test_vector_games_play_on_three_heaps() -> None:
    check_hooks(VectorGame(steps=[(1, 1, 0), (0, 1, 1)], rays=[(1, 1, 1)]), product(range(4), repeat=3))
    with pytest.raises(PositionError, match="needs three heaps, found 2"):
        VectorGame(rays=[(1, 1, 1)]).read("3 5")


def test_heaps_are_exchanged_only_if_the_rule_is_symmetric() -> None:
    assert VectorGame(steps=[(1, 2), (2, 1)]).canonical((5, 3)) == (3, 5)
    assert VectorGame(steps=[(1, 2)]).canonical((5, 3)) == (5, 3)


def test_moves_of_huge_heaps_are_counted_without_listing_them() -> None:
    assert VectorGame(steps=[(2, 2)], rays=[(1, 0), (0, 1)]).count_moves((10**18, 10**30)) == 10**18 + 10**30 + 1
    assert Wythoff().count_moves((10**18, 3)) == 10**18 + 6


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([], "vectors: expected at least one step or ray"),
        ([(1, -1)], "vectors: expected whole numbers that are not negative, found (1, -1)"),
        ([(0, 0)], "vectors: the vector (0, 0) takes nothing"),
        ([(1, 0), (1, 0, 0)], "vectors: (1, 0) and (1, 0, 0) are of different lengths"),
        ([(1,)], "vectors: the vector (1,) needs entries for two or more heaps"),
    ],
)
def test_vectors_that_make_no_rule_are_refused(steps: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        VectorGame(steps)
    assert caught.value.message == message
