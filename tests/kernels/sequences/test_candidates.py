"""The candidate scan gives the values of the definition, for every code and on every kind of processor."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from grundy.core import Budget, LimitReached, Limits, read_code
from grundy.games.heaps.codes import lasker_value
from grundy.kernels.lookup import Lookup, host_lookup
from grundy.sequences import candidates, code_values, plain_code_values
from grundy.sequences.candidates import Values, candidate_pieces

WAYS: list[Lookup] = ["vbmi", "bw", "avx2", "portable"]
HERE = WAYS[WAYS.index(host_lookup()) :]
"""The ways that this processor has."""


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few splits as possible are stamped, so that short runs are scanned too."""
    monkeypatch.setattr(candidates, "STAMPED", 1)


def candidate_values(digits: tuple[int, ...], stop: int, budget: Budget, **known: Any) -> Values | None:
    """All values at once, or None where one does not fit."""
    first = np.asarray(known.pop("known", ())[: stop + 1], np.uint16)
    values = np.concatenate([first, *candidate_pieces(digits, stop, budget, first, **known)])
    return values if len(values) == stop + 1 else None


def random_digits(rng: random.Random) -> tuple[int, ...]:
    return (rng.choice([0, 0, 4]), *(rng.randrange(8) for _ in range(rng.randrange(1, 5))))


def scanned(digits: tuple[int, ...], stop: int, *, distinct: bool = False) -> list[int]:
    found = candidate_values(digits, stop, Budget(), distinct=distinct)
    assert found is not None
    values: list[int] = found.tolist()
    return values


@pytest.mark.usefixtures("eager")
def test_the_scan_agrees_with_its_reference_implementation_on_500_random_codes() -> None:
    rng = random.Random(1)
    for _ in range(500):
        digits = random_digits(rng)
        assert scanned(digits, 300) == plain_code_values(digits, 300, Budget()), digits


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("way", HERE)
def test_every_way_of_looking_up_gives_the_same_values(way: Lookup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "_way", lambda: way)
    rng = random.Random(2)
    for _ in range(60):
        digits = random_digits(rng)
        assert scanned(digits, 500) == plain_code_values(digits, 500, Budget()), digits
    code = read_code("0.007")
    assert scanned((0, 0, 0, 7), 12_000) == code_values(code, 12_000)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("text", ["4!.0", "4!.3", "0.7!", "4!.07!", "0.7!26!", "4!.7!7!", "0.004!"])
def test_splits_into_two_different_heaps_agree_with_the_definition(text: str) -> None:
    digits = tuple(int(digit) for digit in text.replace("!", "").replace(".", ""))
    assert scanned(digits, 400, distinct=True) == code_values(read_code(text), 400)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("way", HERE)
def test_values_beyond_one_window_of_wanted_values_are_found(way: Lookup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take any number up to 2200 or split is Lasker's nim so far, whose values are as large as the heaps."""
    monkeypatch.setattr(candidates, "_way", lambda: way)
    digits = (4, *[3] * 2200)
    assert scanned(digits, 2200) == [lasker_value(n) for n in range(2201)]


def test_pieces_follow_each_other_and_begin_after_the_known_values(monkeypatch: pytest.MonkeyPatch) -> None:
    right = plain_code_values((0, 0, 7), 500, Budget())
    monkeypatch.setattr(candidates, "PIECE", 64)
    for known in (0, 1, 63, 64, 65, 500, 501):
        pieces = list(candidate_pieces((0, 0, 7), 500, Budget(), right[:known]))
        assert np.concatenate([[], *pieces]).tolist() == right[known:]
        assert all(len(piece) <= 64 for piece in pieces)
    found = candidate_values((0, 0, 7), 20, Budget(), known=right)
    assert found is not None
    assert found.tolist() == right[:21]


@pytest.mark.parametrize("digits", [(0,), (4,), (0, 1), (0, 2), (0, 0, 0, 7)])
@pytest.mark.parametrize("stop", [0, 1, 2, 7])
def test_short_runs_and_codes_that_hardly_move_have_values_too(digits: tuple[int, ...], stop: int) -> None:
    assert scanned(digits, stop) == plain_code_values(digits, stop, Budget())


def test_values_that_do_not_fit_give_none_and_pieces_that_end_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "LARGEST", 64)
    digits = (0, *[3] * 100)
    assert candidate_values(digits, 100, Budget()) is None
    assert np.concatenate(list(candidate_pieces(digits, 100, Budget()))).tolist() == list(range(64))
    assert scanned(digits, 63) == list(range(64))


def test_a_limit_stops_the_scan_and_keeps_its_results() -> None:
    with pytest.raises(LimitReached) as caught:
        candidate_values((0, 0, 0, 7), 10**6, Budget(Limits(positions=3000)))
    found = caught.value.partial
    assert len(found) > 1000
    assert found == code_values(read_code("0.007"), len(found) - 1)
