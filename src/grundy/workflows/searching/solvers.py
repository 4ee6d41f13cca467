"""Creates the solvers of large positions when they are first used.

All positions of one ruleset on one board share a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, TypeVar

from ...core import (
    BitRule,
    Bits,
    Budget,
    InputError,
    Knowledge,
    LimitReached,
    Ruleset,
    StoreError,
    brief_of,
    facet,
    log,
)
from ...search import SHARED_METHODS, Choice, DefinitionSolver, ValueSolver, can_search, choose, kernels_of, make_solver

if TYPE_CHECKING:
    from .board_values import BoardValues
    from .progress import ProgressReporter
    from .question import SearchSettings

Part = tuple[Ruleset[Any], Any]
"""A ruleset and a position."""
T = TypeVar("T")
TOLD_SECONDS = 0.1
"""Shorter compilations are not reported, in seconds."""
BUDGET, BUDGET_SECONDS = 20_000, 0.3
"""The limits in positions and in seconds for the definition on a small position that other methods could solve."""
PLAIN_BUDGET, PLAIN_SECONDS = 200_000, 1.5
"""The limits in positions for one call, and in seconds for all, of a plain method before kernels are compiled."""
HURRY, COMPILING = 0.25, 20.0
"""With a limit of fewer seconds, no ruleset is compiled, and no kernels, respectively."""
NOT_YET = "in plain Python because the kernels are not compiled yet"
NO_TIME = "in plain Python because too little time is left to compile"


class Solvers:
    """Creates the solvers of components when they are needed, gives them a common budget, and saves their values.

    Args:
        settings: The settings of the search, such as its method and limits.
        budget: Counts the positions that all solvers search.
        reporter: Turns the progress of the solvers into words.

    Example:
        >>> from grundy import read_game
        >>> from grundy.workflows import Solver
        >>> solvers = Solver(read_game("cram: 2x3")).solvers
        >>> part = read_game("cram: 2x3").part(0)
        >>> solvers.chosen(part), solvers.choice(part).method, solvers.made(part)
        (None, 'definition', None)
        >>> solvers.value(part, [part[1]]), solvers.has_value(part, [part[1]], 0), solvers.memory
        (1, False, None)
        >>> solvers.of(part).visited == solvers.visited > 0, solvers.database()
        (True, '')
        >>> solvers.require_one_board([part])
        >>> solvers.close()
    """

    def __init__(self, settings: SearchSettings, budget: Budget, reporter: ProgressReporter) -> None:
        self.compiling = 0.0
        """The seconds spent on creating solvers, which is mostly compiling."""
        self._settings = settings
        self._budget = budget
        self._reporter = reporter
        self._light = True
        self._choices: dict[Part, Choice] = {}
        self._made: dict[object, ValueSolver] = {}
        self._kept: BoardValues | None = None
        self._failure: StoreError | None = None
        self._plain_left = PLAIN_SECONDS
        self._before = 0
        self._open = ExitStack()

    @property
    def theory(self) -> bool:
        """Whether theorems about the rulesets may be used; False if the user requested the method "definition".

        Example:
            >>> from grundy import read_game
            >>> from grundy.workflows import Solver
            >>> Solver(read_game("cram: 2x3")).solvers.theory
            True
        """
        return self._settings.method != "definition"

    @property
    def budget(self) -> Budget:
        """The budget of all solvers.

        Example:
            >>> from grundy import read_game
            >>> from grundy.workflows import Solver
            >>> Solver(read_game("cram: 2x3")).solvers.budget.visited
            0
        """
        return self._budget

    @budget.setter
    def budget(self, budget: Budget) -> None:
        self._budget = budget
        for solver in self._made.values():
            solver.budget = budget

    @property
    def memory(self) -> int | None:
        """The limit in bytes for tables, or None."""
        return self._settings.limits.memory

    @property
    def visited(self) -> int:
        """The number of positions searched so far; some methods count pairs of a component and a value in question."""
        return self._before + sum(solver.visited for solver in self._made.values())

    def choice(self, part: Part) -> Choice:
        """Return the method for searching a component, and the reason for it.

        Args:
            part: The component: its ruleset and its position.

        Returns:
            The method with its reason.

        Raises:
            InputError: If the method of the settings is unknown or cannot search the part.
            LimitReached: If a limit is reached first.
        """
        if part not in self._choices:
            found = choose(*part, self._settings.method, self.budget, light=self._light)
            small = found.method == "definition"
            log("%s: searched by %s: %s", part[0].name, found.method, found.reason, detail=small)
            if found.method != "definition" and self._settings.alone:
                ready = kernels_are_ready(kernels_of(found, facet(part[0], Bits).packed(part[1])))
                if not has_time_to_compile(self._settings, ready=ready):
                    found = Choice("proof-numbers", NO_TIME, compiles=False)
                elif self._plain_left > 0 and not ready:
                    found = Choice("proof-numbers", NOT_YET, compiles=False)
            self._choices[part] = found
        return self._choices[part]

    def leave_definition(self) -> None:
        """Stop trying to solve small positions by definition (as the mex of all options).

        The methods chosen so far are forgotten. They are chosen again, without the definition, at the next call.

        Example:
            >>> from grundy import read_game
            >>> from grundy.workflows import Solver
            >>> Solver(read_game("cram: 2x3")).solvers.leave_definition()
        """
        self._light = False
        self._choices.clear()

    def chosen(self, part: Part) -> Choice | None:
        """Return the method for a component if it has been chosen.

        Args:
            part: The component: its ruleset and its position.

        Returns:
            The method with its reason, or None.
        """
        return self._choices.get(part)

    def of(self, part: Part) -> ValueSolver:
        """Return the solver of a component; all positions on the same board share one.

        Args:
            part: The component: its ruleset and its position.

        Returns:
            The solver, created at the first call.

        Raises:
            InputError: If the method of the settings cannot search the component.
            StoreError: If the database fails.
        """
        key = self._key(part)
        if key not in self._made:
            made = self._made[key] = self._make(part)
            made.report = self._reporter.solver
            packed = self._words(part)
            if self._settings.database is not None and self._kept is None and packed is not None:
                from .board_values import BoardValues, version_of

                kept = self._kept = BoardValues(self._settings.database, *part, packed.encoding, version_of(packed))
                self._open.callback(kept.close)
                made.keep_in(kept)  # the first solver over words loads the database and saves to it
        return self._made[key]

    def made(self, part: Part) -> ValueSolver | None:
        """Return the solver of a component if it has been created.

        Args:
            part: The component: its ruleset and its position.

        Returns:
            The solver, or None.
        """
        return self._made.get(self._key(part)) if part in self._choices else None

    def close(self) -> None:
        """Save the proved values, close the database and stop workers.

        Raises:
            StoreError: If the database fails.
        """
        with self._open:
            self._save()
            if self._failure is not None:
                raise self._failure

    def require_one_board(self, parts: Iterable[Part]) -> None:
        """Check that all components to search are on the same board, because a database has values of only one board.

        Raises:
            InputError: If components whose values no theorem gives are on different boards.
        """
        boards: dict[object, str] = {}
        for ruleset, position in parts:
            if facet(ruleset, Knowledge).known_value(position) is None and self._words((ruleset, position)) is not None:
                boards.setdefault(self._key((ruleset, position)), f"{ruleset.name}: {brief_of(ruleset, position)}")
        if len(boards) > 1:
            *others, last = boards.values()
            named = f"{', '.join(others)} and {last}"
            raise InputError(f"a database holds values of one board, found {named}; search them separately")

    def database(self) -> str:
        """Save the proved values in the database, and return a sentence about how the database was used.

        If saving fails, `close` raises the error later, so that the answer of the search is not lost.

        Returns:
            The sentence; "" without a database.
        """
        if self._settings.database is None:
            return ""
        if self._kept is None:
            return f"{self._settings.database}: not used, because no component was searched with bitboards"
        try:
            self._save()
        except StoreError as error:
            self._failure = error
        return self._kept.told()

    def value(self, part: Part, positions: Sequence[Any]) -> int:
        """Return the value of a sum of positions, by theorems or by search.

        Args:
            part: The component whose followers the positions are.
            positions: The positions to add.

        Returns:
            The Grundy value.

        Raises:
            LimitReached: If a limit is reached first.
        """
        total, left = known(part[0], positions) if self.theory else (0, [*positions])
        return total ^ self._asked(part, lambda solver: solver.value(left)) if left else total

    def has_value(self, part: Part, positions: Sequence[Any], n: int) -> bool:
        """Return whether a sum of positions has a given Grundy value, by theorems or by search.

        Args:
            part: The component whose followers the positions are.
            positions: The positions to add.
            n: The Grundy value in question.

        Returns:
            Whether the value of the sum is `n`.

        Raises:
            LimitReached: If a limit is reached first.
        """
        total, left = known(part[0], positions) if self.theory else (0, [*positions])
        return self._asked(part, lambda solver: solver.has_value(left, total ^ n)) if left else total == n

    def _asked(self, part: Part, question: Callable[[ValueSolver], T]) -> T:
        """Call `question` with a solver of the component, and return its result.

        If the component may be small, the solver by definition (mex) is tried first with a small budget. If this is
        not enough, `question` is called again with a solver for large positions. If that solver needs kernels that are
        not compiled yet, plain Python is tried first with a small budget.
        """
        solver = definition = self.of(part)
        if isinstance(solver, DefinitionSolver) and self._light and self._settings.method == "auto":
            found = self.budget.attempt(BUDGET, BUDGET_SECONDS, lambda: (question(definition),))
            if found is not None:
                return found[0]
            self.leave_definition()
            solver = self.of(part)
        if self.choice(part).reason != NOT_YET:
            return question(solver)
        plain, begin = solver, process_time()
        found = self.budget.attempt(PLAIN_BUDGET, self._plain_left, lambda: (question(plain),))
        self._plain_left -= process_time() - begin
        if found is not None:
            return found[0]
        self._before += plain.visited
        del self._made[self._key(part)]
        self._plain_left = 0.0
        self._choices.clear()
        return question(self.of(part))

    def _words(self, part: Part) -> BitRule[Any] | None:
        ruleset, position = part
        return None if self.choice(part).method == "definition" else facet(ruleset, Bits).packed(position)

    def _key(self, part: Part) -> object:
        ruleset, position = part
        packed = self._words(part)
        return ruleset, self.choice(part).method, "" if packed is None else packed.encoding or position

    def _make(self, part: Part) -> ValueSolver:
        choice, begin = self.choice(part), monotonic()
        workers, memory = self._settings.workers, self._settings.limits.memory
        sharing = SHARED_METHODS[-1:] if workers == "ray" else SHARED_METHODS
        shared = workers != 1 and choice.method in sharing and can_search(self._words(part))
        if shared and workers == "ray":
            from .workers import split_search

            made: ValueSolver = self._open.enter_context(split_search(*part, self.budget, memory))
        else:
            threads = int(workers) if shared else 1
            if self.theory:
                made = make_solver(choice, *part, self.budget, memory, threads)
            else:
                made = DefinitionSolver(part[0], self.budget, theory=False)
            self.compiling += monotonic() - begin
        if shared:
            sharers = "the workers of a cluster" if workers == "ray" else f"{workers} threads"
            self._choices[part] = choice._replace(reason=f"{choice.reason}; shared by {sharers}")
        return made

    def _save(self) -> None:
        for solver in self._made.values():
            solver.save()


def kernels_are_ready(modules: Sequence[str]) -> bool:
    """Return whether the kernels (compiled functions) of the given modules are compiled already."""
    if not modules:
        return True
    from ...kernels.ready import are_ready

    return are_ready(*modules)


def has_time_to_compile(settings: SearchSettings, *, ready: bool) -> bool:
    """Return whether the time limit is long enough to compile a ruleset and the kernels that it needs.

    Args:
        settings: The settings of the search with its time limit.
        ready: Whether the kernels are compiled already.

    Returns:
        True if there is enough time or no time limit.
    """
    seconds = settings.limits.seconds
    return seconds is None or seconds >= (HURRY if ready else COMPILING)


def known(ruleset: Ruleset[Any], positions: Iterable[Any]) -> tuple[int, list[Any]]:
    """Return the nim-sum of the positions whose values theorems give, and the other positions.

    Two of the other positions cancel if they have the same canonical form.

    Args:
        ruleset: The ruleset of the positions.
        positions: The positions to add.

    Returns:
        The nim-sum of the known values, and the positions without a known value that do not cancel.
    """
    total, left = 0, dict[Any, Any]()
    for position in positions:
        value = facet(ruleset, Knowledge).known_value(position)
        key = None if value is not None else ruleset.canonical(position)
        if value is not None:
            total ^= value
        elif left.pop(key, None) is None:
            left[key] = position
    return total, [*left.values()]


def stopped_by(error: LimitReached, compiling: float) -> str:
    """Return the message for a limit, with the duration of compilation if the time ran out.

    Args:
        error: The limit that was reached.
        compiling: The seconds spent on compiling.

    Returns:
        The message of the limit, for users.
    """
    if error.kind != "time" or compiling < TOLD_SECONDS:
        return error.message
    return f"{error.message}; compilation took {compiling:.1f} s of it"
