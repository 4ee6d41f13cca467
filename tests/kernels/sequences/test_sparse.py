"""The sparse space gives the same values as the definition, whatever the mask."""

from __future__ import annotations

import random

import numpy as np
import pytest

from grundy.core import Budget, LimitReached, Limits, read_code
from grundy.kernels.heaps.calls import sparse_kernel
from grundy.sequences import code_values, plain_code_values, rule_period
from grundy.sequences import sparse as sparse_module
from grundy.sequences.digits import splits_of
from grundy.sequences.periods import _proved_repeat
from grundy.sequences.sparse import MOST_VALUES, Mask, best_mask, sparse_pieces

CODES = ["0.77", "0.16", "0.45", "0.6", "0.106", "0.644", "0.156", "0.376", "0.165"]


def random_digits(rng: random.Random) -> tuple[int, ...]:
    digits = [rng.choice([0, 0, 4]), *(rng.randrange(8) for _ in range(rng.randrange(1, 5)))]
    digits[rng.randrange(1, len(digits))] |= 4
    return tuple(digits)


def through_the_kernel(digits: tuple[int, ...], stop: int, seed: int, mask: Mask) -> list[int]:
    values = np.zeros(stop + 1, np.uint16)
    values[:seed] = plain_code_values(digits, seed - 1, Budget())
    rares, own = np.zeros(stop + 1, np.int64), np.zeros(stop + 1, np.uint16)
    found = mask.rares(values[:seed])
    rares[: len(found)], own[: len(found)] = found, values[found]
    numbers = np.array(digits, np.int64), np.array(splits_of(digits), np.int64)
    memory = np.zeros(MOST_VALUES, np.uint32), np.zeros(MOST_VALUES, np.int64)
    count = sparse_kernel(*numbers, values, seed, mask.kinds(), mask.flag, mask.tau, rares, own, len(found), *memory)
    assert list(rares[:count]) == list(mask.rares(values))
    return list(map(int, values))


def test_the_kernel_agrees_with_the_definition_on_random_codes_for_good_and_bad_masks() -> None:
    rng = random.Random(7)
    for _ in range(150):
        digits = random_digits(rng)
        plain = plain_code_values(digits, 300, Budget())
        splits = [t for t, digit in enumerate(digits) if digit & 4]
        one_parity = len({t % 2 for t in splits}) == 1
        masks = [best_mask(np.array(plain[:64], np.uint16), splits)]
        masks += [Mask(rng.randrange(1, MOST_VALUES), 0, splits[0]) for _ in range(2)]
        masks += [Mask(rng.randrange(1, MOST_VALUES), 1, splits[0])] * one_parity
        for mask in masks:
            assert through_the_kernel(digits, 300, 20, mask) == plain, (digits, mask)


@pytest.mark.parametrize("text", CODES)
def test_long_runs_through_the_sparse_space_equal_the_reference(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code = read_code(text)
    digits = code.plain
    assert digits is not None
    monkeypatch.setattr(sparse_module, "PIECE", 1000)
    seed = np.array(code_values(code, 2047), np.uint16)
    found = np.concatenate([seed, *sparse_pieces(digits, seed, 12_000, Budget())])
    assert found.tolist() == code_values(code, 12_000)


def test_a_code_without_a_useful_mask_is_left_to_other_methods() -> None:
    code = read_code("0.007")
    seed = np.array(code_values(code, 16_383), np.uint16)
    assert not [*sparse_pieces((0, 0, 0, 7), seed, 20_000, Budget())]


def test_a_limit_stops_a_long_run() -> None:
    seed = np.array(code_values(read_code("0.16"), 4095), np.uint16)
    with pytest.raises(LimitReached, match="the limit of 50000 positions"):
        list(sparse_pieces((0, 1, 6), seed, 10**6, Budget(Limits(positions=50_000))))


@pytest.mark.parametrize(
    ("text", "preperiod", "period"),
    [
        ("0.165", 5181, 1550),
        ("0.127", 46578, 4),
        ("0.16", 105351, 149459),
        ("0.56", 326640, 144),
        pytest.param("4.416", 294097, 44, marks=pytest.mark.nightly),
    ],
)
def test_long_published_periods_are_proved(text: str, preperiod: int, period: int) -> None:
    found = rule_period(read_code(text), 2_000_000)
    assert found is not None
    assert (found.preperiod, found.period) == (preperiod, period)
    assert found.checked_to >= 2 * (preperiod + period)


def test_one_flipped_value_in_the_window_refuses_the_proof() -> None:
    digits, n0, p = (0, 7, 7), 71, 12
    values = np.array(plain_code_values(digits, 2000, Budget()), np.uint16)
    values = values[: 2 * n0 + 2 * p + 600]

    def reach(start: int, period: int) -> int:
        return 2 * start + period + 2

    assert _proved_repeat(values, reach, 1) == (n0, p)
    for heap in (n0, n0 + 1, n0 + p):
        wrong = values.copy()
        wrong[heap] ^= 1
        found = _proved_repeat(wrong, reach, 1)
        assert found is None or found[0] > n0


def test_values_shorter_than_the_window_prove_nothing() -> None:
    values = np.array(plain_code_values((0, 7, 7), 700, Budget()), np.uint16)
    assert _proved_repeat(values, lambda n0, p: 2 * n0 + p + 2, 1) == (71, 12)
    assert _proved_repeat(values, lambda n0, p: 2 * n0 + p + 2 + 10_000, 1) is None
