"""What is known of the games of one match: outcome, winning moves, and how many moves are left.

One judge serves a whole match and remembers. Each question gets the limits again.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from contextlib import suppress
from functools import cache, lru_cache
from itertools import islice
from math import factorial, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import MAX_OPTIONS, Game, LimitReached, Limits, LoopyGame, Meter, Move, Outcome, Ruleset, as_sum, nim_sum
from ..searching.question import SearchSettings, Want
from ..solving import Answer, Solver
from ..solving.solver import known_misere
from .budgets import COURSE, HEAP, MOST_LISTED, MOST_POSITIONS, PlayBudget, budget_of, search_of
from .legal import PartMove, after, legal_moves

if TYPE_CHECKING:
    from ...cluster import Workers
    from ...search import Ending, PlayOut, WholeSolver, ZermeloSolver

LIMITS = Limits(seconds=5.0)
"""The time of one question when the caller does not say."""
FEW_HEAPS, GLANCE = 6, 3000
"""Heaps whose positions are counted from below before they are visited, and options looked at for one of them."""
MOST_MOVES = 700
"""A game of more moves is not played out to its end: its first move alone costs the square of that."""
KEPT = 4
"""Searches that are kept for the games that follow."""


class Judge:
    """Answers questions about a game and the games that follow from it.

    What is said of a game depends on the game alone, not on what was asked before: work is counted from the beginning
    for each (`budgets`). Only time can keep something unknown that is known another time; then `late` is true.
    """

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
        self._asked = SearchSettings("win", self.limits, misere=misere, reach="plain")
        timeless = self.limits._replace(seconds=None)
        deep = self._asked._replace(limits=timeless, database=database, workers=workers, reach="deep")
        self._solver = Solver(game, settings=deep, thorough=False)
        self.misere = self._solver.misere
        self._database = database is not None
        self._solutions: dict[tuple[Game, Want], Answer] = {}
        self._courses: dict[Game, PlayOut | Ending | None] = {}
        self._played: deque[tuple[int, WholeSolver | ZermeloSolver]] = deque(maxlen=KEPT)
        self._proved: OrderedDict[Game, Solver] = OrderedDict()
        self.late = False
        """Whether more time would have told more."""

    def solution(self, game: Game) -> Answer:
        """Return all that can be said of a game; raises `LoopyGame`."""
        return self._solve(game, "win")

    def full_solution(self, game: Game) -> Answer:
        """Return the same with every winning move, as far as the limits let; of large positions `solution` has one."""
        found = self.solution(game)
        return self._solve(game, "moves") if found.parts else found

    def is_valued(self, game: Game) -> bool:
        """Return whether values made the outcome of a game known, so that those of its options cost little."""
        self.solution(game)
        return game in self._proved

    def option_solution(self, game: Game, option: Game) -> Answer:
        """Return what can be said of an option of a game: with no bound on work if values made the game known."""
        if not self.is_valued(game):
            return self.solution(option)
        solver = self._proved[game]
        self._wind(solver, Meter(Limits(self.limits.seconds)))
        return solver.solve(option, "win")

    def option_outcome(self, game: Game, option: Game) -> Outcome | None:
        """Return who wins an option of a game where a theorem or a known value of heaps tells it, else None."""
        known = self._by_theorem(option)
        return self.option_solution(game, option).outcome if known is None and self.is_valued(game) else known

    def close(self) -> None:
        """Save what was proved and end workers; raises what went wrong with a database."""
        self._solver.close()

    def outcome(self, game: Game) -> Outcome | None:
        """Return who wins, or None when it cannot be known within the limits."""
        course = self._courses.get(game)
        if course is not None:
            return course.outcome
        if (game, "win") not in self._solutions and self.is_searched(game):
            return self._solve(game, "outcome").outcome
        return self.solution(game).outcome

    def _by_theorem(self, game: Game) -> Outcome | None:
        """Return who wins where a theorem tells it at once, else None."""
        if self.misere:
            return known_misere(game)
        values = [ruleset.known_value(position) for ruleset, position in game.parts]
        if None in values:
            return game.part(0)[0].known_outcome(game.part(0)[1]) if game.size == 1 else None
        return Outcome.of_value(nim_sum(value for value in values if value is not None))

    def course(self, game: Game) -> PlayOut | Ending | None:
        """Return outcome and remoteness of a game small enough to be played out to its end, else None."""
        if game not in self._courses:
            meter = Meter(Limits(self.limits.seconds))
            with meter.heard():
                found = self._course(game)
            if found is None and meter.late:
                self.late = True
                return None
            self._courses[game] = found
        return self._courses[game]

    def _course(self, game: Game) -> PlayOut | Ending | None:
        count = self.count(game)
        if count is None or count > MOST_MOVES:
            return None
        most = min(MOST_POSITIONS, 100 + COURSE // max(count, 1))
        if self.limits.positions is not None:
            most = min(most, self.limits.positions)
        for least, solver in self._played:
            if most >= least and (seen := solver.known(game)) is not None:  # it has no more positions than they had
                return seen
        if more_heaps(game, most) or self._is_heavy(game):
            return None
        solver = Solver(game, settings=self._asked).courses()
        solver.meter = Meter(Limits(self.limits.seconds, most))
        try:
            found = solver.course(game)
        except (LimitReached, LoopyGame):  # a theorem may know more; `solution` refuses real loops
            return None
        self._played.appendleft((most, solver))
        return found

    def _is_heavy(self, game: Game) -> bool:
        """Return whether the table says that play is not followed to its end."""
        return any(found[0].course < found[1] for found in self._weights(game) if found is not None)

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
        for _, solver in self._played:
            if (seen := solver.known(game)) is not None:
                return seen
        return Solver(game, settings=self._asked).courses().course(game)

    def is_searched(self, game: Game) -> bool:
        """Return whether a large position is searched until it is known: the table says so of its size."""
        if self.limits.positions is not None or not (weights := self._weights(game)):
            return False
        if (count := self.count(game)) is None or count > MOST_LISTED:
            return False
        others = [part for part, weight in zip(game.parts, weights, strict=True) if weight is None]
        if others and (self.misere or any(ruleset.known_value(position) is None for ruleset, position in others)):
            return False
        heavy = [weight for weight in weights if weight is not None]
        if self.misere:
            return sum(weight / max(row.misere, 1) for row, weight in heavy) <= 1
        whole = sum(weight / max(row.size, 1) for row, weight in heavy) <= 1
        return self._database or whole or all(weight <= row.part for row, weight in heavy)

    def _weights(self, game: Game) -> list[tuple[PlayBudget, int] | None]:
        """Return the row of the table and the weight of every part, None for one that has none; [] if none has."""
        found: list[tuple[PlayBudget, int] | None] = []
        for ruleset, position in game.parts:
            row = budget_of(ruleset.name)
            packed = None if row is None else ruleset.packed(position)
            found.append(None if row is None or packed is None else (row, packed.weight_of(packed.pack(position))))
        return found if any(found) else []

    def _is_near(self, ruleset: Ruleset[Any], position: Any) -> bool:  # noqa: ANN401  # any position
        """Return whether the value of a heap is known by theorem or computed soon."""
        if not ruleset.heaps or (self.misere and not ruleset.tame):
            return False
        if ruleset.known_value(position) is not None:
            return True
        with suppress(LimitReached):
            if position * ruleset.count_moves(position) <= HEAP:
                return True
        return has_period(ruleset)

    def _solve(self, game: Game, want: Want) -> Answer:
        searched = self.is_searched(game)
        key = game, want if searched else "win"
        if key in self._solutions:
            return self._solutions[key]
        solver, limits = self._solver, Limits(self.limits.seconds)
        if not searched:
            solver, limits = Solver(game, settings=self._asked, thorough=False), self._limits(game)
        meter = Meter(limits)
        self._wind(solver, meter)
        found = solver.solve(game, key[1])
        if meter.late and found.status == "limit":
            self.late = True
            return found
        self._solutions[key] = found
        near = not searched and limits.positions is None
        if found.outcome is not None and (near or (not searched and found.status == "proved" and not found.grounds)):
            self._proved[game] = solver
            while len(self._proved) > KEPT:
                del self._solutions[self._proved.popitem(last=False)[0], "win"]  # so that it is made again
        return found

    def _limits(self, game: Game) -> Limits:
        """Return the limits of one solution: positions with many moves cost more, so they may be fewer."""
        rulesets = [summand.ruleset for summand in game.summands]
        wild = self.misere and not all(ruleset.tame for ruleset in rulesets)
        whole = wild and _has_no_quotient(game)
        if not whole and all(self._is_near(*part) for part in game.parts):
            return self.limits
        count = max(1, MAX_OPTIONS if (counted := self.count(game)) is None else counted)
        most = 0 if whole and count > MOST_MOVES else max(search_of(game) // count, 1)
        given = self.limits.positions
        return Limits(self.limits.seconds, most if given is None else min(most, given))

    def _wind(self, solver: Solver, meter: Meter) -> None:
        solver.meter = meter
        for part in solver.parts.values():
            part.meter = meter


def _has_no_quotient(game: Game) -> bool:
    from ..solving.quotient import quotient_for

    return quotient_for(game, Limits()) is None


@lru_cache(maxsize=128)
def has_period(ruleset: Ruleset[Any]) -> bool:
    """Return whether a period of the values is proved soon: this takes the same work whatever the heap."""
    from ...sequences import Period, quick_search

    rule = ruleset.sequence()
    return rule is not None and isinstance(quick_search(rule, Meter()), Period)


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
