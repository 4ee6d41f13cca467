"""Numeration systems whose addition is automatic: base b, and those of the recurrence U(n+1) = c U(n) + U(n-1).

`Recurrent(1)` writes numbers as sums of Fibonacci numbers without neighbours: E. Zeckendorf, "Representation des
nombres naturels", 1972. `Recurrent(c)` uses 1, c + 1, ..., the denominators of the continued fraction [1; c, c, ...]:
A. Ostrowski, "Bemerkungen zur Theorie der Diophantischen Approximationen", 1922. The word of a number is the list of
its digits, the most significant one first. Each prefix of a word is the word of a number. Larger numbers have longer
words, or words of the same length that are later in lexicographic order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import TypeAlias

from ..core import InputError

Digits: TypeAlias = tuple[int, int]
"""What a linear relation remembers of the digits read so far: (s, t) is the number s U(0) + t U(-1)."""


@dataclass(frozen=True)
class Base:
    """The numeration system of base b.

    Attributes:
        digits: The base, from 2 to 10.

    Example:
        >>> Base(3).name, Base(3).word(7), Base(3).weights(3)
        ('base 3', [2, 1], [1, 3, 9])
    """

    digits: int

    def __post_init__(self) -> None:
        if not 2 <= self.digits <= 10:
            raise InputError(f"expected a base from 2 to 10, found {self.digits}")

    @property
    def name(self) -> str:
        """The name of the system, such as "base 2"."""
        return f"base {self.digits}"

    @property
    def words(self) -> tuple[tuple[int, ...], ...]:
        """The automaton that accepts the digits of numbers of this system: for each state, the next state by digit.

        The first state is 0, and -1 means that the digit is not allowed there.
        """
        return ((0,) * self.digits,)

    def weights(self, length: int) -> list[int]:
        """Return the values of a digit 1 at the lowest `length` places, least significant first."""
        return [self.digits**i for i in range(length)]

    def word(self, number: int) -> list[int]:
        """Return the digits of a number, most significant first; 0 has none."""
        found = []
        while number:
            number, digit = divmod(number, self.digits)
            found.append(digit)
        return found[::-1]

    def append(self, state: Digits, total: int) -> Digits:
        """Return the state after one more digit has been read.

        A state represents the number that the digits read so far write. For a linear form of several numbers, such as
        2 a - b, it represents the value of the form.

        Args:
            state: The state before the digit.
            total: The digit, or for a linear form its value for the next digits of the numbers.

        Returns:
            The state after the digit.
        """
        return self.digits * state[0] + total, 0

    def value(self, state: Digits) -> int:
        """Return the number that the digits read so far write."""
        return state[0]

    def sign(self, state: Digits, weight: int, const: int) -> int:
        """Return the sign of number + const if it is the same for all digits that may follow, else 0.

        Args:
            state: The state, which represents the number that the digits read so far write.
            weight: The largest absolute value of a further digit.
            const: The constant.

        Returns:
            1, -1 or 0.
        """
        bound = max(-(-weight // (self.digits - 1)), abs(const))
        return 0 if abs(state[0]) <= bound else 1 if state[0] > 0 else -1


@dataclass(frozen=True)
class Recurrent:
    """The numeration system with the place values U(n+1) = c U(n) + U(n-1), U(0) = 1, U(1) = c + 1.

    A digit is at most c, and the digit c is followed by 0.

    Attributes:
        c: The factor of the recurrence, from 1 to 9.

    Example:
        >>> Recurrent(1).name, Recurrent(1).word(11), Recurrent(1).weights(5)
        ("Zeckendorf's system", [1, 0, 1, 0, 0], [1, 2, 3, 5, 8])
    """

    c: int

    def __post_init__(self) -> None:
        if not 1 <= self.c <= 9:
            raise InputError(f"expected a factor from 1 to 9, found {self.c}")

    @property
    def digits(self) -> int:
        """The number of different digits."""
        return self.c + 1

    @property
    def name(self) -> str:
        """The name of the system, such as "Zeckendorf's system"."""
        return (
            "Zeckendorf's system" if self.c == 1 else f"the Ostrowski system of 1, {self.c + 1}, {self.weights(3)[2]}"
        )

    @property
    def words(self) -> tuple[tuple[int, ...], ...]:
        """The automaton that accepts the digits of numbers of this system: for each state, the next state by digit.

        The first state is 0, and -1 means that the digit is not allowed there.
        """
        return ((0,) * self.c + (1,), (0,) + (-1,) * self.c)

    def weights(self, length: int) -> list[int]:
        """Return the values of a digit 1 at the lowest `length` places, least significant first."""
        found = [1, self.c + 1]
        while len(found) < length:
            found.append(self.c * found[-1] + found[-2])
        return found[:length]

    def word(self, number: int) -> list[int]:
        """Return the digits of a number, most significant first; 0 has none."""
        places = [1]
        while places[-1] <= number:
            places.append(self.c * places[-1] + (places[-2] if len(places) > 1 else 1))
        found = []
        for place in reversed(places[:-1]):
            digit, number = divmod(number, place)
            found.append(digit)
        return found

    def append(self, state: Digits, total: int) -> Digits:
        """Return the state after one more digit has been read.

        A state represents the number that the digits read so far write. For a linear form of several numbers, such as
        2 a - b, it represents the value of the form.

        Args:
            state: The state before the digit.
            total: The digit, or for a linear form its value for the next digits of the numbers.

        Returns:
            The state after the digit.
        """
        s, t = state
        return self.c * s + t + total, s

    def value(self, state: Digits) -> int:
        """Return the number that the digits read so far write."""
        return state[0] + state[1]

    @cached_property
    def _root(self) -> float:
        """The larger root of x^2 = c x + 1."""
        return (self.c + isqrt((self.c**2 + 4) << 40) / (1 << 20)) / 2

    def sign(self, state: Digits, weight: int, const: int) -> int:
        """Return the sign of number + const if it is the same for all digits that may follow, else 0.

        With r the larger root of x^2 = c x + 1, each digit maps z = s r + t to r (z + digit) and y = t - s / r to
        -(y + digit) / r, so y remains below weight / (r - 1). The number is (z (1 + 1/r) + y (r - 1)) / (r + 1/r).
        The bound is larger by 1 than necessary, which exceeds all errors of rounding: weights and constants are small.

        Args:
            state: The state (s, t), which represents the number that the digits read so far write.
            weight: The largest absolute value of a further digit.
            const: The constant.

        Returns:
            1, -1 or 0.
        """
        r = self._root
        rest = weight + abs(const) * (r + 1 / r)
        bound = max(weight * r / (r - 1), rest / (1 + 1 / r)) + 1
        size = state[0] * r + state[1]
        return 0 if abs(size) <= bound else 1 if size > 0 else -1


System: TypeAlias = Base | Recurrent
"""A numeration system."""
