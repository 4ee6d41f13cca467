from __future__ import annotations

from random import Random

import pytest
from tests.unit.games.boards.test_nimstring_bits import RULE, VALUES, full

from grundy.core import LOONY, nim_sum
from grundy.games.boards.boxes import Grid, line_count
from grundy.search import EntailedSolver, grundy_values
from grundy.testing import WordsRuleset, check_packed


@pytest.mark.parametrize(
    ("rows", "columns", "step"), [(1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 3, 5), (3, 1, 5), (2, 2, 17)]
)
def test_a_grid_is_loony_or_has_the_value_of_the_packed_rule(rows: int, columns: int, step: int) -> None:
    solver = EntailedSolver(RULE)
    for free in range(0, 1 << line_count(rows, columns), step):
        value, packed = solver.value(Grid(rows, columns, free)), RULE.packed(Grid(rows, columns, free))
        assert (value is LOONY) is (packed is None)
        if packed is not None:
            check_packed(RULE, [Grid(rows, columns, free)], machine=False)


@pytest.mark.nightly
def test_the_packed_rule_gives_the_published_values_and_every_value_below() -> None:
    solver, rng = EntailedSolver(RULE), Random(3)
    for size in ("2x2", "2x3"):
        grid = full(*map(int, size.split("x")))
        packed = RULE.packed(grid)
        assert packed is not None
        start = packed.split_of(packed.pack(grid))
        values = grundy_values(WordsRuleset("words", packed), start)
        assert nim_sum(map(values.__getitem__, start)) == VALUES[size]
        for words in rng.sample(sorted(values), 60):
            assert solver.value(packed.unpack(words)) == values[words]
