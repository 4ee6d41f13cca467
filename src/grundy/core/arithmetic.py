"""Number theory for rules: primes, squares, powers and divisors.

The primality test is that of Miller and Rabin with the first thirteen primes as bases. It is exact below 3.3 * 10^24
(J. Sorenson and J. Webster, "Strong pseudoprimes to twelve prime bases", 2017).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def is_prime(n: int) -> bool:
    """Return whether an integer n is prime; the answer is exact for n below 3.3 * 10^24.

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
    """Return whether n is the square of an integer."""
    return n >= 0 and isqrt(n) ** 2 == n


def is_power(n: int, base: int) -> bool:
    """Return whether n is base^i for some i >= 0.

    Args:
        n: Any integer.
        base: Any integer.

    Returns:
        True if n is such a power.

    Example:
        >>> [n for n in range(30) if is_power(n, 3)]
        [1, 3, 9, 27]
    """
    if abs(base) < 2:
        return n in (1, base)
    while n and n % base == 0:
        n //= base
    return n == 1


def divisors(n: int) -> list[int]:
    """Return the divisors of n >= 1, ascending, by trial division up to the square root.

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    small = [d for d in range(1, isqrt(n) + 1) if n % d == 0]
    return small + [n // d for d in reversed(small) if d * d != n]


def twos(n: int) -> int:
    """Return the largest i such that 2^i divides n, which must not be 0; 12 gives 2."""
    return (n & -n).bit_length() - 1


def valuation(n: int) -> int:
    """Return the largest i such that 2^i divides n (12 gives 2); raise `ValueError` if n is 0."""
    if not n:
        raise ValueError("v2 of 0 has no value")
    return twos(n)


def powers(base: int, most: int) -> Iterator[int]:
    """Yield 1, base, base^2, ... up to a bound.

    Args:
        base: An integer of at least 2.
        most: The bound.

    Yields:
        The powers that are at most `most`.
    """
    power = 1
    while power <= most:
        yield power
        power *= base
