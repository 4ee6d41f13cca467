"""The editors change the text of a game: what they offer is read again, and undone by its opposite."""

from __future__ import annotations

from itertools import chain

import pytest

from grundy.core import PositionError
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy_web.pages.build_boards import boards, joined, of_rule, sizes, split_game, squares
from grundy_web.pages.build_view import Graph
from grundy_web.pages.editors import BOARDS
from grundy_web.pages.editors import GRAPHS as RULES

EXAMPLES = [CATALOGUE[name].example for name in boards()]
EXAMPLES += ["chomp: 4,4,2", "nimstring: .-/||./.-/|||/--", "cram: ..#/.#.", "maze: ..#/.#@"]
GRAPHS = ["graph: 2>1 3>2 4 @ 3", "hackenbush: 0-1 1-2 1-3", "node-kayles: 0-1 1-2 3", "poset: a<c a<d b<d"]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_press_gives_a_board_that_is_read(text: str) -> None:
    for cell in chain.from_iterable(squares(text, "wall")):
        if cell.after:
            try:
                read_game(cell.after)
            except PositionError:  # marks that cannot come about, on the way to others
                assert text.startswith("tic-tac-toe")


@pytest.mark.parametrize("text", EXAMPLES)
def test_pressing_a_square_again_and_again_comes_back_to_the_same_board(text: str) -> None:
    same = joined(*split_game(text))
    for r, row in enumerate(squares(text, "wall")):
        for c, cell in enumerate(row):
            steps, now = 0, cell.after
            while now and now != same and steps < 4 and not text.startswith("chomp"):
                now, steps = squares(now, "wall")[r][c].after, steps + 1
            assert not cell.after or text.startswith("chomp") or now == same


def test_a_bite_takes_what_lies_beyond_and_a_square_comes_back_with_what_it_needs() -> None:
    assert squares("chomp: 3x4", "wall")[1][2].after == "chomp: 4,2,2"
    assert squares("chomp: 4,2,2", "wall")[2][3].after == "chomp: 4,4,4"
    assert squares("chomp: 3x4", "wall")[0][0].after == ""


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_other_size_is_read_and_one_more_is_undone_by_one_fewer(text: str) -> None:
    name, _ = split_game(text)
    for way in ("rows", "columns"):
        more = sizes(text)[f"{way}+"]
        assert bool(more) is (not BOARDS[name].fixed)
        if more:
            read_game(more)
            assert sizes(more)[f"{way}-"] == joined(*split_game(text))


@pytest.mark.parametrize("name", boards())
def test_a_board_changes_its_ruleset(name: str) -> None:
    for text in EXAMPLES:
        changed = of_rule(text, name)
        assert read_game(changed).part(0)[0].name == name
        assert BOARDS[split_game(changed)[0]] == BOARDS[name]


@pytest.mark.parametrize("text", GRAPHS)
@pytest.mark.parametrize("name", RULES)
def test_a_graph_changes_its_ruleset_and_every_change_of_it_is_read(text: str, name: str) -> None:
    graph = Graph(Graph(text).of_rule(name))
    changes = [graph.with_arc("7", "8"), graph.with_arc("9", ""), *map(graph.without_arc, graph.arcs)]
    changes += [graph.with_token(graph.arcs[0].split(graph.joint)[1])] if graph.token else []
    for change in changes:
        try:
            assert read_game(change).part(0)[0].name == name
        except PositionError:  # a bush whose edges no longer reach the ground
            assert name == "hackenbush"
