from __future__ import annotations

from itertools import product
from random import Random

import pytest
from tests.golden.reading import golden

from grundy.core import LOONY, Board, EntailedPosition, Outcome, Sum, scene_of
from grundy.games.boards.boxes import Grid, line_count, pieces
from grundy.games.boards.nimstring import Nimstring
from grundy.search import EntailedSolver, WholeSolver, sum_of_values
from grundy.workflows.library.solution import solve

RULE = Nimstring()


def grid_of(text: str) -> Grid:
    found = RULE.read(text)[0]
    assert isinstance(found, Grid)
    return found


@pytest.mark.nightly
def test_the_grid_of_3x3_boxes_has_value_2() -> None:
    assert solve("nimstring: 3x3").value == 2


def test_values_decide_sums_of_grids_as_brute_force_over_whole_positions_does() -> None:
    theory, whole = EntailedSolver(RULE), WholeSolver([RULE], misere=False)
    grids = [Grid(1, 1, free) for free in range(16)] + [Grid(1, 2, free) for free in range(0, 128, 9)]
    for pair in product(grids, grids[::3]):
        value = sum_of_values(map(theory.value, pair))
        outcome = whole.solve((0, grid) for grid in pair).outcome
        assert outcome is Outcome.wins(value is LOONY or value != 0)


def test_a_chain_that_can_be_handed_out_or_taken_is_loony() -> None:
    assert EntailedSolver(RULE).value(grid_of("--/|../--")) is LOONY
    assert EntailedSolver(RULE).value(grid_of("---/|..|/---")) == 0
    found = solve("nimstring: --/|../-- + nim: 7")
    assert (found.outcome, found.value) == (Outcome.N, None)
    assert [move.move for move in found.winning_moves] == ["row 2 line 2"]
    assert [move.move for move in solve("nimstring: --/|../--").winning_moves] == ["row 2 line 3"]


def test_whoever_completes_a_box_draws_again() -> None:
    moves = {move.label: move.leaves[0] for move in RULE.moves(grid_of("-./||./-."))}
    assert moves["row 1 line 2"] == grid_of("--/||./-.")
    text = RULE.show(RULE.read("-/|./-"))
    done = next(iter(RULE.moves(grid_of(text)))).leaves
    assert RULE.show(done) == "-/||/- !"
    assert [move.label for move in RULE.moves(done[0])] == ["pass"]


def test_a_move_is_called_by_its_place_in_the_text() -> None:
    for move in RULE.moves(grid_of("-./..|/..")):
        row, line = (int(word) for word in move.label.split()[1::2])
        part = move.leaves[0]
        after = RULE.show(Sum(part.position if isinstance(part, EntailedPosition) else part)).split("/")
        assert after[row - 1][line - 1] in "-|"
        assert ("-.", "..|", "..")[row - 1][line - 1] == "."


def test_the_pieces_of_a_grid_hold_all_its_lines() -> None:
    rng = Random(4)
    for _ in range(200):
        grid = Grid(3, 4, rng.getrandbits(31) & rng.getrandbits(31))
        assert sum(piece.free.bit_count() for piece in pieces(grid)) == grid.free.bit_count()
    assert [RULE.show(Sum(piece)) for piece in pieces(grid_of("..-/.||./-.."))] == ["./.|/-", "./||/.", "-/|./."]


def test_the_picture_shows_dots_and_lines() -> None:
    assert scene_of(RULE, grid_of("-./|../.-")) == Board(("+-+.+", "| . .", "+.+-+"))


VALUES: dict[str, int] = golden("boards")["nimstring"]["start_values"]


@pytest.mark.parametrize("size", VALUES)
def test_the_value_of_a_grid_without_lines_is_the_published_one(size: str) -> None:
    assert solve(f"nimstring: {size}").value == VALUES[size]


@pytest.mark.nightly
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
