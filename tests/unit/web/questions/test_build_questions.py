"""Values of the places of an arena: agreement with positions of the game."""

from __future__ import annotations

import pytest

from grundy.core import PositionError
from grundy.notation import read_game
from grundy.workflows import solve
from grundy_web.questions.build_questions import arena_diagram, place_values


def test_a_square_is_worth_what_the_maze_is_with_the_figure_there() -> None:
    rows = ["..#.", ".#..", "...."]
    for r, row in enumerate(place_values(read_game("maze: ..#./.#../...@"))):
        for c, value in enumerate(row):
            if rows[r][c] == "#":
                assert value is None
                continue
            placed = [line[:c] + "@" + line[c + 1 :] if i == r else line for i, line in enumerate(rows)]
            assert value == solve(f"maze: {'/'.join(placed)}").value


def test_vertices_of_a_graph_with_a_cycle_have_outcomes_and_only_some_have_values() -> None:
    nodes = {node.text: node for node in arena_diagram(read_game("graph: a>b b>a b>c c>d @ a")).nodes}
    assert str(nodes["a"].outcome) == str(solve("graph: a>b b>a b>c c>d @ a").outcome)
    assert (nodes["d"].value, str(nodes["d"].outcome)) == (0, "P")


def test_a_game_on_no_grid_and_on_no_graph_is_refused() -> None:
    for ask in (place_values, arena_diagram):
        with pytest.raises(PositionError):
            ask(read_game("nim: 3"))
        with pytest.raises(PositionError, match="expected a game of one component"):
            ask(read_game("nim: 3 4"))
