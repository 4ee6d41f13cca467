from __future__ import annotations

from typing import Any

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle

from grundy.core import PositionError, Sum
from grundy.games.boards.maze import Maze
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

MAZES: dict[str, Any] = golden("mazes")
CASES = MAZES["cases"]


def text_of(case: dict[str, Any]) -> str:
    rule = Maze(tuple(case["rows"]))
    return rule.show(Sum((case["start"][0], case["start"][1])))


@pytest.mark.parametrize("case", CASES, ids=text_of)
def test_golden_tables_and_winning_moves(case: dict[str, Any]) -> None:
    rule = Maze(tuple(case["rows"]))
    floor = [(r, c) for r, row in enumerate(case["rows"]) for c, cell in enumerate(row) if cell == "."]
    oracle: Oracle[tuple[int, int]] = Oracle(rule)
    for r, row in enumerate(case["values"]):
        for c, value in enumerate(row):
            assert (value is None) == ((r, c) not in floor)
            if value is not None:
                assert oracle.value((r, c)) == value
    solution = solve(f"maze: {text_of(case)}")
    assert solution.value == case["start_value"]
    assert sorted(move.move for move in solution.winning_moves) == sorted(f"{w} {k}" for w, k in case["winning_moves"])
    check_ruleset(rule, floor)


def test_the_sum_of_the_three_mazes_has_five_winning_moves() -> None:
    """Errata 3: "maze 1 up 2" is one of five."""
    three = MAZES["sum_of_the_first_three"]
    solution = solve(" + ".join(f"maze: {text_of(case)}" for case in CASES[:3]))
    assert solution.value == three["value"] == 2
    wins = [[move.part, *move.move.split()] for move in solution.winning_moves]
    assert wins == [[part, way, str(steps)] for part, way, steps in three["winning_moves"]]
    assert len(wins) == 5


def test_moves_to_a_larger_value_exist_and_are_undone() -> None:
    rule = Maze(tuple(CASES[0]["rows"]))
    oracle: Oracle[tuple[int, int]] = Oracle(rule)
    values = {move.label: oracle.value(move.leaves[0]) for move in rule.moves((4, 4))}
    assert {v for v in values.values() if v > oracle.value((4, 4))} == {3, 4}
    for move in rule.moves((4, 4)):
        if oracle.value(move.leaves[0]) > 2:
            assert any(oracle.value(back.leaves[0]) == 2 for back in rule.moves(move.leaves[0]))


@pytest.mark.parametrize("square", [(0, 2), (5, 0), (-1, 0), (0, -1)])
def test_a_figure_on_a_wall_or_outside_is_refused(square: tuple[int, int]) -> None:
    with pytest.raises(PositionError, match="on a wall" if square == (0, 2) else "outside the maze"):
        Maze(("..#", "...")).check(square)
