"""Families of graphs in two parameters: a fixed graph, the core, with two pendant paths (tails) of lengths b and c.

One tail, of b vertices, is attached to the vertex `ends[0]` of the core, and the other, of c vertices, to `ends[1]`;
both may be attached to the same vertex. For example, a star with rays of 3, b and c vertices is a path of four vertices
with both tails at its last vertex. An octal code defines the moves inside a tail, and a table defines the moves that
touch the core. So arrays and theorems give the values for all b and c, whatever the game is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from .errors import LimitReached

MOST_PARTS = 400
"""Cores from which play reaches more parts than this are rejected."""
FREE = 0
"""The part of a tail that is no longer attached to the core: a path."""


class CoreMove(NamedTuple):
    """A move that removes vertices of the core, the fixed graph to which two paths (tails) are attached.

    Attributes:
        needed: The vertices that must be present, as a bit mask.
        removed: The vertices that are removed, as a bit mask.
        shorter: The number of vertices that each tail loses in addition, if the vertex to which it is attached is
            removed; a shorter tail is removed completely.
        least: The least length of each tail for which the move exists.
        digit: The numbers of components that may be left, as a sum: 1 for none, 2 for one, 4 for more.
    """

    needed: int
    removed: int
    shorter: tuple[int, int] = (0, 0)
    least: tuple[int, int] = (0, 0)
    digit: int = 7


class CoreOption(NamedTuple):
    """The result of a move that touches the core of a graph with two tails.

    The move may leave several connected components. Each is described by the vertices of the core that it contains, a
    bit mask called its part, and by the tails that are attached to it.

    Attributes:
        both: The part of the component with both tails, or None if there is none.
        sides: The parts of the components with only the first tail and with only the second. `FREE` (0) means that the
            tail is no longer attached to the core, so that it is a path; None means that there is no such component.
        alone: The parts of the components without a tail.
        shorter: The number of vertices that each tail loses.
        least: The least length of each tail for which the option exists.
        most: The greatest length of each tail, or None without a bound.
    """

    both: int | None
    sides: tuple[int | None, int | None]
    alone: tuple[int, ...]
    shorter: tuple[int, int]
    least: tuple[int, int]
    most: tuple[int | None, int | None] = (None, None)

    def there(self, *lengths: int) -> bool:
        """Return whether the option exists if the tails have these lengths."""
        return all(
            low <= length and (high is None or length <= high)
            for length, low, high in zip(lengths, self.least, self.most, strict=True)
        )

    def allowed(self, digit: int) -> Iterator[CoreOption]:
        """Yield this option with the bounds `least` and `most` narrowed to the lengths for which a digit allows it.

        The number of components depends on the lengths: a tail that is no longer attached is a component, unless the
        move removes all of it. So there is one option for each choice of removed tails that the digit allows.

        Args:
            digit: The numbers of components that may be left, as a sum: 1 for none, 2 for one, 4 for more.

        Yields:
            Copies of this option with other bounds, or this option itself if the digit is 7 and allows all numbers.
        """
        if digit == 7:
            yield self
            return
        loose = [side == FREE for side in self.sides]
        pieces = (self.both is not None) + len(self.alone) + sum(bool(side) for side in self.sides)
        for rests in product(*((False, True) if there else (False,) for there in loose)):
            if not digit & (1, 2, 4)[min(pieces + sum(rests), 2)]:
                continue
            least, most = [*self.least], [*self.most]
            for tail, less in enumerate(self.shorter):
                if loose[tail]:
                    least[tail] = max(least[tail], less + rests[tail])
                    most[tail] = None if rests[tail] else less
            yield self._replace(least=(least[0], least[1]), most=(most[0], most[1]))


@dataclass(frozen=True)
class TailedGraph:
    """A family of graphs, which are a connected core with two attached paths (tails) of any lengths, and a game on it.

    A move inside a tail is a move of the octal code that leaves at least one heap. It removes t neighbouring vertices.
    Those between them and the core remain as the shorter tail, and those between them and the free end become a path.

    Attributes:
        name: The name of the family.
        near: For each vertex of the core its neighbours in the core, as a bit mask.
        ends: The vertices of the core to which the first and the second tail are attached.
        digits: The octal code of the game on a path, digit t at index t.
        moves: The moves that touch the core.
        family: The name of the game in certificates; "" if certificates do not support it.

    Example:
        The core is one vertex, to which both tails are attached, and a move takes any one vertex:

        >>> taken = CoreMove(needed=1, removed=1)
        >>> path = TailedGraph("paths, one vertex taken", (0,), (0, 0), (0, 7), (taken,))
        >>> path.parts, path.turns, path.tails(path.whole)
        ((1,), True, (True, True))
        >>> path.options(path.whole)[0].sides
        (0, 0)
    """

    name: str
    near: tuple[int, ...]
    ends: tuple[int, int]
    digits: tuple[int, ...]
    moves: tuple[CoreMove, ...]
    family: str = ""

    @property
    def whole(self) -> int:
        """The bit mask of all vertices of the core."""
        return (1 << len(self.near)) - 1

    @property
    def turns(self) -> bool:
        """Whether exchanging the lengths gives an equal position: both tails are at one vertex, with equal rules."""
        moves = {*self.moves}
        turned = {move._replace(shorter=move.shorter[::-1], least=move.least[::-1]) for move in moves}
        return self.ends[0] == self.ends[1] and moves == turned

    def tails(self, part: int) -> tuple[bool, bool]:
        """Return which tails are attached to a part of the core.

        Args:
            part: The part as a bit mask of vertices.

        Returns:
            Whether the first tail is attached to it, and whether the second is.
        """
        return bool(part >> self.ends[0] & 1), bool(part >> self.ends[1] & 1)

    def options(self, part: int) -> tuple[CoreOption, ...]:
        """Return the distinct results of the moves that touch the core, if a connected part of the core is left.

        Args:
            part: The part as a bit mask of vertices.

        Returns:
            The results.
        """
        return tuple(dict.fromkeys(self._left(part)))

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The parts of the core that play can reach, as bit masks, fewest vertices first; the last is the whole core.

        Raises:
            LimitReached: If there are more than `MOST_PARTS`.
        """
        found, waiting = {self.whole}, [self.whole]
        while waiting:
            for option in self.options(waiting.pop()):
                left = (option.both, *option.sides, *option.alone)
                new = {part for part in left if part} - found
                found |= new
                waiting += new
            if len(found) > MOST_PARTS:
                raise LimitReached(
                    f"{self.name}: play leaves more than {MOST_PARTS} components of the core", kind="size"
                )
        return tuple(sorted(found, key=lambda part: (part.bit_count(), part)))

    def _left(self, part: int) -> Iterator[CoreOption]:
        for move in self.moves:
            if move.needed & ~part:
                continue
            left, hanging = part & ~move.removed, self.tails(part)
            sides: list[int | None] = [
                FREE if there and not left >> end & 1 else None for there, end in zip(hanging, self.ends, strict=True)
            ]
            both, alone = None, []
            while left:
                piece = self._reached(left)
                left ^= piece
                tails = self.tails(piece)
                if all(tails):
                    both = piece
                elif any(tails):
                    sides[tails.index(True)] = piece
                else:
                    alone.append(piece)
            option = CoreOption(both, (sides[0], sides[1]), tuple(sorted(alone)), move.shorter, move.least)
            yield from option.allowed(move.digit)

    def _reached(self, left: int) -> int:
        """Return the connected component of the lowest vertex in a set of vertices; both are bit masks."""
        piece = start = left & -left
        while start:
            v = start.bit_length() - 1
            start ^= 1 << v
            new = self.near[v] & left & ~piece
            piece |= new
            start |= new
        return piece
