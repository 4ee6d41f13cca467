from __future__ import annotations

import pytest
from tests.unit.search.test_deep_twin import PLAIN

from grundy.core import FunctionRuleset
from grundy.search import ProofNumbersSolver


@pytest.mark.parametrize("method", PLAIN)
def test_a_game_five_thousand_positions_deep_needs_no_recursion(method: type[ProofNumbersSolver]) -> None:
    chain = FunctionRuleset(lambda n: [n - 1] if n else [], "chain")
    assert method(chain).value([5001]) == 1
    assert not method(chain).has_value([2000], 1)
