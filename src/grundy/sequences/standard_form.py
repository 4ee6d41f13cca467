"""The standard form of octal codes: another code with the same values, shifted by some heaps.

Theorem (first cousins; R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956). Let g be the values of an
octal code A with g(1) = 0. Let the digit t of a code B contain all bits of 7 if A may take t - 1 and leave two heaps,
all bits of 3 if A may take t and leave one heap, and the bit 1 if A may take t + 1 and leave nothing. Then heap n of B
has value g(n + 1).

Proof by induction: count every heap of A with one token less; a heap of one, which has value 0, becomes empty. To take
t and leave a and b becomes to take t + 1 and leave a - 1 and b - 1, both of which may be empty. To take t and leave a
becomes to take t and leave a - 1. To take all of t + 1 becomes to take all of t.

For example, 0.07, Dawson's Kayles, has the values of 0.137, Dawson's Chess, shifted by one heap.

Theorem (redundant options). Let g be the values of an octal code A, and let B be A with one additional option:

(1) take a heap of exactly t, where g(t) is not 0; or

(2) take t and leave one heap, where A may take some s < t and leave two heaps, and g(t - s) = 0.

Then B has the values of A.

Proof by induction over heaps. (1) adds an option of value 0 to heap t, which already has one, because its value is not
0. (2) adds an option of value g(n - t) to a heap n > t, which already has one: take s, and leave t - s and n - t.

For example, 4.6777 has the values of 4.4444, because heap 1 has value 0 and a split may leave it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core import Budget, Code, read_code
from .values import plain_code_values

ALL, ONE, TWO = 1, 2, 4
"""Bits of a digit: no heap is left, one heap, two heaps."""
MOST_DIGIT, MOST_DIGITS = 7, 64
"""The largest digit and the largest number of digits of codes that are examined."""
MOST_PLACES = 32
"""The largest number of digits of a code whose standard form is computed; every step may add one."""


class StandardForm(NamedTuple):
    """The standard form of an octal code: a code with g(1) = 1 and no redundant options, and a shift.

    Heap n + `shift` of the original code has the value of heap n of `code`; heaps up to `shift` have value 0.

    Attributes:
        code: The code in standard form.
        shift: The number s such that heap n + s of the original code has the value of heap n of `code`.
    """

    code: Code
    shift: int


def standard_form(code: Code) -> StandardForm:
    """Return the standard form of an octal code: a code with g(1) = 1 whose values are the same, shifted by some heaps.

    If the code is not octal, is too long or has no moves, the form consists of the code itself and the shift 0.

    >>> [(str(form.code), form.shift) for form in map(standard_form, map(read_code, ("0.07", "0.007", "4.6777")))]
    [('0.137', 1), ('0.11337', 2), ('0.77666', 1)]
    """
    shift = 0
    while True:
        code = reduced_code(code)
        digits = code.plain
        if digits is None or len(digits) > MOST_PLACES or not any(digits) or max(digits) > MOST_DIGIT:
            return StandardForm(code, shift)
        if len(digits) > 1 and digits[1] & ALL:
            return StandardForm(code, shift)
        code, shift = _cousin(digits), shift + 1


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


def _cousin(digits: tuple[int, ...]) -> Code:
    """Return the octal code in which heap n has the same value as heap n + 1 in the code with the given digits."""
    places = [0] * (len(digits) + 1)
    for taken, digit in enumerate(digits):
        if digit & TWO:
            places[taken + 1] |= ALL | ONE | TWO
        if digit & ONE:
            places[taken] |= ALL | ONE
        if digit & ALL:
            places[taken - 1] |= ALL
    return read_code(f"{places[0]}.{''.join(map(str, places[1:]))}")


def _has_it_anyway(digits: tuple[int, ...], taken: int, bit: int) -> bool:
    small = plain_code_values(digits, taken, Budget())
    if bit == ALL:
        return small[taken] != 0
    return any(digits[less] & TWO and small[taken - less] == 0 for less in range(taken))
