from __future__ import annotations

import numpy as np
import pytest

from grundy.core import Budget, Limits
from grundy.notation import read_ruleset
from grundy.workflows.computing.raster import sequence_begun
from grundy.workflows.computing.values import heap_values


@pytest.mark.parametrize("text", ["kayles", "take {1, 3, 4}", "take squares", "0.137", "nim", "grundy"])
@pytest.mark.parametrize("stop", [0, 7, 1200])
def test_a_sequence_is_the_values_of_its_heaps(text: str, stop: int) -> None:
    ruleset = read_ruleset(text)
    values, limit = sequence_begun(ruleset, stop, misere=False, budget=Budget())
    assert limit is None
    assert values.tolist() == heap_values(ruleset, stop)


@pytest.mark.parametrize(("text", "misere"), [("0.007", False), ("kayles", True), ("take k where n % k == 0", False)])
def test_results_before_a_limit_are_kept_and_continued(text: str, misere: bool) -> None:
    ruleset = read_ruleset(text)
    stop = 12 if misere else 3000
    whole = np.array(heap_values(ruleset, stop, misere=misere))
    few = 30 if misere else 1500
    begun, limit = sequence_begun(ruleset, stop, misere=misere, budget=Budget(Limits(positions=few)))
    assert limit is not None
    assert 0 < len(begun) <= stop
    assert begun.tolist() == whole[: len(begun)].tolist()
    again, limit = sequence_begun(ruleset, stop, misere=misere, budget=Budget(), known=begun)
    assert limit is None
    assert again.tolist() == whole.tolist()
