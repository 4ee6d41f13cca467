"""The winning moves of a searched game, and a line of play in which the loser makes it hard for the winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import Game, LimitReached, Move, Sum, count_moves, iterate_checked, nim_sum
from ..searching.question import Line, WinningMove
from .moves import listed_moves

if TYPE_CHECKING:
    from .deep import Search

LINE = 12
"""The largest number of moves of the line."""
PORTIONS = (2_000, 40_000, None)
"""The limits in positions for one move in successive rounds, so that easy moves are found before hard ones."""
Wins = Callable[[int, Sum[Any]], bool]
"""Whether a move in a part wins, from the index of the part and the positions it leaves."""
ByTheorem = Callable[[int, Sum[Any]], bool | None]
"""The same if theorems decide it, else None."""


def moves_that_win(
    game: Game,
    wins: Wins,
    portion: Callable[[int], AbstractContextManager[object]] | None = None,
    told: ByTheorem = lambda _, __: None,
) -> Iterator[WinningMove]:
    """Yield every winning move as soon as it is proved; moves in a part with the same result are evaluated once.

    Args:
        game: The game whose moves are examined.
        wins: Returns whether a move wins, from the index of its part and the positions that it leaves.
        portion: Limits the positions for one move; with it, hard moves are postponed to later rounds.
        told: Like `wins`, but by theorems alone, and None if they do not decide; moves that they decide come first.

    Yields:
        The winning moves.

    Raises:
        LimitReached: If a limit is reached first.
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


def in_order(game: Game, wins: Sequence[WinningMove]) -> list[WinningMove]:
    """Return winning moves in the order in which the moves of the game are listed.

    Args:
        game: The game.
        wins: Its winning moves.

    Returns:
        The sorted moves.

    Raises:
        LimitReached: If there are too many moves to list.
    """
    listed = ((part, move) for part, each in enumerate(game.parts) for move in listed_moves(*each))
    order = {WinningMove(part, *move): number for number, (part, move) in enumerate(listed)}
    return sorted(wins, key=order.__getitem__)


def _alike(game: Game) -> dict[tuple[int, Hashable], list[WinningMove]]:
    alike: dict[tuple[int, Hashable], list[WinningMove]] = {}
    for number, (ruleset, position) in enumerate(game.parts):
        for move in iterate_checked(listed_moves(ruleset, position)):
            key: tuple[int, Hashable] = number, frozenset(Counter(map(ruleset.canonical, move.leaves)).items())
            alike.setdefault(key, []).append(WinningMove(number, move.label, move.leaves))
    return alike


def winning_moves(search: Search, values: Sequence[int | None]) -> Iterator[WinningMove]:
    """Yield every winning move in normal play, the ones that are easiest to prove first.

    A move in a part wins exactly if the part gets the nim-sum of the other parts as its value (R. Sprague, "Über
    mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and Games", 1939).

    Args:
        search: Computes values of the parts and their followers.
        values: The values of the parts, each None if it is not known yet.

    Yields:
        The winning moves.

    Raises:
        LimitReached: If a limit is reached first.
    """
    targets: dict[int, int] = {}
    unknown = {i for i, value in enumerate(values) if value is None}

    def target(number: int) -> int:
        if number not in targets:
            others = (i for i in range(len(values)) if i != number)
            targets[number] = nim_sum(search.value(i) if (v := values[i]) is None else v for i in others)
        return targets[number]

    def wins(number: int, leaves: Sum[Any]) -> bool:
        return search.has_value(number, leaves, target(number))

    def told(number: int, leaves: Sum[Any]) -> bool | None:
        return None if unknown - {number} else search.told(number, leaves, target(number))

    return moves_that_win(search.game, wins, search.portion, told)


def principal_line(search: Search, wins: Sequence[WinningMove]) -> Line:
    """Return a line of play: the winner takes the first winning move, the loser the move with the most replies.

    Args:
        search: Computes values of the parts and their followers.
        wins: The winning moves of the game; empty in a P-position.

    Returns:
        The line of at most 12 moves, which ends early if a limit is reached.
    """
    table = [[position] for _, position in search.game.parts]
    moves: list[tuple[int, str]] = []
    turn = LineTurn(wins[0].part, Move(wins[0].move, wins[0].pieces), 0) if wins else None
    losing = not wins
    try:
        while len(moves) < LINE:
            turn = turn or (_hardest(search, table) if losing else _winning(search, table))
            if turn is None:
                return Line(tuple(moves), over=True)
            moves.append((turn.part, turn.move.label))
            table[turn.part][turn.at : turn.at + 1] = turn.move.leaves
            losing, turn = not losing, None
    except LimitReached:
        pass
    return Line(tuple(moves))


class LineTurn(NamedTuple):
    """A move of a line of play.

    Earlier moves of the line can replace a part of the game by several positions, in one of which this move is made.

    Attributes:
        part: The index of the part.
        move: The move with its label.
        at: The index of this position among those that replace the part.
    """

    part: int
    move: Move[Any]
    at: int


Table = list[list[Any]]
"""The positions that are left of every part."""


def _turns(search: Search, table: Table) -> Iterator[LineTurn]:
    for number, ((ruleset, _), left) in enumerate(zip(search.game.parts, table, strict=True)):
        for at, position in enumerate(left):
            for move in listed_moves(ruleset, position):
                yield LineTurn(number, move, at)


def _hardest(search: Search, table: Table) -> LineTurn | None:
    """Return the loser's move: the one that leaves most moves in the part where it is made; None if there is none."""

    def moves_left(turn: LineTurn) -> int:
        ruleset, _ = search.game.part(turn.part)
        return sum(count_moves(ruleset, position) for position in turn.move.leaves)

    return max(_turns(search, table), key=moves_left, default=None)


def _winning(search: Search, table: Table) -> LineTurn | None:
    """Return the winner's move to a P-position, preferably one that theorems decide; None if there is none.

    If there are two or more parts, all their values are computed first. A single part must get the value 0.
    """
    values = [search.sum_value(number, left) for number, left in enumerate(table)] if len(table) > 1 else [0]
    total = nim_sum(values)
    open_turns = []
    for turn in _turns(search, table):
        left = table[turn.part]
        after = [*left[: turn.at], *turn.move.leaves, *left[turn.at + 1 :]]
        wanted = total ^ values[turn.part]
        told = search.told(turn.part, after, wanted)
        if told:
            return turn
        if told is None:
            open_turns.append((turn, after, wanted))
    return next((turn for turn, after, n in open_turns if search.has_value(turn.part, after, n)), None)
