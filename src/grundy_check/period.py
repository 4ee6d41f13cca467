"""Checks a period of a code or a set by a window of values.

Theorem (R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956). A move leaves at most h heaps and takes
at most k. From n + p, n >= h n0 + (h-1) p + k, it leaves a heap of n0 + p or more; with p less there it is a move from
n of the same value, and conversely. So G(n + p) = G(n) for n0 <= n < h n0 + (h-1) p + k holds for every n >= n0.
"""

from typing import Any

from .games import rules_of
from .reading import Reader, Stop, nat, record, reject
from .values import CLAIM, heap_values, repeats

THEOREM = "so long a window of values that comes again does so for ever (R. K. Guy and C. A. B. Smith, 1956)"


def check(reader: Reader, game: Any, claim: Any, _: int | None) -> str:  # noqa: ANN401
    """Compute all values by the rule and check the window."""
    n0, p = nat(record(claim, f"{CLAIM} parts take")["n0"]), nat(claim["p"], 1)
    if game["family"] not in {"take-break", "subtraction"}:
        raise Stop("UNSUPPORTED", "a period is for take-break and subtraction")
    rules, first = rules_of(game), max(n0, 1)
    heaps, largest = max([2, *(digit.bit_length() for _, digit in rules)]) - 1, max((t for t, _ in rules), default=0)
    if nat(claim["parts"], 1, 4) != heaps or nat(claim["take"]) != largest:
        reject(f"a move leaves at most {heaps} heaps and takes at most {largest}")
    length = (heaps - 1) * (first + p) + largest
    return repeats(heap_values(rules, first + p + length, reader), claim, first, length)
