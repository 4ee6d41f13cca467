"""A fixed graph with two tails: positions in two numbers, b and c, the lengths of two paths that hang on a graph.

The graph is the core. One tail, of b vertices, hangs on its vertex `ends[0]`, the other, of c vertices, on `ends[1]`;
both may hang on one vertex. A star with rays of 3, b and c vertices is a path of four vertices, both tails at its last.
What a player may do inside a tail is told by an octal code, what touches the core by a table of moves, so that the
values for all b and c are a matter of arrays and theorems, whatever the game is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from .errors import LimitReached

MOST_PARTS = 400
"""A core that play can leave more parts of is not looked at."""
FREE = 0
"""The part that is left of a tail which hangs on nothing any more: a path."""


class CoreMove(NamedTuple):
    """A move that takes vertices of the core: possible where all of `needed` are there, it takes those of `removed`.

    From tails whose vertex of the core is taken go `shorter` vertices besides, or all where they are fewer; the move
    needs tails of at least `least` vertices. `digit` says in how many pieces it may leave what it is played in: it has
    1 where that may be none, 2 where it may be one, 4 where it may be more.
    """

    needed: int
    removed: int
    shorter: tuple[int, int] = (0, 0)
    least: tuple[int, int] = (0, 0)
    digit: int = 7


class CoreOption(NamedTuple):
    """What a move that touches the core leaves: parts of the core as masks.

    `both` has both tails; `sides` have one tail each, FREE is a path alone, None is no such part; `alone` have no tail.
    There is such an option where the tails have at least `least` and at most `most` vertices, None is no bound.
    """

    both: int | None
    sides: tuple[int | None, int | None]
    alone: tuple[int, ...]
    shorter: tuple[int, int]
    least: tuple[int, int]
    most: tuple[int | None, int | None] = (None, None)

    def there(self, *lengths: int) -> bool:
        """Return whether tails of these lengths have such an option."""
        return all(
            low <= length and (high is None or length <= high)
            for length, low, high in zip(lengths, self.least, self.most, strict=True)
        )

    def allowed(self, digit: int) -> Iterator[CoreOption]:
        """Yield the cases in which so many pieces are left as the digit of a code allows.

        A loose tail is a piece unless it is taken whole, so that it has exactly as many vertices as are taken of it.
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
    """A connected core with two tails, and the moves of a game on it.

    `near` has the neighbours of each vertex as a mask; `digits` is the octal code of a path, digit t at place t. A tail
    is shortened by it as a heap is which never becomes empty: t vertices go, those between them and the end are a path.
    `family` names the game in certificates; it is empty where these know none.
    """

    name: str
    near: tuple[int, ...]
    ends: tuple[int, int]
    digits: tuple[int, ...]
    moves: tuple[CoreMove, ...]
    family: str = ""

    @property
    def whole(self) -> int:
        """The mask of all vertices of the core."""
        return (1 << len(self.near)) - 1

    @property
    def turns(self) -> bool:
        """Whether b and c may change places: both tails hang on one vertex and have the same moves."""
        moves = {*self.moves}
        turned = {move._replace(shorter=move.shorter[::-1], least=move.least[::-1]) for move in moves}
        return self.ends[0] == self.ends[1] and moves == turned

    def tails(self, part: int) -> tuple[bool, bool]:
        """Return which tails hang on a part of the core."""
        return bool(part >> self.ends[0] & 1), bool(part >> self.ends[1] & 1)

    def options(self, part: int) -> tuple[CoreOption, ...]:
        """Return what moves that touch a connected part of the core leave, every one once."""
        return tuple(dict.fromkeys(self._left(part)))

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """The parts of the core that play can leave, smaller ones first; the last is the whole core.

        Raises `LimitReached` where there are more than 400.
        """
        found, waiting = {self.whole}, [self.whole]
        while waiting:
            for option in self.options(waiting.pop()):
                left = (option.both, *option.sides, *option.alone)
                new = {part for part in left if part} - found
                found |= new
                waiting += new
            if len(found) > MOST_PARTS:
                raise LimitReached(f"{self.name}: play leaves more than {MOST_PARTS} parts of the core", kind="size")
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
        """Return the component of the first of the vertices `left`."""
        piece = start = left & -left
        while start:
            v = start.bit_length() - 1
            start ^= 1 << v
            new = self.near[v] & left & ~piece
            piece |= new
            start |= new
        return piece
