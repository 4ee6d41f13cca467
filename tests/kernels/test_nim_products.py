from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import grundy
from grundy.core import InputError
from grundy.core.nimbers import plain_product
from grundy.kernels.lookup import Lookup, host_lookup
from grundy.kernels.nim_products import block_length, nim_product_kernel
from grundy.workflows.library.nim_algebra import CHUNK, multiplication_table, nim_products

Words = NDArray[np.uint64]
rng = np.random.default_rng(20)


def words(count: int, bits: int = 64) -> Words:
    return rng.integers(0, 2**bits, count, dtype=np.uint64)


def plain(a: Words, b: Words) -> list[int]:
    return [plain_product(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]


def called(kernel: Callable[..., int], way: Lookup, a: Words, b: Words) -> Words:
    products = np.empty(len(a), np.uint64)
    kernel(a.ctypes.data, b.ctypes.data, products.ctypes.data, len(a) // block_length(way))
    return products


@pytest.mark.parametrize("way", ["host", "avx2", "portable"])
def test_the_kernel_is_the_plain_product_on_every_way(way: str) -> None:
    chosen: Lookup = host_lookup() if way == "host" else "avx2" if way == "avx2" else "portable"
    if way == "avx2" and host_lookup() == "portable":
        pytest.skip("this processor has no AVX2")
    kernel = nim_product_kernel(chosen)
    a, b = words(2 * block_length(chosen)), words(2 * block_length(chosen))
    assert called(kernel, chosen, a, b).tolist() == plain(a, b)


@pytest.mark.parametrize("bits", [1, 2, 4, 8, 16, 32, 64])
def test_products_stay_in_their_field(bits: int) -> None:
    a, b = words(700, bits), words(700, bits)
    found = nim_products(a, b)
    assert found.tolist() == plain(a, b)
    assert bits == 64 or int(found.max()) < 1 << bits


@pytest.mark.parametrize("length", [0, 1, 255, 256, 511, 512, 513, 1025])
def test_arrays_of_any_length_are_multiplied(length: int) -> None:
    a, b = words(length), words(length)
    assert nim_products(a, b).tolist() == plain(a, b)


@pytest.mark.nightly
def test_the_axioms_of_a_field_hold_for_a_million_random_numbers() -> None:
    a, b, c = words(CHUNK + 77), words(CHUNK + 77), words(CHUNK + 77)
    ab = nim_products(a, b)
    assert np.array_equal(ab, nim_products(b, a))
    assert np.array_equal(nim_products(ab, c), nim_products(a, nim_products(b, c)))
    assert np.array_equal(nim_products(a, b ^ c), ab ^ nim_products(a, c))
    assert np.array_equal(nim_products(a, np.uint64(1)), a)
    assert not nim_products(a, 0).any()
    assert np.array_equal((ab == 0), (a == 0) | (b == 0))


def test_powers_of_two_and_the_ends_of_the_range_are_multiplied() -> None:
    edge = np.array([0, 1, *(1 << i for i in range(64)), 2**64 - 1], np.uint64)
    table = nim_products(edge[:, None], edge[None, :])
    assert table.shape == (67, 67)
    assert [row.tolist() for row in table] == [[plain_product(a, b) for b in edge.tolist()] for a in edge.tolist()]


def test_shapes_combine_and_strides_do_not_matter() -> None:
    a = words(24).reshape(2, 3, 4)
    assert np.array_equal(nim_products(a, a[0, 0]), nim_products(a, np.broadcast_to(a[0, 0], a.shape)))
    assert np.array_equal(nim_products(a[:, ::-1, ::2], 7), nim_products(a, 7)[:, ::-1, ::2])
    assert nim_products(6, 7).item() == grundy.nim_product(6, 7)
    assert grundy.nim_products is nim_products


def test_the_factors_are_left_as_they_are() -> None:
    a, b = words(600), words(600)
    before = a.copy(), b.copy()
    nim_products(a, b)
    assert np.array_equal(a, before[0])
    assert np.array_equal(b, before[1])


@pytest.mark.parametrize("wrong", [[-1], [0.5], ["2"], [True], [1 << 64]])
def test_an_invalid_unsigned_word_is_refused(wrong: list[object]) -> None:
    with pytest.raises(InputError, match=r"expected whole numbers from 0 to 2\^64 - 1"):
        nim_products(wrong, [1])  # type: ignore[arg-type]


def test_shapes_that_do_not_combine_are_refused() -> None:
    with pytest.raises(InputError, match="nim products of arrays"):
        nim_products([1, 2], [1, 2, 3])


def test_the_multiplication_table_is_the_plain_products() -> None:
    assert multiplication_table(20) == [[plain_product(a, b) for b in range(20)] for a in range(20)]
    for size in (0, 257):
        with pytest.raises(InputError, match="expected a table of 1 to 256 rows"):
            multiplication_table(size)


def test_numbers_above_2_to_the_63_may_be_in_lists_and_masks_are_refused() -> None:
    assert nim_products([2**63, 1, 2**64 - 1], [1, 1, 1]).tolist() == [2**63, 1, 2**64 - 1]
    with pytest.raises(InputError, match="found an array with a mask"):
        nim_products(np.ma.masked_array([1, 2], [True, False]), [1, 1])
    with pytest.raises(InputError, match="found an array of"):
        nim_products([2**64, 1], [1, 1])
