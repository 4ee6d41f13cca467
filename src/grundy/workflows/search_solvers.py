"""The solvers of a search: one for all parts on boards of the same kind, each made when it is first asked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core import InputError, LimitReached, Meter, Packed, Ruleset, StoreError
from ..search import Choice, Solver, choose, make_solver
from .words import listed

if TYPE_CHECKING:
    from .search import Settings
    from .search_progress import Teller
    from .search_store import BoardValues


TOLD_SECONDS = 0.1
"""Seconds of compiling that are told of."""


class Solvers:
    """Makes solvers for numbered parts, tells them what to count with, and keeps what they prove."""

    def __init__(
        self, parts: Sequence[tuple[Ruleset[Any], Any]], asked: Settings, meter: Meter, teller: Teller
    ) -> None:
        """Make nothing yet."""
        self.choices: dict[int, Choice] = {}
        self.compiling = 0.0
        """Seconds that went into making solvers, which is compiling."""
        self._parts = parts
        self._asked = asked
        self._meter = meter
        self._teller = teller
        self._made: dict[object, Solver] = {}
        self._kept: BoardValues | None = None
        self._failure: StoreError | None = None
        self._open = ExitStack()

    @property
    def meter(self) -> Meter:
        """What everyone counts with."""
        return self._meter

    @meter.setter
    def meter(self, meter: Meter) -> None:
        self._meter = meter
        for solver in self._made.values():
            solver.meter = meter

    @property
    def visited(self) -> int:
        """Positions, or couples, that were looked at until now."""
        return sum(solver.visited for solver in self._made.values())

    def of(self, number: int) -> Solver:
        """Return the solver of a part."""
        key = self._key(number)
        if key not in self._made:
            made = self._made[key] = self._make(number)
            made.report = self._teller.solver
            self._keep(number, made)
        return self._made[key]

    def made(self, number: int) -> Solver | None:
        """Return the solver of a part if it was needed until now."""
        return self._made.get(self._key(number)) if number in self.choices else None

    def close(self) -> None:
        """Save what was proved, close the database and end workers; raises what went wrong with the database."""
        with self._open:
            self._save()
            if self._failure is not None:
                raise self._failure

    def require_one_board(self) -> None:
        """Raise `InputError` when parts that no theorem answers are searched over words on different boards."""
        boards: dict[object, str] = {}
        for number, (ruleset, position) in enumerate(self._parts):
            if ruleset.known_value(position) is None and self._words(number) is not None:
                boards.setdefault(self._key(number), f"{ruleset.name}: {ruleset.brief(position)}")
        if len(boards) > 1:
            raise InputError(f"a database serves one board, found {listed(boards.values())}; search them one by one")

    def database(self) -> str:
        """Save, and say what became of the database; what goes wrong is raised by `close`."""
        if self._asked.database is None:
            return ""
        if self._kept is None:
            return f"{self._asked.database}: not used, as no part was searched over machine words"
        try:
            self._save()
        except StoreError as error:
            self._failure = error
        return self._kept.told()

    def _choice(self, number: int) -> Choice:
        """Return the method for a part."""
        if number not in self.choices:
            self.choices[number] = choose(*self._parts[number], self._asked.method, self.meter)
        return self.choices[number]

    def _words(self, number: int) -> Packed[Any] | None:
        """Return the rule over words by which a part is searched, None where it is not."""
        ruleset, position = self._parts[number]
        return None if self._choice(number).method == "definition" else ruleset.packed(position)

    def _key(self, number: int) -> object:
        """Return what parts have in common that share a solver."""
        ruleset, position = self._parts[number]
        packed = self._words(number)
        return ruleset, self._choice(number).method, "" if packed is None else packed.encoding or position

    def _make(self, number: int) -> Solver:
        """Return a new solver: many workers where they are asked for and the method is one for them."""
        choice, begin = self._choice(number), monotonic()
        workers, memory = self._asked.workers, self._asked.limits.memory
        shared = workers != 1 and choice.method == "proof-numbers" and self._words(number) is not None
        if shared and workers == "ray":
            from .search_workers import split_search

            made: Solver = self._open.enter_context(split_search(*self._parts[number], self.meter, memory))
        else:
            threads = int(workers) if shared else 1
            made = make_solver(choice, *self._parts[number], self.meter, memory, threads)
            self.compiling += monotonic() - begin
        if shared:
            told = "the workers of a cluster" if workers == "ray" else f"{workers} threads"
            self.choices[number] = choice._replace(reason=f"{choice.reason}; {told} share it")
        return made

    def _keep(self, number: int, solver: Solver) -> None:
        """Let the first solver over words learn from the database, and save into it."""
        packed = self._words(number)
        if self._asked.database is None or self._kept is not None or packed is None:
            return
        from .search_store import BoardValues

        kept = BoardValues(self._asked.database, *self._parts[number], packed.encoding)
        self._kept = self._open.enter_context(kept)
        solver.keep_in(kept)

    def _save(self) -> None:
        """Let the solvers hand over what is new."""
        for solver in self._made.values():
            solver.save()


def stopped_by(error: LimitReached, compiling: float) -> str:
    """Say which limit was reached, and how many seconds went into compiling where the clock stopped the search."""
    if error.kind != "time" or compiling < TOLD_SECONDS:
        return error.message
    return f"{error.message}; compiling alone took {compiling:.1f} seconds"
