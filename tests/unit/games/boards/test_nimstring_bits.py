from __future__ import annotations

from tests.golden.reading import golden

from grundy.core import EntailedPosition
from grundy.games.boards.boxes import Grid, least_image, line_count, line_images
from grundy.games.boards.nimstring import Nimstring
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
