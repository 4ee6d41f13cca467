from __future__ import annotations

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, check_hooks, labels

from grundy.core import Board, Heaps, PositionError, Ring, Sum, scene_of
from grundy.games.heaps.dawson import PERIODS, row_value
from grundy.games.heaps.rings import CircularKayles

RULE = CircularKayles()


def test_every_hook_agrees_with_the_definition() -> None:
    pins = [(shape, n) for shape in ("ring", "row") for n in range(40)]
    oracle = check_hooks(RULE, pins)
    assert all(RULE.known_value(position) == oracle.value(position) for position in pins)


def test_the_period_is_proved_by_the_guy_smith_theorem() -> None:
    """g(n + 12) == g(n) for 71 <= n < 2 * 71 + 12 + 2 settles it for ever."""
    oracle, (preperiod, period) = Oracle(RULE), PERIODS[1, 2]
    values = [oracle.value(("row", n)) for n in range(2 * preperiod + 2 * period + 2)]
    assert all(values[n + period] == values[n] for n in range(preperiod, 2 * preperiod + period + 2))
    assert values == [row_value(n, 1, 2) for n in range(len(values))]
    assert (values[70], values[82]) == (6, 2)
    assert max(values) == 8


def test_a_ring_of_three_or_more_pins_is_lost_for_the_player_to_move() -> None:
    assert [RULE.known_value(("ring", n)) for n in range(5)] == [0, 1, 2, 0, 0]
    assert all(RULE.known_value(("ring", n)) == 0 for n in range(3, 300))
    assert RULE.known_value(("ring", 10**1000)) == 0


def test_a_ring_opens_into_a_row() -> None:
    moves = list(RULE.moves(("ring", 7)))
    assert [(move.label, RULE.show(move.leaves)) for move in moves] == [("knock 1", "r6"), ("knock 2", "r5")]
    assert labels(RULE.moves(("row", 4))) == ["knock 1", "knock 1 leave 1+2", "knock 2", "knock 2 leave 1+1"]
    assert labels(RULE.moves_to(("ring", 2), 0)) == ["knock 2"]
    assert labels(RULE.moves_to(("ring", 10**18), 0)) == []
    assert RULE.moves_to(("row", 5), 0) is None


def test_the_golden_values_of_kayles_are_those_of_rows() -> None:
    values = golden("heap_sequences")["octal"]["0.77 Kayles"]["values"]
    assert values == [row_value(n, 1, 2) for n in range(len(values))]


def test_rings_and_rows_are_read_side_by_side() -> None:
    assert RULE.read("7 r5, 0") == Sum(("ring", 7), ("row", 5), ("ring", 0))
    assert RULE.show(Sum(("ring", 7), ("row", 5))) == "7 r5"
    assert RULE.show(Sum()) == "r0"
    assert RULE.count_moves(("row", 10**18)) == 10**18
    assert RULE.count_moves(("ring", 10**18)) == 2


def test_pins_are_drawn() -> None:
    assert scene_of(RULE, ("row", 3)) == Board(("III",))
    assert scene_of(RULE, ("ring", 7)) == Ring(7)
    assert scene_of(RULE, ("ring", 1000)) == Heaps((1000,), ("ring",))
    assert scene_of(RULE, ("row", 10**18)) == Heaps((10**18,), ("row",))


def test_an_invalid_position_is_refused() -> None:
    with pytest.raises(
        PositionError, match=r"circular-kayles: expected a ring or a row with its pins, found \('heap', 3\)"
    ):
        RULE.check(("heap", 3))
    with pytest.raises(PositionError, match="circular-kayles: expected a number of pins, found -1"):
        RULE.check(("row", -1))
