from __future__ import annotations

from random import Random

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle

from grundy.core import Bits, Board, Knowledge, Outcome, RuleError, Sum, facet, nim_sum, scene_of
from grundy.games import make
from grundy.games.bits.masks import members
from grundy.games.boards.fields import Field, field_of
from grundy.games.boards.placement import PIECES, Placement, attacks
from grundy.testing import Bare, check_packed, check_ruleset
from grundy.workflows.library.solution import solve

VALUES: dict[str, list[int]] = golden("boards")["placement"]

each_piece = pytest.mark.parametrize("piece", PIECES)


def full(rows: int, columns: int) -> Field:
    return Field(rows, columns, (1 << rows * columns) - 1)


def attacked(piece: str, down: int, across: int) -> bool:
    """Whether a piece attacks a square so many rows and columns away, by the rules of chess."""
    straight, diagonal = (down == 0) != (across == 0), down == across > 0
    return {
        "queens": straight or diagonal,
        "kings": max(down, across) == 1,
        "knights": {down, across} == {1, 2},
        "bishops": diagonal,
    }[piece]


@each_piece
def test_the_value_of_an_empty_square_board_is_the_published_one(piece: str) -> None:
    for size, value in enumerate(VALUES[f"{piece}_from_1"], 1):
        assert solve(f"{piece}: {size}x{size}").value == value


@pytest.mark.parametrize(
    ("piece", "size", "value"), [("queens", 6, 1), ("knights", 4, 0), ("bishops", 4, 0), ("kings", 4, 0)]
)
def test_the_value_of_the_next_larger_board_is_the_published_one(piece: str, size: int, value: int) -> None:
    assert solve(f"{piece}: {size}x{size}").value == value


@each_piece
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (5, 4)])
def test_a_piece_attacks_as_in_chess(piece: str, rows: int, columns: int) -> None:
    for cell, mask in enumerate(attacks(piece, rows, columns)):
        row, column = divmod(cell, columns)
        right = [
            other
            for other in range(rows * columns)
            if other == cell or attacked(piece, abs(other // columns - row), abs(other % columns - column))
        ]
        assert members(mask) == right


@each_piece
def test_symmetry_decides_large_boards_as_the_definition_decides_small_ones(piece: str) -> None:
    rule = make(piece)
    bare = Oracle(Bare(rule))
    decided = 0
    for rows in range(1, 5):
        for columns in range(rows, 5):
            found = facet(rule, Knowledge).known_outcome(full(rows, columns))
            if found is not None and rows * columns < 16:
                decided += 1
                assert found is bare.outcome(full(rows, columns))
    assert decided > 3
    assert facet(rule, Knowledge).known_outcome(full(9, 9)) is Outcome.N


def test_even_boards_of_knights_and_bishops_are_lost_for_the_player_to_move() -> None:
    for piece in ("knights", "bishops"):
        assert solve(f"{piece}: 8x8").value == 0
        assert solve(f"{piece}: 20x7").value == 0


def test_the_two_colours_of_bishops_are_independent() -> None:
    rule = make("bishops")
    move = next(iter(rule.moves(full(4, 4))))
    assert move.label == "row 1 column 1"
    assert len(move.leaves) > 1
    oracle = Oracle(rule)
    white = field_of((".#.#", "#.#.", ".#.#", "#.#."))
    black = field_of(("#.#.", ".#.#", "#.#.", ".#.#"))
    assert oracle.value(full(4, 4)) == nim_sum([oracle.value(white), oracle.value(black)])


@pytest.mark.parametrize("piece", ["queens", "bishops"])
def test_boards_of_up_to_252_cells_are_packed(piece: str) -> None:
    rule = make(piece)
    for (rows, columns), words in {(7, 9): 1, (8, 8): 2, (14, 18): 4}.items():
        packed = facet(rule, Bits).packed(full(rows, columns))
        assert packed is not None
        assert packed.words == words
    assert facet(rule, Bits).packed(full(11, 23)) is None


def test_boards_are_drawn() -> None:
    assert scene_of(make("queens"), field_of(("..", "#."))) == Board(("..", "#."))
    assert make("kings").show(Sum()) == "over"


def test_a_piece_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RuleError, match="expected one of queens, kings, knights, bishops, found 'rooks'"):
        Placement("rooks")


@pytest.mark.nightly
@each_piece
def test_every_promise_of_the_rule_holds(piece: str) -> None:
    rng = Random(piece)
    rule = make(piece)
    check_ruleset(rule, [full(3, 3), full(2, 4), full(4, 4) if piece != "knights" else full(4, 3)])
    check_ruleset(rule, {Field(3, 4, rng.getrandbits(12)) for _ in range(20)})


@pytest.mark.nightly
@each_piece
@pytest.mark.parametrize("text", ["4x3", "4x4", "..#./..../#...", "1x5"])
def test_the_packed_rule_has_the_values_of_the_definition(piece: str, text: str) -> None:
    rule = make(piece)
    start = rule.read(text)[0]
    check_packed(rule, [start], machine=False)
