"""Nimbers below w^(w^w): sums, products, inverses, powers and square roots of transfinite nimbers.

An ordinal below w^(w^w) is a sum of terms w^e * c with finite numbers c, and nim addition is exclusive or of the c of
equal terms. Each w^e is a product of the ordinals k(q) = w^(w^i * p^j), where p is the odd prime of index i (3 is the
first, of index 0) and q = p^(j + 1), each to a power below p. They satisfy

    k(p^(j + 1))^p = k(p^j),    k(p)^p = a(p),

and the finite nimbers are multiplied as usual. The number a(p) is the least nimber without a p-th root among the
smaller ones. It is k(f) plus a finite number, where f is the order of 2 modulo p. So w^3 = 2, and (w^w)^5 = 4. Products
that need a(p) for p > 43 are refused.

Sources: J. H. Conway, "On Numbers and Games", 1976, chapter 6; H. W. Lenstra, "On the algebraic closure of two", 1977,
with the a(p) for p <= 43; J. DiMuro, "On On_p", 2011. A test verifies that each a(p) has no p-th root, and that the
smaller candidates k(f) + m have one.
"""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import zip_longest
from typing import TypeAlias

from ..core import Budget, LimitReached, nim_product

PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)
"""The odd primes p with a known a(p)."""
Power: TypeAlias = tuple[int, ...]
"""The exponent e of w^e: the i-th number n_i stands for the term w^i * n_i of e."""
Ordinal: TypeAlias = dict[Power, int]
"""A nimber: the coefficient of each power of w; the empty dictionary is 0."""
_ALPHAS: dict[int, tuple[tuple[Power, int], ...]] = {
    3: (((), 2),),
    5: (((), 4),),
    7: (((1,), 1), ((), 1)),
    11: (((0, 1), 1), ((), 1)),
    13: (((1,), 1), ((), 4)),
    17: (((), 16),),
    19: (((3,), 1), ((), 4)),
    23: (((0, 0, 0, 1), 1), ((), 1)),
    29: (((0, 0, 1), 1), ((), 4)),
    31: (((0, 1), 1), ((), 1)),
    37: (((3,), 1), ((), 4)),
    41: (((0, 1), 1), ((), 1)),
    43: (((0, 0, 1), 1), ((), 1)),
}
MOST_DEGREE = 3000
"""The largest degree over the field of two elements of a nimber that is inverted."""


def finite(number: int) -> Ordinal:
    """Return a finite nimber in the form `Ordinal`, a dictionary from powers of w to finite factors."""
    return {(): number} if number else {}


def alpha(prime: int) -> Ordinal:
    """Return a(p), the least nimber without a p-th root among the nimbers below k(p).

    >>> show_ordinal(alpha(13))
    'w + 4'
    """
    return dict(_ALPHAS[prime])


def ordinal_sum(a: Ordinal, b: Ordinal) -> Ordinal:
    """Return the nim-sum of two nimbers.

    Args:
        a: A nimber.
        b: Another one.

    Returns:
        Their nim-sum.

    Example:
        >>> show_ordinal(ordinal_sum({(1,): 1, (): 3}, {(1,): 2, (): 3}))
        'w*3'
    """
    found = {power: a.get(power, 0) ^ b.get(power, 0) for power in a.keys() | b.keys()}
    return {power: number for power, number in found.items() if number}


def ordinal_product(a: Ordinal, b: Ordinal, budget: Budget | None = None) -> Ordinal:
    """Return the nim product of two nimbers.

    Args:
        a: A nimber.
        b: Another one.
        budget: Counts one position for each pair of terms.

    Returns:
        Their product.

    Raises:
        LimitReached: If the product needs a number a(p) that is not known here, or a limit was reached.

    Example:
        >>> w = {(1,): 1}
        >>> show_ordinal(ordinal_product(w, ordinal_product(w, w)))
        '2'
    """
    found: Ordinal = {}
    for left, c in a.items():
        if budget is not None:
            budget.charge_unstored(len(b))
        for right, d in b.items():
            both = nim_product(c, d)
            for power, number in _terms(left, right):
                found[power] = found.get(power, 0) ^ nim_product(number, both)
    return {power: number for power, number in found.items() if number}


@cache
def _terms(left: Power, right: Power) -> tuple[tuple[Power, int], ...]:
    """Return the nim product of two powers of w, as a sum of terms w^e * c, each a pair (e, c).

    `left` and `right` are the exponents of the two powers.
    """
    power, factors = [], []
    for place, (a, b) in enumerate(zip_longest(left, right, fillvalue=0)):
        if not a or not b:
            power.append(a or b)
            continue
        if place >= len(PRIMES):
            raise LimitReached(
                "products of nimbers from w^(w^13) on need numbers a(p) for primes p > 43, which are not known here",
                kind="size",
            )
        number, carry = _added(a, b, PRIMES[place])
        power.append(number)
        factors += [alpha(PRIMES[place])] * carry
    while power and not power[-1]:
        power.pop()
    return tuple(reduce(ordinal_product, factors, {tuple(power): 1}).items())


def _added(a: int, b: int, prime: int) -> tuple[int, int]:
    """Add two numbers digit by digit in base `prime`, where the carry of a digit goes to the next lower digit.

    Return the number that the digits of the sum write, and the carry out of the lowest digit.
    """
    digits = []
    while a or b:
        digits.append(a % prime + b % prime)
        a, b = a // prime, b // prime
    carry, found = 0, 0
    for digit in reversed(digits):
        carry, rest = divmod(digit + carry, prime)
        found = found * prime + rest
    return found, carry


def ordinal_square(a: Ordinal, budget: Budget | None = None) -> Ordinal:
    """Return the nim product of a nimber with itself.

    Args:
        a: The nimber.
        budget: Counts the products.

    Returns:
        The nim square of the nimber, computed as the nim-sum of the squares of its terms.
    """
    squares = (ordinal_product({power: number}, {power: number}, budget) for power, number in a.items())
    return reduce(ordinal_sum, squares, {})


def degree(a: Ordinal, budget: Budget | None = None) -> int:
    """Return the degree of a nimber over the field of two elements: the least d >= 1 with a^(2^d) = a.

    Args:
        a: The nimber.
        budget: Counts the products.

    Returns:
        The degree.

    Raises:
        LimitReached: If it is above `MOST_DEGREE`, or a limit was reached.

    Example:
        >>> degree({(1,): 1}), degree({(): 5}), degree({(0, 1): 1})
        (6, 4, 20)
    """
    power = ordinal_square(a, budget)
    for found in range(1, MOST_DEGREE + 1):
        if power == a:
            return found
        power = ordinal_square(power, budget)
    raise LimitReached(f"this nimber has a degree above {MOST_DEGREE}, so its inverse takes too long", kind="size")


def ordinal_inverse(a: Ordinal, budget: Budget | None = None) -> Ordinal:
    """Return the nim inverse of a nimber that is not 0: its power 2^d - 2, where d is its degree.

    Source: T. Itoh and S. Tsujii, "A fast algorithm for computing multiplicative inverses in GF(2^m)", 1988.

    Args:
        a: The nimber.
        budget: Counts the products.

    Returns:
        The inverse.

    Raises:
        LimitReached: If a limit was reached.

    Example:
        >>> show_ordinal(ordinal_inverse({(1,): 1}))
        '[w^2]*3'
    """
    found, length = a, 1  # a^(2^length - 1)
    for bit in f"{degree(a, budget) - 1:b}"[1:]:
        shifted = found
        for _ in range(length):
            shifted = ordinal_square(shifted, budget)
        found, length = ordinal_product(found, shifted, budget), 2 * length
        if bit == "1":
            found, length = ordinal_product(ordinal_square(found, budget), a, budget), length + 1
    if degree(a, budget) == 1:
        return a
    return ordinal_square(found, budget)


def ordinal_power(a: Ordinal, exponent: int, budget: Budget | None = None) -> Ordinal:
    """Return the nim power of a nimber with an ordinary integer as exponent; it may be negative unless a is 0.

    Args:
        a: The nimber.
        exponent: The exponent.
        budget: Counts the products.

    Returns:
        The power.

    Raises:
        LimitReached: If a limit was reached.

    Example:
        >>> show_ordinal(ordinal_power({(0, 1): 1}, 5))
        '4'
    """
    base = ordinal_inverse(a, budget) if exponent < 0 else a
    found = finite(1)
    for bit in f"{abs(exponent):b}":
        found = ordinal_square(found, budget)
        found = ordinal_product(found, base, budget) if bit == "1" else found
    return found


def ordinal_square_root(a: Ordinal, budget: Budget | None = None) -> Ordinal:
    """Return the square root of a nimber.

    Args:
        a: The nimber.
        budget: Counts the products.

    Returns:
        The only nimber whose nim square is `a`.

    Example:
        >>> show_ordinal(ordinal_square_root({(2,): 1}))
        'w'
    """
    for _ in range(degree(a, budget) - 1):
        a = ordinal_square(a, budget)
    return a


def show_ordinal(a: Ordinal) -> str:
    """Write a nimber as the calculator reads it: ordinal powers of w are in brackets, as [w^3] and [w^(w*2 + 1)].

    >>> show_ordinal({(): 5, (0, 1): 1, (1, 2): 3})
    '[w^(w*2 + 1)]*3 + [w^w] + 5'
    """
    terms = []
    for power in sorted(a, key=lambda power: (len(power), power[::-1]), reverse=True):
        number, shown = a[power], _power(power)
        terms.append(str(number) if not shown else shown if number == 1 else f"{shown}*{number}")
    return " + ".join(terms) or "0"


def _power(power: Power) -> str:
    if power in {(), (1,)}:
        return "w" if power else ""
    parts = []
    for place, number in reversed([*enumerate(power)]):
        if number:
            name = ("", "w")[place] if place < 2 else f"w^{place}"
            parts.append(str(number) if not name else name if number == 1 else f"{name}*{number}")
    exponent = " + ".join(parts)
    return f"[w^{exponent}]" if len(parts) == 1 and re.fullmatch(r"[0-9]+|w", exponent) else f"[w^({exponent})]"
