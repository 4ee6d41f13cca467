"""Orders of nimbers and discrete logarithms.

The field of 2^k bits has 2^(2^k) - 1 = F_0 F_1 ... F_(k-1) nonzero numbers, where F_j = 2^(2^j) + 1 are the Fermat
numbers. No two of them have a common factor. So the logarithm is computed modulo each prime factor of each F_j, from a
power of the number whose order divides F_j. Such powers follow from norms and conjugates, without long powers: the
conjugate of a number divided by the number is one for the largest F_j, and the norm leads to the smaller ones. The
logarithm modulo each prime factor is found by baby steps and giant steps (D. Shanks, "Class number, a theory of
factorization, and genera", 1971). The remainders are combined as by S. Pohlig and M. Hellman, "An improved algorithm
for computing logarithms over GF(p) and its cryptographic significance", 1978.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt, prod

from .errors import LimitReached
from .integers import whole
from .limits import Budget
from .nim_field import conjugate, nim_inverse, nim_power, norm
from .nim_tower import width_of
from .nimbers import nim_product

MOST_STEPS = 1 << 20
"""The largest number of baby steps.

Prime factors up to its square are possible: all below F_6, and the smaller one of F_6.
"""
SMALL_FACTORS: dict[int, tuple[int, ...]] = {
    5: (641,),
    6: (274177,),
    7: (59649589127497217,),
    8: (1238926361552897,),
    9: (2424833, 7455602825647884208337395736200454918783366342657),
    10: (45592577, 6487031809, 4659775785220018543264560743076778192897),
    11: (319489, 974849, 167988556341760475137, 3560841906445833920513),
}
"""All prime factors of F_5 to F_11 but the largest (R. P. Brent, "Factorization of the tenth Fermat number", 1999)."""
MOST_BITS = 4096
"""The largest field whose order can be factored; the factors of F_12 are not all known."""


def fermat_factors(j: int) -> tuple[int, ...]:
    """Return the prime factors of F_j = 2^(2^j) + 1, ascending, for j from 0 to 11; all are distinct.

    >>> fermat_factors(3), fermat_factors(5)
    ((257,), (641, 6700417))
    """
    known = SMALL_FACTORS.get(j, ())
    return *known, ((1 << (1 << j)) + 1) // prod(known)


def nim_order(a: int, budget: Budget | None = None) -> int:
    """Return the multiplicative order of a nimber: the least n >= 1 with a^n = 1.

    Args:
        a: A non-negative integer; 64 bits take milliseconds, 4096 bits take minutes.
        budget: Checked during the computation.

    Returns:
        The order; it is 0 for a = 0, which has no order.

    Raises:
        InputError: If `a` is negative or not an integer.
        LimitReached: If `a` has more than 4096 bits, where the factors are not known, or if a limit of the budget is
            exceeded.

    Example:
        >>> [nim_order(a) for a in (1, 2, 4, 16, 256)]
        [1, 3, 15, 85, 21845]
    """
    a = whole(a)
    if not a:
        return 0
    parts = _components(a, width_of(a))
    return prod(p for part, j in parts for p in fermat_factors(j) if _cofactor_power(part, j, p, budget) != 1)


def nim_log(base: int, a: int, budget: Budget | None = None) -> int | None:
    """Return the discrete logarithm of a nimber: the least n >= 0 with base^n = a.

    Source: S. Pohlig and M. Hellman, "An improved algorithm for computing logarithms over GF(p) and its cryptographic
    significance", 1978.

    Numbers of up to 64 bits take less than a second. Longer ones need an order of `base` without prime factors above
    2^40.

    Args:
        base: A non-negative integer.
        a: A non-negative integer.
        budget: Checked during the computation.

    Returns:
        The logarithm, or None if `a` is not a power of `base`.

    Raises:
        InputError: If a number is negative or not an integer.
        LimitReached: If a prime factor of the order is too large, if `base` has more than 4096 bits, or if a limit of
            the budget is exceeded.

    Example:
        >>> nim_log(2, 3), nim_log(16, 24), nim_log(2, 4), nim_log(258, 2)
        (2, 2, None, 43690)
    """
    base, a = whole(base), whole(a)
    if a == 1:
        return 0
    if not base or not a:
        return 1 if base == a else None
    if width_of(a) > width_of(base):
        return None
    found, modulus = 0, 1
    width = width_of(base)  # the field of `base` contains `a`
    for (part, j), (target, _) in zip(_components(base, width), _components(a, width), strict=True):
        for p in fermat_factors(j):
            generator, power = (_cofactor_power(x, j, p, budget) for x in (part, target))
            if generator != 1:
                remainder = _shanks(generator, power, p, budget or Budget())
                if remainder is None:
                    return None
                found += modulus * ((remainder - found) * pow(modulus, -1, p) % p)
                modulus *= p
    return found if nim_power(base, found, budget) == a else None


def _components(a: int, width: int) -> Iterator[tuple[int, int]]:
    """Yield a pair (power, j) for each Fermat number F_j = 2^(2^j) + 1 that divides 2^width - 1, largest j first.

    Here 2^width - 1 is the number of nonzero elements of the field of `width` bits, which must contain `a`. The power
    is a power of `a` whose multiplicative order divides F_j.
    """
    if width > MOST_BITS:
        raise LimitReached(f"the number of elements of the field of {width} bits is not factored", kind="size")
    while width > 1:
        half = width // 2
        yield nim_product(conjugate(a, half), nim_inverse(a)), half.bit_length() - 1
        a, width = norm(a, half), half


def _cofactor_power(part: int, j: int, p: int, budget: Budget | None) -> int:
    """Return `part` to the power F_j / p, where p is a prime factor of the Fermat number F_j = 2^(2^j) + 1.

    The order of `part` must divide F_j; then the result has order 1 or p.
    """
    return nim_power(part, ((1 << (1 << j)) + 1) // p, budget) if part > 1 else 1


def _shanks(base: int, a: int, order: int, budget: Budget) -> int | None:
    """Return n with base^n = a and 0 <= n < `order` by baby steps and giant steps, or None if there is none."""
    steps = isqrt(order) + 1
    if steps > MOST_STEPS:
        raise LimitReached(f"a nim logarithm modulo the prime {order} needs more than {MOST_STEPS} steps", kind="size")
    baby: dict[int, int] = {}
    power = 1
    for i in range(steps):
        baby.setdefault(power, i)
        power = nim_product(power, base)
        budget.charge()
    giant = nim_inverse(power)
    for i in range(steps):
        if a in baby:
            return (i * steps + baby[a]) % order
        a = nim_product(a, giant)
        budget.charge_unstored(1)
    return None
