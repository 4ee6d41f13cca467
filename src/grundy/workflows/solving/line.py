"""Winning moves of a searched game, and a line of best play: the winner wins, the loser tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, Protocol

from ...core import Game, LimitReached, Move, Sum, nim_sum, patiently
from ..searching.question import Line, WinningMove
from .moves import listed_moves

LINE = 12
"""Moves of the line that is told."""
PORTIONS = (2_000, 40_000, None)
"""Positions that may be looked at for one move, in turn: what is known already is found before what takes long."""
Wins = Callable[[int, Sum[Any]], bool]
"""Whether a move in a part wins that leaves these positions there."""
Told = Callable[[int, Sum[Any]], bool | None]
"""The same where theorems tell it, else None."""


class Parts(Protocol):
    """What answers for the parts of a game and for what follows from each; every method may raise `LimitReached`."""

    game: Game

    def value(self, number: int) -> int:
        """Return the value of a part."""

    def sum_value(self, number: int, positions: Sequence[Any]) -> int:
        """Return the value of positions that follow from a part, side by side."""

    def has_value(self, number: int, positions: Sequence[Any], n: int) -> bool:
        """Return whether positions that follow from a part, side by side, have value n."""

    def portion(self, positions: int) -> AbstractContextManager[object]:
        """Return what stops the work inside after so many positions, by `LimitReached`; None: the limits stop it."""

    def told(self, number: int, positions: Sequence[Any], n: int) -> bool | None:
        """Return whether positions side by side have value n where theorems tell it, else None."""


def moves_that_win(
    game: Game,
    wins: Wins,
    portion: Callable[[int], AbstractContextManager[object]] | None = None,
    told: Told = lambda _, __: None,
) -> Iterator[WinningMove]:
    """Yield every move that wins as it is proved; moves in a part that leave the same there are judged once.

    Those that are `told` come first; with `portion` every other move is given a little work before one is given much.
    """
    alike = _alike(game)
    for key, (first, *others) in [*alike.items()]:
        wanted = told(first.part, first.pieces)
        if wanted is not None:
            del alike[key]
        if wanted:
            yield from (first, *others)
    for most in PORTIONS if portion is not None and len(alike) > 1 else (None,):
        for key, (first, *others) in [*alike.items()]:
            try:
                with nullcontext() if portion is None or most is None else portion(most):
                    wanted = wins(first.part, first.pieces)
            except LimitReached as error:
                if most is None or error.kind != "steps":
                    raise
                continue
            del alike[key]
            if wanted:
                yield from (first, *others)


def _alike(game: Game) -> dict[tuple[int, Hashable], list[WinningMove]]:
    """Return the moves of a game, those together that leave the same in a part."""
    alike: dict[tuple[int, Hashable], list[WinningMove]] = {}
    for number, (ruleset, position) in enumerate(game.parts):
        for move in patiently(listed_moves(ruleset, position)):
            key: tuple[int, Hashable] = number, frozenset(Counter(map(ruleset.canonical, move.leaves)).items())
            alike.setdefault(key, []).append(WinningMove(number, move.label, move.leaves))
    return alike


def winning_moves(found: Parts, values: Sequence[int | None]) -> Iterator[WinningMove]:
    """Yield every winning move in normal play, the easiest to prove first; raises `LimitReached`.

    A move in a part wins exactly when it leaves there the nim-sum of the other parts.
    """
    targets: dict[int, int] = {}
    unknown = {i for i, value in enumerate(values) if value is None}

    def target(number: int) -> int:
        if number not in targets:
            others = (i for i in range(len(values)) if i != number)
            targets[number] = nim_sum(found.value(i) if (v := values[i]) is None else v for i in others)
        return targets[number]

    def wins(number: int, leaves: Sum[Any]) -> bool:
        return found.has_value(number, leaves, target(number))

    def told(number: int, leaves: Sum[Any]) -> bool | None:
        return None if unknown - {number} else found.told(number, leaves, target(number))

    return moves_that_win(found.game, wins, found.portion, told)


def principal_line(found: Parts, wins: Sequence[WinningMove]) -> Line:
    """Return moves in turn: the winner takes the first winning move, the loser the one that leaves the most to do."""
    table = [[position] for _, position in found.game.parts]
    moves: list[tuple[int, str]] = []
    turn = LineTurn(wins[0].part, Move(wins[0].move, wins[0].pieces), 0) if wins else None
    losing = not wins
    try:
        while len(moves) < LINE:
            turn = turn or (_hardest(found, table) if losing else _winning(found, table))
            if turn is None:
                return Line(tuple(moves), over=True)
            moves.append((turn.part, turn.move.label))
            table[turn.part][turn.at : turn.at + 1] = turn.move.leaves
            losing, turn = not losing, None
    except LimitReached:
        pass
    return Line(tuple(moves))


class LineTurn(NamedTuple):
    """A move in what is left of a part: in the position that stands there at place `at`."""

    part: int
    move: Move[Any]
    at: int


Table = list[list[Any]]
"""What is left of every part."""


def _turns(found: Parts, table: Table) -> Iterator[LineTurn]:
    for number, ((ruleset, _), left) in enumerate(zip(found.game.parts, table, strict=True)):
        for at, position in enumerate(left):
            for move in listed_moves(ruleset, position):
                yield LineTurn(number, move, at)


def _hardest(found: Parts, table: Table) -> LineTurn | None:
    """Return the move after which the most moves are left, None where there is no move."""

    def moves_left(turn: LineTurn) -> int:
        return sum(map(found.game.part(turn.part)[0].count_moves, turn.move.leaves))

    return max(_turns(found, table), key=moves_left, default=None)


def _winning(found: Parts, table: Table) -> LineTurn | None:
    """Return a move that leaves a P-position, the first by theorem or else the first; None where there is no move.

    Of two parts or more the values are searched; of one it is enough that the move leaves value 0.
    """
    values = [found.sum_value(number, left) for number, left in enumerate(table)] if len(table) > 1 else [0]
    total = nim_sum(values)
    open_turns = []
    for turn in _turns(found, table):
        left = table[turn.part]
        after = [*left[: turn.at], *turn.move.leaves, *left[turn.at + 1 :]]
        wanted = total ^ values[turn.part]
        told = found.told(turn.part, after, wanted)
        if told:
            return turn
        if told is None:
            open_turns.append((turn, after, wanted))
    return next((turn for turn, after, n in open_turns if found.has_value(turn.part, after, n)), None)
