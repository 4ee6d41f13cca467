from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle

from grundy.core import Board, Outcome, Sum, read_code, scene_of
from grundy.games.bits.masks import members
from grundy.games.bits.turns import turns
from grundy.games.boards.cram import Cram, without_twins
from grundy.games.boards.fields import Field, field_of, least_image, lines_of, regions, trimmed
from grundy.games.graphs.kayles import ArcKayles
from grundy.games.heaps.dawson import path_value
from grundy.notation import read_game
from grundy.sequences import code_values
from grundy.testing import Bare, check_packed, check_ruleset
from grundy.workflows.library.solution import solve

RULE = Cram()
GOLDEN = golden("boards")


def full(rows: int, columns: int) -> Field:
    return Field(rows, columns, (1 << rows * columns) - 1)


fields = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda size: st.builds(Field, st.just(size[0]), st.just(size[1]), st.integers(0, (1 << size[0] * size[1]) - 1))
)


@pytest.mark.parametrize("size", ["1x5", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4"])
def test_the_misere_outcome_of_an_empty_board_is_the_published_one(size: str) -> None:
    assert str(solve(f"cram: {size}", misere=True).outcome) == GOLDEN["cram_misere"]["outcomes"][size]


def test_one_row_is_the_game_0_07() -> None:
    assert [RULE.known_value(full(1, n)) for n in range(1, 31)] == GOLDEN["cram_1xn"]["values"][1:]
    assert list(map(path_value, range(401))) == list(code_values(read_code("0.07"), 400))
    assert solve("cram: 1x12 + cram: 1x12").value == 0


@pytest.mark.parametrize(("rows", "columns"), [(6, 2), (4, 3)])
def test_bitboard_components_split_more_often_than_regions_and_play_the_same(rows: int, columns: int) -> None:
    bare, more, smaller = Oracle(Bare(RULE)), 0, 0
    packed = RULE.packed(full(rows, columns))
    assert packed is not None
    for free in range(1, 1 << rows * columns):
        field = Field(rows, columns, free)
        parts = [packed.unpack(words) for words in packed.split_of((free,))]
        whole = [*regions(field)]
        if len(whole) != 1 or (len(parts) == 1 and parts[0].free.bit_count() >= without_twins(field).bit_count()):
            continue
        more += len(parts) > 1
        smaller += len(parts) == 1
        assert bare.value(field) == reduce(xor, map(bare.value, parts)), lines_of(field)
        if free % 7 == 0:
            assert bare.misere(Sum(field)) is bare.misere(Sum.of(parts)), lines_of(field)
    assert more > 50
    assert smaller > 0 or columns == 2


@given(fields)
def test_what_turning_and_reflecting_make_of_a_board_has_one_canonical_board(field: Field) -> None:
    lines = lines_of(field)
    turned = field_of(tuple(line[::-1] for line in lines[::-1]))
    transposed = field_of(tuple(map("".join, zip(*lines, strict=True))))
    framed = field_of(("#" * (field.columns + 1), *(f"#{line}" for line in lines)))
    assert least_image(field) == least_image(turned) == least_image(transposed) == least_image(framed)
    assert least_image(least_image(field)) == least_image(field)


@given(fields)
def test_words_are_turned_as_boards_are(field: Field) -> None:
    columns, rows = sorted((field.rows, field.columns))
    if field.rows < field.columns:
        field = field_of(tuple(map("".join, zip(*lines_of(field), strict=True))))
    least = turns(rows, columns).least
    other = least_image(field)
    found = trimmed(Field(rows, columns, least(field.free)))
    assert least_image(found) == other
    assert least(least(field.free)) == least(field.free)
    for image in (field_of(lines_of(field)[::-1]), field_of(tuple(line[::-1] for line in lines_of(field)))):
        assert least(image.free) == least(field.free)
    assert found.rows >= found.columns


@pytest.mark.parametrize(
    "lines", ["3x4", "5x2", "1x9", "...#/.#../..#.", pytest.param("3x3", marks=pytest.mark.nightly)]
)
def test_the_packed_rule_has_the_values_of_the_definition(lines: str) -> None:
    start = RULE.read(lines)[0]
    check_packed(RULE, [start], machine=False)


def test_a_region_packs_where_it_is_on_a_large_board_and_more_than_252_cells_do_not() -> None:
    far = Field(60, 60, full(2, 3).free << 1000)
    packed = RULE.packed(far)
    assert packed is not None
    assert least_image(packed.unpack(packed.pack(far))) == least_image(far)
    assert RULE.packed(full(11, 23)) is None
    assert RULE.packed(full(14, 18)) is not None


def test_cram_is_arc_kayles_on_the_grid() -> None:
    for rows, columns in ((2, 3), (3, 3), (3, 4)):
        game, parts = ArcKayles().bind(f"grid({rows}x{columns})")
        assert Oracle(RULE).value(full(rows, columns)) == Oracle(game).sum_value(parts)


def test_moves_are_called_by_their_first_cell_and_leave_regions_on_the_same_board() -> None:
    moves = {move.label: RULE.show(move.leaves) for move in RULE.moves(field_of((".....",)))}
    assert moves == {
        "row 1 column 1 across": "##...",
        "row 1 column 2 across": "###..",
        "row 1 column 3 across": "..###",
        "row 1 column 4 across": "...##",
    }
    assert [move.label for move in RULE.moves(field_of((".#", "..")))] == [
        "row 1 column 1 down",
        "row 2 column 1 across",
    ]
    assert [RULE.show(move.leaves) for move in RULE.moves(full(1, 2))] == ["over"]


def test_texts_and_pictures() -> None:
    assert str(read_game("cram: ..#/...; 2x3 + nim: 1")) == "cram: ..#/...; 2x3 + nim: 1"
    assert scene_of(RULE, field_of(("..#", "..."))) == Board(("..#", "..."))
    assert RULE.bind("over")[1] == Sum()
    assert [members(region) for region in regions(field_of((".#..", ".#.#", "#.##")))] == [[0, 4], [2, 3, 6]]


@pytest.mark.nightly
def test_every_region_of_four_by_four_cells_has_the_value_of_the_definition() -> None:
    bare = Oracle(Bare(RULE))
    for free in range(1 << 16):
        field = Field(4, 4, free)
        assert RULE.known_value(field) in (None, bare.value(field))
        assert bare.value(RULE.canonical(field)) == bare.value(field)


@pytest.mark.nightly
def test_every_promise_of_the_rule_holds_on_every_region_of_three_by_three_cells_and_below_larger_boards() -> None:
    check_ruleset(RULE, [Field(3, 3, free) for free in range(1 << 9)])
    check_ruleset(RULE, [full(3, 4), full(2, 6), full(7, 1), field_of(("..#.", "....", ".#..", "...."))])


def test_a_region_that_a_half_turn_or_reflection_pairs_off_has_value_0_and_one_domino_in_the_middle_wins() -> None:
    bare = Oracle(Bare(RULE))
    zero = won = 0
    for rows, columns in ((2, 4), (3, 3), (2, 5), (3, 4)):
        for free in range(1 << rows * columns):
            field = Field(rows, columns, free)
            found = RULE.known_outcome(field)
            if found is not None:
                assert found is bare.outcome(field), lines_of(field)
                zero += found is Outcome.P
                won += found is Outcome.N
    assert zero > 100
    assert won > 100
    for size, outcome in (("6x8", Outcome.P), ("4x7", Outcome.N), ("12x14", Outcome.P), ("99x100", Outcome.N)):
        rows, columns = map(int, size.split("x"))
        assert RULE.known_outcome(full(rows, columns)) is outcome
    assert RULE.known_outcome(full(5, 5)) is None
