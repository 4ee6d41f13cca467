"""Halving agrees with its definition and with its theorem."""

from __future__ import annotations

from grundy_halving import Halving

import grundy
from grundy.testing import check_ruleset


def test_every_method_agrees_with_the_options() -> None:
    check_ruleset(Halving(), range(40))


def test_the_game_is_found_by_its_name() -> None:
    assert grundy.solve("halving: 15").outcome == "P"
    assert str(grundy.solve("halving: 20").winning_moves[0].move) == "take 5"


def test_a_heap_is_a_p_position_exactly_for_one_less_than_a_power_of_2() -> None:
    values = grundy.game("halving").values(1000)
    assert [heap for heap in range(1001) if values[heap] == 0] == [2**k - 1 for k in range(10)]
