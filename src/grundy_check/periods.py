"""Checks that the values of single heaps repeat for ever, from a window of true values that is long enough."""

from collections.abc import Sequence
from hashlib import sha256
from operator import xor
from struct import pack
from typing import Any

from .games import arcs_of, rules_of
from .positions import least_missing
from .reading import Reader, Stop, nat, record, reject, text

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


def period(reader: Reader, game: Any, claim: Any, _: int | None) -> str:  # noqa: ANN401
    """Check a period of a code or a set by the window of Guy and Smith, "The G-values of various games", 1956.

    A move leaves at most h heaps and takes at most k. From n + p, n >= h n0 + (h-1) p + k, it leaves a heap of n0 + p
    or more; with p less there it is a move from n of the same value, and conversely. So the values are the same.
    """
    n0, p = nat(record(claim, f"{CLAIM} parts take")["n0"]), nat(claim["p"], 1)
    if game["family"] not in {"take-break", "subtraction"}:
        raise Stop("UNSUPPORTED", "a period is for take-break and subtraction")
    rules, first = rules_of(game), max(n0, 1)
    heaps, largest = max([2, *(digit.bit_length() for _, digit in rules)]) - 1, max((t for t, _ in rules), default=0)
    if nat(claim["parts"], 1, 4) != heaps or nat(claim["take"]) != largest:
        reject(f"a move leaves at most {heaps} heaps and takes at most {largest}")
    length = (heaps - 1) * (first + p) + largest
    return repeats(heap_values(rules, first + p + length, reader), claim, first, length)


def window(reader: Reader, game: Any, claim: Any, _: int | None) -> str:  # noqa: ANN401
    """Check a period by a window as long as the largest take w: a value is decided by the last w of all states.

    Golomb, "A mathematical investigation of games of take-away", 1966.
    """
    n0, p = nat(record(claim, f"{CLAIM} via window")["n0"]), nat(claim["p"], 1)
    if game["family"] not in {"automaton", "subtraction"}:
        raise Stop("UNSUPPORTED", "a window is for subtraction and automaton")
    states, arcs = arcs_of(game) if game["family"] == "automaton" else (1, [[0, 0, t] for t, _ in rules_of(game)])
    largest = max((take for _, _, take in arcs), default=0)
    if largest > nat(claim["window"], 1):
        reject(f"the largest take is {largest}")
    values: list[int] = []
    reader.room((n0 + p + largest) * states, MOST)
    for heap in range(n0 + p + largest):
        reader.tick()
        for state in range(states):
            options = [(heap - k) * states + t for s, t, k in arcs if s == state and k <= heap]
            values.append(least_missing(values[option] for option in options))
    return repeats(values, claim, n0, largest, states)


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
    rest, factor = p, 2
    while rest > 1:
        if rest % factor:
            factor = factor + 1 if factor * factor < rest else rest
        else:
            rest //= factor
            if same(n0, p // factor, n0 + p - p // factor):
                reject(f"{p // factor} is a period as well")
    return f"G(n + {p}) = G(n) for every heap n >= {n0}" + (" in every state" if states > 1 else "")
