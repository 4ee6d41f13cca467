"""Sequences of very many winning moves, such as those of a sum with a million components.

Their number is computed at once, but each move is created only when it is read.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import overload

from ...core import Game, Knowledge, facet
from ..searching.question import WinningMove


class NamedLate(Sequence[WinningMove]):
    """A sequence of very many winning moves, each of which is created only when it is read.

    A subclass defines `__len__` and `nth`; this class adds indexing and slices.
    """

    @abstractmethod
    def nth(self, index: int) -> WinningMove:
        """Create the winning move with an index from 0 to the length minus 1."""

    @overload
    def __getitem__(self, index: int) -> WinningMove: ...

    @overload
    def __getitem__(self, index: slice) -> list[WinningMove]: ...

    def __getitem__(self, index: int | slice) -> WinningMove | list[WinningMove]:
        found = range(len(self))[index]
        return self.nth(found) if isinstance(found, int) else [*map(self.nth, found)]


class CompactMoves(NamedLate):
    """The moves of a sum that leave component i with the value `targets[i]`, for any i.

    Only the index of the component of each move is stored. The move is created when it is read.

    Args:
        game: A sum in which a move wins if it leaves a certain value in its component.
        targets: For each component the value that a winning move leaves in it.
        parts: For each move the index of its component, in ascending order, as `find` computes it.
    """

    def __init__(self, game: Game, targets: Sequence[int], parts: Sequence[int]) -> None:
        self._game = game
        self._targets = targets
        self._parts = parts

    @classmethod
    def find(cls, game: Game, targets: Sequence[int]) -> CompactMoves | None:
        """Find the moves that leave component i with the value `targets[i]`.

        Args:
            game: A sum in which a move wins if it leaves a certain value in its component.
            targets: The value to leave in each component.

        Returns:
            The moves, or None if no theorem counts the moves of some component.
        """
        found: list[int] = []
        start = 0
        for ruleset, positions in game.summands:
            stop = start + len(positions)
            counts = list(map(facet(ruleset, Knowledge).count_moves_to, positions, targets[start:stop]))
            if None in counts:
                return None
            for part in compress(range(start, stop), counts):
                found += (part,) * (counts[part - start] or 0)
            start = stop
        return cls(game, targets, found)

    def __len__(self) -> int:
        return len(self._parts)

    def nth(self, index: int) -> WinningMove:
        part = self._parts[index]
        first = index
        while first and self._parts[first - 1] == part:
            first -= 1
        return self._moves(part)[index - first]

    def __iter__(self) -> Iterator[WinningMove]:
        previous = None
        for part in self._parts:
            if part != previous:
                yield from self._moves(part)
            previous = part

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CompactMoves):
            return NotImplemented
        return self._game == other._game and [*self._targets] == [*other._targets]

    def __hash__(self) -> int:
        return hash((self._game, len(self)))

    def _moves(self, part: int) -> list[WinningMove]:
        ruleset, position = self._game.part(part)
        moves = facet(ruleset, Knowledge).moves_to(position, self._targets[part])
        return [WinningMove(part, label, pieces) for label, pieces in moves or ()]
