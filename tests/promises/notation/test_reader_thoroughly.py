from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples

from grundy.core import Game, Sum, Summand
from grundy.games.boards.maze import Maze
from grundy.games.graphs.directed import GraphGame
from grundy.games.graphs.files import arcs_of
from grundy.notation import read_game, read_ruleset

CLAUSES = st.sampled_from(
    [
        "take 1..3",
        "take {1, 3, 4}",
        "take squares",
        "take all-but {2, 5}",
        "take powers(3)",
        "take k where n + 1 >= 2 * k",
        "take k where n % k == 0 or k == 1",
        "split",
        "split a, b where a != b and n > 3",
    ]
)


CODES = st.sampled_from(["0.77", "0.137", "4!.0", "4.[3]", "0.{2!,3}", "0.*", "0.3F"])


HEAPS = st.lists(st.integers(0, 10**20), min_size=1, max_size=4)


SMALL = st.lists(st.integers(0, 10**6), min_size=1, max_size=4)


@st.composite
def mazes(draw: st.DrawFn) -> Summand:
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    rows = [draw(st.text("..#", min_size=width, max_size=width)) for _ in range(height)]
    row, column = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    rows[row] = rows[row][:column] + "." + rows[row][column + 1 :]
    return Summand(Maze(tuple(rows)), Sum((row, column)))


@st.composite
def graphs(draw: st.DrawFn) -> Summand:
    names = draw(st.lists(st.from_regex("[A-Za-z0-9_]{1,3}", fullmatch=True), min_size=1, max_size=5, unique=True))
    vertex = st.sampled_from(names)
    pairs = draw(st.lists(st.tuples(vertex, vertex | st.none()), max_size=8))
    arcs = arcs_of([*pairs, *((name, None) for name in names)])
    return Summand(GraphGame(arcs), Sum.of(draw(st.lists(vertex, min_size=1, max_size=3))))


def summands() -> st.SearchStrategy[Summand]:
    def heaps(name: str, sizes: list[int]) -> Summand:
        return Summand(read_ruleset(name), Sum.of(sizes))

    clauses = st.lists(CLAUSES, min_size=1, max_size=3).map(" or ".join)
    named = st.sampled_from(["nim", "kayles", "nim(max=4)", "bash(min=2, max=5)", "lasker"])
    return st.one_of(st.builds(heaps, clauses, SMALL), st.builds(heaps, CODES | named, HEAPS), mazes(), graphs())


@settings(max_examples=examples(200))
@given(st.lists(summands(), min_size=1, max_size=4))
def test_every_game_reads_back_from_its_text(parts: list[Summand]) -> None:
    game = Game(*parts)
    assert read_game(str(game)) == game
