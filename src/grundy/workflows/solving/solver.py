"""Solves games by trying methods, called theories, in order, and stores results for later calls.

Each theory is a module of this package with a function `answer(game, memory) -> Answer | None`; the module of the same
name in `explaining` explains its answers. A table states which theories may apply to a game. They are tried in order
until one returns an answer. If none returns one, or if one finds a loop, the module `loopy` solves the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, cast

from ...core import (
    Budget,
    Entailing,
    Game,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Limits,
    LoopyGame,
    Outcome,
    Partizan,
    Play,
    Ruleset,
    Structure,
    Sum,
    TwoSided,
    facet,
    play_of,
)
from ...games import COMPOUNDS
from ..searching.question import (
    BOARD_METHODS,
    NO_LINE,
    Answer,
    Facts,
    Line,
    PartAnswer,
    SearchSettings,
    Want,
    WinningMove,
)

if TYPE_CHECKING:
    from ...search import WholeSolver, ZermeloSolver
    from ..searching.progress import ProgressReporter
    from ..searching.solvers import Solvers
    from .parts import PartSolver

T = TypeVar("T")
MOST_BITS = 13_000
"""Longer counts are omitted: Python does not convert integers of more than 4300 digits to text."""
BUDGET_OPTIONS = 20_000
"""The limit in options for a plain theory before a method for large positions is tried."""
BUDGET_SECONDS = 0.3
"""The same limit in seconds of this process, for rulesets with slow moves."""
FEW_PARTS = 100
"""Sums with more parts are solved by plain theories only."""


class Solver:
    """Solves a game and others with the same rulesets, and stores results for further calls.

    It creates solvers for parts and for whole sums when they are first needed. The work of all solvers is counted on
    one budget.

    Example:
        >>> from grundy import read_game
        >>> with Solver(read_game("cram: 2x3")) as solver:
        ...     solver.solve().value, solver.solve(read_game("cram: 2x2")).value
        (1, 0)
        >>> solver = Solver(read_game("kayles: 3 4"))
        >>> ruleset = solver.game.part(0)[0]
        >>> solver.count_moves(solver.game), solver.part_solver(ruleset).value(7), solver.whole().visited
        (7, 2, 0)
        >>> solver.kept("a key", dict), solver.solvers.visited, solver.reporter.budget, solver.close()
        ({}, 0, None, None)
        >>> solver.courses().course(solver.game).remoteness, str(solver.misere_outcome(solver.game))
        (5, 'N')
    """

    def __init__(  # noqa: PLR0913  # independent settings
        self,
        game: Game,
        misere: bool = False,  # noqa: FBT002  # the name used in all modules
        limits: Limits | None = None,
        budget: Budget | None = None,
        *,
        settings: SearchSettings | None = None,
        thorough: bool = True,
    ) -> None:
        """Store the question without solving it.

        Args:
            game: The game to solve. Later games must have the same rulesets.
            misere: Whether the player who moves last loses; the other way round if the rules of the game already state
                that the last move loses.
            limits: The limits; None for the defaults or those of the budget.
            budget: Counts positions; None for a new one.
            settings: What to compute and with which limits; if given, `misere` and `limits` are not used.
            thorough: Whether to search for the Grundy value even if a theorem already gives the outcome.
        """
        given = Limits.of(limits if budget is None else limits or budget.limits)
        self._kept: dict[object, Any] = {}
        self.game = game
        self.settings = settings or SearchSettings(limits=given, misere=misere)
        self.play: Play = play_of(self.settings.misere)
        self.misere = self.settings.misere != game.last_loses
        self.budget = budget or Budget(self.settings.limits, self.settings.report and self._report)
        self.limits = self.budget.limits
        self.thorough = thorough
        self.parts: dict[Ruleset[Any], PartSolver] = {}
        self.loops: set[Ruleset[Any]] = set()
        """The rulesets that were found to be loopy."""
        self._counted: tuple[Game | None, int | None] = None, None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def solve(self, game: Game | None = None, want: Want | None = None) -> Answer:
        """Solve the given game, or another one with the same rulesets.

        Args:
            game: A game with the rulesets of the one given to the constructor; None for that game itself.
            want: How much to compute, such as only the outcome, or all winning moves; None for `settings.want`.

        Returns:
            The answer, whose `status` states whether a limit was reached.

        Raises:
            RuleError: If the method that the settings name cannot solve the game.
        """
        before = self.settings
        if want is not None:
            self.settings = before._replace(want=want)
        try:
            with self.budget.interruptible():
                return self._by_theory(self.game if game is None else game)
        finally:
            self.settings = before

    def _by_theory(self, game: Game) -> Answer:
        try:
            for theory in MISERE if self.misere else NORMAL:
                if not theory.may_know(game, self):
                    continue
                if (found := theory.answer(game, self)) is not None:
                    return found
                if theory.tried:
                    from ...core import log

                    log("%s: no answer by the theory %r within its budget", game, theory.name)
        except LoopyGame:
            pass
        return cast("Answer", _answers("loopy")(game, self))  # it answers every game

    def count_moves(self, game: Game) -> int | None:
        """Count the moves of a game; the last result is stored.

        Args:
            game: The game.

        Returns:
            The number of moves, or None if there are too many to count.
        """
        if self._counted[0] is not game:
            self._counted = game, game.count_moves()
        return self._counted[1]

    def part_solver(self, ruleset: Ruleset[Any]) -> PartSolver:
        """Return the solver that computes Grundy values for a ruleset.

        Args:
            ruleset: The ruleset.

        Returns:
            The solver, the same at every call.
        """
        if ruleset not in self.parts:
            from .parts import PartSolver

            self.parts[ruleset] = PartSolver(ruleset, self.budget)
        return self.parts[ruleset]

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """Return an object that a theory stores here between calls, created at the first call.

        Args:
            key: The key of the object.
            make: Creates it at the first call.

        Returns:
            The object stored under the key.
        """
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    @property
    def reporter(self) -> ProgressReporter:
        """The object that turns the progress of a search into words."""
        from ..searching.progress import ProgressReporter

        return self.kept(ProgressReporter, lambda: ProgressReporter(self.settings.report))

    def _report(self, visited: int) -> None:
        """Report the number of positions visited so far, if reports are requested."""
        if (report := self.reporter.budget) is not None:
            report(visited)

    @property
    def solvers(self) -> Solvers:
        """The solvers of large positions, one for each ruleset and board."""
        from ..searching.solvers import Solvers

        return self.kept("solvers", lambda: Solvers(self.settings, self.budget, self.reporter))

    def close(self) -> None:
        """Save the proved values and stop workers.

        Raises:
            StoreError: If the database fails.
        """
        if "solvers" in self._kept:
            self.solvers.close()

    def whole(self) -> WholeSolver:
        """Return the solver that searches sums as whole positions."""
        from ...search import WholeSolver

        return self.kept(WholeSolver, lambda: WholeSolver.of(self.game, self.misere, self.budget))

    def courses(self) -> WholeSolver | ZermeloSolver:
        """Return the solver that computes the outcome and the remoteness of games.

        Returns:
            A `ZermeloSolver` (backward induction) if the game is partizan, otherwise a `WholeSolver`, which searches
            sums as whole positions.
        """
        from ...core import two_sided

        sides = two_sided(self.game)
        if sides is None:
            return self.whole()
        from ...search import ZermeloSolver

        return self.kept(ZermeloSolver, lambda: ZermeloSolver(sides[0], self.budget, misere=self.misere))

    def misere_outcome(self, game: Game) -> Outcome:
        """Return the outcome of a game in misère play, by a theorem or by search.

        Args:
            game: The game.

        Returns:
            The outcome.

        Raises:
            LimitReached: If a limit is reached first.
        """
        known = known_misere(game)
        return self.whole().course(game).outcome if known is None else known

    def answer(  # noqa: PLR0913  # independent settings
        self,
        theory: str,
        game: Game,
        outcome: Outcome | None,
        wins: Sequence[WinningMove] = (),
        reason: str = "",
        *,
        value: int | None = None,
        values: Sequence[int | None] = (),
        facts: Facts | None = None,
        grounds: Sequence[str] | None = None,
        moves_reason: str | None = "",
        lower: int | None = None,
        parts: Sequence[PartAnswer] = (),
        line: Line = NO_LINE,
        visited: int | None = None,
        database: str = "",
    ) -> Answer:
        """Create the answer of a theory from its results; this solver supplies the other attributes.

        Args:
            theory: The name of the theory, which is the name of its module.
            game: The game that was solved.
            outcome: The outcome, or None if it is unknown.
            wins: The winning moves.
            reason: The limit because of which a result is unknown.
            value: The Grundy value, or None if it is unknown or does not exist.
            values: The Grundy values of the parts.
            facts: Results beyond outcome and values.
            grounds: The theorems that were used; None to collect them.
            moves_reason: The limit because of which winning moves are missing; None if they were not requested.
            lower: A proved lower bound of the value; None to derive it from the value or the outcome.
            parts: How each part was searched.
            line: A line of best play.
            visited: The number of positions searched; None for the count of the budget.
            database: How the database was used, in words.

        Returns:
            The answer, whose `status` states whether a limit was reached.

        Example:
            >>> from grundy import read_game
            >>> solver = Solver(read_game("nim: 3 3"))
            >>> found = solver.answer("values", solver.game, Outcome.P, value=0)
            >>> found.status, found.lower, found.move_count
            ('proved', 0, 6)
        """
        if lower is None:
            lower = int(outcome is Outcome.N) if value is None else value
        with self.budget.presenting():
            count = self.count_moves(game)
            told = self.grounds(game) if grounds is None else tuple(grounds)
        return Answer(
            theory=theory,
            game=game,
            play=self.play,
            outcome=outcome,
            value=value,
            status="limit" if reason else "proved",
            values=tuple(values) or (None,) * game.size,
            move_count=None if count is None or count.bit_length() > MOST_BITS else count,
            winning_moves=wins,
            reason=reason,
            grounds=told,
            visited=self.budget.visited if visited is None else visited,
            facts=facts,
            lower=lower,
            moves_status=None if outcome is None or moves_reason is None else "limit" if moves_reason else "proved",
            parts=tuple(parts),
            line=line,
            database=database,
            seconds=self.budget.elapsed,
        )

    def grounds(self, game: Game, *, by_theorem: bool | None = None) -> tuple[str, ...]:
        """Return the theorems and proved periods that gave the results; empty if a limit is reached first.

        Args:
            game: The game that was solved.
            by_theorem: Whether a theorem gave the result of a game with one part; None to determine this here, which
                is required for games with several parts.

        Returns:
            Sentences, each stating a theorem or a period.

        Example:
            >>> from grundy import read_game
            >>> solver = Solver(read_game("nim: 3 5"))
            >>> solver.grounds(solver.game)[0][:45]
            'Theorem for nim: A heap of n has Grundy value'
        """
        try:
            return tuple(self._named_grounds(game, by_theorem))
        except LimitReached:
            return ()

    def _named_grounds(self, game: Game, by_theorem: bool | None) -> Iterator[str]:
        for ruleset in {ruleset: None for ruleset, _ in game.summands}:
            theorem = facet(ruleset, Knowledge).theory_of(last_loses=self.misere)
            if theorem is not None and (self._by_theorem(game, ruleset) if by_theorem is None else by_theorem):
                yield f"Theorem for {ruleset.name}: {theorem.statement} ({theorem.source})."
            period = self.parts[ruleset].period if ruleset in self.parts and not self.misere else None
            if period is not None:
                yield (
                    f"The values of {ruleset.name} have period {period.period} from heap {period.preperiod} on, "
                    f"proved from the first {period.checked_to + 1} values ({period.theorem})."
                )
            if ruleset in self.parts and not self.misere and (law := self.parts[ruleset].law) is not None:
                from .rule_law import stated

                yield stated(ruleset.name, law)

    def _by_theorem(self, game: Game, ruleset: Ruleset[Any]) -> bool:
        if self.misere:
            return _is_tame(game) or known_misere(game) is not None
        stated = facet(ruleset, Knowledge)
        known = stated.known_outcome if game.size == 1 else stated.known_value
        for rule, parts in game.summands:
            if rule is ruleset or rule == ruleset:
                for position in parts:
                    if known(position) is not None:
                        return True
        return False


def known_misere(game: Game) -> Outcome | None:
    """Return the outcome of a game in misère play if it has one ruleset and a theorem gives the outcome, else None."""
    rulesets = {ruleset for ruleset, _ in game.summands}
    if len(rulesets) != 1:
        return None
    return facet(rulesets.pop(), Knowledge).known_misere(Sum.of(p for _, p in game.parts))


def _is_tame(game: Game) -> bool:
    return all(facet(ruleset, Knowledge).tame for ruleset, _ in game.summands)


class Theory(NamedTuple):
    """An entry in the table of theories (methods for a kind of game), which are tried in order.

    Attributes:
        name: The name of its module.
        may_know: A function of the game and the solver that returns whether the theory may apply. It does not search.
        tried: Whether the theory gets only a small budget if a method for large positions can be tried after it.
    """

    name: str
    may_know: Callable[[Game, Solver], bool]
    tried: bool = False

    def answer(self, game: Game, memory: Solver) -> Answer | None:
        """Solve a game by this theory.

        Args:
            game: The game to solve.
            memory: Stores solvers and their results.

        Returns:
            The answer, or None if the theory does not apply or its budget is spent.
        """
        if self.tried and _may_search(game, memory):
            count = memory.count_moves(game)  # positions with many moves take longer
            most = 1 if count is None else max(1, BUDGET_OPTIONS // (count + 1))
            return memory.budget.attempt(most, BUDGET_SECONDS, lambda: _answers(self.name)(game, memory))
        return _answers(self.name)(game, memory)


def _may_search(game: Game, memory: Solver) -> bool:
    """Return whether methods for large positions may be tried after a simpler theory has spent its budget.

    `memory` is the solver of the game, with its settings.
    """
    return (
        memory.settings.reach != "plain"
        and _ends(game, memory)
        and game.size <= FEW_PARTS
        and not all(isinstance(ruleset, HeapRuleset) for ruleset, _ in game.summands)
        and not game.last_loses
    )


def _asks_boards(_: Game, memory: Solver) -> bool:
    """Return whether the settings name a method of `boards`: "top-down" or "bottom-up"."""
    return memory.settings.method in BOARD_METHODS


def _asked(game: Game, memory: Solver) -> bool:
    """Return whether the settings require the methods for large positions before all others.

    The settings are those of the solver `memory`.
    """
    settings = memory.settings
    if settings.method != "auto" or settings.reach != "deep":
        return settings.method != "auto"
    return not (game.last_loses or game.any_rule(TwoSided, Entailing))


def _ends(game: Game, memory: Solver) -> bool:
    return not memory.loops or memory.loops.isdisjoint(ruleset for ruleset, _ in game.summands)


def _by_law(game: Game, memory: Solver) -> bool:
    """Return whether the moves of all rulesets are given by conditions, not by an octal code or a finite set.

    The result is False if play need not end. `memory` is the solver of the game.
    """
    rules = [facet(ruleset, Structure) for ruleset, _ in game.summands]
    return _ends(game, memory) and all(
        rule.sequence() is None and (rule.takes_where() or rule.coupled_moves()) is not None for rule in rules
    )


SPECIAL = (
    Theory("partizan", lambda game, _: game.any_rule(Partizan)),
    Theory("two_sided", lambda game, _: game.any_rule(TwoSided)),
    Theory("compound", lambda game, _: game.size == 1 and game.summands[0].ruleset.name in COMPOUNDS),
)
LAW = Theory("law", _by_law)
NORMAL = (
    Theory("boards", _asks_boards),
    Theory("deep", _asked),
    LAW,
    *SPECIAL,
    Theory("entailing", lambda game, _: game.any_rule(Entailing)),
    Theory("values", _ends, tried=True),
    Theory("deep", _may_search),
)
MISERE = (
    Theory("boards", _asks_boards),
    Theory("deep_misere", _asked),
    *SPECIAL,
    Theory("tame", lambda game, memory: _ends(game, memory) and _is_tame(game)),
    Theory("quotient", _ends),
    LAW,
    Theory("whole", _ends, tried=True),
    Theory("deep_misere", _may_search),
)


@cache
def _answers(theory: str) -> Callable[[Game, Solver], Answer | None]:
    found: Callable[[Game, Solver], Answer | None] = import_module(f".{theory}", __package__).answer
    return found
