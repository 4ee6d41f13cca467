"""The genus of a game: its normal value, and its misere values beside more and more nim heaps of two.

The misere value of a game without moves is 1, of any other the mex of those of its options; it is 0 exactly where the
player to move loses. The genus of G is g with the sequence c0 c1 c2 ..., where g is the Grundy value and cn the misere
value of G + 2 + ... + 2 (n heaps of two). As G + 1 has misere value c xor 1, cn is the mex of c(n-1), c(n-1) xor 1 and
the cn of the options. When the sequences of all options repeat, cn depends on finitely many things and repeats for
certain. Written "2^1420": the last two digits go on for ever. (J. H. Conway, "On Numbers and Games", 1976, chapter 12;
Berlekamp, Conway and Guy, "Winning Ways", 1982, chapter 13.)
"""

from __future__ import annotations

from functools import cache
from math import lcm
from typing import NamedTuple

from ..core import mex
from .canonical import Forms


class Genus(NamedTuple):
    """A Grundy value and the sequence of misere values, of which the last `period` go on for ever."""

    value: int
    digits: tuple[int, ...]
    period: int = 2

    @property
    def misere(self) -> int:
        """The misere value of the game alone; 0 exactly where the player to move loses."""
        return self.digits[0]

    def at(self, twos: int) -> int:
        """Return the misere value beside so many nim heaps of two."""
        if twos < len(self.digits):
            return self.digits[twos]
        start = len(self.digits) - self.period
        return self.digits[start + (twos - start) % self.period]

    def __str__(self) -> str:
        """Return the usual text; digits of 10 and more have dots between them."""
        between = "." if max(self.digits) > 9 else ""
        tail = "" if self.period == 2 else f" (the last {self.period} repeat)"
        return f"{self.value}^{between.join(map(str, self.digits))}{tail}"


def nim_genus(size: int, *, firm: bool) -> Genus:
    """Return the genus of nim positions: "fickle" ones (heaps of 0 and 1 only) and firm ones of a nim-sum.

    >>> str(nim_genus(0, firm=False)), str(nim_genus(1, firm=False)), str(nim_genus(2, firm=True))
    ('0^120', '1^031', '2^20')
    """
    if firm:
        return Genus(size, (size, size ^ 2))
    return Genus(1, (0, 3, 1)) if size else Genus(0, (1, 2, 0))


class GenusTable:
    """The genera of the forms of one collection."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._known: dict[int, Genus] = {}

    def of(self, form: int) -> Genus:
        """Return the genus of a form."""
        if form not in self._known:
            for x in self.forms.reached(form):
                if x not in self._known:
                    self.forms.meter.tick()
                    self._known[x] = genus_of_options([self._known[y] for y in self.forms.options[x]])
        return self._known[form]


def genus_of_options(options: list[Genus]) -> Genus:
    """Return the genus of a game from those of its options.

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
    """Return the genera of nim positions with nim-sums up to `most`."""
    return frozenset(nim_genus(n, firm=True) for n in range(most + 1)) | {nim_genus(n, firm=False) for n in (0, 1)}
