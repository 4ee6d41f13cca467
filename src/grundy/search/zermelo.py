"""Finite games of two sides by backward induction: win, loss or draw, and how long it takes.

Zermelo 1913, König 1927: from the ends backwards every position is won for the side to move (some move leaves a
position lost for the other), drawn (no such move, but one leaves a draw), or lost. Remoteness is the length of play
when the winner hurries and the loser delays: 0 at an end, 1 + the least of the lost options of a won position,
1 + the greatest of all options of a lost one (Steinhaus 1925; Smith, "Graphs and composite games", 1966). A draw
has no hurry and no remoteness.

An explicit stack walks to the ends first, so depth needs no recursion; positions alike by symmetry
(`canonical`) are judged once. Cost: every position reached is expanded once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..core import Game, Meter, Outcome, RuleError, TwoSided, as_sum, at_most, turned
from .cycles import refuse_cycle


class Ending(NamedTuple):
    """How best play ends for the side to move, and in how many moves; a draw has no remoteness."""

    outcome: Outcome
    remoteness: int | None


class ZermeloSolver:
    """Solves the positions of one game of two sides and remembers them.

    `misere` exchanges winning and losing at the ends. Without `symmetry` every position is judged on its own.
    """

    def __init__(
        self, ruleset: TwoSided[Any], meter: Meter | None = None, *, misere: bool = False, symmetry: bool = True
    ) -> None:
        """Solve under the limits of `meter`."""
        self.ruleset = ruleset
        self.meter = meter or Meter()
        self.misere = misere
        self.symmetry = symmetry and type(ruleset).canonical is not TwoSided.canonical
        self.table: dict[Any, Ending] = {}

    def course(self, game: Game) -> Ending:
        """Return how a game ends whose single part is a position of this ruleset."""
        return self.solve(next(game.parts)[1])

    def solve(self, position: Any) -> Ending:  # noqa: ANN401  # any position
        """Return how best play from `position` ends; raises `LimitReached`, `LoopyGame` and `RuleError`."""
        table, tick = self.table, self.meter.tick
        waiting: dict[Any, Sequence[Any]] = {}
        start = self._key(position)
        stack = [start]
        while stack:
            at = stack[-1]
            if at in table:
                stack.pop()
            elif at in waiting:
                options = waiting.pop(at)
                table[at] = judge([table[option] for option in options])
                self.meter.hold(-len(options))
                stack.pop()
            elif (ended := self.ruleset.result(at)) is not None:
                table[at] = Ending(turned(ended, misere=self.misere), None if ended is Outcome.D else 0)
            else:
                tick()
                options = waiting[at] = self._expand(at)
                self.meter.hold(len(options))
                for option in options:
                    if option in waiting:
                        path = list(waiting)
                        refuse_cycle(self.ruleset, path[path.index(option) :], self.meter)
                    if option not in table:
                        stack.append(option)
        return table[start]

    def _expand(self, position: Any) -> Sequence[Any]:  # noqa: ANN401  # any position
        """Return what the moves leave, each once."""
        listed = at_most(self.ruleset.options(position), f"{self.ruleset.name}: a position has")
        options = tuple(dict.fromkeys(self._key(as_sum(option)[0]) for option in listed))
        if not options:
            raise RuleError(f"{self.ruleset.name}: {position!r} has no move, yet its result is not told")
        return options

    def _key(self, position: Any) -> Any:  # noqa: ANN401  # any position
        """Return the position that stands for this one in the table."""
        return self.ruleset.canonical(position) if self.symmetry else position


def judge(options: Iterable[Ending]) -> Ending:
    """Return how a position ends whose options end like this for the other side.

    >>> judge([Ending(Outcome.P, 4), Ending(Outcome.P, 2), Ending(Outcome.D, None)])
    Ending(outcome=<Outcome.N: 'N'>, remoteness=3)
    """
    found = list(options)
    lost = [end.remoteness or 0 for end in found if end.outcome is Outcome.P]
    if lost:
        return Ending(Outcome.N, 1 + min(lost))
    if any(end.outcome is Outcome.D for end in found):
        return Ending(Outcome.D, None)
    return Ending(Outcome.P, 1 + max(end.remoteness or 0 for end in found))


def best_options(options: Sequence[Ending]) -> list[int]:
    """Return the numbers of the best moves: the quickest wins, else all that draw, else those that resist longest.

    `options` tell how each move ends for the other side; no options, no best move.

    >>> best_options([Ending(Outcome.D, None), Ending(Outcome.N, 3), Ending(Outcome.D, None)])
    [0, 2]
    """
    if not options:
        return []
    end = judge(options)
    wanted = Ending(turned(end.outcome), None if end.remoteness is None else end.remoteness - 1)
    return [i for i, option in enumerate(options) if option == wanted]


def reached_positions(ruleset: TwoSided[Any], position: Any, meter: Meter | None = None) -> int:  # noqa: ANN401
    """Return how many positions play can reach from `position`, itself included, symmetric ones counted apart.

    Raises `LimitReached`.
    """
    meter = meter or Meter()
    seen, queue = {position}, [position]
    while queue:
        at = queue.pop()
        meter.tick()
        new = {as_sum(option)[0] for option in ruleset.options(at)} - seen
        seen |= new
        queue.extend(new)
    return len(seen)
