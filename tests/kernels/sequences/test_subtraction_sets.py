"""Bitsets, layers and stamps give the values of the definition for sets of takes of every density."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.golden.reading import golden

from grundy.core import Budget, LimitReached, Limits
from grundy.sequences import plain_subtraction_values, subtraction
from grundy.sequences.subtraction import _layered, _stamped, p_positions, set_values

if TYPE_CHECKING:
    from grundy.sequences.subtraction import Values

PLAIN = Budget()


def random_sets() -> list[tuple[list[int], int]]:
    """Empty, sparse and dense sets, with last heaps on both sides of every edge of a word."""
    rng = random.Random(4)
    sets: list[tuple[list[int], int]] = [([], 0), ([], 200), ([1], 1), ([64], 128), ([63, 65], 127)]
    for density in (0.01, 0.1, 0.5, 0.9):
        for _ in range(40):
            stop = rng.choice([rng.randrange(400), *(64 * rng.randrange(1, 6) + step for step in (-1, 0, 1))])
            sets.append(([k for k in range(1, stop + 1) if rng.random() < density], stop))
    return sets


SETS = random_sets()


@pytest.mark.parametrize("block", [0, 10**9], ids=["sparse", "dense"])
def test_p_positions_are_the_heaps_of_value_0(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtraction, "BLOCK", block)
    for takes, stop in SETS:
        right = [n for n, value in enumerate(plain_subtraction_values(takes, stop, PLAIN)) if value == 0]
        assert p_positions(takes, stop).tolist() == right, (takes, stop)


def test_layers_and_stamps_agree_with_their_reference_implementation() -> None:
    for takes, stop in SETS:
        right = plain_subtraction_values(takes, stop, PLAIN)
        numbers = np.array(takes, np.int64)
        for known in (0, stop // 2, stop, stop + 1):
            assert joined(_layered(numbers, stop, PLAIN, known)) == right[known:], (takes, stop)
            assert joined(_stamped(numbers, stop, PLAIN, right[:known])) == right[known:], (takes, stop)


def joined(pieces: Iterable[Values]) -> list[int]:
    return [value for piece in pieces for value in piece.tolist()]


def test_work_in_many_pieces_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtraction, "WORK", 1)
    for takes, stop in SETS[::5]:
        right = plain_subtraction_values(takes, stop, PLAIN)
        numbers = np.array(takes, np.int64)
        assert joined(_layered(numbers, stop, PLAIN, 0)) == joined(_stamped(numbers, stop, PLAIN, [])) == right
        assert p_positions(takes, stop).tolist() == [n for n in range(stop + 1) if right[n] == 0]


def test_sparse_sets_are_stamped_and_dense_ones_layered(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []

    def noting(name: str) -> Callable[..., list[Values]]:
        return lambda *_: [*map(used.append, [name])] and []

    monkeypatch.setattr(subtraction, "_stamped", noting("stamped"))
    monkeypatch.setattr(subtraction, "_layered", noting("layered"))
    set_values((i * i for i in range(1, 1001)), 10**6, PLAIN)
    set_values(range(2, 10**5), 10**5, PLAIN)
    assert used == ["stamped", "layered"]


def test_square_nim_has_its_golden_values_and_p_positions() -> None:
    values = golden("heap_sequences")["square_nim"]["values"]
    squares = [i * i for i in range(1, 40)]
    assert set_values(squares, len(values) - 1, PLAIN).tolist() == values
    assert p_positions(squares, 200).tolist() == golden("classics")["square_nim"]["P_upto_200"]


def test_takes_beyond_the_last_heap_do_no_harm() -> None:
    assert set_values((1, 3, 10**30), 6, PLAIN).tolist() == [0, 1, 0, 1, 0, 1, 0]
    assert p_positions(iter((2, 10**30)), 5).tolist() == [0, 1, 4, 5]


@pytest.mark.parametrize("takes", [[1, 4, 9], range(2, 5001)], ids=["stamped", "layered"])
def test_a_limit_stops_the_work_with_the_first_values(takes: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subtraction, "WORK", 1 << 12)
    with pytest.raises(LimitReached) as caught:
        set_values(takes, 5000, Budget(Limits(positions=1500)))
    partial = caught.value.partial
    assert partial
    assert partial == plain_subtraction_values(list(takes), len(partial) - 1, PLAIN)
    with pytest.raises(LimitReached):
        p_positions(takes, 5000, Budget(Limits(positions=1)))
