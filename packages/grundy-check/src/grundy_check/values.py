"""Grundy values of single heaps by the rules, and the checks that all certificates of periods share."""

from collections.abc import Sequence
from hashlib import sha256
from math import isqrt
from operator import xor
from struct import pack

from .games import Rules
from .labelling import least_missing
from .reading import Claim, Reader, nat, positive, reject, text

SHOWN = {"n0": nat, "p": positive, "values_sha256": text("[0-9a-f]{64}")}
MOST = 1 << 26
"""The largest number of values that are computed one by one."""


def heap_values(rules: Rules, stop: int, reader: Reader) -> list[int]:
    """Compute the Grundy values of heaps of a take-and-break game by the definition.

    Args:
        rules: Pairs of an amount to take and its digit, see `games.Rules`.
        stop: The first heap that is not computed.
        reader: The certificate, for its limits.

    Returns:
        The values of the heaps 0 to stop - 1.
    """
    reader.room(stop, MOST)
    most = max((digit.bit_length() for _, digit in rules), default=0)
    values: list[int] = []
    sums: list[list[set[int]]] = [[], [], [], []]  # sums[j][m]: the values of m tokens as j heaps
    for heap in range(stop):
        reader.tick()
        half, parts = heap // 2, range(1, heap if most > 3 else 0)
        pairs = map(xor, values[1 : half + 1], reversed(values[heap - half :]))
        sums[0].append({0} if heap == 0 else set())
        sums[2].append({*pairs} if most > 2 else set())
        sums[3].append({values[part] ^ pair for part in parts for pair in sums[2][heap - part]})
        found = (sums[j][heap - t] for t, digit in rules if t <= heap for j in range(4) if digit >> j & 1)
        values.append(least_missing(set().union(*found)))
        sums[1].append({values[heap]} if heap else set())
    return values


def shorter(period: int) -> list[int]:
    """Return the largest proper divisors of a period, which divide no other proper divisor: 4 and 6 for 12."""
    found = {d for q in range(1, isqrt(period) + 1) if period % q == 0 for d in (q, period // q)} - {period}
    return sorted(d for d in found if not any(other > d and other % d == 0 for other in found))


def repeats(values: Sequence[int], claim: Claim, first: int, length: int, states: int = 1) -> str:
    """Check that values have a claimed period on a block, that it is minimal, and that their hash is right.

    Args:
        values: The values of all heaps from 0 to the end of the repeated block, in all states.
        claim: The preperiod, the period and the hash.
        first: The first heap of the block.
        length: The number of heaps in the block.
        states: The number of values per heap: one for each state of an automaton.

    Returns:
        The claim in words.

    Raises:
        Stop: If the period or the hash is wrong, or if there is a smaller preperiod or period.
    """
    n0, p = claim["n0"], claim["p"]
    digest = sha256()
    for begin in range(0, len(values), 1 << 16):
        some = values[begin : begin + (1 << 16)]
        digest.update(pack(f"<{len(some)}I", *some))
    if claim["values_sha256"] != digest.hexdigest():
        reject("the values do not fit the hash")

    def same(begin: int, shift: int, end: int) -> bool:
        low, high, shift = begin * states, end * states, shift * states
        return values[low:high] == values[low + shift : high + shift]

    if not same(first, p, first + length) or not same(n0, p, first):
        reject(f"G(n + {p}) = G(n) fails in the window of {length} heaps from {n0} on")
    if n0 and same(n0 - 1, p, n0):
        reject(f"the preperiod is at most {n0 - 1}")
    for part in shorter(p):
        if same(n0, part, n0 + p - part):
            reject(f"{part} is a period as well")
    return f"G(n + {p}) = G(n) for every heap n >= {n0}" + (" in every state" if states > 1 else "")
