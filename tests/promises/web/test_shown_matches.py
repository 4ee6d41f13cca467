"""The page of play shows recorded matches as before: figures, what pressing pieces does, moves, history and hints."""

from __future__ import annotations

import pytest
from tests.shown_matches import differing, recorded


def test_some_recorded_matches_are_shown_as_before() -> None:
    assert not differing(recorded()[::10])


@pytest.mark.nightly
def test_all_recorded_matches_are_shown_as_before() -> None:
    assert not differing(recorded())


def test_recorded_matches_are_many_of_many_games() -> None:
    assert len({row.g for row in recorded()}) >= 60
