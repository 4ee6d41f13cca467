"""Measures nim products of random 64-bit numbers a second on one core, and the time of long numbers in Python.

    uv run python benchmarks/nim_products.py [numbers in an array, by default 1048576]

Leaves with 1 when arrays are multiplied at less than ten million a second. The reference implementation is
Karatsuba by recursion in Python, one pair after the other.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

import numpy as np

import grundy
from grundy.core.nim_tower import tower_product
from grundy.core.nimbers import plain_product
from grundy.drawing import columns
from grundy.kernels.lookup import host_lookup
from grundy.kernels.machine import FEATURES
from grundy.kernels.nim_products import block_length, nim_product_kernel

PROMISED = 10_000_000
PAIRS = 500


def main() -> int:
    """Measure and print both tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    rates = arrays(count)
    print(long_numbers())
    return int(rates < PROMISED)


def arrays(count: int) -> float:
    """Print the rates of arrays on every way of this processor; return the rate of `grundy.nim_products`."""
    rng = np.random.default_rng(20)
    a, b = (rng.integers(0, 2**64, count, dtype=np.uint64) for _ in range(2))
    assert grundy.nim_products(a[:PAIRS], b[:PAIRS]).tolist() == plain(a[:PAIRS].tolist(), b[:PAIRS].tolist())
    slow = PAIRS / seconds(lambda: plain(a[:PAIRS].tolist(), b[:PAIRS].tolist()), 5)
    rate = count / seconds(lambda: grundy.nim_products(a, b), 15)
    rows = [["grundy.nim_products", f"{rate / 1e6:.1f}", f"{rate / slow:,.0f}"]]
    ways = list(FEATURES)
    for way in ways[ways.index(host_lookup()) :]:
        kernel, products, blocks = nim_product_kernel(way), np.empty_like(a), count // block_length(way)
        pointers = (a.ctypes.data, b.ctypes.data, products.ctypes.data, blocks)
        bare = count / seconds(lambda kernel=kernel, pointers=pointers: kernel(*pointers), 15)  # type: ignore[misc]
        rows.append([f"kernel, {way}", f"{bare / 1e6:.1f}", f"{bare / slow:,.0f}"])
    rows.append(["reference", f"{slow / 1e6:.4f}", "1"])
    print(columns(rows, ["64-bit numbers", "M products/s of CPU time", "relative to the reference"]))
    return rate


def long_numbers() -> str:
    """Return the times of single products of long numbers."""
    rng = random.Random(20)
    rows = []
    for bits in (64, 256, 1024, 4096):
        a, b = rng.getrandbits(bits) | 1 << (bits - 1), rng.getrandbits(bits)
        assert tower_product(a, b) == plain_product(a, b)
        jobs = [lambda f=f, a=a, b=b: f(a, b) for f in (tower_product, plain_product)]
        fast, slow = (seconds(job, 5) for job in jobs)
        inverse = seconds(lambda a=a: grundy.nim_inverse(a), 5)  # type: ignore[misc]
        rows.append([bits, *(f"{1000 * t:.2f}" for t in (fast, slow)), f"{slow / fast:.1f}", f"{1000 * inverse:.2f}"])
    return columns(rows, ["bits", "product, ms", "reference, ms", "ratio", "inverse, ms"])


def plain(a: list[int], b: list[int]) -> list[int]:
    """Return the products by the reference implementation."""
    return [plain_product(x, y) for x, y in zip(a, b, strict=True)]


def seconds(job: Callable[[], object], times: int) -> float:
    """Return the median CPU seconds of a job, after one call that is not counted."""
    job()
    found = []
    for _ in range(times):
        start = process_time()
        job()
        found.append(process_time() - start)
    return median(found)


if __name__ == "__main__":
    sys.exit(main())
