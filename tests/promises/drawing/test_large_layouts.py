from __future__ import annotations

import gc
import random
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pace import spent

from grundy.drawing import Diagram, DiagramNode, diagram_svg, layout


@pytest.mark.nightly
def test_a_long_chain_needs_no_recursion() -> None:
    found = layout([40.0] * 5000, list(pairwise(range(5000))))
    assert found.row == tuple(range(5000))


@pytest.mark.nightly
@settings(deadline=None, max_examples=1)
@given(st.integers(0, 10))
def test_2000_nodes_are_drawn_within_two_seconds(seed: int) -> None:
    chance = random.Random(seed)
    arcs = [(i, chance.randrange(i + 1, min(2000, i + 80))) for i in range(1999) for _ in range(3)]
    diagram = Diagram(tuple(DiagramNode(str(i), i % 4) for i in range(2000)), tuple(arcs))
    gc.collect()  # what other tests left behind is not drawn here
    assert any(seconds_of(diagram) < 2 for _ in range(3))


def seconds_of(diagram: Diagram) -> float:
    """Return the seconds in which a diagram is drawn."""
    before = time.process_time()
    diagram_svg(diagram)
    return spent(before)
