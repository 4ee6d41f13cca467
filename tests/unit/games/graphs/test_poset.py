from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks

from grundy.core import InputError, Network, Outcome, PositionError, Sum, scene_of
from grundy.games.graphs.orders import Order
from grundy.games.graphs.poset import PosetGame
from grundy.notation import read_game
from grundy.testing import Bare, check_packed
from grundy.workflows.library.solution import solve

CASES = golden("graph_games")["poset"]
relations = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] < pair[1]))


def text_of(size: int, pairs: Any) -> str:
    return " ".join([*map(str, range(size)), *(f"{low}<{high}" for low, high in pairs)])


def bound(text: str) -> tuple[PosetGame, int]:
    rule, parts = PosetGame().bind(text)
    return rule, parts[0]


def chomp_text(rows: int, columns: int) -> str:
    """The squares of a bar without the poison, each below those right of and under it."""
    squares = [(r, c) for r in range(rows) for c in range(columns) if (r, c) != (0, 0)]
    pairs = [(a, b) for a in squares for b in squares if a != b and a[0] <= b[0] and a[1] <= b[1]]
    return " ".join(f"s{r}{c}<s{y}{x}" for (r, c), (y, x) in pairs)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['n']} elements")
def test_the_golden_values_and_winning_moves(case: dict[str, Any]) -> None:
    text = text_of(case["n"], case["relations"])
    solution = solve(f"poset: {text}")
    assert solution.value == case["value"]
    assert [move.move for move in solution.winning_moves] == [f"take {element}" for element in case["winning"]]
    rule, start = bound(text)
    check_packed(rule, [start], machine=False)


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (3, 4)])
def test_chomp_is_the_poset_game_of_its_squares_without_the_poison(rows: int, columns: int) -> None:
    order, bar = solve(f"poset: {chomp_text(rows, columns)}"), solve(f"chomp: {rows}x{columns}")
    assert order.value == bar.value
    named = [f"take s{int(m.move.split()[1]) - 1}{int(m.move.split()[3]) - 1}" for m in bar.winning_moves]
    assert sorted(move.move for move in order.winning_moves) == sorted(named)


def test_an_order_does_not_depend_on_the_relations_that_define_it() -> None:
    assert bound("b<c a<b a<c a<b") == bound("a<b<c")
    assert str(read_game("poset: b<c a<b a<c")) == "poset: a<b b<c"
    assert str(read_game("poset: v10 v2<v3")) == "poset: v10 v2<v3"
    assert bound("a<b")[0] != bound("b<a")[0]


@given(relations, st.integers(0, 5))
def test_what_is_left_is_written_as_it_is_read(pairs: set[tuple[int, int]], moves: int) -> None:
    rule, start = bound(text_of(7, pairs))
    parts = Sum(start)
    for _ in range(moves):
        if parts:
            parts = parts.replace(0, list(rule.moves(parts[0]))[moves % parts[0].bit_count()].leaves)
    assert PosetGame().bind(rule.show(parts)) == (rule, parts)


def test_moves_texts_and_pictures() -> None:
    rule, start = bound("a<c b<c c<d")
    assert {move.label: rule.show(move.leaves) for move in rule.moves(start)} == {
        "take a": "a<c b<c c<d @ b",
        "take b": "a<c b<c c<d @ a",
        "take c": "a<c b<c c<d @ a; b",
        "take d": "a<c b<c c<d @ a b c",
    }
    assert scene_of(rule, start) == Network(("a", "b", "c", "d"), (("a", "c"), ("b", "c"), ("c", "d")), (), "order")
    assert str(read_game("poset: a<b @ over")) == "poset: a<b @ over"
    assert str(read_game("poset: a<b @ all")) == "poset: a<b"
    assert str(read_game("poset: all over @ over")) == "poset: all over @ over"


def test_an_order_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("order.csv").write_text("from,to\na,c\nb,c\nc,d\n", encoding="utf-8")
    assert solve("poset(order.csv): all").value == solve("poset: a<c b<c c<d").value
    for text in (
        "poset(order.csv): all",
        "poset(order.csv): a b c",
        "poset(order.csv): a; b",
        "poset(order.csv): over",
    ):
        assert str(read_game(text)) == text
    Path("circle.csv").write_text("a,b\nb,a\n", encoding="utf-8")
    with pytest.raises(InputError, match="expected an order, found the circle a<b<a"):
        read_game("poset(circle.csv): all")


def test_the_packed_rule_needs_at_most_63_elements() -> None:
    rule, start = bound(chomp_text(3, 5))
    packed = rule.packed(start)
    assert packed is not None
    assert [packed.unpack(packed.pack(part)) for part in (start, 1, 3)] == [start, 1, 3]
    large, whole = bound(text_of(64, [(0, 1)]))
    assert large.packed(whole) is None
    assert large.packed(whole >> 1) is not None


def test_an_invalid_set_of_elements_is_refused() -> None:
    rule, _ = bound("a<b c")
    for position in (-1, 8, "a", True):
        with pytest.raises(PositionError, match="poset: expected elements of the order"):
            rule.check(position)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="at most 3000 elements"):
        Order({str(i): () for i in range(3001)})


@pytest.mark.nightly
@given(relations)
def test_theorems_parts_and_the_packed_rule_agree_with_the_definition_on_any_small_order(
    pairs: set[tuple[int, int]],
) -> None:
    rule, start = bound(text_of(5, ((a, b) for a, b in pairs if b < 5)))
    check_hooks(rule, [start])
    check_packed(rule, [start], machine=False)
    bare = Oracle(Bare(rule))
    assert rule.known_value(start) in (None, bare.value(start))
    assert rule.known_outcome(start) in (None, bare.outcome(start))


@pytest.mark.nightly
def test_a_greatest_element_makes_a_win_and_a_least_one_adds_1() -> None:
    rule, start = bound("a<b a<c b<d c<d")
    assert rule.known_outcome(start) is Outcome.N
    assert rule.known_value(start) is None
    forest, whole = bound("r<a<b r<c x<y")
    assert forest.known_value(whole) == Oracle(forest).value(whole) == (1 + (2 ^ 1)) ^ 2
    chain = "<".join(f"e{i}" for i in range(2000))
    assert solve(f"poset: {chain}").value == 2000
