"""What is known of the games of one match: outcome, winning moves, and how many moves are left.

One judge serves a whole match and remembers. Each question gets the limits anew, so more may be known later.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from math import factorial, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import MAX_OPTIONS, Game, LimitReached, Limits, LoopyGame, Meter, Move, Outcome, Ruleset, as_sum
from ...search import Ending, PlayOut
from ..searching.question import SearchSettings, Want
from ..solving import Answer, Solver
from ..solving.quotient import quotient_for
from .legal import PartMove, after, legal_moves

if TYPE_CHECKING:
    from ...cluster import Workers

LIMITS = Limits(seconds=2.0)
"""The work spent on one question when the caller does not say."""
WORK = 150_000
"""Options tried for the remoteness of one game; about half a second."""
SECONDS = 2.0
"""The same in time, for games whose later positions have more moves than the first."""
SEARCH = 500_000
"""Options tried for a solution where every position must be searched; a second or two."""
MOST_POSITIONS = 15_000
FEW_HEAPS, GLANCE = 6, 3000
"""Heaps whose positions are counted from below before they are visited, and options looked at for one of them."""
MOST_MOVES = 700
"""A game of more moves is not played out to its end: its first move alone costs the square of that."""


class Judge:
    """Answers questions about a game and the games that follow from it."""

    def __init__(
        self,
        game: Game,
        misere: bool,
        limits: Limits | None = None,
        *,
        database: Path | None = None,
        workers: Workers = 1,
    ) -> None:
        """Judge what follows from `game`; `limits` hold for every single question.

        Large positions learn from a `database` of their board, save into it and are searched by several `workers`.
        """
        self.limits = limits or LIMITS
        asked = SearchSettings("win", self.limits, database=database, workers=workers, misere=misere)
        self._solver = Solver(game, settings=asked)
        self.misere = self._solver.misere
        self._solutions: dict[tuple[Game, Want], Answer] = {}
        self._courses: dict[Game, PlayOut | Ending | None] = {}
        self.hurried = False
        """Whether more time would have told more."""

    @property
    def sure(self) -> bool:
        """Whether all that was asked is known for good: no limit kept anything unknown, so more time tells no more."""
        answers = all(found.status == "proved" for found in self._solutions.values())
        return answers and not self.hurried and None not in self._courses.values()

    def solution(self, game: Game) -> Answer:
        """Return all that can be said of a game; raises `LoopyGame`."""
        return self._solve(game, "win")

    def full_solution(self, game: Game) -> Answer:
        """Return the same with every winning move, as far as the limits let; of large positions `solution` has one."""
        found = self.solution(game)
        return self._solve(game, "moves") if found.parts else found

    def close(self) -> None:
        """Save what was proved and end workers; raises what went wrong with a database."""
        self._solver.close()

    def _solve(self, game: Game, want: Want) -> Answer:
        if (game, want) not in self._solutions:
            self._solver.limits = self._limits(game)
            self._wind(Meter(self._solver.limits))
            found = self._solutions[game, want] = self._solver.solve(game, want)
            self.hurried |= found.status == "limit"
        return self._solutions[game, want]

    def outcome(self, game: Game) -> Outcome | None:
        """Return who wins, or None when it cannot be known within the limits."""
        course = self._courses.get(game)
        return self.solution(game).outcome if course is None else course.outcome

    def course(self, game: Game) -> PlayOut | Ending | None:
        """Return outcome and remoteness of a game small enough to be played out to its end, else None."""
        if game not in self._courses:
            found, count = None, self.count(game)
            most = min(MOST_POSITIONS, 100 + WORK // max(count or 0, 1))
            if self.limits.positions is not None:
                most = min(most, self.limits.positions)
            if count is not None and count <= MOST_MOVES and not more_heaps(game, most):
                seconds = min(SECONDS, self.limits.seconds or SECONDS)
                self._wind(Meter(Limits(seconds, most, self.limits.memory)))
                try:
                    found = self._solver.courses().course(game)
                except (LimitReached, LoopyGame) as error:  # a theorem may know more; `solution` refuses real loops
                    self.hurried |= isinstance(error, LimitReached) and error.kind == "time"
            self._courses[game] = found
        return self._courses[game]

    def count(self, game: Game) -> int | None:
        """Return the number of moves, or None when they cannot be counted within the limits."""
        with Meter(self.limits).heard():
            return game.count_moves()

    def winning_moves(self, game: Game, most: int | None = None) -> list[PartMove]:
        """Return every known winning move, or the first `most`; of a large position one may be all that was looked for.

        In misere play of large heaps there may be very many.
        """
        moves = self.solution(game).winning_moves
        if not moves and self.course(game) is not None:
            return [m for m in legal_moves(game) if self.known(after(game, m)).outcome is Outcome.P]
        return [PartMove(win.part, Move(win.move, win.pieces)) for win in islice(moves, most)]

    def known(self, game: Game) -> PlayOut | Ending:
        """Return the course of a game that follows from one whose course is known; nothing is searched again."""
        self._wind(Meter())
        return self._solver.courses().course(game)

    def _limits(self, game: Game) -> Limits:
        """Return the limits of one solution: positions with many moves cost more, so they may be fewer."""
        rulesets = [summand.ruleset for summand in game.summands]
        wild = self.misere and not all(ruleset.tame for ruleset in rulesets)
        whole = wild and quotient_for(game, self.limits) is None
        if not whole and all(ruleset.heaps for ruleset in rulesets):
            return self.limits
        if any(ruleset.packed(position) is not None for ruleset, position in game.parts):
            return self.limits  # what takes long is searched compiled
        count = max(1, MAX_OPTIONS if (counted := self.count(game)) is None else counted)
        most = 0 if whole and count > MOST_MOVES else max(SEARCH // count, 1)
        given = self.limits.positions
        return Limits(self.limits.seconds, most if given is None else min(most, given), self.limits.memory)

    def _wind(self, meter: Meter) -> None:
        self._solver.meter = meter
        for part in self._solver.parts.values():
            part.meter = meter
        self._solver.courses().meter = meter


def more_heaps(game: Game, most: int) -> bool:
    """Return whether a few heaps surely lead to more than `most` positions, counted from below.

    What is left of some heaps, in at most one or two pieces, stands beside the others as they are; each whole position
    arises so in as many ways at most as its pieces can be dealt to these heaps.

    >>> from ...notation import read_game
    >>> [more_heaps(read_game(text), 1200) for text in ("nim: 10 12 5", "nim: 30 40 50", "kayles: 30 40")]
    [False, True, True]
    """
    if game.size > FEW_HEAPS or not all(ruleset.heaps for ruleset, _ in game.summands):
        return False
    left = [_left_of(ruleset, heap) for ruleset, heap in game.parts]
    for pieces in (1, 2):
        sizes = sorted((sum(len(each) <= pieces for each in found) for found in left), reverse=True)
        for heaps in range(1, game.size + 1):
            ways = factorial(pieces * heaps) // pieces**heaps
            if prod(sizes[:heaps]) > most * ways:
                return True
    return False


def _left_of(ruleset: Ruleset[Any], heap: int) -> set[tuple[int, ...]]:
    """Return what may be left of a heap in at most two pieces that have moves, as far as a glance shows."""
    glance = iter(range(GLANCE))
    has_moves = cache(lambda piece: next(iter(ruleset.options(piece)), None) is not None)
    found: set[tuple[int, ...]] = {(heap,)}
    new = [heap]
    while new:
        for option, _ in zip(ruleset.options(new.pop()), glance, strict=False):
            pieces = tuple(piece for piece in as_sum(option) if has_moves(piece))
            if len(pieces) == 1 and pieces not in found:
                new += pieces
            if len(pieces) <= 2:
                found.add(pieces)
    return found
