from __future__ import annotations

import pytest
from tests.cases import few
from tests.unit.misere.plain import heaps_below, sums_of_heaps
from tests.unit.misere.test_misere_quotients import CODES, SETS, quotient_of
from tests.unit.search.naive import wins_of

from grundy.notation import read_ruleset


@pytest.mark.parametrize("text", few(CODES + SETS, *(CODES + SETS)[::3]))
def test_a_partial_quotient_states_the_outcome_of_every_small_sum(text: str) -> None:
    ruleset, bound = read_ruleset(text), 7
    quotient = quotient_of(text, bound)
    wins = wins_of(heaps_below(ruleset), misere=True)
    for heaps in sums_of_heaps(bound, 3):
        assert (str(quotient.outcome(heaps)) == "N") == wins(heaps)
