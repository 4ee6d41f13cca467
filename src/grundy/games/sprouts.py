"""Sprouts: draw a line between two spots and a new spot on it; a spot with three lines takes no more.

`sprouts: 5` is five spots and nothing else. Any other position tells its regions one after the other, joined by `/`; a
region tells its boundaries, each of which ends with a dot; a boundary tells the spots that one meets around it, in
order, with the region always to the left. `0` is a spot without lines and `1` one with a single line. A spot with two
lines is met twice: a letter stands at both places, within one boundary or in two regions. `2` stands for one of which
only this side matters. So the first move from two spots joins them, `1A1A.`, or loops from one to itself with the other
outside, `0.AB./AB.`. Spots with three lines are not written. Several drawings side by side are separated by blanks.

A move is named by two places, counted from 1 through the text: "1-2" joins them. Where that line cuts a region in two,
`1-3 around 6` says that the boundary that begins with place 6 lies on the side of place 2, and all that are not named
on the other. Moves that leave the same are named once.

J. H. Conway and M. S. Paterson, 1967; E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 17.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ..core import InputError, Move, PositionError, Ruleset, Scanner, Sum
from .sprouts_drawing import parse, scan_part, write
from .sprouts_plain import arranged, components, lines, simplified

if TYPE_CHECKING:
    from ..core import Packed


class Sprouts(Ruleset[str]):
    """Join two spots by a line, or one to itself, and put a new spot on it; no line crosses, no spot has four."""

    name = "sprouts"

    def options(self, position: str) -> Iterator[Sum[str]]:
        """Return what the lines leave, in parts that no line can join, each part in its canonical form."""
        return (move.leaves for move in self.moves(position))

    def moves(self, position: str) -> Iterator[Move[str]]:
        """Return moves called "1-2" and "1-3 around 6", one for each different sum."""
        return iter(_moves(position))

    def canonical(self, position: str) -> str:
        """Return the position without what no longer matters, its spots renamed and its regions in order."""
        return _canonical(position)

    def check(self, position: str) -> None:
        """Refuse a text that is not a drawing."""
        if type(position) is not str:
            raise PositionError(f"sprouts: expected a text that shows a drawing, found {position!r}")
        parse(position)

    def read(self, text: str) -> Sum[str]:
        """Read numbers of spots and drawings, separated by blanks or commas."""
        scanner = Scanner(text)
        parts: list[str] = []
        while not parts or not scanner.done():
            if parts:
                scanner.take(",")
            scanner.blanks()
            start = scanner.at
            part = scan_part(scanner)
            try:
                parse(part)
            except InputError as error:
                raise error.within(text, start) from None
            parts.append(part)
        return Sum.of(parts)

    def show(self, parts: Sum[str]) -> str:
        """Write the parts with blanks between them."""
        return " ".join(parts) or "0"

    def packed(self, position: str) -> Packed[str] | None:
        """Return the rule over words for everything that can follow, or None when the words cannot hold it."""
        from .sprouts_packed import packed

        return packed(position)


@lru_cache(maxsize=1 << 16)
def _canonical(position: str) -> str:
    """Return the one text of a drawing."""
    return write(arranged(simplified(parse(position))))


@lru_cache(maxsize=64)
def _moves(position: str) -> tuple[Move[str], ...]:
    """Return the first move of each kind."""
    found: dict[Sum[str], Move[str]] = {}
    for name, left in lines(parse(position)):
        leaves = Sum.of(sorted(write(arranged(part)) for part in components(simplified(left))))
        found.setdefault(leaves, Move(name, leaves))
    return tuple(found.values())
