from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.search.naive import values_of

from grundy.core import FunctionRuleset, Sum, as_sum
from grundy.search import heap_values

STOP = 40


pieces = st.one_of(st.integers(0, STOP - 1), st.lists(st.integers(0, STOP - 1), max_size=3).map(Sum.of))


rules = st.lists(st.lists(pieces, max_size=6), min_size=STOP, max_size=STOP)


def cut(options: list[list[Any]]) -> list[list[Any]]:
    """Only options whose parts are smaller heaps."""
    return [[o for o in row if all(part < n for part in as_sum(o))] for n, row in enumerate(options)]


@pytest.mark.nightly
@settings(max_examples=examples(60))
@given(rules)
def test_values_agree_with_naive_recursion_for_random_rules(options: list[list[Any]]) -> None:
    downward = cut(options)
    value = values_of(lambda n: [tuple(as_sum(option)) for option in downward[n]])
    assert heap_values(FunctionRuleset(downward.__getitem__), STOP - 1) == [value(n) for n in range(STOP)]
