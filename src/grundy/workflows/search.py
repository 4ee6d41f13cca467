"""Searching large positions: part by part, compiled where the rule has words, with limits, a database and progress.

What is proved stays: a limit or an interrupt leaves unknown what was not reached, never wrong what was. The clock
begins with the question. Compiling a rule cannot be cut short by a limit, but its seconds count, and a search that
its clock stops says how many they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from ..core import Entailing, Game, InputError, LimitReached, Limits, Meter, Outcome, RuleError, TwoSided, nim_sum
from ..notation import read_game
from ..search import Choice
from .search_line import principal_line, winning_moves
from .search_progress import Show, Teller
from .search_result import UNREACHED, Line, PartAnswer, SearchResult
from .search_solvers import Solvers, stopped_by

if TYPE_CHECKING:
    from ..cluster import Workers
    from ..core import Status
    from ..search import Solver
    from .solution import WinningMove

Want = Literal["outcome", "value", "moves"]
"""How much is asked: who wins; the exact value as well; every winning move and a principal line as well."""
MOVE_SECONDS = 60.0
"""Seconds for winning moves and the principal line, unless something else is said."""


class Settings(NamedTuple):
    """How to search: what is wanted, within which limits, by which method, with which database and report.

    `report` hears a few times a second in words how far the search is. Winning moves and the line have the seconds
    `move_seconds`, and the other limits once more.
    """

    want: Want = "moves"
    limits: Limits = Limits()
    move_seconds: float = MOVE_SECONDS
    method: str = "auto"
    database: Path | None = None
    report: Show | None = None
    misere: bool = False
    workers: Workers = 1

    @property
    def move_limits(self) -> Limits:
        """The limits for winning moves and the principal line."""
        return self.limits._replace(seconds=self.move_seconds)


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
    if asked.workers != 1 and asked.method not in {"auto", "proof-numbers"}:
        raise InputError(f"workers share proof numbers: expected auto or proof-numbers, found {asked.method!r}")
    if asked.misere:
        from .search_misere import search_misere

        yield search_misere(read, asked), None
        return
    with Search(read, asked) as run:
        yield run.normal(), run


class Search:
    """One search: a solver for every part that no theorem answers, and what it found."""

    def __init__(self, game: Game, asked: Settings) -> None:
        """Choose nothing yet; solvers are made when they are needed."""
        self.game = game
        self.asked = asked
        self.parts = list(game.parts)
        self.start = monotonic()
        self._teller = Teller(asked.report)
        self.meter = Meter(asked.limits, self._teller.meter)
        self.solvers = Solvers(self.parts, asked, self.meter, self._teller)
        self._theorems: set[int] = set()

    def __enter__(self) -> Self:
        """Nothing is opened before it is needed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Save what was proved and close the database, whatever happened."""
        self.solvers.close()

    def normal(self) -> SearchResult:
        """Answer in normal play."""
        values, outcome, reason = self._values()
        total = None if None in values else nim_sum(value for value in values if value is not None)
        outcome = outcome if total is None else Outcome.of_value(total)
        moves, line = self._play(outcome, values)
        wanted = outcome is not None and (total is not None or self.asked.want == "outcome")
        status: Status = "proved" if wanted else "limit"
        return SearchResult(
            *(self.game, "normal", outcome, total, self._lower(total, outcome), status, reason),
            parts=tuple(self._told(number, value) for number, value in enumerate(values)),
            winning_moves=tuple(moves.found),
            move_count=len(moves.found) if moves.complete else None,
            moves_status=None if moves.complete is None else "proved" if moves.complete else "limit",
            line=line,
            visited=self.solvers.visited,
            database=self.solvers.database(),
            seconds=monotonic() - self.start,
        )

    def _values(self) -> tuple[list[int | None], Outcome | None, str]:
        """Return the values of the parts and who wins, as far as a limit lets, and why no farther."""
        values: list[int | None] = [None] * len(self.parts)
        outcome = None
        try:
            if self.asked.database is not None:
                self.solvers.require_one_board()
            outcome = self._outcome(values)
            if self.asked.want != "outcome":
                for number in range(len(self.parts)):
                    values[number] = self.value(number)
        except LimitReached as error:
            return values, outcome, stopped_by(error, self.solvers.compiling)
        return values, outcome, ""

    def solver(self, number: int) -> Solver:
        """Return the solver of a part, made now if it is not there."""
        return self.solvers.of(number)

    def value(self, number: int) -> int:
        """Return the value of a part: by theorem, or searched."""
        ruleset, position = self.parts[number]
        known = ruleset.known_value(position)
        if known is not None:
            self._theorems.add(number)
            return known
        return self.solver(number).value([position])

    def sum_value(self, number: int, positions: Iterable[Any]) -> int:
        """Return the value of positions of a part, side by side: by theorem, or searched."""
        total, left = self.known(number, positions)
        return total ^ self.solver(number).value(left) if left else total

    def known(self, number: int, positions: Iterable[Any]) -> tuple[int, list[Any]]:
        """Return the nim-sum that theorems give of positions of a part, and those left; two that play alike cancel."""
        ruleset, _ = self.parts[number]
        total, left = 0, dict[Any, Any]()
        for position in positions:
            value = ruleset.known_value(position)
            key = None if value is not None else ruleset.canonical(position)
            if value is not None:
                total ^= value
            elif left.pop(key, None) is None:
                left[key] = position
        return total, [*left.values()]

    def has_value(self, number: int, positions: Iterable[Any], n: int) -> bool:
        """Return whether positions of a part, side by side, have value n: by theorem, or searched."""
        total, left = self.known(number, positions)
        return self.solver(number).has_value(left, total ^ n) if left else total == n

    def _outcome(self, values: list[int | None]) -> Outcome:
        """Return who wins, and fill in the values of all parts but the last: of that one couple is enough."""
        if not self.parts:
            return Outcome.P
        last = len(self.parts) - 1
        ruleset, position = self.parts[last]
        if last == 0 and (known := ruleset.known_outcome(position)) is not None:
            if self.asked.want == "outcome":
                self._theorems.add(0)
            return known
        rest = 0
        for number in range(last):
            value = self.value(number)
            values[number] = value
            rest ^= value
        if (exact := ruleset.known_value(position)) is not None:
            self._theorems.add(last)
            return Outcome.wins(exact != rest)
        return Outcome.wins(not self.solver(last).has_value([position], rest))

    def _lower(self, total: int | None, outcome: Outcome | None) -> int:
        """Return a proved lower bound of the value."""
        if total is not None:
            return total
        return max(self._bound(0) if len(self.parts) == 1 else 0, int(outcome is Outcome.N))

    def _bound(self, number: int) -> int:
        """Return a proved lower bound of the value of a part."""
        made = self.solvers.made(number)
        return 0 if made is None else made.lower_bound(self.parts[number][1])

    def _told(self, number: int, value: int | None) -> PartAnswer:
        """Return what is told of a part."""
        choice = self.solvers.choices.get(number, Choice(UNREACHED, "not reached"))
        if number in self._theorems:
            choice = Choice("theorem", str(self.parts[number][0].theory or "known"))
        return PartAnswer(value, self._bound(number) if value is None else value, *choice)

    def _play(self, outcome: Outcome | None, values: list[int | None]) -> tuple[Moves, Line]:
        """Return the winning moves and a line of best play, under limits of their own."""
        if self.asked.want != "moves" or outcome is None:
            return Moves([], None), Line((), over=False)
        moves, line = Moves([], complete=outcome is Outcome.P), Line((), over=False)
        with self._under(self.meter.again(self.asked.move_limits, self._teller.meter)), suppress(LimitReached):
            if outcome is Outcome.N:
                for move in winning_moves(self, values):
                    moves.found.append(move)
                moves = moves._replace(complete=True)
            line = principal_line(self, moves.found)
        return moves, line

    @contextmanager
    def _under(self, meter: Meter) -> Iterator[None]:
        """Work under another meter for a while."""
        before = self.meter
        self.meter = self.solvers.meter = meter
        try:
            yield
        finally:
            self.meter = self.solvers.meter = before


class Moves(NamedTuple):
    """Winning moves, and whether these are all; None: nobody asked."""

    found: list[WinningMove]
    complete: bool | None
