"""How many examples a property is tried with that needs more of them than others, or whose examples take long."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from hypothesis import settings

from grundy.notation import read_game
from grundy.workflows.playing.match import Match

SEED = "NIGHTLY_SEED"
"""The variable of the environment with the seed of the night."""


def examples(most: int) -> int:
    """Return so many with `--hypothesis-profile long`, and a third of them, thirty at least, without."""
    return most if settings().max_examples > 30 else max(30, most // 3)


def few(cases: Iterable[Any], *kept: Any) -> list[Any]:
    """Mark all cases of a parameter `nightly` but those that are kept."""
    found = [case if isinstance(case, tuple) else (case,) for case in cases]
    always = [case if isinstance(case, tuple) else (case,) for case in kept]
    assert all(case in found for case in always), kept
    return [pytest.param(*case, marks=[pytest.mark.nightly] * (case not in always)) for case in found]


def played(game: str, *moves: str, misere: bool = False) -> Match:
    """Return a match after moves in words."""
    match = Match(read_game(game), misere)
    for move in moves:
        match.play(match.find(move))
    return match


def in_turn(cases: Iterable[Any]) -> list[Any]:
    """Pair cases with normal and misere play; each is kept in one of them, in turn, and nightly in the other."""
    found = list(cases)
    return few(product(found, (False, True)), *((case, place % 2 > 0) for place, case in enumerate(found)))


def first_seed() -> int:
    """Return where random cases begin: another place each night, 0 unless `tests.nightly` runs."""
    return int(os.environ.get(SEED, "0"))
