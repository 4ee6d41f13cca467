"""Codeforces 850C, Arpa and a game with Mojtaba: each prime is a game on its exponents. O(n sqrt a / log a)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import isqrt

from grundy.core import FunctionRuleset, Game, mex, nim_sum

from ..problem import one_winner
from ..shapes import one_list

MOST = 10**9
"""The largest number."""

WHY = """\
Codeforces 850C, Arpa and a game with Mojtaba

Rule: numbers; a move chooses a power p^k, p a prime and k >= 1, that divides at least one of them, and divides every
number that it divides by it; a player who cannot move loses.
Input: n; a_1 ... a_n, at most 10^9. Output: Mojtaba (the first player) or Arpa.

Theorem. The primes are independent: the game is a sum, a part for each prime. The part of p is the set of the
exponents > 0 of p in the numbers; a move with k lowers those >= k by k. The values of these sets nim-add.

Why. A move with p changes no exponent of another prime, so each prime is a position of its own, and a move is made in
one of them. Equal exponents stay equal, so only their set counts. For numbers to 10^9 it is a set of numbers below
30, written as bits: a move with k joins the bits from k on, shifted down, with those below. The sets that are met are
few, as each move loses high bits, and they are remembered.
Trial division by the primes to sqrt a: O(n sqrt a / log a).

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the argument is complete."""


@cache
def _primes() -> list[int]:
    stop = isqrt(MOST)
    sieve = bytearray([1]) * (stop + 1)
    for p in range(2, isqrt(stop) + 1):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(range(p * p, stop + 1, p)))
    return [p for p in range(2, stop + 1) if sieve[p]]


def _factors(number: int) -> Iterator[tuple[int, int]]:
    """Yield the prime divisors of a number, with their exponents."""
    for p in _primes():
        if p * p > number:
            break
        if number % p == 0:
            exponent = 0
            while number % p == 0:
                number //= p
                exponent += 1
            yield p, exponent
    if number > 1:
        yield number, 1


@cache
def exponents_value(exponents: int) -> int:
    """Return the Grundy value of the exponents of one prime, where bit k is set if an exponent k >= 1 occurs.

    >>> exponents_value(0b10), exponents_value(0b110)
    (1, 0)
    """
    lowered = (exponents >> k | exponents & (1 << k) - 1 for k in range(1, exponents.bit_length()))
    return mex(exponents_value(left & ~1) for left in lowered)


def _wins(numbers: list[int]) -> int:
    exponents: dict[int, int] = defaultdict(int)
    for number in set(numbers):
        for p, exponent in _factors(number):
            exponents[p] |= 1 << exponent
    return nim_sum(map(exponents_value, exponents.values()))


def _options(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for p in range(2, max(numbers) + 1):
        if all(p % q for q in range(2, p)):
            power = p
            while any(number % power == 0 for number in numbers):
                yield tuple(sorted({number if number % power else number // power for number in numbers}))
                power *= p


PROBLEM = one_winner(
    ("Mojtaba", "Arpa"),
    one_list("a number", 1, MOST),
    _wins,
    lambda numbers: Game.of(FunctionRuleset(_options), tuple(sorted(set(numbers)))),
    WHY,
)
