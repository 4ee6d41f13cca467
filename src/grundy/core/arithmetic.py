"""The number theory that rules speak of: primes, squares, powers, divisors.

Primality is exact below 3.3 * 10^24: so far Miller-Rabin to the first thirteen prime bases decides
(Sorenson and Webster, "Strong pseudoprimes to twelve prime bases", 2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def is_prime(n: int) -> bool:
    """Return whether n < 3.3 * 10^24 is a prime number.

    >>> [n for n in range(20) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    if n < 2:
        return False
    for p in _BASES:
        if n % p == 0:
            return n == p
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return not any(_is_witness(n, base, odd, twos) for base in _BASES)


def _is_witness(n: int, base: int, odd: int, twos: int) -> bool:
    x = pow(base, odd, n)
    if x in (1, n - 1):
        return False
    for _ in range(twos - 1):
        x = x * x % n
        if x == n - 1:
            return False
    return True


def is_square(n: int) -> bool:
    """Return whether n is the square of a whole number."""
    return n >= 0 and isqrt(n) ** 2 == n


def is_power(n: int, base: int) -> bool:
    """Return whether n is base^i for some i >= 0.

    >>> [n for n in range(30) if is_power(n, 3)]
    [1, 3, 9, 27]
    """
    if abs(base) < 2:
        return n in (1, base)
    while n and n % base == 0:
        n //= base
    return n == 1


def divisors(n: int) -> list[int]:
    """Return the divisors of n >= 1 in increasing order, by trial division up to the square root.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    small = [d for d in range(1, isqrt(n) + 1) if n % d == 0]
    return small + [n // d for d in reversed(small) if d * d != n]


def twos(n: int) -> int:
    """Return the 2-adic valuation of n >= 1: how often 2 divides it."""
    return (n & -n).bit_length() - 1


def valuation(n: int) -> int:
    """Return how often 2 divides n; raise `ValueError` for 0, which it divides without end."""
    if not n:
        raise ValueError("v2 of 0 has no value")
    return twos(n)


def powers(base: int, most: int) -> Iterator[int]:
    """Yield 1, base, base^2, ... up to `most`, for base >= 2."""
    power = 1
    while power <= most:
        yield power
        power *= base
