"""Redundant options of octal codes: codes with the same values as one with fewer options.

Theorem. Let g be the values of an octal code A, and let B be A with one additional option:

(1) take a heap of exactly t, where g(t) is not 0; or

(2) take t and leave one heap, where A may take some s < t and leave two heaps, and g(t - s) = 0.

Then B has the values of A.

Proof by induction over heaps. (1) adds an option of value 0 to heap t, which already has one, because its value is not
0. (2) adds an option of value g(n - t) to a heap n > t, which already has one: take s, and leave t - s and n - t.

For example, 4.6777 has the values of 4.4444, because heap 1 has value 0 and a split may leave it.
"""

from __future__ import annotations

from ..core import Code, Meter, read_code
from .values import plain_code_values

ALL, ONE, TWO = 1, 2, 4
"""Bits of a digit: no heap is left, one heap, two heaps."""
MOST_DIGIT, MOST_DIGITS = 7, 64
"""The largest digit and the largest number of digits of codes that are examined."""


def reduced_code(code: Code) -> Code:
    """Return an octal code with the same Grundy values and no redundant options; often it is the code itself.

    >>> [str(reduced_code(read_code(text))) for text in ("4.6777", "0.5613", "0.77")]
    ['4.4444', '0.56', '0.77']
    """
    digits = code.plain
    if digits is None or len(digits) > MOST_DIGITS or max(digits) > MOST_DIGIT:
        return code
    for taken in range(len(digits) - 1, 0, -1):
        for bit in (ALL, ONE):
            if digits[taken] & bit:
                fewer = (*digits[:taken], digits[taken] - bit, *digits[taken + 1 :])
                if _has_it_anyway(fewer, taken, bit):
                    digits = fewer
    return read_code(f"{digits[0]}.{''.join(map(str, digits[1:])) or '0'}")


def _has_it_anyway(digits: tuple[int, ...], taken: int, bit: int) -> bool:
    """Return whether adding the bit to digit `taken` of a code changes no Grundy value."""
    small = plain_code_values(digits, taken, Meter())
    if bit == ALL:
        return small[taken] != 0
    return any(digits[less] & TWO and small[taken - less] == 0 for less in range(taken))
