from __future__ import annotations

from random import Random

import pytest
from tests.golden.reading import golden

from grundy.core import LOONY, EntailedPosition, nim_sum
from grundy.games.boards.boxes import Grid, least_image, line_count, line_images
from grundy.games.boards.nimstring import Nimstring
from grundy.search import EntailedSolver, grundy_values
from grundy.testing import WordsRuleset, check_packed
from grundy.workflows.library.solution import solve

RULE = Nimstring()
VALUES: dict[str, int] = golden("boards")["nimstring"]["start_values"]


def full(rows: int, columns: int) -> Grid:
    return Grid(rows, columns, (1 << line_count(rows, columns)) - 1)


def test_pieces_that_turn_or_move_into_each_other_are_merged_and_the_rim_stays_the_rim() -> None:
    packed = RULE.packed(full(3, 3))
    assert packed is not None
    inside = {packed.canon_of((1 << line,)) for line in (3, 6, 13, 14, 17)}
    rim = {packed.canon_of((1 << line,)) for line in (0, 1, 12, 16, 23)}
    assert len(inside) == len(rim) == 1
    assert inside != rim


def test_every_symmetry_of_a_grid_moves_its_lines_as_the_least_image_does() -> None:
    for rows, columns in ((2, 2), (2, 3), (1, 3)):
        for image in line_images(rows, columns):
            for free in range(0, 1 << line_count(rows, columns), 97):
                moved = sum(1 << image[line] for line in range(len(image)) if free >> line & 1)
                assert least_image(Grid(rows, columns, moved)) == least_image(Grid(rows, columns, free))


def test_a_completed_box_a_loony_grid_and_a_grid_of_more_than_63_lines_are_not_packed() -> None:
    assert RULE.packed(full(5, 5)) is not None
    assert RULE.packed(full(5, 6)) is None
    assert RULE.packed(EntailedPosition(Grid(1, 1, 0), "pass")) is None
    assert RULE.packed(RULE.read("---/|.../---")[0]) is None


def test_dots_and_boxes_is_nimstring_by_another_name() -> None:
    assert solve("dots-and-boxes: 2x2").value == solve("nimstring: 2x2").value == VALUES["2x2"]
    assert str(solve("dots-and-boxes: 1x2").game) == "dots-and-boxes: 1x2"


@pytest.mark.nightly
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
