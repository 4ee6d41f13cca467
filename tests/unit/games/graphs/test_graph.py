from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks

from grundy.core import LoopyGame, Network, NotationError, Outcome, PositionError, Sum, scene_of
from grundy.games.graphs.directed import GraphGame
from grundy.games.graphs.files import arcs_of
from grundy.notation import read_game
from grundy.search import WholeSolver
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve
from grundy.workflows.solving import PartSolver

DAGS = golden("dags")["cases"]
SIX = "2>1 3>2 4>1 4>2 5>4 5>2 6>5 6>2"


def game_of(case: dict[str, Any]) -> GraphGame:
    vertices: list[tuple[str, str | None]] = [(str(v), None) for v in range(case["nodes"])]
    return GraphGame(arcs_of([*vertices, *((str(u), str(v)) for u, v in case["edges"])]))


@pytest.mark.parametrize("case", DAGS, ids=lambda case: f"{case['nodes']} vertices")
def test_golden_values_misere_outcomes_and_remoteness(case: dict[str, Any]) -> None:
    rule = game_of(case)
    oracle = check_hooks(rule, map(str, range(case["nodes"])))
    vertices = [str(v) for v in range(case["nodes"])]
    assert [oracle.value(v) for v in vertices] == case["grundy"]
    normal, misere = WholeSolver([rule], misere=False), WholeSolver([rule], misere=True)
    courses = [normal.solve([(0, v)]) for v in vertices]
    assert [course.value for course in courses] == case["grundy"]
    if "misere" in case:
        assert "".join(str(misere.solve([(0, v)]).outcome) for v in vertices) == case["misere"]
        assert [course.remoteness for course in courses] == case["remoteness"]
    assert all((course.remoteness % 2 == 0) == (course.outcome is Outcome.P) for course in courses)


def test_the_six_vertex_example_of_the_catalogue() -> None:
    ruleset, tokens = GraphGame().bind(f"{SIX} @ 1 2 3 4 5 6")
    oracle = Oracle(ruleset)
    assert [oracle.value(v) for v in tokens] == [0, 1, 0, 2, 0, 2]
    check_ruleset(ruleset, tokens)


def test_several_tokens_are_a_sum() -> None:
    solution = solve(f"graph: {SIX} @ 4 6 2")
    assert solution.value == 2 ^ 2 ^ 1
    assert [(move.part, move.move) for move in solution.winning_moves] == [(2, "to 1")]
    assert solution.leaves(solution.winning_moves[0]) == f"graph: {SIX} @ 4 6 1"


graphs = st.integers(2, 8).flatmap(
    lambda n: st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] > e[1]))
)


@given(graphs, st.lists(st.integers(0, 7), min_size=1, max_size=3))
def test_any_acyclic_graph_reads_back_and_its_tokens_are_a_sum(edges: set[tuple[int, int]], places: list[int]) -> None:
    names: list[tuple[str, str | None]] = [(f"v{i}", None) for i in range(8)]
    rule = GraphGame(arcs_of([*names, *((f"v{a}", f"v{b}") for a, b in edges)]))
    tokens = Sum.of(f"v{place}" for place in places)
    bound, found = GraphGame().bind(rule.show(tokens))
    assert (bound, found) == (rule, tokens)
    oracle = Oracle(rule)
    assert solve(f"graph: {rule.show(tokens)}").value == oracle.sum_value(tokens)
    assert solve(f"graph: {rule.show(tokens)}", misere=True).outcome is oracle.misere(tokens)


def test_a_graph_that_can_loop_has_no_value_and_an_outcome() -> None:
    rule, _ = GraphGame().bind("a>b b>c c>a c>d @ a")
    with pytest.raises(LoopyGame) as caught:
        PartSolver(rule).value("a")
    assert len(caught.value.cycle) == 3
    assert [solve(f"graph: a>b b>c c>a c>d @ {v}").outcome for v in "abcd"] == [
        Outcome.N,
        Outcome.P,
        Outcome.N,
        Outcome.P,
    ]
    assert solve("graph: a>b b>c c>a c>d x>d @ x").value == 1


def test_an_arc_given_twice_is_one_arc_and_a_lone_name_a_vertex() -> None:
    rule, tokens = GraphGame().bind("2>1 2>1 7 @ 7")
    assert rule.show(tokens) == "2>1 7 @ 7"
    assert list(rule.options("2")) == ["1"]
    assert scene_of(rule, "2") == Network(("2", "1", "7"), (("2", "1"),), ("2",), "arrows")


FILES = {
    "g.csv": "from,to\n2,1\n3,2\n4,1\n4,2\n",
    "g.json": '{"arcs": [[2, 1], [3, 2], [4, 1], [4, 2]]}',
    "h.json": '{"2": ["1"], "3": ["2"], "4": [1, 2], "1": []}',
    "g.dot": 'digraph g { 2 -> 1; 3 -> 2; node [shape=box]; 4 -> 1 [label="x"]; 4 -> 2 }',
}


@pytest.mark.parametrize("name", FILES)
def test_every_file_format_gives_the_same_game(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(FILES[name])
    rule = GraphGame(file=str(tmp_path / name))
    inline, _ = GraphGame().bind("2>1 3>2 4>1 4>2 @ 4")
    assert {v: set(ends) for v, ends in rule.arcs.items()} == {v: set(ends) for v, ends in inline.arcs.items()}
    game = read_game(f"graph({tmp_path / name}): 4 3")
    assert str(game) == f"graph({tmp_path / name}): 4 3"
    assert solve(game).value == 2


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("g.csv", "1,2,3\n", "line 1: expected from,to, found '1,2,3'"),
        ("g.json", "{", "expected JSON: "),
        ("g.json", "[[1]]", "expected an arc [from, to]"),
        ("g.dot", "graph { a -- b }", 'expected a "digraph"'),
        ("g.txt", "", "expected a .csv, .json or .dot file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(NotationError) as caught:
        GraphGame(file=str(tmp_path / name))
    assert caught.value.message.startswith(f"{tmp_path / name}: ")
    assert message in caught.value.message


def test_missing_files_and_vertices_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"cannot read .*: no such file"):
        GraphGame(file=str(tmp_path / "none.csv"))
    with pytest.raises(PositionError, match="expected a vertex of the graph, found '9'"):
        GraphGame({"1": ()}).check("9")
