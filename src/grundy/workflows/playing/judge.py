"""Finds results about the games of one match: outcomes, winning moves, and the number of moves to the end.

One `Judge` serves a whole match and stores its results. The limits apply to each question separately.

The work of the computer player is counted, not timed, so that the same position, seed and level give the same move on
every machine. Each row of the table `data/play_budgets.csv` is the `PlayBudget` of a ruleset. It states which positions
are searched until they are solved, and how many options are tried or listed in larger ones. For rulesets without a row
the constants below apply.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import islice
from math import factorial, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import (
    MAX_OPTIONS,
    Bits,
    Budget,
    Game,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Limits,
    LoopyGame,
    Move,
    Outcome,
    Ruleset,
    Structure,
    as_sum,
    count_moves,
    facet,
    nim_sum,
    two_sided,
)
from ..searching.question import SearchSettings, Want
from ..solving import Answer, Solver
from ..solving.solver import known_misere
from .legal import PartMove, after, legal_moves

if TYPE_CHECKING:
    from ...cluster import Workers
    from ...search import Ending, PlayOut, WholeSolver, ZermeloSolver

LIMITS = Limits(seconds=5.0)
"""The default limits of one question."""
FEW_HEAPS, GLANCE = 6, 3000
"""The largest number of heaps whose positions are estimated from below, and options examined for one heap."""
MOST_MOVES = 700
"""A game with more moves is not followed to its end, because its first move costs the square of their number."""
KEPT = 4
"""The number of searches kept for later games."""
SEARCH = 200_000
"""Options tried for a game that is searched by definition."""
SAMPLED = 120_000
"""Options listed for a move by sampling."""
COURSE, MOST_POSITIONS = 150_000, 15_000
"""Options tried, and positions visited, to follow play to its end."""
HEAP = 20_000_000
"""Limit on options of all smaller heaps for computing the value of a heap without theorem or proved period."""
LISTED = 100_000
"""The largest heap whose moves are counted for this limit: listing them takes a time that grows with the heap."""
MOST_LISTED = 5_000
"""The largest number of moves of a game that is searched until it is solved."""


class PlayBudget(NamedTuple):
    """How much work the computer player may do for one ruleset, as a row of `data/play_budgets.csv`.

    The weight of a component is a measure of its size, for example its number of free squares.

    Attributes:
        size: A game is searched until it is solved if the weights of its components add up to at most this number.
        part: A game is also searched until it is solved if each component has at most this weight.
        misere: The number that replaces `size` in misère play.
        course: The length of play is computed if each component has at most this weight.
        search: The largest number of options tried when a larger game is searched by definition.
        sampled: The largest number of options listed when a move is chosen by random sampling.
    """

    size: int = 0
    part: int = 0
    misere: int = 0
    course: int = 0
    search: int = SEARCH
    sampled: int = SAMPLED


@cache
def play_budgets() -> dict[str, PlayBudget]:
    """Return the work budgets of the computer player by the names of rulesets, from `data/play_budgets.csv`."""
    from importlib.resources import files

    text = files("grundy").joinpath("data", "play_budgets.csv").read_text(encoding="ascii")
    rows = (row.split(",") for row in text.splitlines()[1:])
    return {name: PlayBudget(*map(int, weights)) for name, *weights in rows}


def budget_of(ruleset: str) -> PlayBudget | None:
    """Return the budget of work for games of a ruleset, or None if the table does not have it.

    >>> budget_of("cram").size >= 35, budget_of("maze")
    (True, None)
    """
    return play_budgets().get(ruleset.partition("(")[0])


def search_of(game: Game) -> int:
    """Return how many options the computer may try in a game that no theory solves.

    It is the least number in column `search` of `data/play_budgets.csv` for the rulesets of the game. Rulesets without
    a row there are not counted; if none has one, the result is a default.
    """
    return min((row.search for row in _rows(game)), default=SEARCH)


def sampled_of(game: Game) -> int:
    """Return how many options the computer may list when it chooses a move by sampling.

    It is the least number in column `sampled` of `data/play_budgets.csv` for the rulesets of the game. Rulesets without
    a row there are not counted; if none has one, the result is a default.
    """
    return min((row.sampled for row in _rows(game)), default=SAMPLED)


def _rows(game: Game) -> list[PlayBudget]:
    return [row for summand in game.summands if (row := budget_of(summand.ruleset.name)) is not None]


class Judge:
    """Answers questions about the games of one match: who wins, by which moves, and how long play lasts.

    It stores its results. The result for a game does not depend on earlier questions, because the work for each game is
    counted from zero. Only a time limit can leave a result unknown that is usually found; then `late` is True.
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
        """Prepare to solve a game and the games that can follow from it.

        Args:
            game: The game at the start.
            misere: Whether the player who makes the last move loses.
            limits: The limits of each question.
            database: A database of values that large positions read and extend, or None.
            workers: The number of threads for large positions, or "ray" for a cluster.
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
        """Whether more time would have given further results."""

    def solution(self, game: Game) -> Answer:
        """Solve a game; raise `LoopyGame` if it has loops that no method supports.

        In a large won game, the answer may have only one of several winning moves.
        """
        return self._solve(game, "win")

    def full_solution(self, game: Game) -> Answer:
        """Solve a game with all winning moves, as far as the limits allow."""
        found = self.solution(game)
        return self._solve(game, "moves") if found.parts or found.moves_status == "limit" else found

    def is_valued(self, game: Game) -> bool:
        """Return whether Grundy values solve a game, so that its options are cheap to solve too.

        If necessary, the game is solved first.
        """
        self.solution(game)
        return game in self._proved

    def sum_after(self, game: Game, move: PartMove) -> int | None:
        """Return the nim-sum after a move of a solved game if theorems or stored values give it.

        Args:
            game: The game before the move.
            move: The move.

        Returns:
            The nim-sum, or None if a value is not stored or the game was not solved by Grundy values.
        """
        values = self.solution(game).values
        ruleset, _ = game.part(move.part)
        known = facet(ruleset, Knowledge).known_value
        solver = self._proved.get(game)
        if len(values) != game.size:
            return None
        total = nim_sum(value or 0 for part, value in enumerate(values) if part != move.part)
        for position in move.move.leaves:
            value = known(position)
            if value is None and solver is not None:
                value = solver.part_solver(ruleset).stored(position)
            if value is None:
                return None
            total ^= value
        return None if None in values else total

    def option_solution(self, game: Game, option: Game) -> Answer:
        """Solve the game after a move.

        If Grundy values solve the game before the move, its solver is used again. Then only the time limit applies,
        because few positions are left to search.

        Args:
            game: The game before the move.
            option: The game after a move.

        Returns:
            The solution of the option.
        """
        if not self.is_valued(game):
            return self.solution(option)
        solver = self._proved[game]
        self._wind(solver, Budget(Limits(self.limits.seconds)))
        return solver.solve(option, "win")

    def option_outcome(self, game: Game, option: Game) -> Outcome | None:
        """Return the outcome after a move if a theorem gives it, or if Grundy values solve the game before the move.

        Args:
            game: The game before the move.
            option: The game after a move.

        Returns:
            The outcome, or None if it is not found in this way.
        """
        known = self._by_theorem(option)
        return self.option_solution(game, option).outcome if known is None and self.is_valued(game) else known

    def close(self) -> None:
        """Save proved values in the database and stop worker threads; raise any error of the database."""
        self._solver.close()

    def outcome(self, game: Game) -> Outcome | None:
        """Return the outcome of a game, or None if it was not found within the limits."""
        course = self._courses.get(game)
        if course is not None:
            return course.outcome
        if (game, "win") not in self._solutions and self.is_searched(game):
            return self._solve(game, "outcome").outcome
        return self.solution(game).outcome

    def _by_theorem(self, game: Game) -> Outcome | None:
        """Return the outcome of a game if a theorem gives it without a search, otherwise None."""
        if self.misere:
            return known_misere(game)
        values = list(_known_values(game.parts))
        if None in values:
            ruleset, position = game.part(0)
            return facet(ruleset, Knowledge).known_outcome(position) if game.size == 1 else None
        return Outcome.of_value(nim_sum(value for value in values if value is not None))

    def course(self, game: Game) -> PlayOut | Ending | None:
        """Return the outcome and remoteness (number of moves left with best play) of a small game.

        A game is small if few enough positions follow to play it to its end within the limits.

        Args:
            game: The game.

        Returns:
            An `Ending` if the game is partizan, otherwise a `PlayOut`; None if the game is not small, or its loops are
            not supported.
        """
        if game not in self._courses:
            budget = Budget(Limits(self.limits.seconds))
            with budget.interruptible():
                found = self._course(game)
            if found is None and budget.late:
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
            if most >= least and (seen := solver.known(game)) is not None:  # its positions are among theirs
                return seen
        if more_heaps(game, most) or any(row.course < weight for row, weight in filter(None, self._weights(game))):
            return None
        solver = Solver(game, settings=self._asked).courses()
        solver.budget = Budget(Limits(self.limits.seconds, most))
        try:
            found = solver.course(game)
        except (LimitReached, LoopyGame):  # a theorem may still apply; `solution` rejects unsupported loops
            return None
        self._played.appendleft((most, solver))
        return found

    def count(self, game: Game) -> int | None:
        """Return the number of legal moves of a game, or None if they cannot be counted within the limits."""
        with Budget(self.limits).interruptible():
            return game.count_moves()

    def winning_moves(self, game: Game, most: int | None = None) -> list[PartMove]:
        """List the winning moves of a game that are known.

        There may be others: in a large position the search stops at the first one.

        Args:
            game: The game to move in.
            most: The largest number of moves to list, or None for all; misère play of large heaps has very many.

        Returns:
            The known winning moves, in the order of the solver.
        """
        moves = self.solution(game).winning_moves
        if not moves and self.course(game) is not None:
            return [m for m in legal_moves(game) if self.known(after(game, m)).outcome is Outcome.P]
        return [PartMove(win.part, Move(win.move, win.pieces)) for win in islice(moves, most)]

    def known(self, game: Game) -> PlayOut | Ending:
        """Return outcome and remoteness of a game, from an earlier search that reached it or by a new search.

        It is intended for small games and the games that follow from them, for which `course` has a result.

        Args:
            game: The game.

        Returns:
            An `Ending` if the game is partizan, otherwise a `PlayOut`.

        Raises:
            LimitReached: If a new search reaches a limit.
        """
        for _, solver in self._played:
            if (seen := solver.known(game)) is not None:
                return seen
        return Solver(game, settings=self._asked).courses().course(game)

    def is_searched(self, game: Game) -> bool:
        """Return whether a game is small enough for a complete search, by the table of budgets of work."""
        if self.limits.positions is not None or not (weights := self._weights(game)):
            return False
        if (count := self.count(game)) is None or count > MOST_LISTED:
            return False
        others = [part for part, weight in zip(game.parts, weights, strict=True) if weight is None]
        if others and (self.misere or None in _known_values(others)):
            return False
        heavy = [weight for weight in weights if weight is not None]
        if self.misere:
            return sum(weight / max(row.misere, 1) for row, weight in heavy) <= 1
        whole = sum(weight / max(row.size, 1) for row, weight in heavy) <= 1
        return self._database or whole or all(weight <= row.part for row, weight in heavy)

    def _weights(self, game: Game) -> list[tuple[PlayBudget, int] | None]:
        """Return for each component a pair of its budget of work and its weight (a measure of size).

        An element is None if the ruleset of the component has no budget, or if the component has no weight.

        The list is empty if no component has a budget.
        """
        found: list[tuple[PlayBudget, int] | None] = []
        for ruleset, position in game.parts:
            row = budget_of(ruleset.name)
            packed = None if row is None else facet(ruleset, Bits).packed(position)
            found.append(None if row is None or packed is None else (row, packed.weight_of(packed.pack(position))))
        return found if any(found) else []

    def _is_near(self, ruleset: Ruleset[Any], position: Any) -> bool:  # noqa: ANN401  # any position
        """Return whether the value of a position follows from a theorem or a period, or is cheap to compute."""
        if not isinstance(ruleset, HeapRuleset) or (self.misere and not facet(ruleset, Knowledge).tame):
            return False
        if facet(ruleset, Knowledge).known_value(position) is not None:
            return True
        with suppress(LimitReached):
            if position <= LISTED and position * count_moves(ruleset, position) <= HEAP:
                return True
        return _has_period(ruleset)

    def _solve(self, game: Game, want: Want) -> Answer:
        searched = self.is_searched(game)
        key = game, want if searched or (want == "moves" and two_sided(game) is not None) else "win"
        if key in self._solutions:
            return self._solutions[key]
        solver, limits = self._solver, Limits(self.limits.seconds)
        if not searched:
            solver, limits = Solver(game, settings=self._asked, thorough=False), self._limits(game)
        budget = Budget(limits)
        self._wind(solver, budget)
        found = solver.solve(game, key[1])
        if budget.late and found.status == "limit":
            self.late = True
            return found
        self._solutions[key] = found
        near = not searched and limits.positions is None
        if found.outcome is not None and (near or (not searched and found.status == "proved" and not found.grounds)):
            self._proved[game] = solver
            while len(self._proved) > KEPT:
                self._solutions.pop((self._proved.popitem(last=False)[0], "win"), None)  # so that it is computed again
        return found

    def _limits(self, game: Game) -> Limits:
        """Return the limits for solving a game: the more moves the game has, the fewer positions may be searched."""
        from ..solving.quotient import quotient_for

        rulesets = [summand.ruleset for summand in game.summands]
        wild = self.misere and not all(facet(ruleset, Knowledge).tame for ruleset in rulesets)
        whole = wild and quotient_for(game, Limits()) is None
        if not whole and all(self._is_near(*part) for part in game.parts):
            return self.limits
        count = max(1, MAX_OPTIONS if (counted := self.count(game)) is None else counted)
        most = 0 if whole and count > MOST_MOVES else max(search_of(game) // count, 1)
        given = self.limits.positions
        return Limits(self.limits.seconds, most if given is None else min(most, given))

    def _wind(self, solver: Solver, budget: Budget) -> None:
        solver.budget = budget
        for part in solver.parts.values():
            part.budget = budget


def _known_values(parts: Iterable[tuple[Ruleset[Any], Any]]) -> Iterator[int | None]:
    return (facet(ruleset, Knowledge).known_value(position) for ruleset, position in parts)


@lru_cache(maxsize=128)
def _has_period(ruleset: Ruleset[Any]) -> bool:
    """Return whether the Grundy values of a ruleset have a period that a short search can prove."""
    from ...sequences import Period, quick_search

    rule = facet(ruleset, Structure).sequence()
    return rule is not None and isinstance(quick_search(rule, Budget()), Period)


def more_heaps(game: Game, most: int) -> bool:
    """Return whether certainly more than `most` positions can be reached from a sum of a few heaps.

    The number of positions is estimated from below. Each heap can be replaced, independently of the others, by any
    single heap that can be reached from it, or by nothing. The number of such combinations is divided by the number of
    combinations that can give the same sum. A second estimate also counts replacements by two heaps.

    Args:
        game: A sum of heaps.
        most: The number of positions to compare with.

    Returns:
        True if there certainly are more. False if there may be fewer, or if the game is not a sum of a few heaps.

    Example:
        >>> from ...notation import read_game
        >>> [more_heaps(read_game(text), 1200) for text in ("nim: 10 12 5", "nim: 30 40 50", "kayles: 30 40")]
        [False, True, True]
    """
    if game.size > FEW_HEAPS or not all(isinstance(ruleset, HeapRuleset) for ruleset, _ in game.summands):
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
    """Return sums of at most two heaps that can be reached from a heap by moves, each as a tuple of sizes.

    The search is short, so it may miss some of these sums.
    """
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
