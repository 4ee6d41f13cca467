from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.graphs.small_graphs import all_graphs, graph_from, random_graph
from tests.unit.games.oracle import Oracle

from grundy.core import Bits, Knowledge, Limits, Network, Outcome, Sum, facet, scene_of
from grundy.games.graphs.geography import Geography, Token, geography
from grundy.games.graphs.matching import inessential
from grundy.games.graphs.undirected import PlainGraph
from grundy.notation import read_game
from grundy.testing import check_packed, check_ruleset
from grundy.workflows.library.solution import solve

CASES = golden("graph_games")
UNDIRECTED = golden("boards")["undirected_vertex_geography"]


def start(graph: PlainGraph, token: int, *, edges: bool = False) -> Token:
    return token, (1 << len(graph.edges)) - 1 if edges else graph.whole ^ 1 << token


@pytest.mark.parametrize(
    ("key", "edges"), [("undirected_vertex_geography", False), ("undirected_edge_geography", True)]
)
def test_the_outcomes_of_graphs_solved_elsewhere(key: str, edges: bool) -> None:
    for case in CASES[key]:
        texts = [*map(str, range(case["n"])), *(f"{v}-{w}" for v, w in case["edges"])]
        name = "geography(edges=true)" if edges else "geography"
        found = [solve(f"{name}: {' '.join(texts)} @ {v}").outcome for v in range(case["n"])]
        assert "".join(map(str, found)) == case["outcome_by_start"]


@pytest.mark.parametrize(("text", "key"), [("path(5)", "path5"), ("grid(3x3)", "grid3x3")])
def test_the_next_player_wins_on_the_vertices_of_every_maximum_matching(text: str, key: str) -> None:
    wins = [solve(f"geography: {text} @ {v}").outcome is Outcome.N for v in range(len(UNDIRECTED[key]))]
    assert wins == UNDIRECTED[key]
    assert solve("geography: complete(5) @ 0").outcome is Outcome.P


def test_the_theorem_agrees_with_the_definition_on_every_graph_of_up_to_five_vertices() -> None:
    for size in range(1, 6):
        for edges in all_graphs(size):
            rule = Geography(graph_from(size, edges))
            oracle = Oracle(rule)
            for v in range(size):
                position = start(rule.graph, v)
                assert rule.known_outcome(position) is oracle.outcome(position)
                wins = [move for move in rule.moves(position) if oracle.value(move.leaves[0]) == 0]
                assert rule.moves_to(position, 0) == wins


def test_a_board_far_beyond_search_is_answered_with_all_winning_moves() -> None:
    rule, position = read_game("geography: grid(30x33) @ 200").part(0)
    assert facet(rule, Knowledge).known_outcome(position) is Outcome.N
    wins = facet(rule, Knowledge).moves_to(position, 0)
    assert wins
    assert {move.label for move in wins} <= {"to 167", "to 199", "to 201", "to 233"}
    assert all(facet(rule, Knowledge).known_outcome(move.leaves[0]) is Outcome.P for move in wins)
    solution = solve("geography: grid(8x9) @ 20", limits=Limits(positions=1000))
    assert solution.outcome is Outcome.N
    assert solution.winning_moves


TEXTS = [
    "geography: 0>1 1>2 2>0 0>3 3>1 @ 0",
    "geography: petersen @ 0 without 1 2",
    "geography: 0-1 1-2 2-0 2-3 @ 1 ; 3 without 0",
    "geography(edges=true): grid(2x3) @ 0",
    "geography(edges=true): 0>1 1>0 1>2 2>0 2>1 @ 0",
    "geography(edges=true): complete(4) @ 0 without 0-1",
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_promise_of_the_four_rules_holds(text: str) -> None:
    for summand in read_game(text).summands:
        check_ruleset(summand.ruleset, summand.parts)
        for position in summand.parts:
            check_packed(summand.ruleset, [position], machine=False)


def test_what_does_not_fit_into_a_word_is_not_packed() -> None:
    for text, fits in (("path(57)", True), ("path(58)", False), ("grid(8x8)", False)):
        rule, position = read_game(f"geography: {text} @ 1").part(0)
        assert (facet(rule, Bits).packed(position) is not None) is fits


graphs = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] != e[1]), max_size=12)


@given(graphs, st.booleans(), st.booleans(), st.integers(0, 6), st.integers(0, 4095))
def test_any_graph_with_its_tokens_reads_back(
    pairs: set[tuple[int, int]], directed: bool, edges: bool, token: int, left: int
) -> None:
    rule = Geography(graph_from(7, list(pairs), directed=directed and bool(pairs)), edges=edges)
    left &= (1 << len(rule.graph.edges)) - 1 if edges else rule.graph.whole & ~(1 << token)
    parts = Sum((token, left), start(rule.graph, 0, edges=edges))
    assert geography("true" if edges else "false").bind(rule.show(parts)) == (rule, parts)


def test_a_move_is_named_by_its_target_and_visited_vertices_follow_the_token() -> None:
    solution = solve("geography: 0>1 1>2 0>2 @ 0")
    assert [(move.move, solution.leaves(move)) for move in solution.winning_moves] == [
        ("to 2", "geography: 0>1 1>2 0>2 @ 2 without 0")
    ]
    edges = solve("geography(edges=true): b-a a-c @ b")
    assert edges.outcome is Outcome.P
    rule, position = read_game("geography(edges=true): b-a a-c @ b").part(0)
    assert [rule.show(move.leaves) for move in rule.moves(position)] == ["b-a a-c @ a without b-a"]


def test_the_picture_shows_the_token_and_what_is_left() -> None:
    rule, parts = geography().bind("0-1 1-2 2-0 @ 1 without 0")
    assert scene_of(rule, parts[0]) == Network(("1", "2"), (("1", "2"), ("2", "1")), ("1",))
    rule, parts = geography("true").bind("0>1 1>2 @ 1 without 0>1")
    assert scene_of(rule, parts[0]) == Network(("0", "1", "2"), (("1", "2"),), ("1",), "arrows")


def largest(near: tuple[int, ...], left: int) -> int:
    """The size of a maximum matching by trying all."""

    @cache
    def size(rest: int) -> int:
        if not rest:
            return 0
        v = rest.bit_length() - 1
        rest ^= 1 << v
        return max([size(rest), *(1 + size(rest ^ 1 << w) for w in range(v) if near[v] & rest & 1 << w)])

    return size(left)


@pytest.mark.nightly
def test_the_inessential_vertices_are_those_that_some_maximum_matching_misses() -> None:
    rng = Random(5)
    graphs = [(size, edges) for size in range(1, 7) for edges in all_graphs(size)]
    graphs += [
        (size, random_graph(rng, size, rng.choice([0.15, 0.3, 0.5]))) for size in range(7, 12) for _ in range(60)
    ]
    for size, edges in graphs:
        near, left = graph_from(size, edges).near, rng.choice([(1 << size) - 1, rng.getrandbits(size)])
        missed = [v for v in range(size) if left >> v & 1 and largest(near, left ^ 1 << v) == largest(near, left)]
        assert inessential(near, left) == sum(1 << v for v in missed), edges


@pytest.mark.nightly
def test_packed_rules_give_the_values_of_the_definition_on_random_graphs() -> None:
    rng = Random(2)
    for _ in range(80):
        directed, size = rng.random() < 0.5, rng.randint(2, 6)
        pairs = [(v, w) for v, w in combinations(range(size), 2)] + [(w, v) for v, w in combinations(range(size), 2)]
        kept = [(v, w) for v, w in pairs if rng.random() < 0.5 and (directed or v < w)][:10]
        for edges in (False, True):
            rule = Geography(graph_from(size, kept, directed=directed), edges=edges)
            position = start(rule.graph, 0, edges=edges)
            check_packed(rule, [position], machine=False)
