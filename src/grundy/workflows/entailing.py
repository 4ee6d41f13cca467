"""Solves sums with entailing moves: nimbers and loony parts, what must be answered, every winning move, and why.

The theory is in `search.entailed`: a part is a nim heap or loony, and a move wins beside certain rests only. Ordinary
games may stand beside: to them the rest is a nim heap like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import drawing
from ..core import LOONY, Entailing, Game, LimitReached, Obliged, Outcome, Ruleset, Sum, obliged_part, playable
from .facts import Facts
from .parts import listed_moves, tried_moves
from .solution import Solution, WinningMove
from .words import abridged, number, part_name, part_texts

if TYPE_CHECKING:
    from ..search import Rests, Value
    from .solve import Solver

MOST_PARTS = 32
"""Parts of a larger sum are counted, not described."""
MOST_MOVES = 60
"""Moves of one part whose rests are told."""


@dataclass(frozen=True)
class EntailingFacts(Facts):
    """Facts of a sum with entailing moves: the value of each part, LOONY too (None: to be answered, or unknown)."""

    values: tuple[Value | None, ...] = ()
    must_answer: int | None = None

    @property
    def loony(self) -> bool:
        """Whether a part is loony, so that the player to move wins."""
        return LOONY in self.values and self.must_answer is None

    def lines(self, solution: Solution, solver: Solver) -> Iterator[str]:
        """Yield what must be answered, the values of the parts, and where the value of a single part comes from."""
        game = solution.game
        yield from _duty(game, self.must_answer)
        if self.loony:
            loony = sum(value is LOONY for value in self.values)
            what = "The position is" if game.size == 1 else "One part is" if loony == 1 else f"{loony} parts are"
            yield f"{what} loony: whoever is to move wins, whatever stands beside it."
        if 1 < game.size <= MOST_PARTS:
            yield _table(game, self)
        elif game.size == 1 and solution.outcome is not None:
            yield from _rests(solution, solver)

    def to_dict(self, solution: Solution) -> dict[str, Any]:
        """Add which parts are loony, and the part that must be answered."""
        loony = [i for i, value in enumerate(self.values) if value is LOONY]
        return {"loony": self.loony, "loony_parts": loony, "must_answer": self.must_answer}


def solve_entailing(solver: Solver, game: Game) -> Solution:
    """Solve a sum in normal play by a `Solver` of its rules; a limit makes the status "limit"."""
    obliged = obliged_part(game)
    values: list[Value | None] = []
    reason = ""
    for i, (ruleset, position) in enumerate(game.parts):
        try:
            values.append(None if i == obliged else _value(solver, ruleset, position))
        except LimitReached as error:
            values.append(None)
            reason = reason or error.message
    outcome, wins = None, list[WinningMove]()
    if not reason:
        try:
            wins = list(_wins(solver, game, _Rest(values)))
            outcome = Outcome.wins(bool(wins))
        except LimitReached as error:
            reason = error.message
    numbers = [value if isinstance(value, int) else None for value in values]
    total = None if reason or None in numbers else _Rest(values).total
    facts = EntailingFacts(values=tuple(values), must_answer=obliged)
    return solver.answer_with(game, outcome, wins, facts, reason, value=total, values=numbers)


class _Rest:
    """The values of all parts, and of what stands beside each."""

    def __init__(self, values: Sequence[Value | None]) -> None:
        """Add up; an obliged part (None) counts as nothing."""
        self.values = values
        self.loony = sum(value is LOONY for value in values)
        self.total = 0
        for value in values:
            self.total ^= value if isinstance(value, int) else 0

    def beside(self, part: int) -> Value:
        """Return the value of all parts but one."""
        own = self.values[part]
        if self.loony > (own is LOONY):
            return LOONY
        return self.total ^ own if isinstance(own, int) else self.total


def _value(solver: Solver, ruleset: Ruleset[Any], position: Any) -> Value:  # noqa: ANN401  # any position
    """Return the value of a part that nobody must answer."""
    part = solver.part_solver(ruleset)
    return part.entailed.value(position) if isinstance(ruleset, Entailing) else part.value(position)


def _wins(solver: Solver, game: Game, rests: _Rest) -> Iterator[WinningMove]:
    """Yield every winning move, in order of part, then of the option."""
    for part, ruleset, position in playable(game):
        rest, own = rests.beside(part), solver.part_solver(ruleset)
        if isinstance(ruleset, Entailing):
            for move in listed_moves(ruleset, position):
                if rest in own.entailed.wins(move.leaves):
                    yield WinningMove(part, *move)
        elif isinstance(rest, int):  # beside a loony part no ordinary move wins
            known = ruleset.moves_to(position, rest)
            yield from (WinningMove(part, *m) for m in (tried_moves(own, position, rest) if known is None else known))


# The explanation.


def _duty(game: Game, part: int | None) -> Iterator[str]:
    """Say where the player to move must move."""
    if part is None:
        return
    where = "here" if game.size == 1 else f"in {part_name(game, part)}"
    position = game.part(part)[1]
    passing = isinstance(position, Obliged) and position.passing
    yield f"The player to move {'can only pass' if passing else 'must answer'} {where}."


def _table(game: Game, facts: EntailingFacts) -> str:
    """Show the parts with their values."""
    single = len(game.summands) == 1
    rows: list[list[str | int | None]] = []
    for i, ((ruleset, _), text) in enumerate(zip(game.parts, part_texts(game), strict=True)):
        shown = text if single else f"{ruleset.name}: {text}"
        value = facts.values[i]
        told = "to be answered" if i == facts.must_answer else None if value is None else value_told(value)
        rows.append([part_name(game, i), shown if len(shown) <= 60 else shown[:57] + "...", told])
    return drawing.columns(rows, ["", "position", "value"])


def _rests(solution: Solution, solver: Solver) -> Iterator[str]:
    """Show beside which heaps each move of a single part wins, and what follows for its value."""
    ruleset, position = next(solution.game.parts)
    count = solution.move_count
    if not count or count > MOST_MOVES or isinstance(position, Obliged):
        return
    entailed = solver.part_solver(ruleset).entailed
    groups: dict[str, list[str]] = {}
    try:
        for label, leaves in listed_moves(ruleset, position):
            groups.setdefault(rests_told(entailed.wins(leaves)), []).append(label)
    except LimitReached:
        return
    yield "Beside a nim heap the moves win as follows:"
    rows: list[list[str | int | None]] = [[told, "; ".join(abridged(m, 6, "move"))] for told, m in groups.items()]
    yield drawing.columns(rows, ["heap", "moves"])
    if solution.value is None:
        yield "Together they win beside every heap: that is what loony means."
    else:
        yield f"The smallest heap beside which no move wins is {number(solution.value)}: that is the value."


def rests_told(rests: Rests) -> str:
    """Say which heaps a set of rests holds."""
    numbers = ", ".join(map(str, sorted(rests.numbers)))
    if rests.cofinite:
        return f"all but {numbers}" if numbers else "all"
    return numbers or "none"


def value_told(value: Value) -> str:
    """Return a value in words.

    >>> value_told(3), value_told(LOONY)
    ('3', 'loony')
    """
    return number(value) if isinstance(value, int) else str(value)


def forced_pass(game: Game) -> WinningMove | None:
    """Return the pass where the player to move can do nothing else, None where there is a choice."""
    part = obliged_part(game)
    if part is None:
        return None
    position = game.part(part)[1]
    return WinningMove(part, "pass", Sum(position.position)) if position.passing else None
