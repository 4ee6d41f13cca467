from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Board, Sum, scene_of
from grundy.games.boards.maze import Maze


@given(st.lists(st.text("..#", min_size=4, max_size=4), min_size=1, max_size=5), st.randoms())
def test_no_move_goes_through_a_wall_or_out_of_the_maze(rows: list[str], random: Any) -> None:
    rule = Maze(tuple(rows))
    floor = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."]
    if floor:
        row, column = random.choice(floor)
        for move in rule.moves((row, column)):
            way, steps = move.label.split()
            path = [(row - i, column) if way == "up" else (row, column - i) for i in range(1, int(steps) + 1)]
            assert all(square in floor for square in path)
            assert move.leaves == Sum(path[-1])
        assert scene_of(rule, (row, column)) == Board(tuple(rule.show(Sum((row, column))).split("/")))
