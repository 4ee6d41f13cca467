from __future__ import annotations

import pytest
from tests.unit.games.boards.test_cram import RULE, full
from tests.unit.games.oracle import Oracle

from grundy.core import Outcome
from grundy.games.boards.fields import Field, field_of, lines_of
from grundy.testing import Bare, check_ruleset


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
