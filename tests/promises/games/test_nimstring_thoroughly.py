from __future__ import annotations

from random import Random

import pytest
from tests.golden.reading import golden
from tests.unit.games.boards.test_nimstring import RULE

from grundy.core import Sum
from grundy.games.boards.boxes import Grid, line_count
from grundy.search import EntailedSolver
from grundy.workflows.library.solution import solve

VALUES: dict[str, int] = golden("boards")["nimstring"]["start_values"]


@pytest.mark.parametrize("size", VALUES)
def test_the_value_of_a_grid_without_lines_is_the_published_one(size: str) -> None:
    assert solve(f"nimstring: {size}").value == VALUES[size]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)])
def test_completing_boxes_that_cost_nothing_changes_no_value_on_any_small_grid(rows: int, columns: int) -> None:
    theory, plain = EntailedSolver(RULE), EntailedSolver(RULE, theory=False)
    for free in range(1 << line_count(rows, columns)):
        grid = Grid(rows, columns, free)
        assert theory.value(grid) == plain.value(grid), RULE.show(Sum(grid))


@pytest.mark.nightly
def test_completing_boxes_that_cost_nothing_changes_no_value_on_drawn_grids_of_2x3_boxes() -> None:
    theory, plain, rng = EntailedSolver(RULE), EntailedSolver(RULE, theory=False), Random(5)
    for _ in range(30):
        free = sum(1 << line for line in rng.sample(range(17), 10))
        assert theory.value(Grid(2, 3, free)) == plain.value(Grid(2, 3, free))
