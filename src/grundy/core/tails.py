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
        shorter: For each tail the number of its vertices that the move removes, if it removes the vertex of the core to
            which this tail is attached. A tail with fewer vertices is removed completely.
        least: For each tail the least length with which the move exists.
        digit: The allowed numbers of components after the move, as a sum: 1 for none, 2 for one, 4 for two or more.
    """

    needed: int
    removed: int
    shorter: tuple[int, int] = (0, 0)
    least: tuple[int, int] = (0, 0)
    digit: int = 7


class CoreOption(NamedTuple):
    """The result of a move that touches the core of a graph with two tails.

    The move may leave several connected components. A component is given as the bit mask of those of its vertices that
    are in the core.

    Attributes:
        both: The component with both tails, or None if there is none.
        sides: The component with only the first tail, and that with only the second. None means that there is no such
            component; `FREE` (0) means that the tail is no longer attached to the core, so that it is a path.
        alone: The components without a tail.
        shorter: For each tail the number of vertices that it loses.
        least: For each tail the least length with which the option exists.
        most: For each tail the greatest length with which the option exists, or None without a bound.
    """

    both: int | None
    sides: tuple[int | None, int | None]
    alone: tuple[int, ...]
    shorter: tuple[int, int]
    least: tuple[int, int]
    most: tuple[int | None, int | None] = (None, None)

    def there(self, *lengths: int) -> bool:
        """Return whether the option exists if the first and the second tail have these lengths before the move."""
        return all(
            low <= length and (high is None or length <= high)
            for length, low, high in zip(lengths, self.least, self.most, strict=True)
        )

    def allowed(self, digit: int) -> Iterator[CoreOption]:
        """Yield copies of this option, limited to the lengths of the tails for which a digit allows the move.

        The number of components depends on the lengths: a tail that is no longer attached is a component, unless the
        move removes all of it. So there is one copy for each choice of completely removed tails that the digit allows.

        Args:
            digit: The allowed numbers of components after the move, as a sum: 1 for none, 2 for one, 4 for two or more.

        Yields:
            Copies with other bounds `least` and `most`, or only this option itself if the digit is 7.
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
    """A family of graphs with a game on them: a connected core with two attached paths (tails) of any lengths.

    A move inside a tail removes t neighbouring vertices of it, as the octal code of the game allows. The vertices
    nearer to the core remain as a shorter tail, and those nearer to the free end become a separate path.

    Attributes:
        name: The name of the family.
        near: For each vertex of the core the bit mask of its neighbours in the core.
        ends: The vertices of the core to which the first and the second tail are attached.
        digits: The octal code of the game on a path; the digit at index t is for moves that remove t vertices.
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
        """Whether exchanging the two lengths gives an equal position.

        This is so if both tails are attached to the same vertex and have the same moves.
        """
        moves = {*self.moves}
        turned = {move._replace(shorter=move.shorter[::-1], least=move.least[::-1]) for move in moves}
        return self.ends[0] == self.ends[1] and moves == turned

    def tails(self, part: int) -> tuple[bool, bool]:
        """Return which tails are attached to a part of the core.

        Args:
            part: The bit mask of the vertices of the part.

        Returns:
            (first, second): whether the part contains the vertex to which the first, or the second, tail is attached.
        """
        return bool(part >> self.ends[0] & 1), bool(part >> self.ends[1] & 1)

    def options(self, part: int) -> tuple[CoreOption, ...]:
        """Return the results of the moves that remove vertices of the core, when only a part of the core is left.

        Args:
            part: The bit mask of the vertices of this connected part.

        Returns:
            The results, each once.
        """
        return tuple(dict.fromkeys(self._left(part)))

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The connected parts of the core that play can leave, as bit masks, fewest vertices first.

        The last one is the whole core.

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
        """Return a connected component of the graph that the vertices in the bit mask `left` form.

        It is the component of the vertex with the least number, as a bit mask.
        """
        piece = start = left & -left
        while start:
            v = start.bit_length() - 1
            start ^= 1 << v
            new = self.near[v] & left & ~piece
            piece |= new
            start |= new
        return piece
