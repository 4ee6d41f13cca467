"""Numeration systems in which the P-positions of Wythoff's game and its kin show in the digits.

The weights are u_0 = 1, u_1 = s + t and u_i = (s + t - 1) * u_(i-1) + s * u_(i-2); digits come from the largest
weight down, as large as they can be. With s = t = 1 these are the Fibonacci numbers and Zeckendorf's
representation; with t = 0 the powers of s and the digits in base s; with s = 1 the numerators of the
convergents of a quadratic number (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts",
1982); in general the systems of A. S. Fraenkel, "Heap games, numeration systems and sequences", 1998. There the
smaller heaps of the P-positions are the numbers that end in an even number of zeros, and a shift by one place
gives the larger heap.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..core import InputError


@dataclass(frozen=True, slots=True)
class Numeration:
    """The numeration system of the numbers s >= 1 and t >= 0, s + t >= 2.

    >>> zeckendorf = Numeration(1, 1)
    >>> zeckendorf.weights(100)
    [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    >>> zeckendorf.show(11), zeckendorf.zeros(11), zeckendorf.shifted(11)
    ('10100', 2, 18)
    """

    s: int
    t: int

    def __post_init__(self) -> None:
        """Raise `InputError` where the numbers are too small."""
        if self.s < 1 or self.t < 0 or self.s + self.t < 2:
            raise InputError(f"expected s >= 1, t >= 0 and s + t >= 2, found s = {self.s} and t = {self.t}")

    def weights(self, most: int) -> list[int]:
        """Return the weights up to `most`; the first is 1 whatever `most` is."""
        found = [1, self.s + self.t]
        while found[-1] <= most:
            found.append((self.s + self.t - 1) * found[-1] + self.s * found[-2])
        return [1, *(weight for weight in found[1:] if weight <= most)]

    def digits(self, n: int) -> list[int]:
        """Return the digits of n >= 0, the lowest first; 0 has none."""
        if n < 0:
            raise InputError(f"expected a number n >= 0, found {n}")
        found = []
        for weight in reversed(self.weights(n) if n else []):
            digit, n = divmod(n, weight)
            found.append(digit)
        return found[::-1]

    def value(self, digits: list[int]) -> int:
        """Return the number that digits stand for, the lowest first; they need not be as `digits` gives them."""
        low, high, total = 1, self.s + self.t, 0
        for digit in digits:
            total += digit * low
            low, high = high, (self.s + self.t - 1) * high + self.s * low
        return total

    def zeros(self, n: int) -> int:
        """Return how many zeros the digits of n >= 1 end in."""
        if n < 1:
            raise InputError(f"expected a number n >= 1, found {n}")
        return next(place for place, digit in enumerate(self.digits(n)) if digit)

    def shifted(self, n: int) -> int:
        """Return the number whose digits are those of n >= 0 with one zero behind them."""
        return self.value([0, *self.digits(n)])

    def show(self, n: int) -> str:
        """Write the digits of n, the highest first; digits above 9 stand in brackets."""
        return "".join(str(digit) if digit < 10 else f"[{digit}]" for digit in reversed(self.digits(n))) or "0"
