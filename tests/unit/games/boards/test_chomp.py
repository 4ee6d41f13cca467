from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks

from grundy.core import Board, Limits, Outcome, Sum, scene_of
from grundy.games.boards.chomp import Chomp, Rows, reflected
from grundy.notation import read_game
from grundy.testing import check_packed, check_ruleset
from grundy.workflows.library.solution import solve

RULE = Chomp()
GOLDEN = golden("boards")["chomp"]
bars = st.lists(st.integers(1, 7), min_size=1, max_size=6).map(lambda rows: tuple(sorted(rows, reverse=True)))


def test_the_lost_bars_of_three_rows_are_the_published_ones() -> None:
    oracle = Oracle(RULE)
    rows = [(a, b, c) for a in range(1, 7) for b in range(a + 1) for c in range(b + 1)]
    lost = [row for row in rows if oracle.value(tuple(length for length in row if length)) == 0]
    assert [[*row] for row in lost if row != (1, 0, 0)] == GOLDEN["P_positions_3_rows_(row lengths, longest first)"][1:]
    assert lost[0] == (1, 0, 0)


def test_the_value_of_a_rectangle_is_the_published_one() -> None:
    assert solve("chomp: 4x5").value == GOLDEN["root_value_excluding_the_losing_move"]["4x5"]


@pytest.mark.nightly
def test_the_value_of_seven_by_nine_squares_is_the_published_one() -> None:
    assert solve("chomp: 7x9").value == GOLDEN["root_value_excluding_the_losing_move"]["7x9"]


def test_every_promise_of_the_rule_holds_on_every_bar_in_four_by_five_squares() -> None:
    check_ruleset(RULE, [(5, 5, 5, 5), (2, 2, 2, 2, 2, 2), (9, 8), (7, 1, 1, 1)])
    check_hooks(RULE, [(a, b, c) for a in range(1, 5) for b in range(1, a + 1) for c in range(1, b + 1)])


def test_large_bars_are_decided_by_stealing_by_two_rows_and_by_their_arms() -> None:
    assert RULE.known_outcome((1000,) * 1000) is Outcome.N
    assert RULE.known_outcome((1,)) is Outcome.P
    assert RULE.known_outcome((1000, 999)) is RULE.known_outcome((2,) * 999 + (1,)) is Outcome.P
    assert RULE.known_outcome((1000, 998)) is Outcome.N
    assert RULE.known_value((1000, *[1] * 999)) == 0
    assert RULE.known_outcome((3, 3, 2)) is None
    few = Limits(positions=10)
    assert [move.move for move in solve("chomp: 2x40", limits=few).winning_moves] == ["row 2 column 40"]


@given(bars)
def test_a_bar_reflected_twice_is_itself(bar: Rows) -> None:
    assert reflected(reflected(bar)) == bar
    assert RULE.canonical(reflected(bar)) == RULE.canonical(bar) <= bar


@pytest.mark.parametrize("start", [(5, 5, 5), (3, 3, 3, 3), (4, 4, 2, 1, 1), (9,), (1, 1, 1), (2, 1)])
def test_the_packed_rule_has_the_values_of_the_definition(start: Rows) -> None:
    packed = RULE.packed(start)
    check_packed(RULE, [start], machine=False)
    assert packed is not None
    assert RULE.canonical(packed.unpack(packed.pack(start))) == RULE.canonical(start)


def test_diagrams_are_packed_up_to_twelve_rows_of_31() -> None:
    assert RULE.packed((31,) * 12) is not None
    assert RULE.packed((16,) * 13) is None


def test_moves_are_called_by_the_square_that_is_bitten() -> None:
    assert {move.label: RULE.show(move.leaves) for move in RULE.moves((3, 2))} == {
        "row 1 column 2": "2x1",
        "row 1 column 3": "2x2",
        "row 2 column 1": "1x3",
        "row 2 column 2": "3,1",
    }
    assert list(RULE.moves((1,))) == []


def test_texts_and_pictures() -> None:
    assert str(read_game("chomp: 4,4,2; 3,3,3 + nim: 1")) == "chomp: 4,4,2; 3x3 + nim: 1"
    assert scene_of(RULE, (4, 4, 2)) == Board(("X...", "....", ".."))
    assert RULE.read("3") == Sum((3,))
