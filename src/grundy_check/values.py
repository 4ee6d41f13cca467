"""The values of single heaps by the rule itself, and what every certificate of a period must show of them."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from operator import xor
from struct import pack
from typing import Any

from .labelling import least_missing
from .reading import Reader, reject, text

CLAIM = "n0 p values_sha256"
MOST = 1 << 26
"""More values are not computed and kept one by one."""


def heap_values(rules: list[tuple[int, int]], stop: int, reader: Reader) -> list[int]:
    """Return the values of heaps 0 to `stop` - 1 of a take-and-break game, each the least that no option has."""
    values: list[int] = []
    pairs: list[set[int]] = []  # the values of two heaps, for every number of tokens
    splits = any(digit > 3 for _, digit in rules)
    reader.room(stop, MOST)
    for heap in range(stop):
        reader.tick()
        half = heap // 2
        pairs.append({*map(xor, values[1 : half + 1], reversed(values[heap - half :]))} if splits else set())
        found: set[int] = set()
        for rest, digit in ((heap - taken, digit) for taken, digit in rules if taken <= heap):
            if digit & 3 and (digit & 2 if rest else digit & 1):
                found.add(values[rest] if rest else 0)
            if digit & 4:
                found |= pairs[rest]
            if digit & 8:
                found.update(values[part] ^ pair for part in range(1, rest) for pair in pairs[rest - part])
        values.append(least_missing(found))
    return values


def primes(number: int) -> Iterator[int]:
    """Yield the primes that divide a number."""
    factor = 2
    while number > 1:
        if number % factor:
            factor = factor + 1 if factor * factor < number else number
        else:
            yield factor
            while number % factor == 0:
                number //= factor


def repeats(values: Sequence[int], claim: dict[str, Any], first: int, length: int, states: int = 1) -> str:
    """Check the hash of the values, that a window from `first` on comes again, and that nothing smaller does."""
    n0, p = claim["n0"], claim["p"]
    digest = sha256()
    for begin in range(0, len(values), 1 << 16):
        some = values[begin : begin + (1 << 16)]
        digest.update(pack(f"<{len(some)}I", *some))
    if text(claim["values_sha256"], "[0-9a-f]{64}") != digest.hexdigest():
        reject("the values are others than those of the hash")

    def same(begin: int, shift: int, end: int) -> bool:
        low, high, shift = begin * states, end * states, shift * states
        return values[low:high] == values[low + shift : high + shift]

    if not same(first, p, first + length) or not same(n0, p, first):
        reject(f"G(n + {p}) = G(n) fails in the window of {length} heaps from {n0} on")
    if n0 and same(n0 - 1, p, n0):
        reject(f"the preperiod is at most {n0 - 1}")
    for prime in primes(p):
        if same(n0, p // prime, n0 + p - p // prime):
            reject(f"{p // prime} is a period as well")
    return f"G(n + {p}) = G(n) for every heap n >= {n0}" + (" in every state" if states > 1 else "")
