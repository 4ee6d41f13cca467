from __future__ import annotations

import pytest
from tests.unit.search.test_deep_twin import FULL, PLAIN

from grundy.core import Budget, LimitReached, Limits
from grundy.games.boards.cram import Cram
from grundy.search import ProofNumbersSolver


@pytest.mark.parametrize("method", PLAIN)
def test_a_stopped_plain_search_keeps_its_proofs_and_continues(method: type[ProofNumbersSolver]) -> None:
    solver = method(Cram(), budget=Budget(Limits(positions=200)))
    with pytest.raises(LimitReached) as caught:
        solver.value([FULL])
    assert (caught.value.kind, caught.value.visited) == ("steps", 200)
    proved = sum(value is not None for value in solver.components.value)
    assert proved > 10
    assert solver.lower_bound(FULL) <= 2
    solver.budget = Budget()
    assert solver.value([FULL]) == 2
