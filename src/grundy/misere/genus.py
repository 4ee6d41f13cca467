"""The genus of a game: its Grundy value, and its misère values in sums with nim heaps of size two.

The misère value of a game without moves is 1, and of any other game it is the mex of those of its options. It is 0
exactly for misère P-positions. The genus of G is g with the sequence c0 c1 c2 ..., where g is the Grundy value and cn
is the misère value of G + 2 + ... + 2 (n heaps of size two). If G has misère value c, then G + 1 has c xor 1. So cn is
the mex of c(n-1), c(n-1) xor 1 and the cn of the options. If the sequences of all options are periodic, cn depends on
finitely many values and is periodic too. In the notation "2^1420" the last two digits repeat forever. Sources: J. H.
Conway, "On Numbers and Games", 1976, chapter 12; E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982,
chapter 13.
"""

from __future__ import annotations

from functools import cache
from math import lcm
from typing import NamedTuple

from ..core import mex
from .canonical import Forms


class Genus(NamedTuple):
    """The genus of a game: its Grundy value, and its misère values with 0, 1, 2, ... nim heaps of size two added.

    Source: J. H. Conway, "On Numbers and Games", 1976, chapter 12.

    Attributes:
        value: The Grundy value.
        digits: The misère values c0, c1, ... up to the end of the first period.
        period: The number of digits at the end that repeat forever.

    Example:
        >>> import grundy
        >>> genus = grundy.game("kayles").genus(5)
        >>> genus.value, genus.misere, str(genus)
        (4, 1, '4^146')
    """

    value: int
    digits: tuple[int, ...]
    period: int = 2

    @property
    def misere(self) -> int:
        """The misère value of the game alone; it is 0 exactly for misère P-positions.

        Example:
            >>> Genus(0, (1, 2, 0)).misere
            1
        """
        return self.digits[0]

    def at(self, twos: int) -> int:
        """Return the misère value of the sum of the game and nim heaps of size two.

        Args:
            twos: The number of nim heaps of size two, at least 0.

        Returns:
            The misère value.

        Example:
            >>> [Genus(0, (1, 2, 0)).at(twos) for twos in range(5)]
            [1, 2, 0, 2, 0]
        """
        if twos < len(self.digits):
            return self.digits[twos]
        start = len(self.digits) - self.period
        return self.digits[start + (twos - start) % self.period]

    def __str__(self) -> str:
        """Return the usual notation, such as "2^1420"; dots separate the digits if one of them is 10 or more."""
        between = "." if max(self.digits) > 9 else ""
        tail = "" if self.period == 2 else f" (the last {self.period} repeat)"
        return f"{self.value}^{between.join(map(str, self.digits))}{tail}"


def nim_genus(size: int, *, firm: bool) -> Genus:
    """Return the genus of a nim position.

    Args:
        size: The nim-sum.
        firm: Whether the position has a heap of two or more; otherwise it is fickle, and `size` is 0 or 1.

    Returns:
        The genus.

    Example:
        >>> str(nim_genus(0, firm=False)), str(nim_genus(1, firm=False)), str(nim_genus(2, firm=True))
        ('0^120', '1^031', '2^20')
    """
    if firm:
        return Genus(size, (size, size ^ 2))
    return Genus(1, (0, 3, 1)) if size else Genus(0, (1, 2, 0))


class GenusTable:
    """Computes the genera of the misère canonical forms in a collection, `forms`, and stores them."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._known: dict[int, Genus] = {}

    def of(self, form: int) -> Genus:
        """Return the genus of a canonical form, given by its number."""
        if form not in self._known:
            for x in self.forms.reached(form):
                if x not in self._known:
                    self.forms.budget.charge()
                    self._known[x] = genus_of_options([self._known[y] for y in self.forms.options[x]])
        return self._known[form]


def genus_of_options(options: list[Genus]) -> Genus:
    """Return the genus of a game, given the genera of its options.

    >>> str(genus_of_options([])), str(genus_of_options([Genus(0, (1, 2, 0))]))
    ('0^120', '1^031')
    """
    settled = max((len(option.digits) - option.period for option in options), default=0)
    rhythm = lcm(*(option.period for option in options))
    seen: dict[tuple[int, int], int] = {}
    digits: list[int] = []
    while True:
        n = len(digits)
        if n > settled:
            state = n % rhythm, digits[-1]
            if state in seen:
                break
            seen[state] = n
        below = {option.at(n) for option in options}
        if n:
            below |= {digits[-1], digits[-1] ^ 1}
        digits.append(mex(below) if below else 1)
    start = seen[state]
    loop = digits[start:]
    period = next(p for p in range(1, len(loop) + 1) if not len(loop) % p and loop == loop[:p] * (len(loop) // p))
    head = digits[: start + period]
    while len(head) > period and head[-1] == head[-1 - period]:
        head.pop()
    return Genus(mex(option.value for option in options), tuple(head), period)


@cache
def nim_genera(most: int) -> frozenset[Genus]:
    """Return the genera of the positions of nim, fickle and firm, whose nim-sum is at most `most`."""
    return frozenset(nim_genus(n, firm=True) for n in range(most + 1)) | {nim_genus(n, firm=False) for n in (0, 1)}
