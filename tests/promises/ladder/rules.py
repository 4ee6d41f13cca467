"""Rules on heaps drawn by lot, of every clause of the notation, with their options told a second time in plain Python.

The second telling is what the definition uses: a mistake in reading a rule, or in listing its options, shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement
from math import gcd, isqrt
from random import Random
from typing import NamedTuple

Pieces = tuple[int, ...]
"""The heaps that a move leaves, ascending."""
Below = Callable[[int], set[Pieces]]
"""What the moves of a heap leave."""


class DrawnRule(NamedTuple):
    """A rule in notation, its options, and whether a move may leave two heaps or more."""

    text: str
    below: Below
    splits: bool


def drawn_rule(rng: Random) -> DrawnRule:
    return _code(rng) if rng.random() < 0.45 else _clauses(rng)


def pieces(heaps: Iterable[int]) -> Pieces:
    return tuple(sorted(filter(None, heaps)))


# Codes.


def _code(rng: Random) -> DrawnRule:
    front = rng.choice("0000004")
    most = "01234567" if rng.random() < 0.7 else "0123456789ABCDEF"
    behind = "".join(rng.choices(most, k=rng.randint(1, 4)))
    if not behind.strip("0") and front == "0":
        behind += "3"
    digits = [int(digit, 16) for digit in front + behind]

    def below(heap: int) -> set[Pieces]:
        return {
            left
            for taken, digit in enumerate(digits)
            if taken <= heap
            for parts in range(4)
            if digit >> parts & 1
            for left in splits(heap - taken, parts)
        }

    return DrawnRule(f"{front}.{behind}", below, any(digit > 3 for digit in digits))


def splits(heap: int, parts: int) -> Iterable[Pieces]:
    if parts < 2:
        return [(heap,) * parts] if (heap > 0) == (parts > 0) else []
    if parts == 2:
        return [(a, heap - a) for a in range(1, heap // 2 + 1)]
    pairs = combinations_with_replacement(range(1, heap), 2)
    return [(a, b, heap - a - b) for a, b in pairs if heap - a - b >= b]


# Clauses.


def _clauses(rng: Random) -> DrawnRule:
    found = [rng.choice(_KINDS)(rng) for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]

    def below(heap: int) -> set[Pieces]:
        return set().union(*(clause.below(heap) for clause in found))

    return DrawnRule(" or ".join(clause.text for clause in found), below, any(clause.splits for clause in found))


def _takes(text: str, may: Callable[[int], bool]) -> DrawnRule:
    return DrawnRule(text, lambda n: {pieces([n - k]) for k in range(1, n + 1) if may(k)}, splits=False)


def _set(rng: Random) -> DrawnRule:
    members = sorted(rng.sample(range(1, 12), rng.randint(1, 4)))
    return _takes(f"take {{{', '.join(map(str, members))}}}", lambda k: k in members)


def _range(rng: Random) -> DrawnRule:
    least = rng.randint(1, 4)
    most = least + rng.randint(0, 4)
    return _takes(f"take {least}..{most}", lambda k: least <= k <= most)


def _named(rng: Random) -> DrawnRule:
    base = rng.randint(2, 4)
    text, may = rng.choice(
        [
            ("take any", lambda _: True),
            ("take squares", lambda k: isqrt(k) ** 2 == k),
            ("take primes", _is_prime),
            ("take prime-powers", _is_prime_power),
            (f"take powers({base})", lambda k: _is_power(k, base)),
        ]
    )
    return _takes(text, may)


def _all_but(rng: Random) -> DrawnRule:
    barred = sorted(rng.sample(range(1, 9), rng.randint(1, 3)))
    return _takes(f"take all-but {{{', '.join(map(str, barred))}}}", lambda k: k not in barred)


def _is_prime(k: int) -> bool:
    return k > 1 and all(k % d for d in range(2, isqrt(k) + 1))


def _is_prime_power(k: int) -> bool:
    least = next((d for d in range(2, k + 1) if k % d == 0), k)
    return k == 1 or _is_power(k, least)


def _is_power(k: int, base: int) -> bool:
    while k > 1 and k % base == 0:
        k //= base
    return k == 1


def _where(rng: Random) -> DrawnRule:
    text, may = _condition(rng, "n", "k")
    return DrawnRule(
        f"take k where {text}", lambda n: {pieces([n - k]) for k in range(1, n + 1) if may(n, k)}, splits=False
    )


def _split(rng: Random) -> DrawnRule:
    if rng.random() < 0.3:
        return DrawnRule("split", lambda n: set(splits(n, 2)), splits=True)
    m = rng.randint(2, 4)
    r = rng.randrange(m)
    conditions: list[tuple[str, Callable[[int, int], bool]]] = [
        ("a != b", lambda a, b: a != b),
        (f"(a + b) % {m} == {r}", lambda a, b: (a + b) % m == r),
        (f"a * b % {m} != {r}", lambda a, b: a * b % m != r),
        ("gcd(a, b) == 1", lambda a, b: gcd(a, b) == 1),
        (f"abs(a - b) <= {m}", lambda a, b: abs(a - b) <= m),
        ("a & b == 0", lambda a, b: a & b == 0),
    ]
    text, may = rng.choice(conditions)
    return DrawnRule(
        f"split a, b where {text}", lambda n: {(a, b) for a, b in splits(n, 2) if may(a, b) or may(b, a)}, splits=True
    )


def _condition(rng: Random, n: str, k: str) -> tuple[str, Callable[[int, int], bool]]:
    m = rng.randint(2, 5)
    r = rng.randrange(m)
    single: list[tuple[str, Callable[[int, int], bool]]] = [
        (f"{n} % {k} == 0", lambda n, k: n % k == 0),
        (f"{m} * {k} <= {n} + {r}", lambda n, k: m * k <= n + r),
        (f"{m} * {k} >= {n}", lambda n, k: m * k >= n),
        (f"({n} - {k}) % {m} == {r}", lambda n, k: (n - k) % m == r),
        (f"{n} & {k} == {k}", lambda n, k: n & k == k),
        (f"{n} ^ {k} > {n}", lambda n, k: n ^ k > n),
        (f"popcount({n}) > popcount({n} - {k})", lambda n, k: n.bit_count() > (n - k).bit_count()),
        (f"gcd({n}, {k}) == 1", lambda n, k: gcd(n, k) == 1),
        (f"is_prime({k})", lambda _, k: _is_prime(k)),
        (f"is_square({k})", lambda _, k: isqrt(k) ** 2 == k),
        (f"is_power({k}, {m})", lambda _, k: _is_power(k, m)),
        (f"{k} <= min({n} // {m}, {r} + 3)", lambda n, k: k <= min(n // m, r + 3)),
        (f"{k} * {k} <= {n}", lambda n, k: k * k <= n),
        (f"{k} % {m} == {r} and {k} < {n}", lambda n, k: k % m == r and k < n),
        (f"not {k} == {m}", lambda _, k: k != m),
    ]
    one, two = rng.sample(single, 2)
    shape = rng.random()
    if shape < 0.6:
        return one
    first, second = one[1], two[1]
    if shape < 0.8:
        return f"({one[0]}) and ({two[0]})", lambda n, k: first(n, k) and second(n, k)
    return f"({one[0]}) or ({two[0]})", lambda n, k: first(n, k) or second(n, k)


_KINDS = (_set, _range, _named, _all_but, _where, _where, _split)
