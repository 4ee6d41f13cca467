"""Codes: one bit of a value follows from its type, so it is left out and nothing is lost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.kernels.sequences.exact import digits_of, exact

from grundy.sequences.coding import BYTE_CODES, Coding, lanes_for
from grundy.sequences.digits import splits_of
from grundy.sequences.sparse import MOST_VALUES, Mask, best_mask

TOP = 2 * BYTE_CODES
VALUES = np.arange(TOP, dtype=np.uint16)
BITS = st.integers(1, MOST_VALUES - 1).filter(lambda bits: bits & (TOP - 1))
CODINGS = st.builds(lambda bits, flag, tau: Coding(Mask(bits, flag, tau)), BITS, st.integers(0, 1), st.integers(0, 9))
HEAPS = st.integers(0, 10**12)


def is_common(coding: Coding, value: int, heap: int) -> bool:
    bits, flag, tau = coding.mask
    return ((value & bits).bit_count() + flag * (heap - tau)) % 2 == 1


@given(CODINGS, st.integers(0, TOP - 1), st.integers(0, TOP - 1))
def test_leaving_the_bit_out_commutes_with_exclusive_or(coding: Coding, left: int, right: int) -> None:
    codes = coding.encode(VALUES)
    assert codes[left ^ right] == codes[left] ^ codes[right]
    assert codes[1 << coding.bit] == 0


@given(CODINGS, HEAPS)
def test_on_the_values_of_one_type_codes_differ_and_keep_the_order(coding: Coding, heap: int) -> None:
    for common in (True, False):
        values = [value for value in range(TOP) if is_common(coding, value, heap) == common]
        codes = coding.encode(np.array(values, np.uint16)).tolist()
        assert codes == list(range(BYTE_CODES))


@given(CODINGS, HEAPS, st.integers(0, 2**32))
def test_decoding_the_codes_of_common_heaps_gives_their_values(coding: Coding, heap: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for length in (0, 1, 50):
        values = rng.integers(0, TOP, length).astype(np.uint16)
        for at, value in enumerate(values.tolist()):
            if not is_common(coding, value, heap + at):
                values[at] = value ^ (1 << coding.bit)
        found = coding.decode(coding.encode(values), heap)
        assert found.dtype == np.uint16
        assert found.tolist() == values.tolist()


@given(CODINGS, HEAPS)
def test_the_value_of_a_code_is_the_one_of_common_type_that_has_it(coding: Coding, heap: int) -> None:
    codes = coding.encode(VALUES).tolist()
    for code in range(0, BYTE_CODES, 5):
        value = coding.value(code, heap)
        assert codes[value] == code
        assert is_common(coding, value, heap)
    assert [coding.common(heap + by) for by in (0, 1)] == [
        int(is_common(coding, 1 << coding.bit, heap + by)) for by in (0, 1)
    ]


@given(CODINGS, HEAPS, st.sampled_from([16, 32, 64]))
def test_a_code_needs_the_codes_of_all_smaller_values_of_rare_type(coding: Coding, heap: int, count: int) -> None:
    codes = coding.encode(VALUES).tolist()
    for code, need in enumerate(coding.needs(heap, count)):
        value = coding.value(code, heap)
        smaller = {codes[v] for v in range(value) if not is_common(coding, v, heap)}
        assert {at for at in range(need.bit_length()) if need >> at & 1} == smaller


@given(CODINGS, st.integers(0, 2**32))
def test_common_heaps_are_those_of_common_type_but_heap_0(coding: Coding, seed: int) -> None:
    values: NDArray[np.uint16] = np.random.default_rng(seed).integers(0, TOP, 40).astype(np.uint16)
    expected = [heap > 0 and is_common(coding, value, heap) for heap, value in enumerate(values.tolist())]
    assert coding.common_heaps(values).tolist() == expected


@pytest.mark.parametrize("text", ["0.106", "0.156", "0.454", "0.205"])
def test_a_common_heap_has_the_least_code_that_no_option_of_common_type_has(text: str) -> None:
    """The mex over values of common type is the mex over their codes."""
    digits, values = digits_of(text), exact(text, 1500)
    coding = Coding(best_mask(values, splits_of(digits)))
    common = coding.common_heaps(values)
    for heap in (common.nonzero()[0][-200:]).tolist():
        given_ = {int(values[heap - taken]) for taken, digit in enumerate(digits) if taken and digit & 2}
        for split in splits_of(digits):
            given_ |= {int(values[a] ^ values[heap - split - a]) for a in range(1, heap - split)}
        codes = {int(coding.encode(np.array([v], np.uint16))[0]) for v in given_ if is_common(coding, v, heap)}
        least = next(code for code in range(BYTE_CODES) if code not in codes)
        assert coding.value(least, heap) == values[heap]


def test_a_set_has_room_for_an_eighth_more_codes_than_the_largest_so_far() -> None:
    assert [lanes_for(top) for top in (0, 13, 14, 27, 28, 55, 56, 255)] == [16, 16, 32, 32, 64, 64, None, None]
    assert splits_of((4, 3, 0, 6, 7)) == [0, 3, 4]
