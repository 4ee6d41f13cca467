from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.promises.core.test_expressions_thoroughly import CONDITIONS
from tests.unit.core.test_expressions import NUMBERS

from grundy.core.evaluation import compile_node
from grundy.core.expressions import Node
from grundy.workflows.claims.columns import Column, Unsafe, evaluated


@pytest.mark.nightly
@settings(max_examples=examples(120))
@given(NUMBERS | CONDITIONS, st.integers(0, 100), st.integers(1, 60))
def test_columns_hold_what_the_expression_gives_at_every_position(node: Node, start: int, size: int) -> None:
    import numpy as np

    columns = {
        "n": Column(np.arange(start, start + 5)[:, None], start, start + 4),
        "k": Column(np.arange(size)[None, :], 0, size - 1),
    }
    evaluate = compile_node(node, ("n", "k"))
    try:
        found = evaluated(node, columns)
    except Unsafe:
        return
    assert found.shape == (5, size)
    for i, j in product(range(5), range(size)):
        assert int(found[i, j]) == int(evaluate((start + i, j)))
