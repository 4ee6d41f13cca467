"""A collection of the legal moves of a position, which lists them only when this is necessary."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import index
from typing import overload

from ...core import Game, HeapRuleset, LimitReached, Move, MoveError, playable
from ..searching.question import WinningMove
from .legal import PartMove, has_moves, heap_leaving, legal_moves, nth_move
from .phrases import phrase
from .typed import find_move

SHOWN = 4
"""The number of moves in the text of such a collection."""


class LegalMoves:
    """A collection of the legal moves of a game, with `in`, `len`, indexing and iteration.

    Where possible, moves are counted and found without a list, so that a game may have very many.

    >>> from grundy import read_game
    >>> moves = LegalMoves(read_game("nim: 3 5"))
    >>> len(moves), "take 5 from heap 2" in moves, "take 4 from heap 1" in moves
    (8, True, False)
    >>> str(moves[-1]), [str(move) for move in moves[:2]]
    ('part 1: take 5', ['part 0: take 1', 'part 0: take 2'])
    >>> moves
    <LegalMoves of nim: 3 5 (take 1 from heap 1, take 2 from heap 1, take 3 from heap 1, take 1 from heap 2, ...)>
    """

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    def __iter__(self) -> Iterator[PartMove]:
        """Yield the moves by component, then by option; raise `LimitReached` if there are too many."""
        return legal_moves(self._game)

    def words(self) -> Iterator[str]:
        """Yield the moves in words that a user can type.

        >>> from grundy import read_game
        >>> list(LegalMoves(read_game("nim: 1 2")).words())
        ['take 1 from heap 1', 'take 1 from heap 2', 'take 2 from heap 2']
        """
        return (phrase(self._game, move) for move in self)

    def count(self) -> int | None:
        """Return the number of moves, or None if they cannot be counted.

        >>> from grundy import read_game
        >>> LegalMoves(read_game("nim: 100000000000000000000")).count()
        100000000000000000000
        """
        return self._game.count_moves()

    def __len__(self) -> int:
        """Return the number of moves; raise `LimitReached` if they cannot be counted."""
        if (count := self.count()) is None:
            raise LimitReached("the game has more moves than can be counted", kind="size")
        return count

    def __bool__(self) -> bool:
        return has_moves(self._game)

    @overload
    def __getitem__(self, number: int) -> PartMove: ...
    @overload
    def __getitem__(self, number: slice) -> list[PartMove]: ...

    def __getitem__(self, number: int | slice) -> PartMove | list[PartMove]:
        """Return the move with a number from 0, or from the end if it is negative; a list for a slice."""
        if isinstance(number, slice):
            if number.stop is not None and min(number.start or 0, number.stop) >= 0 and (number.step or 1) > 0:
                return list(
                    islice(self, number.start, number.stop, number.step)
                )  # the other moves are not even counted
            return [nth_move(self._game, n) for n in range(*number.indices(len(self)))]
        number, count = index(number), len(self)
        if not -count <= number < count:
            raise IndexError(f"expected a number from 0 to {count - 1}, found {number}")
        return nth_move(self._game, number % count)

    def __contains__(self, move: object) -> bool:
        try:
            self.find(move)
        except MoveError:
            return False
        return True

    def find(self, move: object) -> PartMove:
        """Find a legal move by its words, or check that a move is legal.

        Args:
            move: Words, a `PartMove` or a `WinningMove`.

        Returns:
            The legal move.

        Raises:
            MoveError: If there is no such move.

        Example:
            >>> from grundy import read_game
            >>> str(LegalMoves(read_game("nim: 3 5")).find("5 from heap 2"))
            'part 1: take 5'
        """
        if isinstance(move, str):
            return find_move(self._game, move)
        if isinstance(move, WinningMove):
            move = PartMove(move.part, Move(move.move, move.pieces))
        if not (isinstance(move, PartMove) and isinstance(move.move, Move)):
            raise MoveError(f"expected a move of the game or its words, found {move!r}")
        if (found := self._listed(move)) is None:
            raise MoveError(f"expected a legal move, found {move} in {self._game}")
        return found

    def _listed(self, move: PartMove) -> PartMove | None:
        for part, ruleset, position in playable(self._game):
            if part == move.part:
                if isinstance(ruleset, HeapRuleset):
                    found = heap_leaving(ruleset, position, move.move.leaves)
                else:
                    found = next((each for each in ruleset.moves(position) if each == move.move), None)
                return None if found is None else PartMove(part, found)
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalMoves) and self._game == other._game

    def __hash__(self) -> int:
        return hash(self._game)

    def __reduce__(self) -> tuple[type[LegalMoves], tuple[Game]]:
        return LegalMoves, (self._game,)

    def __repr__(self) -> str:
        try:
            shown = list(islice(self.words(), SHOWN + 1))
        except LimitReached:
            shown = []
        told = ", ".join([*shown[:SHOWN], *(["..."] if len(shown) > SHOWN else [])])
        return f"<LegalMoves of {self._game}{f' ({told})' if told else ''}>"
