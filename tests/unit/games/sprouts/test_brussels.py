from __future__ import annotations

from functools import cache

import pytest

from grundy.core import Outcome, Sum, as_sum
from grundy.games.sprouts.brussels import Arms, BrusselsSprouts
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

RULE = BrusselsSprouts()


@cache
def lengths(region: Arms) -> frozenset[int]:
    """The lengths of all plays, one by one."""
    after = list(map(as_sum, RULE.options(region)))
    if not after:
        return frozenset({0})
    found = set()
    for leaves in after:
        totals = {1}
        for part in leaves:
            totals = {total + length for total in totals for length in lengths(part)}
        found |= totals
    return frozenset(found)


@pytest.mark.parametrize("crosses", [1, 2, 3])
def test_every_play_from_n_crosses_lasts_5n_minus_2_moves(crosses: int) -> None:
    assert lengths((4,) * crosses) == {5 * crosses - 2}


@pytest.mark.parametrize("region", [(1,), (3,), (1, 1), (2, 5), (1, 1, 4)])
def test_every_play_in_a_region_lasts_as_many_moves_as_arms_and_boundaries_less_two(region: Arms) -> None:
    assert lengths(region) == {sum(region) + len(region) - 2}


def test_a_line_that_returns_to_its_boundary_splits_arms_and_boundaries() -> None:
    found = {move.label: move.leaves for move in RULE.moves((4, 4))}
    assert found["join 4 4"] == Sum((8,))
    assert found["cut 4 leave 1. 3.4."] == Sum((3, 4))
    assert found["cut 4 leave 2. 2.4."] == Sum((2,), (2, 4))


def test_every_promise_of_the_rule_holds() -> None:
    check_ruleset(RULE, [(4, 4), (1, 2, 3)])


@pytest.mark.parametrize(("crosses", "misere"), [(n, m) for n in (1, 2, 7, 40) for m in (False, True)])
def test_an_odd_number_of_crosses_is_won_by_the_first_player_and_in_misere_play_an_even_one(
    crosses: int, misere: bool
) -> None:
    assert solve(f"brussels-sprouts: {crosses}", misere=misere).outcome is Outcome.wins((crosses % 2 == 1) != misere)


def test_a_move_shows_the_arms_it_leaves_even_for_a_whole_cross() -> None:
    assert [move.label for move in RULE.moves((5,))] == ["cut 5 leave 1. 4.", "cut 5 leave 2. 3."]
