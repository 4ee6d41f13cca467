"""The nim product: the multiplication of nimbers, for non-negative integers of any size.

Sources: J. H. Conway, "On Numbers and Games", 1976, chapter 6; H. W. Lenstra, "Nim multiplication", 1977.
"""

from __future__ import annotations

from functools import lru_cache

from .integers import whole
from .sums import mex

PLAIN_BITS = 32
"""Longer numbers are multiplied by `nim_tower`, which is faster for them."""


def nim_product(a: int, b: int) -> int:
    """Return the nim product of two non-negative integers.

    The non-negative integers below 2^(2^k) are a field under nim-sum and nim product. Sources: J. H. Conway, "On
    Numbers and Games", 1976, theorems 41 to 44; H. W. Lenstra, "Nim multiplication", 1977.

    Args:
        a: A non-negative integer of any size; 4096 bits take about 10 ms.
        b: Another non-negative integer.

    Returns:
        The nim product.

    Raises:
        InputError: If a factor is negative or not an integer.

    Example:
        >>> nim_product(2, 2), nim_product(4, 4), nim_product(16, 16)
        (3, 6, 24)
    """
    a, b = whole(a), whole(b)
    if (a | b) >> PLAIN_BITS:
        from .nim_tower import tower_product

        return tower_product(a, b)
    return plain_product(a, b)


def plain_product(a: int, b: int) -> int:
    """Return the nim product by recursion over the tower of fields, with Karatsuba's method.

    With the Fermat power F = 2^(2^k), a number is a = a1*F + a0, and the nim square of F is F ^ F/2. The cost is about
    3^k for numbers of 2^k bits.

    Args:
        a: A non-negative integer.
        b: Another non-negative integer.

    Returns:
        The nim product.
    """
    half = 1
    while (a | b) >> (2 * half):
        half *= 2
    return _product(a, b, half)


def _product(a: int, b: int, half: int) -> int:
    if a < 2 or b < 2:
        return a * b
    if half <= 2:
        return _small_product(a, b)
    low = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & low, b >> half, b & low
    deeper = half // 2
    c0 = _product(a0, b0, deeper)
    if not a1 and not b1:
        return c0
    c1 = _product(a1, b1, deeper)
    cross = _product(a0 ^ a1, b0 ^ b1, deeper) ^ c0
    return (cross << half) ^ c0 ^ _product(c1, 1 << (half - 1), deeper)


@lru_cache(maxsize=256)
def _small_product(a: int, b: int) -> int:
    """Multiply numbers below 16 by the definition: the mex of (x b) ^ (a y) ^ (x y) over x < a, y < b."""
    if a < 2 or b < 2:
        return a * b
    return mex(_small_product(x, b) ^ _small_product(a, y) ^ _small_product(x, y) for x in range(a) for y in range(b))
