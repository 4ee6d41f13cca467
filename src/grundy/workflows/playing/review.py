"""What is said about a match: hints in three steps while it lasts, and the review when it is over.

A move throws the win away when the player to move wins before it and the opponent, to move, wins
after it. The review names for each player the first such move and the last.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ...core import MAX_OPTIONS, Game, Outcome
from ..solving import WinningMove
from .legal import PartMove
from .match import Match
from .opponent import best_move
from .telling import part_list, phrase

Names = tuple[str, str]
PLAYERS: Names = ("the first player", "the second player")
PATIENCE = 2
"""After so many games that cannot be judged, those before them are not tried."""


class Judged(NamedTuple):
    """One move of a match, counted from 1: who made it, the outcomes before and after it, and a better one.

    `before` and `after` speak of the player to move at that moment; None means not known. `better` is
    a move that would have kept the win or the draw.
    """

    number: int
    player: int
    game: Game
    move: PartMove
    before: Outcome | None
    after: Outcome | None
    better: PartMove | None

    @property
    def thrown(self) -> bool:
        """Whether this move threw the win away."""
        return self.before is Outcome.N and self.after in (Outcome.N, Outcome.D)

    @property
    def slipped(self) -> bool:
        """Whether this move lost a draw."""
        return self.before is Outcome.D and self.after is Outcome.N


def review(match: Match) -> list[Judged]:
    """Return every move of a match with its judgement."""
    judge, judged = match.judge, []
    outcomes: list[Outcome | None] = []
    for game in reversed([*(turn.game for turn in match.history), match.game]):  # until they are out of reach
        outcomes.insert(0, None if outcomes.count(None) >= PATIENCE else judge.outcome(game))
    for number, (game, move) in enumerate(match.history, 1):
        before, left = outcomes[number - 1 : number + 1]
        turn = Judged(number, (number - 1) % 2, game, move, before, left, None)
        better = best_move(game, judge) if turn.thrown or turn.slipped else None
        found = better.move if better is not None and better.reason in ("win", "draw") else None
        judged.append(turn._replace(better=found))
    return judged


def review_told(match: Match, names: Names = PLAYERS) -> list[str]:
    """Return the review in sentences; `names` call player 0 and player 1, one of them may be "you"."""
    judged = review(match)
    if not judged:
        return []
    told: list[tuple[int, str]] = []
    winner = match.winner
    for player in (0, 1):
        thrown = [turn for turn in judged if turn.thrown and turn.player == player]
        told += _thrown_told(thrown, names[player], lost=winner is not None and player != winner)
    told += [
        (turn.number, f"{_capital(names[turn.player])} lost the draw at move {turn.number}: {_instead(turn)}.")
        for turn in judged
        if turn.slipped
    ]
    lines = [line for _, line in sorted(told)]
    if any(turn.before is None for turn in judged):
        return [*lines, "Some positions were too large to be judged."]
    if match.drawn and not lines:
        lines.append("Nobody could force a win, and nobody gave the draw away.")
    if winner is not None and not any(turn.thrown or turn.slipped for turn in judged):
        lines.append(_flawless(names[winner], names[1 - winner], began=winner == 0))
    return lines


def _thrown_told(thrown: list[Judged], name: str, *, lost: bool) -> list[tuple[int, str]]:
    if not thrown:
        return []
    who, first, last = _capital(name), thrown[0], thrown[-1]
    were = "were" if name == "you" else "was"
    told = [(first.number, f"{who} {were} winning until move {first.number}: {_instead(first)}.")]
    if len(thrown) > 1:
        again = "for good" if lost else "again"
        told.append((last.number, f"{who} gave the win away {again} at move {last.number}: {_instead(last)}."))
    return told


def _instead(turn: Judged) -> str:
    played = phrase(turn.game, turn.move)
    kept = "draw" if turn.slipped else "win"
    better = "another move" if turn.better is None else phrase(turn.game, turn.better)
    return f"{played}; {better} would have kept the {kept}"


def _flawless(winner: str, loser: str, *, began: bool) -> str:
    if began:
        return f"{_capital(winner)} had the win from the first move and never let go."
    whose = "yours" if loser == "you" else f"{loser}'s"
    return f"{_capital(winner)} had the win from the start: no move of {whose} could change that."


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def hint(match: Match, step: int) -> str:
    """Return a hint for the player to move: 1 winning or not, 2 in which part, 3 the move."""
    outcome = match.outcome()
    if outcome is None:
        return "This game is too large to be seen through: nobody can tell yet who is winning."
    if outcome is Outcome.N:
        if step == 1:
            return "You are winning."
        return _where(match) if step == 2 else _which(match)
    drawn = outcome is Outcome.D
    if step == 1 or match.over:
        if drawn:
            return "Nobody can force a win here: with best play it is a draw."
        return "You are losing: every move loses against best play."
    best = phrase(match.game, best_move(match.game, match.judge).move)
    if drawn:
        return f"For example, {best} keeps the draw."
    known = match.judge.course(match.game) is not None
    return f"No move wins; {best} {'holds out longest' if known else 'is as good as any'}."


def _where(match: Match) -> str:
    full = match.judge.full_solution(match.game)
    wins = full.winning_moves or match.judge.winning_moves(match.game)
    if not wins:
        return _hidden(match)
    single, least = len(wins) == 1, full.moves_status == "limit"
    if match.game.size == 1:
        number = "one" if single else str(len(wins))
        told = f"at least {number}" if least else number
        return f"{_capital(told)} {'move wins' if single else 'moves win'}."
    where = part_list(match.game, _parts(wins))
    if single:
        return f"{'A' if least else 'The'} winning move is in {where}."
    return f"Winning moves are in {where}."


def _parts(wins: Sequence[PartMove | WinningMove]) -> list[int]:
    """Return the parts in which moves are, ascending; of moves that are named when they are asked for few are asked."""
    if isinstance(wins, list):
        return sorted({move.part for move in wins})
    found: list[int] = []
    at = 0
    while at < len(wins):
        found.append(wins[at].part)
        at = bisect_right(wins, found[-1], at, key=lambda move: move.part)
    return found


def _hidden(match: Match) -> str:
    if (count := match.count()) is None or count > MAX_OPTIONS:
        return "There is a winning move, but the moves are too many to look through."
    return "There is a winning move, but finding it takes longer than a hint may."


def _which(match: Match) -> str:
    choice = best_move(match.game, match.judge)
    if choice.reason != "win":
        return _hidden(match)
    words = phrase(match.game, choice.move)
    full = match.judge.full_solution(match.game)
    if len(full.winning_moves or match.judge.winning_moves(match.game)) == 1 and full.moves_status != "limit":
        return f"The move is: {words}."
    known = match.judge.course(match.game) is not None
    return f"{'The quickest way' if known else 'For example'}: {words}."
