"""Winning moves of sums with a million parts: found at once, named when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import overload

from ..core import Game
from .solution import WinningMove


class CompactMoves(Sequence[WinningMove]):
    """The moves that leave in a part of value g the value `target(g)`; a place of the list is a part and a count.

    Only the numbers of the parts are stored. A move is named by `moves_to` of its ruleset on access.
    """

    def __init__(self, game: Game, values: Sequence[int], target: Callable[[int], int], parts: Sequence[int]) -> None:
        """Keep `parts`, one entry for each move, ascending."""
        self._positions = list(game.parts)
        self._values = values
        self._target = target
        self._parts = parts

    @classmethod
    def find(cls, game: Game, values: Sequence[int], target: Callable[[int], int]) -> CompactMoves | None:
        """Return the winning moves, or None when some part has no theorem."""
        found: list[int] = []
        start = 0
        for ruleset, positions in game.summands:
            targets = map(target, islice(values, start, start + len(positions)))
            for part, count in enumerate(map(ruleset.count_moves_to, positions, targets), start):
                if count is None:
                    return None
                if count:
                    found += (part,) * count
            start += len(positions)
        return cls(game, values, target, found)

    def __len__(self) -> int:
        """Return the number of winning moves."""
        return len(self._parts)

    @overload
    def __getitem__(self, index: int) -> WinningMove: ...

    @overload
    def __getitem__(self, index: slice) -> list[WinningMove]: ...

    def __getitem__(self, index: int | slice) -> WinningMove | list[WinningMove]:
        """Name one move or some."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        part = self._parts[index]
        index %= len(self)
        before = 0
        while before < index and self._parts[index - before - 1] == part:
            before += 1
        return self._moves(part)[before]

    def __iter__(self) -> Iterator[WinningMove]:
        """Name all moves, part by part."""
        previous = None
        for part in self._parts:
            if part != previous:
                yield from self._moves(part)
            previous = part

    def _moves(self, part: int) -> list[WinningMove]:
        """Return the winning moves in one part."""
        ruleset, position = self._positions[part]
        moves = ruleset.moves_to(position, self._target(self._values[part]))
        return [WinningMove(part, label, pieces) for label, pieces in moves or ()]
