"""Winning moves of a searched game, and a line of best play: the winner wins, the loser tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Game, LimitReached, Move, Sum, nim_sum
from .parts import listed_moves
from .search_result import Line
from .solution import WinningMove
from .words import move_words

if TYPE_CHECKING:
    from .search import Search

LINE = 12
"""Moves of the line that is told."""
Wins = Callable[[int, Sum[Any]], bool]
"""Whether a move in a part wins that leaves these positions there."""


def moves_that_win(game: Game, wins: Wins) -> Iterator[WinningMove]:
    """Yield every move that wins as it is proved; moves in a part that leave the same there are judged once."""
    for number, (ruleset, position) in enumerate(game.parts):
        judged: dict[Any, bool] = {}
        for move in listed_moves(ruleset, position):
            key = frozenset(Counter(map(ruleset.canonical, move.leaves)).items())
            if key not in judged:
                judged[key] = wins(number, move.leaves)
            if judged[key]:
                yield WinningMove(number, move.label, move.leaves)


def winning_moves(found: Search, values: Sequence[int | None]) -> Iterator[WinningMove]:
    """Yield every winning move in normal play; raises `LimitReached`.

    A move in a part wins exactly when it leaves there the nim-sum of the other parts.
    """
    targets: dict[int, int] = {}

    def wins(number: int, leaves: Sum[Any]) -> bool:
        if number not in targets:
            others = (i for i in range(len(values)) if i != number)
            targets[number] = nim_sum(found.value(i) if (v := values[i]) is None else v for i in others)
        return found.has_value(number, leaves, targets[number])

    return moves_that_win(found.game, wins)


def principal_line(found: Search, wins: Sequence[WinningMove]) -> Line:
    """Return moves in turn: the winner takes the first winning move, the loser the one that leaves the most to do."""
    table = [[position] for _, position in found.parts]
    moves: list[str] = []
    turn = Turn(wins[0].part, Move(wins[0].move, wins[0].pieces), 0) if wins else None
    losing = not wins
    try:
        while len(moves) < LINE:
            turn = turn or (_hardest(found, table) if losing else _winning(found, table))
            if turn is None:
                return Line(tuple(moves), over=True)
            moves.append(move_words(found.game, turn.part, turn.move.label))
            table[turn.part][turn.at : turn.at + 1] = turn.move.leaves
            losing, turn = not losing, None
    except LimitReached:
        pass
    return Line(tuple(moves), over=False)


class Turn(NamedTuple):
    """A move in what is left of a part: in the position that stands there at place `at`."""

    part: int
    move: Move[Any]
    at: int


Table = list[list[Any]]
"""What is left of every part."""


def _turns(found: Search, table: Table) -> Iterator[Turn]:
    """Yield every move."""
    for number, ((ruleset, _), left) in enumerate(zip(found.parts, table, strict=True)):
        for at, position in enumerate(left):
            for move in listed_moves(ruleset, position):
                yield Turn(number, move, at)


def _hardest(found: Search, table: Table) -> Turn | None:
    """Return the move after which the most moves are left, None where there is no move."""

    def moves_left(turn: Turn) -> int:
        return sum(map(found.parts[turn.part][0].count_moves, turn.move.leaves))

    return max(_turns(found, table), key=moves_left, default=None)


def _winning(found: Search, table: Table) -> Turn | None:
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
        known, searched = found.known(turn.part, after)
        if not searched and known == wanted:
            return turn
        if searched:
            open_turns.append((turn, searched, known ^ wanted))
    return next((turn for turn, left, n in open_turns if found.solver(turn.part).has_value(left, n)), None)
