"""Searching large positions: part by part, compiled where the rule has words, with limits, a database and progress.

What is proved stays: a limit or an interrupt leaves unknown what was not reached, never wrong what was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import reduce
from operator import xor
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from ..core import Entailing, Game, InputError, LimitReached, Limits, Meter, Outcome, RuleError, Ruleset, TwoSided
from ..notation import read_game
from ..search import Choice, Solver, choose, make_solver
from .search_line import principal_line, winning_moves
from .search_result import Line, PartAnswer, SearchResult

if TYPE_CHECKING:
    from ..cluster import Workers
    from ..kernels.proof_search import Progress
    from .solution import WinningMove

Want = Literal["outcome", "value", "moves"]
"""How much is asked: who wins; the exact value as well; every winning move and a principal line as well."""
MOVE_SECONDS = 60.0
"""Seconds for winning moves and the principal line, unless something else is said."""


class Settings(NamedTuple):
    """How to search: what is wanted, within which limits, by which method, with which database and report."""

    want: Want = "moves"
    limits: Limits = Limits()
    move_seconds: float = MOVE_SECONDS
    method: str = "auto"
    database: Path | None = None
    report: Callable[[Progress], None] | None = None
    misere: bool = False
    workers: Workers = 1


def search(game: Game | str, settings: Settings | None = None) -> SearchResult:
    """Search a game in normal or misere play and return what was proved.

    Raises `InputError` and `RuleError` for games that have no Grundy value, and the errors of a database.

    >>> search("cram: 4x5").value
    2
    """
    with searching(game, settings) as (found, _):
        return found


@contextmanager
def searching(game: Game | str, settings: Settings | None = None) -> Iterator[tuple[SearchResult, Search | None]]:
    """Search as `search` does, and keep the search open, with all it knows; in misere play None stands for it."""
    asked = settings or Settings()
    read = read_game(game) if isinstance(game, str) else game
    for ruleset, _ in read.summands:
        if isinstance(ruleset, TwoSided | Entailing) or ruleset.last_loses:
            raise RuleError(f"{ruleset.name}: its positions have no Grundy value to search for, use `grundy solve`")
    if asked.misere:
        from .search_misere import search_misere

        yield search_misere(read, asked), None
        return
    with Search(read, asked) as run:
        yield run.normal(), run


class Search:
    """One search: a solver for every part, and what it found."""

    def __init__(self, game: Game, asked: Settings) -> None:
        """Choose a method for every part; solvers are made when they are needed."""
        self.game = game
        self.asked = asked
        self.meter = Meter(asked.limits)
        self.start = monotonic()
        self.parts = list(game.parts)
        self.choices: list[Choice | None] = [None] * len(self.parts)
        self._solvers: dict[tuple[Ruleset[Any], object], Solver] = {}
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Nothing is opened before it is needed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Save what was proved and close the database, whatever happened."""
        with self._open:
            for solver in self._solvers.values():
                solver.save()

    def normal(self) -> SearchResult:
        """Answer in normal play."""
        values: list[int | None] = [None] * len(self.parts)
        outcome, reason = None, ""
        try:
            outcome = self._outcome(values)
            if self.asked.want != "outcome":
                for number in range(len(self.parts)):
                    values[number] = self.value(number)
        except LimitReached as error:
            reason = error.message
        known = [value for value in values if value is not None]
        total = reduce(xor, known, 0) if len(known) == len(values) else None
        outcome = outcome if total is None else Outcome.of_value(total)
        moves, line = self._play(outcome, values)
        wanted = outcome is not None and (total is not None or self.asked.want == "outcome")
        return SearchResult(
            game=self.game,
            play="normal",
            outcome=outcome,
            value=total,
            lower=self._lower(total, outcome),
            status="proved" if wanted else "limit",
            reason=reason,
            parts=tuple(self._told(number, value) for number, value in enumerate(values)),
            winning_moves=tuple(moves.found),
            move_count=len(moves.found) if moves.complete else None,
            moves_status=None if moves.complete is None else "proved" if moves.complete else "limit",
            line=line,
            visited=sum(solver.visited for solver in self._solvers.values()),
            seconds=monotonic() - self.start,
        )

    def solver(self, number: int) -> Solver:
        """Return the solver of a part; parts on boards of the same kind share one."""
        ruleset, position = self.parts[number]
        choice = self.choices[number] or choose(ruleset, position, self.asked.method, self.meter)
        self.choices[number] = choice
        packed = ruleset.packed(position) if choice.method != "definition" else None
        arena = "" if packed is None else packed.encoding or position
        key = ruleset, (choice.method, arena)
        if key not in self._solvers:
            made = self._make(number, choice, ruleset, position)
            made.report = self.asked.report
            self._solvers[key] = made
            if self.asked.database is not None and packed is not None:
                self._keep(self.asked.database, made, ruleset, position, packed.encoding)
        return self._solvers[key]

    def value(self, number: int) -> int:
        """Return the value of a part: by theorem, or searched."""
        ruleset, position = self.parts[number]
        known = ruleset.known_value(position)
        if known is not None:
            self.choices[number] = Choice("theorem", str(ruleset.theory or "known"))
            return known
        return self.solver(number).value([position])

    def _outcome(self, values: list[int | None]) -> Outcome:
        """Return who wins, and fill in the values of all parts but the last: of that one couple is enough."""
        if not self.parts:
            return Outcome.P
        last = len(self.parts) - 1
        ruleset, position = self.parts[last]
        if last == 0 and (known := ruleset.known_outcome(position)) is not None:
            if self.asked.want == "outcome":
                self.choices[0] = Choice("theorem", str(ruleset.theory or "known"))
            return known
        rest = 0
        for number in range(last):
            value = self.value(number)
            values[number] = value
            rest ^= value
        if (exact := ruleset.known_value(position)) is not None:
            return Outcome.wins(exact != rest)
        return Outcome.wins(not self.solver(last).has_value([position], rest))

    def _lower(self, total: int | None, outcome: Outcome | None) -> int:
        """Return a proved lower bound of the value."""
        if total is not None:
            return total
        bound = 0
        if len(self.parts) == 1 and self._solvers:
            bound = self.solver(0).lower_bound(self.parts[0][1])
        return max(bound, int(outcome is Outcome.N))

    def _told(self, number: int, value: int | None) -> PartAnswer:
        """Return what is told of a part."""
        choice = self.choices[number] or Choice("nothing", "it was not reached")
        lower = value or 0
        if value is None and self._solvers and choice.method not in {"theorem", "nothing"}:
            lower = self.solver(number).lower_bound(self.parts[number][1])
        return PartAnswer(value, lower, *choice)

    def _play(self, outcome: Outcome | None, values: list[int | None]) -> tuple[Moves, Line]:
        """Return the winning moves and a line of best play, under a limit of their own."""
        if self.asked.want != "moves" or outcome is None:
            return Moves([], None), Line((), over=False)
        moves, line = Moves([], complete=outcome is Outcome.P), Line((), over=False)
        meter = Meter(Limits(seconds=self.asked.move_seconds))
        with suppress(LimitReached):
            if outcome is Outcome.N:
                for move in winning_moves(self, values, meter):
                    moves.found.append(move)
                moves = moves._replace(complete=True)
            line = principal_line(self, moves.found, meter)
        return moves, line

    def _make(self, number: int, choice: Choice, ruleset: Ruleset[Any], position: Any) -> Solver:  # noqa: ANN401
        """Return a new solver: many workers where they are asked for and the method is one for them."""
        workers, memory = self.asked.workers, self.asked.limits.memory
        if workers == 1 or choice.method != "proof-numbers":
            return make_solver(choice, ruleset, position, self.meter, memory)
        from .search_workers import split_search

        solver = self._open.enter_context(split_search(ruleset, position, workers, self.meter, memory))
        self.choices[number] = choice._replace(reason=f"{choice.reason}; it is shared by {solver.size} workers")
        return solver

    def _keep(self, path: Path, solver: Solver, ruleset: Ruleset[Any], position: Any, board: str) -> None:  # noqa: ANN401
        """Let a solver learn from the database and write into it."""
        from .search_store import open_values

        if len(self._solvers) > 1:
            raise InputError("a database serves one game: these parts are played on different boards")
        solver.keep_in(self._open.enter_context(open_values(path, ruleset, position, board)))


class Moves(NamedTuple):
    """Winning moves, and whether these are all; None: nobody asked."""

    found: list[WinningMove]
    complete: bool | None
