"""Sprouts: draw a line between two spots and a new spot on it; a spot with three lines takes no more.

`sprouts: 5` is five spots without lines. Any other position lists its regions, joined by `/`. A region lists its
boundaries, each of which ends with a dot. A boundary lists its spots in the order of a walk that keeps the region to
the left. `0` is a spot without lines and `1` one with a single line. A spot with two lines occurs twice: a letter marks
both places, within one boundary or in two regions. `2` is such a spot of which only this side matters. So the first
move from two spots joins them, `1A1A.`, or loops from one to itself with the other outside, `0.AB./AB.`. Spots with
three lines are not written. Several components are separated by blanks.

A move is named by two places, counted from 1 through the text: "1-2" joins them. If the line cuts a region in two, `1-3
around 6` means that the boundary that begins with place 6 is on the side of place 2, and all boundaries that are not
named are on the other side. Moves with the same result are named once.

J. H. Conway and M. S. Paterson, 1967; E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 17.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ...core import Bits, Faces, Move, PartwiseRuleset, Picture, PositionError, Scanner, Scene, SpotLine, Sum, on_pieces
from ..forms import Choosing
from .drawings import FIRST_LETTER, TWICE, letter_name, parse, scan_part, write
from .simplify import Joining, arranged, components, lines, simplified

if TYPE_CHECKING:
    from ...core import BitRule


class Sprouts(Choosing[str, str], PartwiseRuleset[str], Picture[str], Bits[str]):
    """The rules of Sprouts: draw a line between two spots, or from one to itself, and add a spot on it.

    Lines do not cross, and a spot has at most three lines.
    """

    between = " "
    nothing = "0"
    name = "sprouts"

    def choices(self, position: str) -> Iterable[tuple[str, Sum[str]]]:
        """Return lines such as "1-2" and "1-3 around 6", each with the sum of canonical components that it leaves.

        Of several lines that leave the same sum only the first is returned.
        """
        return ((line.name, left) for line, left in _lines(position))

    def moves(self, position: str) -> Iterator[Move[str]]:
        for line, left in _lines(position):
            yield Move(line.name, left, on_pieces((line.one - 1, 0), (line.two - 1, 0)))

    def scene(self, position: str) -> Scene:
        return Faces(
            tuple(
                tuple(
                    tuple((letter_name(s) if s >= FIRST_LETTER else "", 3 - min(s, TWICE)) for s in boundary)
                    for boundary in region
                )
                for region in parse(position)
            ),
            position,
        )

    def strokes(self, scene: Faces) -> Iterable[tuple[SpotLine, str, Sum[str]]]:
        from .strokes import strokes

        return strokes(scene)

    def canonical(self, position: str) -> str:
        """Return the position without spots that do not affect the game, with spots renamed and regions sorted."""
        return _canonical(position)

    def check(self, position: str) -> None:
        if type(position) is not str:
            raise PositionError(f"sprouts: expected a text that shows a drawing, found {position!r}")
        parse(position)

    def read_part(self, scanner: Scanner) -> str:
        """Read a number of spots or a drawing."""
        return scan_part(scanner)

    def show_part(self, position: str) -> str:
        return position

    def packed(self, position: str) -> BitRule[str] | None:
        from .packed_sprouts import packed

        return packed(position)


@lru_cache(maxsize=1 << 16)
def _canonical(position: str) -> str:
    return write(arranged(simplified(parse(position))))


@lru_cache(maxsize=64)
def _lines(position: str) -> tuple[tuple[Joining, Sum[str]], ...]:
    found: dict[Sum[str], Joining] = {}
    for line, left in lines(parse(position)):
        found.setdefault(Sum.of(sorted(write(arranged(part)) for part in components(simplified(left)))), line)
    return tuple((line, leaves) for leaves, line in found.items())
