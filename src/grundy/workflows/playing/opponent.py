"""The opponent: perfect, or perfect in a percentage of its moves.

When winning, it takes the shortest way (least remoteness); when lost, the longest; a draw is kept. What is too large to
be played out is left with few moves when won, complicated when lost. The choice depends on the position, the seed and
the number of the move only, so a match can be taken back and repeated.
"""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from random import Random, SystemRandom
from typing import Literal, NamedTuple

from ...core import (
    MAX_OPTIONS,
    Game,
    InputError,
    LimitReached,
    Limits,
    Meter,
    Move,
    MoveError,
    Outcome,
    Sum,
    Summand,
    read_integer,
)
from ..solving import Answer
from ..solving.loopy import LoopyFacts
from ..solving.two_sided import TwoSidedFacts
from .judge import Judge
from .legal import PartMove, after, first_move, first_moves, legal_moves, nth_move, part_sizes
from .match import Match
from .sampling import sampled_move

Reason = Literal["win", "draw", "resist", "random", "sampled", "only", "unknown"]
QUESTIONS = 3
"""Questions whose time a move has; one move may ask more."""
MOST_COMPARED = 60
"""In a lost game of so many moves at most that cannot be played out the replies are counted."""
MOST_TRIED = 300
"""First moves of a part tried where the moves are too many to list."""
MOST_RANKED = 8
"""Winning moves compared where the game cannot be played out."""


class ChosenMove(NamedTuple):
    """The move of an opponent and why: it wins, keeps a draw, resists longest, was drawn by lot, ... or nobody knows.

    "sampled": the game is too large to solve, and random play from here went best after this move; "only": a pass.
    """

    move: PartMove
    reason: Reason


class Opponent:
    """Chooses moves; `level` is "perfect" or the percentage of perfect moves, the others are drawn by lot."""

    def __init__(self, level: str | int = "perfect", seed: int | None = None) -> None:
        """Draw lots from `seed` (None: a new one); raises `InputError` for a level outside 0 to 100."""
        self.level = read_level(level)
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed

    def choose(self, match: Match, ply: int | None = None) -> ChosenMove:
        """Return a legal move; `ply` is its number where the match does not have the moves before it.

        Raises `MoveError` when the game is over, `LimitReached` when not even one move can be listed.
        """
        if match.over:
            raise MoveError("the game is over: there is no move")
        lot = Random(f"{self.seed} {len(match.history) if ply is None else ply} {match.game}")  # noqa: S311  # a game, no secret
        if (only := match.only_pass()) is not None:
            return ChosenMove(only, "only")
        most = match.judge.limits.seconds
        try:
            with Meter(Limits(None if most is None else QUESTIONS * most)).heard():
                if lot.random() * 100 < self.level:
                    return best_move(match.game, match.judge, lot)
                return ChosenMove(nth_move(match.game, lot.randrange(sum(part_sizes(match.game)))), "random")
        except LimitReached:  # any move is better than none
            return ChosenMove(first_move(match.game), "unknown")


def read_level(level: str | int) -> int:
    """Return the percentage of perfect moves that "perfect" or 0 to 100 means.

    >>> read_level("perfect"), read_level("30")
    (100, 30)
    """
    if level == "perfect":
        return 100
    expected = "perfect or a percentage from 0 to 100"
    percentage = read_integer(level, expected) if isinstance(level, str) else level
    if not 0 <= percentage <= 100:
        raise InputError(f"expected {expected}, found {level}", expected=expected)
    return percentage


def best_move(game: Game, judge: Judge, lot: Random | None = None) -> ChosenMove:
    """Return the best move of a game that is not over; with `lot`, by sampling where nothing is known."""
    course = judge.course(game)
    if course is not None and course.outcome is not Outcome.D:
        return _played_out(game, judge, won=course.outcome is Outcome.N)
    solution = judge.solution(game)
    if isinstance(solution.facts, (LoopyFacts, TwoSidedFacts)) and solution.outcome is not None:
        return _endless_choice(game, judge, solution)
    if solution.winning_moves:
        wins = judge.winning_moves(game, MOST_RANKED)
        with Meter(judge.limits).heard():
            return ChosenMove(min(wins, key=lambda move: _growth(game, move)), "win")
    if solution.outcome is Outcome.P:
        return ChosenMove(_modest(game, judge) if solution.parts else _stubborn(game, judge), "resist")
    if solution.outcome is Outcome.N and (found := _early_win(game, judge)) is not None:
        return ChosenMove(found, "win")
    with Meter(judge.limits).heard():  # both together have the time of one question
        sampled = None if lot is None else sampled_move(game, judge, lot)
        return ChosenMove(_modest(game, judge), "unknown") if sampled is None else ChosenMove(sampled, "sampled")


def _played_out(game: Game, judge: Judge, *, won: bool) -> ChosenMove:
    """Return the win that ends soonest; else the longest defence, of equals that with the fewest winning replies."""
    moves = [(judge.known(after(game, move)), move) for move in legal_moves(game)]
    if won:
        wins = [(found.remoteness or 0, move) for found, move in moves if found.outcome is Outcome.P]
        return ChosenMove(min(wins, key=itemgetter(0))[1], "win")

    def replies(move: PartMove) -> int:
        left = after(game, move)
        return sum(judge.known(after(left, reply)).outcome is Outcome.P for reply in legal_moves(left))

    most = max(found.remoteness or 0 for found, _ in moves)
    return ChosenMove(min((move for found, move in moves if (found.remoteness or 0) == most), key=replies), "resist")


def _endless_choice(game: Game, judge: Judge, solution: Answer) -> ChosenMove:
    """Return the best move of a game that can go on for ever: the quickest win, a draw, else the longest defence."""
    if solution.winning_moves:
        return ChosenMove(min(judge.winning_moves(game), key=lambda move: _length(after(game, move), judge)), "win")
    if solution.outcome is Outcome.D and solution.facts is not None:
        ranked = solution.facts.drawing_moves[:MOST_RANKED]
        moves = [PartMove(move.part, Move(move.move, move.pieces)) for move in ranked]
        left = [judge.solution(after(game, move)).facts for move in moves]  # with ways out for the other player
        ways = [MAX_OPTIONS if facts is None else len(facts.drawing_moves) for facts in left]
        return ChosenMove(moves[ways.index(min(ways))], "draw")
    if solution.outcome is Outcome.N:
        return ChosenMove(_modest(game, judge), "unknown")
    tried = islice(legal_moves(game), MOST_COMPARED)
    return ChosenMove(max(tried, key=lambda move: _length(after(game, move), judge)), "resist")


def _length(game: Game, judge: Judge) -> int:
    course = judge.course(game)
    facts = judge.solution(game).facts if course is None else None
    known = course.remoteness if course is not None else None if facts is None else facts.remoteness
    return MAX_OPTIONS if known is None else known


def _stubborn(game: Game, judge: Judge) -> PartMove:
    """Return a move of a lost large game with few winning replies; where moves are many, a modest one."""
    if (count := judge.count(game)) is None or count > MOST_COMPARED:
        return _modest(game, judge)
    replies: list[tuple[int, PartMove]] = []
    for move in legal_moves(game):
        solution = judge.solution(after(game, move))
        if solution.status == "limit" and replies:
            break  # the others would cost as much
        replies.append((len(solution.winning_moves), move))
    return min(replies, key=lambda pair: pair[0])[1]


def _early_win(game: Game, judge: Judge) -> PartMove | None:
    clock, most = Meter(), judge.limits.seconds  # all moves together have the time of one question
    for part, (ruleset, position) in enumerate(game.parts):
        for move in first_moves(ruleset, position, MOST_TRIED):
            if most is not None and clock.elapsed > most:
                return None
            if judge.outcome(game.after(part, move.leaves)) is Outcome.P:
                return PartMove(part, move)
    return None


def _modest(game: Game, judge: Judge) -> PartMove:
    """Return the first move, usually the smallest, of the part with most moves, so that much is left."""
    with Meter(judge.limits).heard():
        sizes = part_sizes(game)
    part = sizes.index(max(sizes))
    return PartMove(part, first_moves(*game.part(part), 1)[0])


def _growth(game: Game, move: PartMove) -> int:
    ruleset, position = game.part(move.part)
    sizes = [sum(part_sizes(Game(Summand(ruleset, Sum.of(parts))))) for parts in (move.move.leaves, [position])]
    return sizes[0] - sizes[1]
