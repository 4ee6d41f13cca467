from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import few
from tests.golden.reading import golden
from tests.unit.games.graphs.small_graphs import all_graphs, graph_from, random_graph

from grundy.core import Bits, InputError, Network, NotationError, Outcome, Sum, facet, nim_sum, read_code, scene_of
from grundy.games import make
from grundy.games.bits.neighbours import symmetries
from grundy.games.graphs.kayles import ArcKayles, NodeKayles
from grundy.games.graphs.undirected import InducedGame
from grundy.games.heaps.dawson import PERIODS, dawson_value
from grundy.notation import read_game
from grundy.sequences import code_values, rule_period
from grundy.testing import check_packed, check_ruleset
from grundy.workflows.library.solution import solve

GAMES: list[type[InducedGame]] = [NodeKayles, ArcKayles]
BOARDS, CASES = golden("boards"), golden("graph_games")
MIXED = [
    "0-1 1-2 2-0 2-3 3-4 4-2 4-5",
    "star(4)",
    "wheel(5)",
    "complete(2,3)",
    "grid(3x4)",
    "grid(2x5)",
    "cylinder(3x3)",
    "cube",
    "petersen",
]


def value_of(text: str) -> int | None:
    return solve(text).value


def text_of(case: dict[str, Any]) -> str:
    return " ".join([*map(str, range(case["n"])), *(f"{v}-{w}" for v, w in case["edges"])])


def test_the_published_values_of_families_of_graphs_in_arc_kayles() -> None:
    facts = BOARDS["arc_kayles"]
    assert [value_of(f"arc-kayles: complete({n})") for n in range(2, 8)] == facts["complete_from_2"]
    pairs = facts["complete_bipartite"]
    assert {size: value_of(f"arc-kayles: complete({size})") for size in pairs} == pairs
    assert [value_of(f"arc-kayles: cycle({n})") for n in range(3, 12)] == facts["cycles_from_3"]
    assert [value_of(f"arc-kayles: wheel({n})") for n in range(3, 8)] == facts["wheels_from_3"]
    assert value_of("arc-kayles: petersen") == facts["petersen"]


def test_the_columns_of_a_cylinder_are_rings_and_on_a_torus_the_rows_too() -> None:
    for name, upright, across in (("grid", 0, 0), ("cylinder", 1, 0), ("torus", 1, 1)):
        ruleset, _ = NodeKayles().bind(f"{name}(4x5)")
        assert isinstance(ruleset, NodeKayles)
        squares = [divmod(v, 5) for v in range(20)]
        for v, (row, column) in enumerate(squares):
            beside = {
                w
                for w, (r, c) in enumerate(squares)
                if (c == column and (abs(r - row) == 1 or (upright and abs(r - row) == 3)))
                or (r == row and (abs(c - column) == 1 or (across and abs(c - column) == 4)))
            }
            assert ruleset.graph.near[v] == sum(1 << w for w in beside)


@pytest.mark.parametrize("name", ["node_kayles", "arc_kayles"])
def test_values_and_all_winning_moves_on_graphs_solved_elsewhere(name: str) -> None:
    for case in CASES[name]:
        solution = solve(f"{name.replace('_', '-')}: {text_of(case)}")
        assert solution.value == case["value"]
        wins = [str(win) if isinstance(win, int) else f"{win[0]}-{win[1]}" for win in case["winning"]]
        assert sorted(move.move for move in solution.winning_moves) == sorted(f"take {win}" for win in wins)


def test_a_row_of_dawsons_chess_has_the_period_of_its_code() -> None:
    code = read_code("0.137")
    period = rule_period(code, 1000)
    assert period is not None
    assert (period.preperiod + 1, period.period) == PERIODS[2,]
    assert [dawson_value(n) for n in range(400)] == list(code_values(code, 399))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["path(6)", "cycle(6)", "complete(5)", "a-b b-c 10-a @ a b ; 10", *MIXED[:4]])
def test_every_promise_of_the_rules_holds(game: type[InducedGame], text: str) -> None:
    check_ruleset(*game().bind(text))


# What the packed rules merge.


def test_a_graph_is_packed_up_to_four_words() -> None:
    for size, words in ((15, 1), (63, 1), (65, 2), (64, 2), (126, 2), (252, 4), (253, None)):
        rule, (part,) = NodeKayles().bind(f"cycle({size})")
        packed = facet(rule, Bits).packed(part)
        assert (None if packed is None else packed.words) == words


def test_positions_that_a_symmetry_or_a_shift_makes_equal_are_merged() -> None:
    rule, (whole,) = NodeKayles().bind("grid(4x4)")
    packed = facet(rule, Bits).packed(whole)
    assert packed is not None
    angle = 0b11 | 1 << 4 | 1 << 8
    images = [angle, angle << 5, 1 << 3 | 1 << 7 | 0b11 << 10, 0b111 << 4 | 1]
    assert len({packed.canon_of(packed.pack(image)) for image in images}) == 1


def test_symmetries_are_those_of_the_named_graphs_and_never_too_many() -> None:
    sizes = {"path(5)": 2, "cycle(7)": 14, "grid(3x4)": 4, "grid(3x3)": 8, "cube": 48, "complete(4)": 24}
    for text, size in sizes.items():
        near = NodeKayles().bind(text)[0].graph.near
        found = symmetries(near)
        assert len(set(found)) == size
        for image in found:
            moved = [sum(1 << image[w] for w in range(len(near)) if near[v] >> w & 1) for v in range(len(near))]
            assert all(near[image[v]] == moved[v] for v in range(len(near)))
    petersen = NodeKayles().bind("petersen")[0].graph.near
    assert len(symmetries(petersen, 120)) == 120
    assert len(symmetries(petersen)) == 12


# The notation.


def test_a_move_is_called_by_its_vertex_or_edge_and_leaves_the_rest_of_the_graph() -> None:
    solution = solve("node-kayles: path(7)")
    assert [move.move for move in solution.winning_moves] == ["take 1", "take 3", "take 5"]
    assert solution.leaves(solution.winning_moves[1]) == "node-kayles: path(7) @ 0 1 ; 5 6"
    ended = solve("arc-kayles: b-a")
    assert [(move.move, ended.leaves(move)) for move in ended.winning_moves] == [("take b-a", "arc-kayles: b-a @ over")]
    assert solve("arc-kayles: b-a @ over").outcome is Outcome.P


def test_the_picture_shows_what_is_left() -> None:
    rule, parts = NodeKayles().bind("0-1 1-2 2-3 @ 1 2")
    assert scene_of(rule, parts[0]) == Network(("1", "2"), (("1", "2"), ("2", "1")), ())
    assert rule.brief(parts[0]) == "1 2"


FILES = {
    "g.csv": "from,to\na,b\nb,c\nc,d\n",
    "g.json": '{"edges": [["a", "b"], ["b", "c"], ["c", "d"]]}',
    "g.dot": 'graph g { a -- b -- c; node [shape=box]; c -- d [label="x"] }',
}


@pytest.mark.parametrize("name", FILES)
def test_every_file_format_gives_the_same_graph(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name])
    text = f"node-kayles({tmp_path / name}): all"
    assert str(read_game(text)) == text
    assert value_of(text) == value_of("node-kayles: path(4)")
    left = f"node-kayles({tmp_path / name}): a ; c d"
    assert str(read_game(left)) == left
    for summand in read_game(text).summands:
        check_ruleset(summand.ruleset, summand.parts)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("g.dot", "digraph { a -> b }", 'expected a "graph"'),
        ("g.csv", "a,a\n", "expected an edge between two different vertices, found a loop at a"),
        ("g.csv", "a-b,c\n", "expected names of vertices without hyphens"),
        ("g.csv", "all,c\n", "different from the words of the notation, found 'all'"),
    ],
)
def test_a_file_that_is_not_a_graph_is_named(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as caught:
        make("arc-kayles", file=str(tmp_path / name))
    assert caught.value.message.startswith(f"{tmp_path / name}: ")
    assert message in caught.value.message


def test_a_size_alone_is_refused_with_the_grid_that_was_meant() -> None:
    with pytest.raises(NotationError, match="expected a graph, found '3x5'") as caught:
        read_game("node-kayles: 3x5")
    assert caught.value.hint == "the grid of this size is grid(3x5)"
    assert read_game("node-kayles: grid(3x5)").count_moves() == 15
    assert read_game("node-kayles: 3x5-a").count_moves() == 2  # as the name of a vertex it is allowed


def test_files_are_not_read_from_untrusted_texts() -> None:
    with pytest.raises(NotationError, match="files are not allowed here"):
        read_game("node-kayles(g.csv): all", files=False)


graphs = st.integers(1, 7).flatmap(
    lambda n: st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] != e[1]))
)


@given(graphs, st.integers(1, 127))
def test_any_graph_and_what_is_left_of_it_read_back(edges: set[tuple[int, int]], left: int) -> None:
    rule = NodeKayles(graph=graph_from(7, list(edges)))
    parts = Sum.of(rule.graph.components(left))
    assert NodeKayles().bind(rule.show(parts)) == (rule, parts)
    assert str(read_game(f"node-kayles: {rule.show(parts)}")) == f"node-kayles: {rule.show(parts)}"
    assert solve(f"node-kayles: {rule.show(parts)}").value == nim_sum(
        value_of(f"node-kayles: {rule.show(Sum(p))}") or 0 for p in parts
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("largest", [4, pytest.param(5, marks=pytest.mark.nightly)])
def test_packed_rules_give_the_values_of_the_definition_on_all_small_graphs(
    game: type[InducedGame], largest: int
) -> None:
    rng = Random(1)
    graphs = [(size, edges) for size in range(2, largest + 1) for edges in all_graphs(size)]
    graphs += [(size, random_graph(rng, size, rng.random())) for size in (5, 7, 8, 9) for _ in range(3 * largest - 5)]
    for size, edges in graphs:
        rule = game(graph=graph_from(size, edges))
        for part in rule.start():
            if part & (part - 1):
                check_packed(rule, [part], machine=False)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", few(MIXED, *(text for text in MIXED if text not in {"petersen", "cube"})))
def test_packed_rules_give_the_values_of_the_definition_on_named_graphs(game: type[InducedGame], text: str) -> None:
    rule, (part,) = game().bind(text)
    check_packed(rule, [part], machine=False)
