from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples

from grundy.core import read_literals, show_literal

LEAVES = st.one_of(st.integers(), st.text(), st.binary())


POSITIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4).map(tuple), st.frozensets(inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.nightly
@settings(max_examples=examples(300))
@given(st.lists(POSITIONS, min_size=1, max_size=4))
def test_every_position_reads_back_from_its_text(positions: list[Any]) -> None:
    text = " ".join(map(show_literal, positions))
    found = read_literals(text)
    assert found == positions
    assert list(map(type, found)) == list(map(type, positions))


@pytest.mark.nightly
@given(st.lists(POSITIONS, min_size=1, max_size=4))
def test_a_text_of_positions_is_one_printable_line_that_never_joins_games(positions: list[Any]) -> None:
    text = ", ".join(map(show_literal, positions))
    assert text.isprintable()
    assert " + " not in text
    text.encode("utf-8")
