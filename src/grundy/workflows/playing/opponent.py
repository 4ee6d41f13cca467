"""The computer player, which plays perfectly, or perfectly in a percentage of its moves.

In a won position it plays a shortest win, in a lost one the longest loss, and in a drawn one it keeps the draw. In
games that are too large for this, it leaves few moves when winning, and complicated positions when losing. The choice
depends only on the position, the level, the seed and the number of the move, so the same match always gives the same
moves. The amount of search is limited by the numbers of positions and options, not by time (`budgets`). If a time
limit is reached, an error is raised.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from operator import itemgetter
from random import Random, SystemRandom
from typing import Literal, NamedTuple

from ...core import (
    MAX_OPTIONS,
    Budget,
    Game,
    InputError,
    LimitReached,
    Limits,
    Move,
    MoveError,
    Outcome,
    Sum,
    Summand,
    read_integer,
)
from ..solving import Answer
from .judge import Judge
from .legal import PartMove, after, first_move, first_moves, legal_moves, named_move, nth_move, part_sizes
from .match import Match

Reason = Literal["win", "draw", "resist", "random", "sampled", "only", "unknown"]
MOST_COMPARED = 60
"""In a lost game too large to follow, replies are counted up to this number of moves."""
MOST_TRIED = 300
"""First moves of a component tried if the moves are too many to list."""
MOST_RANKED = 8
"""Winning moves compared if the game cannot be followed to its end."""
UNSETTLED = frozenset({"time", "memory"})
"""Limits that depend on the machine and must not change the move."""


class ChosenMove(NamedTuple):
    """A move that the computer chose, with its reason.

    The reasons are: it wins ("win"), keeps a draw ("draw"), delays a loss ("resist"), was chosen at random ("random"),
    is a forced pass ("only"), did best in random play of a game too large to solve ("sampled"), or was the first move
    because nothing is known ("unknown").

    Attributes:
        move: The move.
        reason: The reason for it.

    Example:
        >>> import grundy
        >>> chosen = Opponent().choose(grundy.match("nim: 3 5"))
        >>> str(chosen.move), chosen.reason
        ('part 1: take 2', 'win')
    """

    move: PartMove
    reason: Reason


class Opponent:
    """The computer player; each move is perfect with a certain probability, and otherwise random.

    Example:
        >>> import grundy
        >>> played = grundy.match("nim: 3 5")
        >>> computer = Opponent(level=100, seed=1)
        >>> str(played.push(computer.choose(played).move)), played.game
        ('part 1: take 2', <Game nim: 3 3>)
    """

    def __init__(self, level: str | int = "perfect", seed: int | None = None) -> None:
        """Set the strength and the seed of random choices.

        Args:
            level: "perfect", or the percentage of perfect moves from 0 to 100.
            seed: The seed of random choices, or None for a new one.

        Raises:
            InputError: If the level is out of range.
        """
        self.level = _read_level(level)
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed

    def choose(self, match: Match, ply: int | None = None) -> ChosenMove:
        """Choose a legal move in a match.

        Args:
            match: The match in which the computer is to move.
            ply: The number of moves played so far, on which random choices depend. None for the number of moves that
                `match` contains.

        Returns:
            The move and its reason.

        Raises:
            MoveError: If the game is over.
            LimitReached: If no move can be listed, or time is up.
        """
        if match.over:
            raise MoveError("the game is over: no move is left")
        rng = Random(f"{self.seed} {len(match.history) if ply is None else ply} {match.game}")  # noqa: S311  # a game, no secret
        if (only := match.only_pass()) is not None:
            return ChosenMove(only, "only")
        clock = Budget(Limits(match.judge.limits.seconds))
        try:
            with clock.interruptible():
                chosen = self._chosen(match, rng)
        except LimitReached:
            if not clock.late:
                raise
        if clock.late:  # with more time, another move might have been chosen
            raise LimitReached(f"the {clock.timed_by:g}-second limit was reached before a move was chosen", kind="time")
        return chosen

    def _chosen(self, match: Match, rng: Random) -> ChosenMove:
        try:
            if rng.random() * 100 < self.level:
                return best_move(match.game, match.judge, rng)
            return ChosenMove(nth_move(match.game, rng.randrange(sum(part_sizes(match.game)))), "random")
        except LimitReached as error:
            if error.kind in UNSETTLED:
                raise
            return ChosenMove(first_move(match.game), "unknown")  # no result is known, so play any move


def _read_level(level: str | int) -> int:
    if level == "perfect":
        return 100
    expected = "perfect or a percentage from 0 to 100"
    percentage = read_integer(level, expected) if isinstance(level, str) else level
    if not 0 <= percentage <= 100:
        raise InputError(f"expected {expected}, found {level}", expected=expected)
    return percentage


def best_move(game: Game, judge: Judge, rng: Random | None = None) -> ChosenMove:
    """Choose the best move of a game that is not over, by the first method that applies.

    Args:
        game: A game in which a move is left.
        judge: Solves the game. After the call its `late` is True if a time limit was reached.
        rng: A source of randomness. If the game is too large to solve, the move is chosen by random sampling. None to
            choose without sampling.

    Returns:
        The move and its reason.

    Raises:
        LimitReached: If the table of work budgets requires a complete search of the game, and a limit stops it.
    """
    course = judge.course(game)
    if course is not None and course.outcome is not Outcome.D:
        return _played_out(game, judge, won=course.outcome is Outcome.N)
    if judge.is_searched(game):
        return _searched(game, judge)
    solution = judge.solution(game)
    if solution.outcome is not None and solution.theory in ("loopy", "two_sided"):  # play may not end, or in a draw
        return _endless_choice(game, judge, solution)
    if solution.winning_moves:
        wins = judge.winning_moves(game, MOST_RANKED)
        return ChosenMove(named_move(game, min(wins, key=lambda move: _growth(game, move))), "win")
    if solution.outcome is Outcome.P:
        return ChosenMove(_stubborn(game, judge), "resist")
    if solution.outcome is Outcome.N and (found := _early_win(game, judge)) is not None:
        return ChosenMove(found, "win")
    if rng is not None:
        from .sampling import sampled_move

        if (sampled := sampled_move(game, judge, rng)) is not None:
            return ChosenMove(sampled, "sampled")
    return ChosenMove(_modest(game), "unknown")


def _searched(game: Game, judge: Judge) -> ChosenMove:
    """Choose a winning move of a large game by searching its options one by one, those with the fewest moves first.

    In a lost game, return the move of `_modest`. Raise `LimitReached` if the outcome is not found.
    """
    outcome = judge.outcome(game)
    if outcome is Outcome.P:
        return ChosenMove(_modest(game), "resist")
    alike = set()
    for move in sorted(legal_moves(game), key=lambda move: _growth(game, move)) if outcome is Outcome.N else ():
        ruleset = game.part(move.part)[0]
        key = move.part, frozenset(Counter(map(ruleset.canonical, move.move.leaves)).items())
        if key in alike:
            continue
        alike.add(key)
        left = judge.outcome(after(game, move))
        if left is Outcome.P:
            return ChosenMove(move, "win")
        if left is None:
            break
    raise LimitReached(f"{game}: a limit was reached before a move was chosen", kind="time")


def _played_out(game: Game, judge: Judge, *, won: bool) -> ChosenMove:
    """Choose a quickest win if `won` is True, else the longest defence in a lost game.

    Of several longest defences, choose one with the fewest winning replies.
    """
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
    """Choose the best move of a loopy game: the quickest win, a draw, or the longest defence.

    `judge` computes outcomes within limits. `solution` is the solved game.
    """
    if solution.winning_moves:
        quickest = min(judge.winning_moves(game), key=lambda move: _length(game, move, judge))
        return ChosenMove(named_move(game, quickest), "win")
    if solution.outcome is Outcome.D and solution.facts is not None:
        ranked = solution.facts.drawing_moves[:MOST_RANKED]
        moves = [PartMove(move.part, Move(move.move, move.pieces)) for move in ranked]
        left = [
            judge.option_solution(game, after(game, move)).facts for move in moves
        ]  # including the possible draws after each
        ways = [MAX_OPTIONS if facts is None else len(facts.drawing_moves) for facts in left]
        return ChosenMove(named_move(game, moves[ways.index(min(ways))]), "draw")
    if solution.outcome is Outcome.N:
        return ChosenMove(_modest(game), "unknown")
    tried = islice(legal_moves(game), MOST_COMPARED)
    return ChosenMove(max(tried, key=lambda move: _length(game, move, judge)), "resist")


def _length(game: Game, move: PartMove, judge: Judge) -> int:
    left = after(game, move)
    course = judge.course(left)
    facts = judge.option_solution(game, left).facts if course is None else None
    known = course.remoteness if course is not None else None if facts is None else facts.remoteness
    return MAX_OPTIONS if known is None else known


def _stubborn(game: Game, judge: Judge) -> PartMove:
    """Choose the move of a lost game to which the opponent has the fewest winning replies.

    If counting these replies takes too long, choose the move of `_modest`.
    """
    if (count := judge.count(game)) is None or count > MOST_COMPARED or not judge.is_valued(game):
        return _modest(game)
    replies = [(len(judge.option_solution(game, after(game, move)).winning_moves), move) for move in legal_moves(game)]
    return min(replies, key=itemgetter(0))[1]


def _early_win(game: Game, judge: Judge) -> PartMove | None:
    """Return the first winning move that a theorem or values already known prove, or None if none is found.

    Only the first moves of each component are examined. The outcomes of options are those that `judge` knows without a
    search.
    """
    for part, (ruleset, position) in enumerate(game.parts):
        for move in first_moves(ruleset, position, MOST_TRIED):
            if judge.option_outcome(game, game.after(part, move.leaves)) is Outcome.P:
                return PartMove(part, move)
    return None


def _modest(game: Game) -> PartMove:
    """Return the first move in the component with most moves. It usually takes little, so that play lasts long."""
    sizes = part_sizes(game)
    part = sizes.index(max(sizes))
    return PartMove(part, first_moves(*game.part(part), 1)[0])


def _growth(game: Game, move: PartMove) -> int:
    ruleset, position = game.part(move.part)
    sizes = [sum(part_sizes(Game(Summand(ruleset, Sum.of(parts))))) for parts in (move.move.leaves, [position])]
    return sizes[0] - sizes[1]
